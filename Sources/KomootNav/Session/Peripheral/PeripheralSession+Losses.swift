// When a device is lost, and what the phone does then.
extension PeripheralSession {
    /// Notes that a central was heard: it connected, subscribed or read. Its own watchdog waits
    /// anew, once there is an object to read.
    mutating func hear(at position: Int) {
        centrals[position]?.lastHeard = now
        guard configuration.lossDetection == .eachCentral, objects.newest != nil else { return }
        centrals[position]?.watchdog = .armed(now)
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

    fileprivate mutating func fire(_ now: SessionTime) -> Bool {
        guard let deadline, deadline <= now else { return false }
        self = .fired
        return true
    }
}
