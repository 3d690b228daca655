#if canImport(CoreBluetooth)
    import Foundation
    import KomootNav

    /// What the radios of both roles have in common on Core Bluetooth: a queue, a clock and two alarms.
    ///
    /// It may be marked as sendable because everything but ``run(_:)``, ``runAndWait(_:)`` and ``randomNumber()`` is used
    /// only on the queue of its surroundings.
    class CoreBluetoothRole: NSObject, @unchecked Sendable {
        let surroundings: any Surroundings
        private let clock: SessionClock
        /// When to tell that time has passed.
        private var wakeTime: SessionTime?
        /// When to let go what the system has kept since before the app began, and nobody has asked for.
        private var releaseTime: SessionTime?

        /// How long an app may wait to ask for what was kept.
        private static let releaseDelay = Duration.seconds(2)

        init(_ surroundings: any Surroundings) {
            self.surroundings = surroundings
            clock = SessionClock(surroundings)
        }

        // MARK: For the role

        /// What the manager is created with.
        var managerOptions: [String: Any] { [:] }

        /// Tells that time has passed. To be overridden.
        func tellTime() {}

        /// Lets go what the system has kept and nobody has asked for. To be overridden.
        func letGo() {}

        /// Lets go what was kept, after a while.
        func letGoLater() {
            releaseTime = now.advanced(by: Self.releaseDelay)
            setAlarm()
        }

        /// Goes on keeping it.
        func keep() {
            releaseTime = nil
            setAlarm()
        }

        // MARK: For the radio's owner

        func run(_ work: @escaping @Sendable () -> Void) { surroundings.perform(work) }

        func runAndWait(_ work: @escaping @Sendable () -> Void) {
            surroundings.performAndWait(work)
        }

        var now: SessionTime { clock.read() }

        var unstoppedTime: SessionTime { surroundings.now }

        func randomNumber() -> UInt64 { surroundings.random() }

        func begin(_ task: @escaping @Sendable () async -> Void) { surroundings.begin(task) }

        func wake(at time: SessionTime?) {
            wakeTime = time
            setAlarm()
        }

        private func setAlarm() {
            let next = [wakeTime, releaseTime].compactMap(\.self).min()
            clock.wake(at: next) { [weak self] in self?.ring() }
        }

        private func ring() {
            let now = now
            if let releaseTime, releaseTime <= now {
                self.releaseTime = nil
                letGo()
            }
            // If the clock has stood still, this is too early, and who counts on another clock sets the alarm anew.
            let mustTell = wakeTime != nil
            wakeTime = nil
            if mustTell { tellTime() }
            if wakeTime == nil { setAlarm() }
        }
    }
#endif
