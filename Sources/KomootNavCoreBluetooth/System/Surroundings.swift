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
    /// Timers stand still then, so what was due is late afterwards, which ``SessionClock`` sees.
    ///
    /// It may be marked as sendable because its timer is used only on its queue.
    final class DispatchSurroundings: Surroundings, @unchecked Sendable {
        let queue = DispatchQueue(label: "KomootNavCoreBluetooth")
        private let beginning = ContinuousClock.now
        private var timer: (any DispatchSourceTimer)?

        deinit { timer?.cancel() }

        var now: SessionTime { SessionTime(beginning.duration(to: .now)) }

        func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

        func performAfterCallbacks(_ work: @escaping @Sendable () -> Void) { perform(work) }

        func performAndWait(_ work: @Sendable () -> Void) { queue.sync(execute: work) }

        func perform(at time: SessionTime, _ work: @escaping @Sendable () -> Void) {
            timer?.cancel()
            let timer = DispatchSource.makeTimerSource(queue: queue)
            let wait = time.milliseconds(since: now)
            timer.schedule(
                deadline: .now() + .milliseconds(Int(clamping: wait)), leeway: .milliseconds(10))
            timer.setEventHandler(handler: work)
            timer.activate()
            self.timer = timer
        }

        func random() -> UInt64 { UInt64.random(in: .min ... .max) }

        var deviceObserver: (any DeviceObserver)? { nil }
        var phoneObserver: (any PhoneObserver)? { nil }
    }
#endif
