// What is due when.
extension PeripheralSession {
    /// When to hand in `timePassed`; `nil` when no deadline is set.
    ///
    /// This changes nothing. It is mutating because any other access would copy the whole session.
    var earliestDeadline: SessionTime? {
        mutating get {
            guard case .navigating(let navigation) = state else { return nil }
            var earliest = Self.earlier(navigation.repeatDue, navigation.watchdog.deadline)
            if case .limited(let end) = navigation.advertising {
                earliest = Self.earlier(earliest, end)
            }
            for position in 0..<CentralTable.capacity {
                earliest = Self.earlier(earliest, centrals[position]?.watchdog.deadline)
            }
            return earliest
        }
    }

    private static func earlier(_ one: SessionTime?, _ other: SessionTime?) -> SessionTime? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
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
            navigation.repeatDue = now.advanced(byMilliseconds: Milliseconds.repeatInterval)
            isRepeating = true
        }
        state = .navigating(navigation)
        if isRepeating { repeatNotifications() }
    }
}
