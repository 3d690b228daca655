#if canImport(Dispatch)
    import Dispatch
#endif

/// The main actor's executor from the process's first world on: it brings to a world the jobs that its code gives to the
/// main actor. The world waits for the main thread to run each of them, in its own order and in its own time.
///
/// The library has a variable for a function that is asked in place of its own for this executor. Jobs of other code
/// go to the main queue as before, and so do those of tasks that were on the main actor before the first world.
/// Source: `swift_task_getMainExecutor_hook` in `swift/Runtime/ConcurrencyHooks.def`.
final class MainActorJobs: SerialExecutor {
    #if canImport(Dispatch)
        private typealias Original = @convention(thin) () -> UnownedSerialExecutor
        private typealias Hook = @convention(thin) (Original) -> UnownedSerialExecutor

        /// Whether the jobs are brought; not if the program has the concurrency library inside, or one that is older than
        /// the variable, or if someone else has set it.
        static let areCaught = catchAll()
        private static let executor = MainActorJobs()
        /// A main thread that does not begin a job for so long is blocked.
        private static let patience = DispatchTimeInterval.seconds(10)

        /// Where a job is for which a world waits.
        private enum Place { case inQueue, begun, givenUp }

        /// How many jobs were given up and have not begun yet: while there are any, the main thread is blocked.
        private let missing = Lock(0)
        private let isMainQueue = DispatchSpecificKey<Bool>()

        private init() { DispatchQueue.main.setSpecific(key: isMainQueue, value: true) }

        private static func catchAll() -> Bool {
            guard #available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *),
                let variable = unsafe OutsideJobs.variable(
                    "swift_task_getMainExecutor_hook", of: Hook.self),
                unsafe variable.pointee == nil
            else { return false }
            unsafe variable.pointee = { _ in unsafe MainActorJobs.executor.asUnownedSerialExecutor()
            }
            return true
        }

        /// Whether a world can wait for the main actor now.
        static var canRun: Bool { areCaught && executor.missing.with { $0 == 0 } }

        func asUnownedSerialExecutor() -> UnownedSerialExecutor {
            unsafe UnownedSerialExecutor(ordinary: self)
        }

        private var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: isMainQueue) == true }

        func checkIsolated() { precondition(isOnMainQueue, "this code is not the main actor's") }

        func enqueue(_ job: UnownedJob) {
            if let executor = WorldExecutor.ofThisThread {
                executor.enqueueOnMainActor(job)
            } else {
                pass(job)
            }
        }

        /// Gives a job to the main thread.
        static func pass(_ job: UnownedJob) { executor.pass(job) }

        private func pass(_ job: UnownedJob) { DispatchQueue.main.async { self.run(job) } }

        private func run(_ job: UnownedJob) {
            unsafe job.runSynchronously(on: asUnownedSerialExecutor())
        }

        /// Has the main thread run a job of a world, and waits until it has.
        static func run(_ job: UnownedJob, of world: WorldExecutor) {
            executor.run(job, of: world)
        }

        private func run(_ job: UnownedJob, of world: WorldExecutor) {
            if isOnMainQueue { return world.asOfThisThread { run(job) } }
            guard missing.with({ $0 == 0 }) else { return pass(job) }
            let place = Lock(Place.inQueue)
            let hasEnded = DispatchSemaphore(value: 0)
            DispatchQueue.main.async { [self] in
                let isAwaited = place.with { place in
                    guard place == .inQueue else { return false }
                    place = .begun
                    return true
                }
                if isAwaited {
                    world.asOfThisThread { run(job) }
                    hasEnded.signal()
                } else {
                    missing.with { $0 -= 1 }
                    run(job)
                }
            }
            if hasEnded.wait(timeout: .now() + Self.patience) == .success { return }
            let isGivenUp = place.with { place in
                guard place == .inQueue else { return false }
                place = .givenUp
                missing.with { $0 += 1 }
                return true
            }
            if !isGivenUp { hasEnded.wait() }
        }
    #else
        static var areCaught: Bool { false }
        static var canRun: Bool { false }
        func asUnownedSerialExecutor() -> UnownedSerialExecutor {
            unsafe UnownedSerialExecutor(ordinary: self)
        }
        func enqueue(_ job: UnownedJob) {}
        static func pass(_ job: UnownedJob) {}
        static func run(_ job: UnownedJob, of world: WorldExecutor) {}
    #endif
}
