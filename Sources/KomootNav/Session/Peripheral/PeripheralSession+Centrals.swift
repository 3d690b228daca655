// What centrals do, and how the session responds.
extension PeripheralSession {
    mutating func connect(_ central: Central, mtu: Int) {
        centrals[centrals.positionForNew(central)] = ConnectedCentral(
            handle: central, mtu: max(mtu, ATT.defaultMTU), lastHeard: now)
    }

    mutating func disconnect(_ central: Central) {
        guard let position = centrals.position(of: central) else { return }
        centrals[position] = nil
    }

    mutating func changeMTU(of central: Central, to mtu: Int) {
        guard let position = centrals.position(of: central) else { return }
        centrals[position]?.mtu = max(mtu, ATT.defaultMTU)
    }

    /// The phone stops advertising, and the watchdog sleeps until the next publication (clauses 9.4
    /// to 9.6).
    mutating func subscribe(_ central: Central) {
        guard case .navigating(var navigation) = state, configuration.hasCCCD,
            let position = centrals.position(of: central)
        else { return effects.append(.fault(.unknownCentral)) }
        centrals[position]?.isSubscribed = true
        centrals[position]?.lastHeard = now
        navigation.watchdog = .idle
        stopAdvertising(&navigation)
        state = .navigating(navigation)
    }

    mutating func unsubscribe(_ central: Central) {
        guard let position = centrals.position(of: central) else { return }
        centrals[position]?.isSubscribed = false
        centrals[position]?.owesNotification = false
    }

    mutating func refuseNotification(to central: Central) {
        guard let position = centrals.position(of: central),
            let isSubscribed = centrals[position]?.isSubscribed
        else { return }
        centrals[position]?.owesNotification = isSubscribed
    }

    /// Notifies every subscribed central, except those whose last notification was refused.
    mutating func notifyAll() {
        for position in 0..<CentralTable.capacity {
            guard let central = centrals[position], central.isSubscribed,
                !central.owesNotification
            else { continue }
            notify(central, configuration.notification)
        }
    }

    mutating func retryNotifications() {
        guard case .navigating = state else { return }
        for position in 0..<CentralTable.capacity {
            guard let central = centrals[position], central.owesNotification else { continue }
            centrals[position]?.owesNotification = false
            notify(central, configuration.retriedNotification)
        }
    }

    private mutating func notify(_ central: ConnectedCentral, _ form: NotificationForm) {
        guard let newest = objects.newest else { return }
        let whole = objects.count(of: newest)
        let count =
            switch form {
            case .identifier: configuration.layout.identifierFormat.byteCount
            case .object: min(whole, ATT.notificationPayload(mtu: central.mtu))
            }
        effects.append(
            .notify(central.handle, Value(object: newest, offset: 0, count: count)))
    }

    /// Answers a read with exactly one effect, whatever it asks for.
    mutating func read(
        by central: Central, at offset: Int, identifier: InstructionIdentifier?
    ) {
        guard case .navigating(var navigation) = state else {
            return effects.append(.reject(central, .invalidHandle))
        }
        navigation.watchdog = .armed(now)
        if let position = centrals.position(of: central) { centrals[position]?.lastHeard = now }
        answer(central, at: offset, identifier: identifier)
        if !configuration.hasCCCD { stopAdvertising(&navigation) }
        state = .navigating(navigation)
    }

    private mutating func answer(
        _ central: Central, at offset: Int, identifier: InstructionIdentifier?
    ) {
        guard let object = object(for: central, at: offset, identifier: identifier) else {
            return effects.append(.reject(central, .attributeNotFound))
        }
        let count = objects.count(of: object)
        if offset < 0 || offset > count || offset == count && offset > 0 {
            rejectOrEnd(central, object: object, offset: offset, isAtEnd: offset == count)
        } else {
            let position = centrals.position(of: central)
            let mtu = position.flatMap { centrals[$0]?.mtu } ?? ATT.defaultMTU
            let most = configuration.chunkSize.byteCount(mtu: mtu)
            let value = Value(object: object, offset: offset, count: min(count - offset, most))
            effects.append(.answer(central, value))
        }
    }

    private mutating func rejectOrEnd(
        _ central: Central, object: UInt32, offset: Int, isAtEnd: Bool
    ) {
        switch configuration.ending {
        case .empty where isAtEnd:
            effects.append(.answer(central, Value(object: object, offset: offset, count: 0)))
        case .empty, .invalidOffset:
            effects.append(.reject(central, .invalidOffset))
        case .attributeNotLong:
            effects.append(.reject(central, .attributeNotLong))
        }
    }

    /// The number of the object to answer a read from.
    private mutating func object(
        for central: Central, at offset: Int, identifier: InstructionIdentifier?
    ) -> UInt32? {
        guard let newest = objects.newest else { return nil }
        if let identifier { return object(named: identifier) }
        guard configuration.serving == .snapshotPerRead,
            let position = centrals.position(of: central)
        else { return newest }
        if offset > 0, let snapshot = centrals[position]?.snapshot, objects.holds(snapshot) {
            return snapshot
        }
        centrals[position]?.snapshot = newest
        return newest
    }

    private mutating func object(named identifier: InstructionIdentifier) -> UInt32? {
        guard let newest = objects.newest else { return nil }
        for age in 0..<ObjectCache.capacity {
            let number = newest &- age
            guard objects.holds(number) else { return nil }
            let layout = configuration.layout
            let isNamed = objects.withBytes(of: number) { bytes in
                let view = try? NavigationInstructionView(
                    decoding: bytes, layout: layout)
                return view?.identifier == identifier
            }
            if isNamed { return number }
        }
        return nil
    }
}

extension PeripheralSession.ChunkSize {
    /// The largest number of bytes in one answer on a link with this MTU.
    fileprivate func byteCount(mtu: Int) -> Int {
        switch self {
        case .readPayload: ATT.readPayload(mtu: mtu)
        case .notificationPayload: ATT.notificationPayload(mtu: mtu)
        case .smallestPayload: ATT.smallestPayload
        }
    }
}
