#if canImport(CoreBluetooth)
    import KomootNav

    /// The clock of a driver, and its alarm.
    ///
    /// The clock stands still while the system suspends the app. When the app goes on, an overdue alarm may ring before
    /// Core Bluetooth has told what happened meanwhile, and a link would end for want of an answer that waits to be
    /// told. So when the clock is read long after the alarm was due, it goes on from a little before that.
    ///
    /// It may be marked as sendable because it is used only on the queue of its surroundings.
    final class SessionClock: @unchecked Sendable {
        /// Read this much later than the alarm was due, the clock has stood still: in milliseconds, well above a timer's
        /// leeway.
        private static let suspicion: UInt64 = 300
        /// How long an overdue alarm waits at most for what is still to be told, in milliseconds.
        private static let grace = 500
        /// Read this much later than the alarm was due, the app was suspended for so long that a read for the phone's
        /// watchdog (clause 9.3) comes too late in any case. Then the alarm waits twice as long: a notification may have
        /// taken the place of an answer, which is asked for again after `retryInterval` (C.12), and until then the alarm
        /// might say that the phone is silent.
        private static let suspension: UInt64 = 1000

        private let surroundings: any Surroundings
        private var alarm: SessionTime?
        /// Whether the alarm has waited. It does so once: a system may make all timers late.
        private var hasWaited = false
        /// How long the clock has stood still, in milliseconds.
        private var standstill: UInt64 = 0
        private var latest = SessionTime.zero

        init(_ surroundings: any Surroundings) { self.surroundings = surroundings }

        /// Reads the clock.
        func read() -> SessionTime {
            let time = SessionTime(milliseconds: surroundings.now.milliseconds - standstill)
            if let alarm, !hasWaited, time.milliseconds(since: alarm) > Self.suspicion {
                let wasSuspended = time.milliseconds(since: alarm) > Self.suspension
                let wait = wasSuspended ? 2 * Self.grace : Self.grace
                hasWaited = true
                latest = max(latest, alarm.advanced(by: .milliseconds(-wait)))
                standstill += time.milliseconds(since: latest)
            } else {
                latest = max(latest, time)
            }
            return latest
        }

        /// Does something at a time, in place of what was to be done at another time; `nil` for nothing.
        func wake(at time: SessionTime?, _ ring: @escaping @Sendable () -> Void) {
            if alarm != time { hasWaited = false }
            alarm = time
            guard let time else { return }
            surroundings.perform(at: time.advanced(byMilliseconds: standstill)) { [weak self] in
                if self?.alarm == time { ring() }
            }
        }
    }
#endif
