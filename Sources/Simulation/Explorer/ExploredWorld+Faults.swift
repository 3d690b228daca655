import KomootNav

// What can go wrong.
extension ExploredWorld {
    /// The link that carries PDUs.
    private var carrier: Int? { rest.links.firstIndex(where: \.carries) }

    func canHappen(_ failure: ExplorationStep.Failure) -> Bool {
        switch failure {
        case .lostForBoth, .lostForDevice, .lostForPhone, .lostSilently: carrier != nil
        case .connectionRefused: rest.links.contains(where: \.isComingUp)
        case .notificationLost:
            rest.links.contains { $0.carries && $0.toDevice.first?.body == .notification }
        case .invalidHandle, .pairingRequired:
            rest.links.contains { link in
                guard link.carries, let body = link.toPhone.first?.body else { return false }
                return body != .discover && body != .gone
            }
        case .unlikelyError:
            rest.links.contains { $0.carries && ($0.toPhone.first?.isRequest ?? false) }
        case .callbackSaved: rest.callbacks.suffix(2).filter(\.tellsValue).count == 2
        case .mtuChanged:
            rest.links.contains { $0.carries && $0.mtu == ExplorationSetting.mtu }
        case .serviceChanged: carrier != nil && system.isServing
        case .subscriptionLost: rest.links.contains { $0.carries && $0.isSubscribed }
        case .queueFull: !system.isQueueFull && system.isRadioOn && setting.phone.hasCCCD
        case .navigationStopped, .advertisingWanted: system.isNavigating && system.isRadioOn
        case .phoneRadioOff: system.isRadioOn
        case .deviceRadioOff: rest.isDeviceRadioOn
        }
    }

    mutating func fail(_ failure: ExplorationStep.Failure) {
        switch failure {
        case .lostForBoth: lose(tellsDevice: true, tellsPhone: true)
        case .lostForDevice: lose(tellsDevice: true, tellsPhone: false)
        case .lostForPhone: lose(tellsDevice: false, tellsPhone: true)
        case .lostSilently: lose(tellsDevice: false, tellsPhone: false)
        case .connectionRefused:
            if let link = rest.links.firstIndex(where: \.isComingUp) { loseAtDevice(link) }
        case .notificationLost:
            if let link = carrier { rest.links[link].toDevice.removeFirst() }
        case .invalidHandle: refuse(.invalidHandle)
        case .pairingRequired: refuse(.insufficientAuthentication)
        case .unlikelyError: refuse(.unlikelyError)
        case .callbackSaved: rest.callbacks.removeLast()
        case .mtuChanged:
            if let link = carrier { changeMTU(to: setting.grownMTU, on: link) }
        case .serviceChanged: changeServices(isServing: system.isServing)
        case .subscriptionLost: if let link = carrier { forgetSubscription(on: link) }
        case .queueFull: system.isQueueFull = true
        case .navigationStopped: stopNavigating()
        case .phoneRadioOff: switchPhoneOff()
        case .deviceRadioOff: switchDeviceOff()
        case .advertisingWanted:
            rest.hasMet = rest.links.contains(where: \.isUpForPhone)
            feedPhone(.startAdvertising, .advertisingWanted)
        }
    }

    /// Cuts the link. Who is told hears of it after everything that has arrived.
    private mutating func lose(tellsDevice: Bool, tellsPhone: Bool) {
        guard let link = carrier else { return }
        rest.links[link].cut()
        record(.link("link lost"), link: link)
        if tellsDevice { rest.links[link].toDevice.append(ExploredPDU(body: .gone)) }
        if tellsPhone { rest.links[link].toPhone.append(ExploredPDU(body: .gone)) }
    }

    /// The phone's system refuses the next request; its app does not hear of it.
    private mutating func refuse(_ error: ATTError) {
        guard let link = carrier else { return }
        let request = rest.links[link].toPhone.removeFirst()
        if error == .insufficientAuthentication && request.body == .subscribe {
            rest.links[link].owesSubscription = true
        }
        rest.links[link].toDevice.append(ExploredPDU(body: .error(error), token: request.token))
    }

    private mutating func switchPhoneOff() {
        system.switchOff()
        for link in rest.links.indices {
            let tellsDevice = rest.links[link].carries
            rest.links[link].isUpForPhone = false
            rest.links[link].isSubscribed = false
            rest.links[link].cut()
            if tellsDevice { rest.links[link].toDevice.append(ExploredPDU(body: .gone)) }
        }
        forgetGoneLinks()
        feedPhone(.radioOff, .radioOff)
    }

    private mutating func switchDeviceOff() {
        rest.isDeviceRadioOn = false
        rest.isScanning = false
        referee.observe(.centralRadio(0, isOn: false), at: microseconds, Span())
        for link in rest.links.indices {
            let tellsPhone = rest.links[link].carries
            rest.links[link].isComingUp = false
            rest.links[link].isUpForDevice = false
            rest.links[link].cut()
            if tellsPhone { rest.links[link].toPhone.append(ExploredPDU(body: .gone)) }
        }
        forgetLinkOfRadio()
        forgetGoneLinks()
        feedDevice(.radioOff)
    }
}
