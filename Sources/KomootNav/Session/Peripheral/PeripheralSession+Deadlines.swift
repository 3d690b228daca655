// What is due when.
extension PeripheralSession {
    /// When to hand in `timePassed`; `nil` when no deadline is set.
    var earliestDeadline: SessionTime? {
        guard case .navigating(let navigation) = state else { return nil }
        var earliest = navigation.repeatDue
        func include(_ time: SessionTime) { earliest = min(time, earliest ?? time) }
        if case .limited(let end) = navigation.advertising { include(end) }
        if let time = navigation.watchdog.deadline { include(time) }
        for position in 0..<CentralTable.capacity {
            if let time = centrals[position]?.watchdog.deadline { include(time) }
        }
        return earliest
    }

    /// Does everything that is due. A watchdog comes before the user's limit, which it lifts.
    mutating func meetDeadlines() {
        guard case .navigating(var navigation) = state else { return }
        if fireWatchdogs(&navigation) { advertiseAgain(&navigation) }
        if case .limited(let end) = navigation.advertising, end <= now {
            stopAdvertising(&navigation)
        }
        var isRepeating = false
        if let due = navigation.repeatDue, due <= now {
            navigation.repeatDue = now.advanced(byMilliseconds: NavigationTiming.repeatInterval)
            isRepeating = true
        }
        state = .navigating(navigation)
        if isRepeating { repeatNotifications() }
    }
}
