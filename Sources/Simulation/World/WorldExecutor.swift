/// The executor that all actors of a world share: one job at a time, first in, first out.
///
/// While the world runs, it takes the jobs between two events. At other times they run at once, on
/// the concurrency library's threads. So inside a run the seed decides the order of everything.
final class WorldExecutor: SerialExecutor {
    private enum Job {
        case ofTask(UnownedJob)
        /// Of code that an actor of the world does not isolate, but that its code has started.
        case ofOutside(UnownedJob)
        /// Of code that the main actor isolates, and that the world's code has started.
        case ofMainActor(UnownedJob)
        case work(@Sendable () -> Void)
    }

    private struct Jobs {
        var waiting: ContiguousArray<Job> = []
        /// Whether someone is already taking the jobs.
        var isServed = false
    }

    private let jobs = Lock(Jobs())

    // The standard library's own implementation needs newer systems than this package does.
    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    func enqueue(_ job: UnownedJob) { add(.ofTask(job)) }

    /// Takes a job that code of the world has given to the concurrency library's threads.
    func enqueueOutside(_ job: UnownedJob) { add(.ofOutside(job)) }

    /// Takes a job that code of the world has given to the main actor.
    func enqueueOnMainActor(_ job: UnownedJob) { add(.ofMainActor(job)) }

    /// Does something as one of the jobs.
    func enqueue(_ work: @escaping @Sendable () -> Void) { add(.work(work)) }

    /// Begins a task that runs on this executor, where the system can have one do so.
    func begin(_ task: @escaping @Sendable () async -> Void) {
        guard #available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *) else {
            Task(operation: task)
            return
        }
        Task(executorPreference: self, operation: task)
    }

    private func add(_ job: Job) {
        let mustServe = jobs.with { jobs in
            jobs.waiting.append(job)
            defer { jobs.isServed = true }
            return !jobs.isServed
        }
        if mustServe { Task.detached { self.serve() } }
    }

    /// Runs jobs until none are left.
    private func serve() {
        while let job = nextJob(stopsServing: true) { run(job) }
    }

    /// Whether jobs wait.
    var hasWaitingJobs: Bool { jobs.with { !$0.waiting.isEmpty } }

    /// Runs the next job, as code of a closure's run.
    ///
    /// - Returns: whether there was one.
    func runNextJob() -> Bool {
        guard let job = nextJob(stopsServing: false) else { return false }
        if case .ofMainActor(let job) = job {
            MainActorJobs.run(job, of: self)
        } else {
            asOfThisThread { run(job) }
        }
        return true
    }

    /// Runs the waiting jobs, and the jobs that they add. Only the world calls this, from a job of
    /// its own.
    ///
    /// - Parameter prepare: called before each job.
    func runWaitingJobs(_ prepare: () -> Void) {
        while let job = nextJob(stopsServing: false) {
            prepare()
            run(job)
        }
    }

    private func run(_ job: Job) {
        switch job {
        case .ofTask(let job): run(job)
        case .ofOutside(let job): runOutside(job)
        case .ofMainActor(let job): MainActorJobs.pass(job)
        case .work(let work): work()
        }
    }

    private func run(_ job: UnownedJob) {
        if #available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *) {
            unsafe job.runSynchronously(
                isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        } else {
            unsafe job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }

    private func runOutside(_ job: UnownedJob) {
        if #available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *) {
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        } else {
            run(job)
        }
    }

    private func nextJob(stopsServing: Bool) -> Job? {
        jobs.with { jobs in
            guard !jobs.waiting.isEmpty else {
                if stopsServing { jobs.isServed = false }
                return nil
            }
            return jobs.waiting.removeFirst()
        }
    }
}

/// Code that is not isolated to an actor runs here too, if its task prefers this executor.
@available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
extension WorldExecutor: TaskExecutor {}

extension World {
    /// Begins tasks that run in this world's time.
    package nonisolated var begin: @Sendable (@escaping @Sendable () async -> Void) -> Void {
        { [executor] in executor.begin($0) }
    }
}
