import KomootNav

// Checks of what happens on the links.
extension Referee {
    func observe(_ event: LinkEvent, at now: UInt64, _ bytes: Span<UInt8>) {
        // What was due by now is checked first: a read that comes too late ends the very pause that was too long.
        check(at: now)
        noteAltered(event)
        switch event {
        case .scanning(let central):
            guard let index = device(central) else { return }
            state.devices[index].isSearching = true
        case .connecting(let link, let central, _):
            centrals?[link] = central
            guard let index = device(central) else { return }
            state.devices[index].isSearching = true
            state.devices[index].nextLink = link
        case .connected(let link): linkCameUp(link, at: now)
        case .ended(let link), .centralDisconnected(let link): linkWentDown(link)
        case .centralRadio(let central, let isOn): noteRadio(isOn: isOn, of: central)
        case .sent(let link, let token, let kind, _, let isOneTooMany):
            if kind != .read, let index = device(on: link) {
                state.devices[index].noteOtherRequest()
            }
            if isOneTooMany { report(.asksOneAtATime, now, "\(kind) while one is outstanding") }
            expectAnswer(to: kind, token, on: link, at: now)
        case .value(let link, let token):
            guard let (index, request) = takeAnswer(token, on: link, at: now) else { return }
            if bytes.isEmpty { state.marks.insert(.endedEmpty) }
            if request.kind == .read { noteValue(bytes, index) }
        case .confirmation(let link, let token): confirm(token, on: link, at: now)
        case .refusal(let link, let token, let error):
            guard let (index, request) = takeAnswer(token, on: link, at: now) else { return }
            state.devices[index].noteRefusal(of: request, error)
            if error == .invalidOffset { state.marks.insert(.endedWithInvalidOffset) }
            if error == .attributeNotLong { state.marks.insert(.endedWithAttributeNotLong) }
        case .queueFull(let link): noteFullQueue(link)
        case .notification(let link):
            noteArrival(on: link, at: now)
            // With one callback it may be shown.
            if let index = device(on: link), state.devices[index].radio == .coreBluetooth {
                state.devices[index].hasNoObject = false
            }
        case .mtuChanged(let link, let mtu):
            if let index = device(on: link) { state.devices[index].mtu = Int(mtu) }
            noteChange(.mtuChangedInRead, on: link)
        case .serviceChanged(let link):
            noteArrival(on: link, at: now)
            noteChange(.serviceChangedInRead, on: link)
        case .read(let link, let token, let offset):
            guard let index = device(on: link), state.devices[index].outstanding?.token == token
            else { return }
            state.devices[index].noteRead(at: offset)
        case .found, .peripheralDisconnected, .discover, .write, .subscribe, .peripheralRadio: break
        }
    }

    private func linkCameUp(_ link: Int32, at now: UInt64) {
        for index in state.devices.indices where state.devices[index].nextLink == link {
            state.devices[index].connect(link, mtu: initialMTU, at: now)
            if state.devices[index].linkCount > 1 { state.marks.insert(.reconnected) }
            if state.devices[index].number > 0 { state.marks.insert(.secondCentral) }
        }
    }

    private func linkWentDown(_ link: Int32) {
        guard let index = device(on: link) else { return }
        state.devices[index].disconnect()
    }

    private func noteRadio(isOn: Bool, of central: Int32) {
        guard let index = device(central) else { return }
        state.devices[index].isRadioOff = !isOn
        guard !isOn else { return }
        state.marks.insert(.deviceRadioOff)
        state.devices[index].isSearching = false
        state.devices[index].disconnect()
    }

    /// The place of the device with a number.
    func device(_ number: Int32) -> Int? {
        for index in state.devices.indices where state.devices[index].number == number {
            return index
        }
        return nil
    }

    private func device(on link: Int32) -> Int? {
        for index in state.devices.indices where state.devices[index].link == link { return index }
        return nil
    }

    private func expectAnswer(
        to kind: LinkEvent.RequestKind, _ token: UInt32, on link: Int32, at now: UInt64
    ) {
        guard let index = device(on: link) else { return }
        var limit = kind == .read ? readTimeout : setupTimeout
        // With one callback, a notification may have been taken for the answer.
        if state.devices[index].radio == nil || state.devices[index].radio == .coreBluetooth {
            limit = LinkLayer.transactionTimeout + longestHop
        }
        state.devices[index].outstanding = DeviceRecord.Outstanding(
            token: token, kind: kind, since: now, limit: limit)
    }

    /// - Returns: the place of the device that sent the request, and the request.
    private func takeAnswer(
        _ token: UInt32, on link: Int32, at now: UInt64
    ) -> (device: Int, request: DeviceRecord.Outstanding)? {
        guard let index = device(on: link), let outstanding = state.devices[index].outstanding,
            outstanding.token == token
        else { return nil }
        state.devices[index].outstanding = nil
        state.devices[index].lastAnswer = now
        state.devices[index].lastArrival = now
        return (index, outstanding)
    }

    private func noteValue(_ bytes: Span<UInt8>, _ index: Int) {
        let shown = state.devices[index].shownWhole
        let isUnchanged = shown.map { state.published.object($0, has: bytes, at: 0) } ?? false
        state.devices[index].noteValue(count: bytes.count, isUnchanged: isUnchanged)
    }

    private func confirm(_ token: UInt32, on link: Int32, at now: UInt64) {
        guard let (index, request) = takeAnswer(token, on: link, at: now) else { return }
        switch request.kind {
        case .discovery: state.devices[index].knowsCharacteristic = true
        case .subscription: state.devices[index].isSubscribed = true
        case .read, .write: break
        }
    }

    private func noteArrival(on link: Int32, at now: UInt64) {
        guard let index = device(on: link) else { return }
        state.devices[index].lastArrival = now
    }

    private func noteChange(_ mark: Mark, on link: Int32) {
        guard let index = device(on: link), state.devices[index].outstanding != nil else { return }
        state.devices[index].isDiscounted = true
        state.marks.insert(mark)
    }

    private func noteFullQueue(_ link: Int32) {
        let name = centrals.map { $0[link] ?? -1 } ?? link
        guard state.phone.index(of: name) != nil else { return }
        state.marks.insert(.queueFull)
        state.phone.refuseNotification(to: name)
    }
}
