/// Follows what a device's display shows, and what its phone has.
///
/// Whether a read was whole, and its object was not replaced meanwhile, is known only later. So from each answer on there are two courses of
/// things: one in which the display does not show the read, and one in which it does. ``settle(isShown:)``
/// chooses.
struct DisplayTracker: Sendable {
    /// The first four bytes of an object.
    typealias Identifier = UInt32

    /// What was measured since the last call of ``take()``.
    struct Findings: Sendable {
        var readLatencies = Durations()
        var instructionIntervals = Durations()
        var staleTimes = Durations()
        var missedCount = 0

        fileprivate var isEmpty: Bool {
            readLatencies.first == nil && instructionIntervals.first == nil
                && staleTimes.first == nil && missedCount == 0
        }
    }

    /// Mostly no duration or one, which needs no memory of its own.
    struct Durations: Sendable {
        private(set) var first: Int64?
        private(set) var others = DurationDistribution()

        fileprivate mutating func add(microseconds: Int64) {
            if first == nil { first = microseconds } else { others.add(microseconds: microseconds) }
        }
    }

    private var course = Course()
    private var courseIfShown: Course?

    /// The phone notified an object.
    mutating func notify(_ identifier: Identifier, at moment: Moment, counts: Bool) {
        course.notify(identifier, at: moment, counts: counts)
        courseIfShown?.notify(identifier, at: moment, counts: counts)
    }

    /// A read's first chunk shows what the phone has.
    mutating func see(_ identifier: Identifier, at moment: Moment, counts: Bool) {
        course.change(to: identifier, at: moment, counts: counts)
        courseIfShown?.change(to: identifier, at: moment, counts: counts)
    }

    /// An answer came, perhaps the last one of the read of this object; `nil` if too few bytes came to tell.
    mutating func answer(_ identifier: Identifier?, at moment: Moment, counts: Bool) {
        courseIfShown = identifier.map { identifier in
            var course = course
            course.show(identifier, at: moment, counts: counts)
            return course
        }
    }

    /// The read of the last answer is over.
    mutating func settle(isShown: Bool) {
        if isShown, let courseIfShown { course = courseIfShown }
        courseIfShown = nil
    }

    /// The connection or the log ends.
    mutating func end(at moment: Moment, counts: Bool) {
        courseIfShown = nil
        course.end(at: moment, counts: counts)
    }

    /// What is certain of what was measured since the last call; `nil` for nothing.
    mutating func take() -> Findings? {
        guard courseIfShown == nil, !course.findings.isEmpty else { return nil }
        defer { course.findings = Findings() }
        return course.findings
    }
}

extension DurationDistribution {
    /// Adds durations of a display.
    mutating func add(_ durations: DisplayTracker.Durations) {
        guard let first = durations.first else { return }
        add(microseconds: first)
        add(durations.others)
    }
}

extension DisplayTracker {
    /// One course of things.
    private struct Course: Sendable {
        /// What the display shows.
        var shown: Identifier?
        /// When the display last began to show another object.
        var shownSince: Moment?
        /// What the phone has.
        var newest: Identifier?
        /// When the phone notified that object, if it was not read whole since.
        var notified: Moment?
        /// Since when the display shows something else than the phone has.
        var staleSince: Moment?
        var findings = Findings()

        mutating func notify(_ identifier: Identifier, at moment: Moment, counts: Bool) {
            change(to: identifier, at: moment, counts: counts)
            if identifier != shown && notified == nil { notified = moment }
        }

        mutating func change(to identifier: Identifier, at moment: Moment, counts: Bool) {
            guard identifier != newest else { return }
            if notified != nil && counts { findings.missedCount += 1 }
            notified = nil
            newest = identifier
            compare(at: moment, counts: counts)
        }

        mutating func show(_ identifier: Identifier, at moment: Moment, counts: Bool) {
            if identifier == newest, let start = notified {
                Self.add(since: start, moment, to: &findings.readLatencies, counts)
                notified = nil
            }
            guard identifier != shown else { return }
            if let start = shownSince {
                Self.add(since: start, moment, to: &findings.instructionIntervals, counts)
            }
            shown = identifier
            shownSince = moment
            compare(at: moment, counts: counts)
        }

        mutating func end(at moment: Moment, counts: Bool) {
            endStaleTime(at: moment, counts: counts)
            let findings = findings
            self = Course()
            self.findings = findings
        }

        /// Begins or ends a stale time, if what is shown and what the phone has are different now, or the same.
        private mutating func compare(at moment: Moment, counts: Bool) {
            if shown != nil && shown != newest {
                staleSince = staleSince ?? moment
            } else {
                endStaleTime(at: moment, counts: counts)
            }
        }

        private mutating func endStaleTime(at moment: Moment, counts: Bool) {
            // One chunk may show that there is another object, and all of it: then nothing was stale.
            if let start = staleSince, start != moment {
                Self.add(since: start, moment, to: &findings.staleTimes, counts)
            }
            staleSince = nil
        }

        private static func add(
            since start: Moment, _ end: Moment, to durations: inout Durations,
            _ counts: Bool
        ) {
            guard counts, let microseconds = end.microseconds(since: start) else { return }
            durations.add(microseconds: microseconds)
        }
    }
}
