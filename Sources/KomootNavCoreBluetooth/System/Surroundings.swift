#if canImport(CoreBluetooth)
    package import Dispatch
    package import KomootNav

    /// Where a device or a phone runs: its queue, its clock and its random numbers.
    ///
    /// An app gets ``DispatchSurroundings``. Tests run in a simulator's time.
    package protocol Surroundings: Sendable {
        /// The queue on which Core Bluetooth calls back, and everything happens.
        var queue: DispatchQueue { get }
        /// The time, on the clock of ``perform(at:_:)``, which never goes back.
        var now: SessionTime { get }
        /// Does something on the queue, after all that was given to it before.
        func perform(_ work: @escaping @Sendable () -> Void)
        /// Does something on the queue, after all callbacks that wait there. To be called there.
        func performAfterCallbacks(_ work: @escaping @Sendable () -> Void)
        /// Does something on the queue, and waits for it. Not to be called there.
        func performAndWait(_ work: @Sendable () -> Void)
        /// Does something on the queue at a time, in place of what was to be done at another time. To be called there.
        func perform(at time: SessionTime, _ work: @escaping @Sendable () -> Void)
        /// Begins a task that waits for others.
        func begin(_ task: @escaping @Sendable () async -> Void)
        /// A random number.
        func random() -> UInt64
        /// Who sees what a device does.
        var deviceObserver: (any DeviceObserver)? { get }
        /// Who sees what a phone does.
        var phoneObserver: (any PhoneObserver)? { get }
    }

    extension Surroundings {
        /// Begins a task on any executor.
        package func begin(_ task: @escaping @Sendable () async -> Void) { Task(operation: task) }
    }

    /// Chooses the surroundings of what is created.
    package enum CurrentSurroundings {
        /// Those of a test; `nil` in an app.
        @TaskLocal package static var ofTest: (any Surroundings)?

        static func create() -> any Surroundings { ofTest ?? DispatchSurroundings() }
    }

    /// A serial queue, and a clock that goes on while the machine sleeps.
    ///
    /// What was due then is late afterwards, which ``SessionClock`` sees. No test lets a machine sleep.
    ///
    /// It may be marked as sendable because its timers are used only on its queue.
    final class DispatchSurroundings: Surroundings, @unchecked Sendable {
        let queue = DispatchQueue(label: "KomootNavCoreBluetooth")
        private let beginning = ContinuousClock.now
        /// One stands still while the machine sleeps, and the other one while somebody sets the clock back.
        private var timers: [any DispatchSourceTimer] = []

        deinit { cancel() }

        private func cancel() {
            for timer in timers { timer.cancel() }
            timers = []
        }

        var now: SessionTime { SessionTime(beginning.duration(to: .now)) }

        func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

        func performAfterCallbacks(_ work: @escaping @Sendable () -> Void) { perform(work) }

        func performAndWait(_ work: @Sendable () -> Void) { queue.sync(execute: work) }

        func perform(at time: SessionTime, _ work: @escaping @Sendable () -> Void) {
            cancel()
            let wait = DispatchTimeInterval.milliseconds(
                Int(clamping: time.milliseconds(since: now)))
            timers = (0..<2).map { _ in DispatchSource.makeTimerSource(queue: queue) }
            timers[0].schedule(deadline: .now() + wait, leeway: .milliseconds(10))
            timers[1].schedule(wallDeadline: .now() + wait, leeway: .milliseconds(10))
            for timer in timers {
                timer.setEventHandler { [weak self] in
                    self?.cancel()
                    work()
                }
                timer.activate()
            }
        }

        func random() -> UInt64 { UInt64.random(in: .min ... .max) }

        var deviceObserver: (any DeviceObserver)? { nil }
        var phoneObserver: (any PhoneObserver)? { nil }
    }
#endif
