// What is due when.
extension PeripheralSession {
    /// When to hand in `timePassed`; `nil` when no deadline is set.
    var earliestDeadline: SessionTime? {
        guard case .navigating(let navigation) = state else { return nil }
        var earliest = navigation.repeatDue
        if case .limited(let end) = navigation.advertising { earliest = min(end, earliest ?? end) }
        if case .armed(let time) = navigation.watchdog { earliest = min(time, earliest ?? time) }
        return earliest
    }

    /// Does everything that is due.
    mutating func meetDeadlines() {
        guard case .navigating(var navigation) = state else { return }
        var isRepeating = false
        if let due = navigation.repeatDue, due <= now {
            navigation.repeatDue = now.advanced(byMilliseconds: NavigationTiming.repeatInterval)
            isRepeating = true
        }
        if case .limited(let end) = navigation.advertising, end <= now {
            navigation.advertising = .off
            effects.append(.stopAdvertising)
        }
        if case .armed(let deadline) = navigation.watchdog, deadline <= now {
            navigation.watchdog = .fired
            if !navigation.advertising.isOn {
                navigation.advertising = .unlimited
                effects.append(.startAdvertising)
            }
        }
        state = .navigating(navigation)
        if isRepeating { notifyAll() }
    }
}
