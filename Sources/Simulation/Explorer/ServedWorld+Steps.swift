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
        if !rest.isRadioOn { body(.recovered(.phoneRadioOn)) }
        if !rest.isNavigating { body(.recovered(.navigationStarted)) }
        if rest.isQueueFull { body(.recovered(.queueReady)) }
        if rest.budget.publications > 0 && rest.isNavigating {
            for length in [ExplorationStep.ObjectLength.shorterThanChunk, .longerThanChunk] {
                body(.published(length))
            }
        }
        guard rest.budget.faults > 0 else { return }
        if rest.isRadioOn { body(.failed(.phoneRadioOff)) }
        if rest.isRadioOn && rest.isNavigating {
            body(.failed(.navigationStopped))
            body(.failed(.advertisingWanted))
            if !rest.isQueueFull && setting.phone.hasCCCD { body(.failed(.queueFull)) }
        }
    }

    private func canDo(_ action: ExplorationStep.Action, _ number: Int) -> Bool {
        let device = rest.devices[number]
        return switch action {
        case .connect: device.link == nil && rest.isAdvertising && rest.isRadioOn
        case .subscribe:
            device.link != nil && rest.isServing && setting.phone.hasCCCD && !device.isSubscribed
        case .unsubscribe: device.isSubscribed
        case .read: device.link != nil && rest.isServing
        case .readOn: device.link != nil && rest.isServing && device.offset > 0
        case .leave: device.link != nil
        case .vanish: device.link != nil && rest.budget.faults > 0
        }
    }

    /// A subscription, or without a CCCD a read, ended the search for a lost device (clause 9.5). The
    /// phone can't know that it was another one: addresses change.
    private mutating func findLostDevices() {
        for device in rest.devices.indices { rest.devices[device].isLost = false }
    }

    mutating func perform(_ step: ExplorationStep) { judged { $0.take(step) } }

    private mutating func take(_ step: ExplorationStep) {
        switch step {
        case .acted(let device, let action): act(action, device)
        case .phoneDeadline:
            if let nextDeadline { rest.now = max(rest.now, nextDeadline) }
            record(.note("phone's deadline"))
            feed(.timePassed, .timePassed)
        case .published(let length):
            rest.budget.publications -= 1
            publish(length)
        case .recovered(let recovery): recover(recovery)
        case .failed(let failure):
            rest.budget.faults -= 1
            record(.note("\(failure)"))
            fail(failure)
        case .deliverToPhone, .deliverToDevice, .found, .connected, .deviceDeadline: break
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
            feed(.connected(central, mtu: mtu), .connected(link, mtu: mtu))
        case .subscribe:
            rest.devices[number].isSubscribed = true
            let wasAdvertising = rest.isAdvertising
            feed(.subscribed(central), .subscribed(link))
            if wasAdvertising && !rest.isAdvertising { findLostDevices() }
        case .unsubscribe:
            rest.devices[number].isSubscribed = false
            feed(.unsubscribed(central), .unsubscribed(link))
        case .read, .readOn:
            let offset = action == .read ? 0 : rest.devices[number].offset
            rest.reading = (number, offset)
            let wasAdvertising = rest.isAdvertising
            feed(
                .read(central, offset: offset, identifier: nil), .read(link, offset: offset))
            if wasAdvertising && !rest.isAdvertising { findLostDevices() }
        case .leave:
            rest.devices[number] = Device(isLost: true)
            feed(.disconnected(central), .disconnected(link))
        case .vanish:
            rest.budget.faults -= 1
            rest.devices[number] = Device(isLost: true)
        }
    }

    mutating func publish(_ length: ExplorationStep.ObjectLength) {
        rest.objectCount += 1
        let object = setting.object(rest.objectCount, length)
        record(.note("object \(rest.objectCount) published, \(object.count) bytes"))
        feed(.publish(object.span), .published, object.span)
    }

    private mutating func recover(_ recovery: ExplorationStep.Recovery) {
        record(.note("\(recovery)"))
        switch recovery {
        case .phoneRadioOn:
            rest.isRadioOn = true
            feed(.radioOn, .radioOn)
        case .navigationStarted:
            rest.isNavigating = true
            feed(.startNavigation, .navigationStarted)
        case .queueReady:
            rest.isQueueFull = false
            feed(.notificationsReady, .queueReady)
        case .deviceRadioOn: break
        }
    }

    private mutating func fail(_ failure: ExplorationStep.Failure) {
        switch failure {
        case .phoneRadioOff:
            rest.isRadioOn = false
            rest.isServing = false
            rest.isAdvertising = false
            rest.isQueueFull = false
            for device in rest.devices.indices where rest.devices[device].link != nil {
                rest.devices[device] = Device(isLost: true)
            }
            feed(.radioOff, .radioOff)
        case .navigationStopped:
            rest.isNavigating = false
            feed(.stopNavigation, .navigationStopped)
        case .advertisingWanted: feed(.startAdvertising, .advertisingWanted)
        case .queueFull: rest.isQueueFull = true
        default: break
        }
    }
}
