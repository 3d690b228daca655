import KomootNav

// What can happen next, and what follows.
extension ExploredWorld {
    /// Everything that can happen next. A deadline may pass while a PDU is under way only as often as
    /// the budget allows.
    func forEachStep(_ body: (ExplorationStep) -> Void) {
        var isUnderWay = false
        forEachArrival {
            isUnderWay = true
            body($0)
        }
        forEachRecovery { body(.recovered($0)) }
        // A deadline that waits to be told does not wait for another.
        if let due = nextDeadline, !isPosted {
            if !isUnderWay || due <= rest.now || rest.budget.delays > 0 {
                if deviceDeadline == due { body(.deviceDeadline) }
                if phoneDeadline == due { body(.phoneDeadline) }
            }
        }
        if rest.budget.publications > 0 && system.isNavigating {
            for length in setting.lengths { body(.published(length)) }
        }
        if rest.budget.faults > 0 {
            for failure in setting.failures where canHappen(failure) {
                body(.failed(failure))
            }
        }
    }

    private func forEachArrival(_ body: (ExplorationStep) -> Void) {
        for link in rest.links.indices {
            if !rest.links[link].toPhone.isEmpty && rest.links[link].isUpForPhone {
                body(.deliverToPhone(link: link))
            }
            if !rest.links[link].toDevice.isEmpty && rest.links[link].isUpForDevice {
                body(.deliverToDevice(link: link))
            }
        }
        if !rest.callbacks.isEmpty { body(.told) }
        guard system.isAdvertising && system.isRadioOn && rest.isDeviceRadioOn else { return }
        if rest.links.contains(where: \.isComingUp) {
            body(.connected)
        } else if rest.isScanning {
            body(.found)
        }
    }

    private func forEachRecovery(_ body: (ExplorationStep.Recovery) -> Void) {
        if !system.isRadioOn { body(.phoneRadioOn) }
        if !rest.isDeviceRadioOn { body(.deviceRadioOn) }
        if !system.isNavigating { body(.navigationStarted) }
        if system.isQueueFull { body(.queueReady) }
    }

    /// What happens next if nothing goes wrong any more; `nil` if nothing happens by itself.
    var nextWithoutFaults: ExplorationStep? {
        var first: ExplorationStep?
        forEachArrival { first = first ?? $0 }
        forEachRecovery { first = first ?? .recovered($0) }
        return first
    }

    /// The end whose deadline comes next.
    var nextDeadlineStep: ExplorationStep? {
        guard let due = nextDeadline else { return nil }
        return phoneDeadline == due ? .phoneDeadline : .deviceDeadline
    }

    private var deviceDeadline: UInt64? {
        guard let deadline = device.nextDeadline, !isPosted else { return nil }
        return deadline.milliseconds
    }
    private var phoneDeadline: UInt64? { phone.nextDeadline?.milliseconds }
    private var nextDeadline: UInt64? {
        guard let one = deviceDeadline else { return phoneDeadline }
        return phoneDeadline.map { min($0, one) } ?? one
    }

    /// Makes a step happen.
    mutating func perform(_ step: ExplorationStep) {
        shown = nil
        rest.steps += 1
        judged { $0.take(step) }
    }

    private mutating func take(_ step: ExplorationStep) {
        switch step {
        case .deliverToPhone(let link):
            arriveAtPhone(rest.links[link].toPhone.removeFirst(), on: link)
        case .deliverToDevice(let link):
            arriveAtDevice(rest.links[link].toDevice.removeFirst(), on: link)
        case .told: tellNext()
        case .found: feedDevice(.found(CentralSession.Peer(rawValue: 0)))
        case .connected: if let link = rest.links.firstIndex(where: \.isComingUp) { comeUp(link) }
        case .deviceDeadline:
            pass(to: deviceDeadline)
            record(.note("device's deadline"))
            if rest.callbacks.isEmpty {
                feedDevice(.timePassed)
            } else if let deadline = device.nextDeadline {
                rest.callbacks.append(.timePassed(deadline))
            }
        case .phoneDeadline:
            pass(to: phoneDeadline)
            record(.note("phone's deadline"))
            feedPhone(.timePassed, .timePassed)
        case .published(let length):
            rest.budget.publications -= 1
            publish(length)
        case .recovered(let recovery): recover(recovery)
        case .failed(let failure):
            rest.budget.faults -= 1
            record(.note("\(failure)"))
            fail(failure)
        case .acted: break
        }
    }

    private mutating func pass(to deadline: UInt64?) {
        guard let deadline, deadline > rest.now else { return }
        var isUnderWay = false
        forEachArrival { _ in isUnderWay = true }
        if isUnderWay { rest.budget.delays -= 1 }
        rest.now = deadline
        rest.steps = 0
    }

    /// Publishes an object, whatever the budget says.
    mutating func publishFreely(_ length: ExplorationStep.ObjectLength) {
        shown = nil
        judged { $0.publish(length) }
    }

    /// The user has the phone advertise, whatever the budget says.
    mutating func advertiseFreely() {
        judged { $0.fail(.advertisingWanted) }
    }

    private mutating func recover(_ recovery: ExplorationStep.Recovery) {
        record(.note("\(recovery)"))
        if recovery == .deviceRadioOn {
            rest.isDeviceRadioOn = true
            referee.observe(.centralRadio(0, isOn: true), at: microseconds, Span())
            return feedDevice(.radioOn)
        }
        if recovery != .queueReady { rest.hasMet = rest.links.contains(where: \.isUpForPhone) }
        recoverPhone(recovery)
    }
}
