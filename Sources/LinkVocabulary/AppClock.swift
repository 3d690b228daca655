#if !hasFeature(Embedded)
    /// The clock of an app: the times that sessions, calculators and announcers want, and sleeps until their deadlines.
    ///
    /// ```swift
    /// let clock = AppClock()
    /// if let due = announcer.nextDeadline { try await clock.sleep(until: due) }
    /// ```
    ///
    /// It begins when it is created. In a simulated world, let the app have `AppClock(world.clock)`: then its sleeps take
    /// no time of the machine, and end in the same order each time.
    public struct AppClock: Clock {
        private let elapsed: @Sendable () -> Duration
        private let wait: @Sendable (Duration, Duration?) async throws -> Void
        /// The smallest difference between two moments: a millisecond.
        public var minimumResolution: Duration { .milliseconds(1) }

        /// Creates a clock that counts from now.
        ///
        /// - Parameter clock: by which it counts; the machine's, which goes on while the machine sleeps, unless you say otherwise.
        public init<C: Clock<Duration>>(_ clock: C = ContinuousClock()) {
            let start = clock.now
            elapsed = { start.duration(to: clock.now) }
            wait = { time, tolerance in
                try await clock.sleep(until: start.advanced(by: time), tolerance: tolerance)
            }
        }

        /// The time since it was created, in whole milliseconds.
        public var now: SessionTime { SessionTime(elapsed()) }

        /// Sleeps until a moment.
        ///
        /// - Throws: `CancellationError` if the task is cancelled.
        public func sleep(until deadline: SessionTime, tolerance: Duration? = nil) async throws {
            try await wait(deadline.duration, tolerance)
        }
    }
#endif
