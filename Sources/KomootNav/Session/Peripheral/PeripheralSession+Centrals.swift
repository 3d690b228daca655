// What centrals do, and how the session responds.
extension PeripheralSession {
    /// Whether a central has a place: it connected, is not gone, and no other has taken its place.
    mutating func knows(_ central: Central) -> Bool { centrals.position(of: central) != nil }

    mutating func connect(_ central: Central, mtu: Int) {
        let place = centrals.position(of: central)
        let hasArrived = place.flatMap { centrals[$0]?.hasArrived } ?? false
        let position = centrals.positionForNew(central)
        centrals[position] = ConnectedCentral(
            handle: central, mtu: max(mtu, ATT.defaultMTU), lastHeard: now,
            hasArrived: hasArrived)
        hear(at: position)
    }

    mutating func disconnect(_ central: Central) {
        let former = centrals.position(of: central).flatMap { position in
            defer { centrals[position] = nil }
            return centrals[position]
        }
        guard configuration.lossDetection == .eachCentral, case .navigating(var navigation) = state,
            former?.isLost != true
        else { return }
        navigation.missing.countLoss(hadArrived: former?.hasArrived ?? false)
        advertiseAgain(&navigation)
        state = .navigating(navigation)
    }

    mutating func changeMTU(of central: Central, to mtu: Int) {
        guard let position = centrals.position(of: central) else { return }
        centrals[position]?.mtu = max(mtu, ATT.defaultMTU)
    }

    /// Nothing is owed to the central any more, and the phone may stop advertising (clause 9.5).
    mutating func subscribe(_ central: Central) {
        guard case .navigating(var navigation) = state, configuration.hasCCCD,
            let position = centrals.position(of: central)
        else { return effects.append(.fault(.unknownCentral)) }
        centrals[position]?.isSubscribed = true
        centrals[position]?.refusedAt = nil
        hear(at: position)
        switch configuration.lossDetection {
        case .sharedWatchdog:
            navigation.watchdog = .idle
            stopAdvertising(&navigation)
        case .eachCentral: arrive(at: position, &navigation)
        }
        state = .navigating(navigation)
    }

    mutating func unsubscribe(_ central: Central) {
        guard let position = centrals.position(of: central) else { return }
        centrals[position]?.isSubscribed = false
        centrals[position]?.refusedAt = nil
    }

    /// A notification is owed to the central now.
    mutating func refuseNotification(to central: Central) {
        guard let position = centrals.position(of: central),
            centrals[position]?.isSubscribed == true
        else { return }
        centrals[position]?.refusedAt = now
    }

    /// Notifies every subscribed central of a publication, except those whose queue was full a
    /// short time ago.
    mutating func notifyOfPublication() {
        for position in 0..<CentralTable.capacity {
            if let refusal = centrals[position]?.refusedAt,
                now.milliseconds(since: refusal) < Milliseconds.repeatInterval
            {
                continue
            }
            notify(at: position, configuration.notification)
        }
    }

    /// Notifies every subscribed central, whatever is owed: a radio may have told that its queue is
    /// ready before it told of the refusal.
    mutating func repeatNotifications() {
        for position in 0..<CentralTable.capacity {
            notify(at: position, configuration.notification)
        }
    }

    /// Notifies every central to which a notification is owed.
    mutating func retryNotifications() {
        guard case .navigating = state else { return }
        for position in 0..<CentralTable.capacity where centrals[position]?.refusedAt != nil {
            notify(at: position, configuration.retriedNotification)
        }
    }

    /// Notifies a central of the newest object, if it is subscribed and there is one. Nothing is
    /// owed to it then.
    @inline(never)  // One copy for all callers saves flash.
    private mutating func notify(at position: Int, _ form: NotificationForm) {
        guard let central = centrals[position], central.isSubscribed else { return }
        centrals[position]?.refusedAt = nil
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
        answer(central, at: offset, identifier: identifier)
        let position = centrals.position(of: central)
        if let position { hear(at: position) }
        switch configuration.lossDetection {
        case .sharedWatchdog:
            navigation.watchdog = .armed(now)
            if !configuration.hasCCCD { stopAdvertising(&navigation) }
        case .eachCentral:
            if let position {
                arrive(at: position, &navigation)
            } else {
                navigation.watchdog = .armed(now)
            }
        }
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
