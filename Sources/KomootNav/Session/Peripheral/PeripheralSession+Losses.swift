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

    /// Makes each watchdog fire that is due.
    ///
    /// - Returns: whether one did.
    mutating func fireWatchdogs(_ navigation: inout Navigation) -> Bool {
        var isLost = navigation.watchdog.fire(now)
        for position in 0..<CentralTable.capacity {
            guard centrals[position]?.watchdog.fire(now) == true else { continue }
            centrals[position]?.hasRead = false
            isLost = true
        }
        return isLost
    }

    /// Advertises without a limit, because a device is lost.
    mutating func advertiseAgain(_ navigation: inout Navigation) {
        if !navigation.advertising.isOn { effects.append(.startAdvertising) }
        navigation.advertising = .unlimited
    }
}

extension PeripheralSession.Watchdog {
    /// A watchdog that is armed now.
    static func armed(_ now: SessionTime) -> Self {
        .armed(deadline: now.advanced(byMilliseconds: NavigationTiming.lostLinkInterval))
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
