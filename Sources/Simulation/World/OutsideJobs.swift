#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Brings to a world the jobs that its code gives to the concurrency library's own threads: those of unstructured and
/// detached tasks, of other actors, and of functions without an actor.
///
/// The library has a variable for a function that is called in place of its own when such a job comes. It is the same
/// for the whole process, so the function looks who gives the job: a thread that does not run a world's code goes on as
/// before. Source: `swift_task_enqueueGlobal_hook` in `swift/Runtime/Concurrency.h`.
enum OutsideJobs {
    private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Enqueue) -> Void

    /// Whether the jobs are brought; not if the program has the concurrency library inside, where its variables
    /// can't be found.
    static let areCaught = catchAll()
    /// The function that was there before.
    private nonisolated(unsafe) static var previous: Hook?

    private static func catchAll() -> Bool {
        guard let variable = unsafe variable("swift_task_enqueueGlobal_hook", of: Hook.self)
        else { return false }
        unsafe previous = unsafe variable.pointee
        unsafe variable.pointee = { job, enqueue in
            if let executor = WorldExecutor.ofThisThread ?? MainGate.shared.executorOfMainActor {
                executor.enqueueOutside(job)
            } else if let previous = unsafe OutsideJobs.previous {
                previous(job, enqueue)
            } else {
                enqueue(job)
            }
        }
        return true
    }

    /// A variable of the concurrency library.
    static func variable<Hook>(
        _ name: String, of type: Hook.Type
    ) -> UnsafeMutablePointer<Hook?>? {
        guard let library = unsafe dlopen(nil, RTLD_LAZY),
            let symbol = unsafe dlsym(library, name)
        else { return nil }
        return unsafe symbol.assumingMemoryBound(to: Optional<Hook>.self)
    }
}

extension WorldExecutor {
    /// The executor whose jobs this thread runs, inside a closure's run.
    static var ofThisThread: WorldExecutor? {
        guard let executor = unsafe pthread_getspecific(key) else { return nil }
        return unsafe Unmanaged<WorldExecutor>.fromOpaque(executor).takeUnretainedValue()
    }

    /// Does something as one that runs this executor's jobs.
    func asOfThisThread<R>(_ work: () -> R) -> R {
        let before = unsafe pthread_getspecific(Self.key)
        unsafe pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        defer { unsafe pthread_setspecific(Self.key, before) }
        return work()
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let result = unsafe pthread_key_create(&key, nil)
        precondition(result == 0, "a thread can't have a variable")
        return key
    }()
}
