import KomootNav

// What can happen next, and what follows.
extension ServedWorld {
    func forEachStep(_ body: (ExplorationStep) -> Void) {
        for device in rest.devices.indices {
            for action in ExplorationStep.Action.allCases where canDo(action, device) {
                body(.acted(device: device, action))
            }
        }
        if nextDeadline != nil { body(.phoneDeadline) }
        if !system.isRadioOn { body(.recovered(.phoneRadioOn)) }
        if !system.isNavigating { body(.recovered(.navigationStarted)) }
        if system.isQueueFull { body(.recovered(.queueReady)) }
        if rest.budget.publications > 0 && system.isNavigating {
            for length in [ExplorationStep.ObjectLength.shorterThanChunk, .longerThanChunk] {
                body(.published(length))
            }
        }
        guard rest.budget.faults > 0 else { return }
        if system.isRadioOn { body(.failed(.phoneRadioOff)) }
        if system.isRadioOn && system.isNavigating {
            body(.failed(.navigationStopped))
            body(.failed(.advertisingWanted))
            if !system.isQueueFull && setting.phone.hasCCCD { body(.failed(.queueFull)) }
        }
    }

    private func canDo(_ action: ExplorationStep.Action, _ number: Int) -> Bool {
        let device = rest.devices[number]
        return switch action {
        case .connect: device.link == nil && system.isAdvertising && system.isRadioOn
        case .subscribe:
            device.link != nil && system.isServing && setting.phone.hasCCCD && !device.isSubscribed
        case .unsubscribe: device.isSubscribed
        case .read: device.link != nil && system.isServing
        case .readOn: device.link != nil && system.isServing && device.offset > 0
        case .leave: device.link != nil
        case .vanish: device.link != nil && rest.budget.faults > 0
        }
    }

    /// What the phone knows of a link.
    private func known(_ link: Int32) -> PhoneModel.Link? {
        let phone = referee.state.phone
        return phone.index(of: link).map { phone.links[$0] }
    }

    /// The device is gone. If it had not arrived, it may have been one that the phone misses already.
    private mutating func lose(_ number: Int) {
        guard let link = rest.devices[number].link else { return }
        rest.devices[number] = Device()
        guard system.isNavigating, let known = known(link), !known.isLost else { return }
        rest.missing = known.hasArrived ? rest.missing + 1 : max(rest.missing, 1)
    }

    /// Devices that had not arrived are lost first.
    private mutating func loseAll() {
        for hadArrived in [false, true] {
            for device in rest.devices.indices {
                guard let link = rest.devices[device].link, known(link)?.hasArrived == hadArrived
                else { continue }
                lose(device)
            }
        }
    }

    /// The device subscribes or reads for the first time, or for the first time after it was silent. The
    /// phone can't know which of those that were lost it is: addresses change.
    private mutating func arrive(_ link: Int32) {
        if known(link)?.hasArrived == false { rest.missing = max(rest.missing - 1, 0) }
    }

    mutating func perform(_ step: ExplorationStep) { judged { $0.take(step) } }

    private mutating func take(_ step: ExplorationStep) {
        switch step {
        case .acted(let device, let action): act(action, device)
        case .phoneDeadline:
            if let nextDeadline { rest.now = max(rest.now, nextDeadline) }
            note("phone's deadline")
            feedPhone(.timePassed, .timePassed)
        case .published(let length):
            rest.budget.publications -= 1
            publish(length)
        case .recovered(let recovery):
            note("\(recovery)")
            recoverPhone(recovery)
        case .failed(let failure):
            rest.budget.faults -= 1
            note("\(failure)")
            fail(failure)
        case .deliverToPhone, .deliverToDevice, .told, .found, .connected, .deviceDeadline: break
        }
    }

    mutating func act(_ action: ExplorationStep.Action, _ number: Int) {
        record(.toPhone("\(action)"), device: number)
        if action == .connect {
            rest.devices[number] = Device(link: rest.linkCount)
            rest.linkCount += 1
        }
        guard let link = rest.devices[number].link else { return }
        let central = PeripheralSession.Central(rawValue: UInt32(bitPattern: link))
        switch action {
        case .connect:
            let mtu = ExplorationSetting.mtu
            feedPhone(.connected(central, mtu: mtu), .connected(link, mtu: mtu))
        case .subscribe:
            rest.devices[number].isSubscribed = true
            arrive(link)
            feedPhone(.subscribed(central), .subscribed(link))
        case .unsubscribe:
            rest.devices[number].isSubscribed = false
            feedPhone(.unsubscribed(central), .unsubscribed(link))
        case .read, .readOn:
            let offset = action == .read ? 0 : rest.devices[number].offset
            rest.reading = (number, offset)
            arrive(link)
            feedPhone(
                .read(central, offset: offset, identifier: nil), .read(link, offset: offset))
        case .leave:
            lose(number)
            feedPhone(.disconnected(central), .disconnected(link))
        case .vanish:
            rest.budget.faults -= 1
            // The phone will find out. Until then it can't know of a device that had not arrived.
            known(link)?.hasArrived == true ? lose(number) : (rest.devices[number] = Device())
        }
    }

    private mutating func fail(_ failure: ExplorationStep.Failure) {
        switch failure {
        case .phoneRadioOff:
            system.switchOff()
            loseAll()
            feedPhone(.radioOff, .radioOff)
        case .navigationStopped:
            rest.missing = 0
            stopNavigating()
        case .advertisingWanted: feedPhone(.startAdvertising, .advertisingWanted)
        case .queueFull: system.isQueueFull = true
        default: break
        }
    }
}
