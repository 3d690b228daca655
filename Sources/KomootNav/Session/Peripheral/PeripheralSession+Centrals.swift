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
        let isAnswered = answer(central, at: offset, identifier: identifier)
        let position = centrals.position(of: central)
        if let position { hear(at: position) }
        switch configuration.lossDetection {
        case .sharedWatchdog:
            if isAnswered { navigation.watchdog = .armed(now) }
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

    /// - Returns: whether the answer is not an error.
    private mutating func answer(
        _ central: Central, at offset: Int, identifier: InstructionIdentifier?
    ) -> Bool {
        guard let object = object(for: central, at: offset, identifier: identifier) else {
            effects.append(.reject(central, .attributeNotFound))
            return false
        }
        let count = objects.count(of: object)
        if let error = configuration.ending.error(at: offset, of: count) {
            effects.append(.reject(central, error))
            return false
        }
        let position = centrals.position(of: central)
        let mtu = position.flatMap { centrals[$0]?.mtu } ?? ATT.defaultMTU
        let most = configuration.chunkSize.byteCount(mtu: mtu)
        let value = Value(object: object, offset: offset, count: min(count - offset, most))
        effects.append(.answer(central, value))
        return true
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

extension PeripheralSession.Ending {
    /// The error that answers a read of an object with so many bytes; `nil` if it is answered with bytes, or with none.
    fileprivate func error(at offset: Int, of count: Int) -> ATTError? {
        guard offset < 0 || offset >= count, offset != count || self != .empty else { return nil }
        return self == .attributeNotLong ? .attributeNotLong : .invalidOffset
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

// When a device is lost, and what the phone does then.
extension PeripheralSession {
    /// Notes that a central was heard: it connected, subscribed or read. Its own watchdog waits
    /// anew, once there is an object to read.
    mutating func hear(at position: Int) {
        centrals[position]?.lastHeard = now
        guard configuration.lossDetection == .eachCentral, objects.newest != nil else { return }
        centrals[position]?.watchdog = .armed(now)
    }

    /// What becomes of ``Navigation/watchdog`` when Bluetooth goes off: only the one for all centrals runs on.
    func runningOn(_ watchdog: Watchdog) -> Watchdog {
        guard configuration.lossDetection == .sharedWatchdog, watchdog.deadline != nil else {
            return .idle
        }
        return watchdog
    }

    /// A publication arms each watchdog that is idle.
    mutating func armIdleWatchdogs(_ navigation: inout Navigation) {
        switch configuration.lossDetection {
        case .sharedWatchdog: navigation.watchdog.armIfIdle(now)
        case .eachCentral:
            for position in 0..<CentralTable.capacity {
                centrals[position]?.watchdog.armIfIdle(now)
            }
        }
    }

    /// Makes each watchdog fire that is due. Centrals that had not arrived are lost first.
    ///
    /// - Returns: whether one did.
    mutating func fireWatchdogs(_ navigation: inout Navigation) -> Bool {
        switch configuration.lossDetection {
        case .sharedWatchdog: return navigation.watchdog.fire(now)
        case .eachCentral:
            var isLost = navigation.watchdog.fire(now)
            if isLost { navigation.missing.countLoss(hadArrived: false) }
            if fireWatchdogs(whereArrived: false, &navigation.missing) { isLost = true }
            if fireWatchdogs(whereArrived: true, &navigation.missing) { isLost = true }
            return isLost
        }
    }

    private mutating func fireWatchdogs(
        whereArrived hadArrived: Bool, _ missing: inout MissingDevices
    ) -> Bool {
        var isLost = false
        for position in 0..<CentralTable.capacity
        where centrals[position]?.hasArrived == hadArrived {
            guard centrals[position]?.watchdog.fire(now) == true else { continue }
            missing.countLoss(hadArrived: hadArrived)
            centrals[position]?.hasArrived = false
            isLost = true
        }
        return isLost
    }

    /// A central subscribed or read. If it is its first time, one device less is missing; if none
    /// is then, advertising ends.
    mutating func arrive(at position: Int, _ navigation: inout Navigation) {
        guard centrals[position]?.hasArrived == false else { return }
        centrals[position]?.hasArrived = true
        navigation.missing.countArrival()
        if navigation.missing.isNobody { stopAdvertising(&navigation) }
    }

    /// Counts every central that has a place as missing, unless it is already. Those that had not
    /// arrived are lost first.
    mutating func loseAllCentrals(_ missing: inout MissingDevices) {
        guard configuration.lossDetection == .eachCentral else { return }
        countLosses(whereArrived: false, &missing)
        countLosses(whereArrived: true, &missing)
    }

    private mutating func countLosses(
        whereArrived hadArrived: Bool, _ missing: inout MissingDevices
    ) {
        for position in 0..<CentralTable.capacity {
            guard let central = centrals[position], central.hasArrived == hadArrived,
                !central.isLost
            else { continue }
            missing.countLoss(hadArrived: hadArrived)
        }
    }

    /// Advertises without a limit, because a device is lost.
    mutating func advertiseAgain(_ navigation: inout Navigation) {
        if !navigation.advertising.isOn { effects.append(.startAdvertising) }
        navigation.advertising = .unlimited
    }
}

extension PeripheralSession.MissingDevices {
    var isNobody: Bool { count == 0 }

    /// Counts the loss of a central that had arrived, or of one that had not: that may have been a
    /// missing device, back for a moment.
    mutating func countLoss(hadArrived: Bool) {
        count = hadArrived ? count + 1 : max(count, 1)
    }

    mutating func countArrival() { if count > 0 { count -= 1 } }
}

extension PeripheralSession.Watchdog {
    /// A watchdog that is armed now.
    static func armed(_ now: SessionTime) -> Self {
        .armed(deadline: now.advanced(byMilliseconds: Milliseconds.lostLinkInterval))
    }

    /// When it fires; `nil` unless it is armed.
    var deadline: SessionTime? {
        guard case .armed(let deadline) = self else { return nil }
        return deadline
    }

    fileprivate mutating func armIfIdle(_ now: SessionTime) {
        if case .idle = self { self = .armed(now) }
    }

    /// Arms it anew, until it is not due before `now`, as often as it was due while Bluetooth was off.
    mutating func catchUp(_ now: SessionTime) {
        guard case .armed(let deadline) = self, deadline < now else { return }
        let interval = Milliseconds.lostLinkInterval
        let late = now.milliseconds(since: deadline) % interval
        self = .armed(deadline: late == 0 ? now : now.advanced(byMilliseconds: interval - late))
    }

    fileprivate mutating func fire(_ now: SessionTime) -> Bool {
        guard let deadline, deadline <= now else { return false }
        self = .fired
        return true
    }
}
