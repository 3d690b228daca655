extension World {
    /// Runs a closure on the world's executor, and lets time pass while it waits.
    ///
    /// Time stands still while code runs that the closure calls or starts: child tasks, unstructured and detached tasks,
    /// other actors, and the main actor. So all of it runs in the same order each time. Closures of several worlds
    /// run side by side; with an older concurrency library, or one inside of the program, one at a time.
    ///
    /// What code gives to threads, queues of Dispatch or the network runs outside of the world. So does `Task.sleep`,
    /// which waits by the machine's clock: let your code take a clock, such as an `AppClock` of ``clock``. In an actor
    /// of the app's own, `Task.yield()` leaves the world too.
    ///
    /// It needs macOS 15, iOS 18, watchOS 11, tvOS 18 or visionOS 2, which is newer than what the package needs.
    /// ``run(for:)`` and ``run(until:)`` run everywhere, but wait only for code on the world's executor.
    ///
    /// - Parameters:
    ///   - limit: how much of the world's time the closure may take.
    ///   - body: the closure; it may call the world's actors as it likes.
    /// - Throws: what the closure throws; a ``SimulationError`` if it does not end. Then the closure is cancelled.
    @available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
    public func run<R: Sendable>(
        atMost limit: Duration = .seconds(3600),
        _ body: @escaping @Sendable (isolated World) async throws -> R
    ) async throws -> R {
        let outcome = Lock<Result<R, any Error>?>(nil)
        var run = ClosureRun(from: clock.now, atMost: limit)
        let bringsMainActorJobs = MainActorJobs.areCaught
        if !bringsMainActorJobs { MainGate.shared.enter(executor) }
        defer { if !bringsMainActorJobs { MainGate.shared.leave() } }
        let catchesJobs = OutsideJobs.areCaught
        let task = Task(executorPreference: executor) {
            let result = await self.result(of: body)
            outcome.with { $0 = result }
        }
        settle(&run)
        while true {
            if let result = outcome.with({ $0 }) { return try result.get() }
            guard run.reason == nil, advance(&run) else { break }
        }
        if let result = outcome.with({ $0 }) { return try result.get() }
        let error = SimulationError(
            run, at: clock.now, waitingCalls: waitingCalls,
            waitedForMainActor: bringsMainActorJobs
                ? MainActorJobs.canRun : MainGate.shared.isClosed,
            waitedForTasks: catchesJobs)
        task.cancel()
        settle(&run, atMost: ClosureRun.mostLastJobs)
        throw error
    }

    private func result<R: Sendable>(
        of body: @Sendable (isolated World) async throws -> R
    ) async -> Result<R, any Error> {
        do { return .success(try await body(self)) } catch { return .failure(error) }
    }

    private var waitingCalls: [String] {
        linkLayer.state.centrals.flatMap(\.host.waitingCalls)
            + linkLayer.state.peripherals.flatMap(\.host.waitingCalls)
            + sleepEnds.map { "VirtualClock.sleep(until: \($0))" }
    }

    /// Makes the next thing happen, and runs the code that waits for it.
    ///
    /// - Returns: whether anything happened before the run's end.
    private func advance(_ run: inout ClosureRun) -> Bool {
        // What resumes tasks must be known as the world's.
        let happening = executor.asOfThisThread {
            let happening = linkLayer.step(until: run.end)
            if let happening { perform(happening) }
            return happening
        }
        guard let happening else {
            settle(&run)
            return false
        }
        run.countStep(at: linkLayer.now)
        var mayHaveResumed = linkLayer.state.mayHaveResumed || executor.hasWaitingJobs
        if case .action = happening { mayHaveResumed = true }
        if mayHaveResumed {
            linkLayer.state.mayHaveResumed = false
            settle(&run)
        }
        return true
    }

    /// Runs all code that does not wait.
    private func settle(_ run: inout ClosureRun, atMost limit: Int = ClosureRun.mostJobs) {
        clock.set(linkLayer.now)
        var jobs = 0
        while true {
            MainGate.shared.letMainActorRun()
            guard executor.runNextJob() else { break }
            jobs += 1
            if jobs == limit {
                run.reason = .neverWaits
                break
            }
        }
        if jobs > 0 { run.note(linkLayer.state.lastEvent, at: clock.now) }
    }
}

/// How far a closure's run has come.
struct ClosureRun {
    /// Code that has done so much without waiting does not end.
    static let mostJobs = 20_000
    /// So much may a cancelled closure still do.
    static let mostLastJobs = 1000

    /// Until when it may take, in microseconds.
    let end: UInt64
    /// Why it can't go on.
    var reason: SimulationError.Reason?
    /// When its code last ran, and what had happened last on the links.
    private(set) var lastActivity: (time: VirtualClock.Instant, event: LinkEvent?)

    init(from start: VirtualClock.Instant, atMost limit: Duration) {
        end = start.advanced(by: limit).microseconds
        lastActivity = (start, nil)
    }

    /// How much has happened without any time.
    private var steps = 0
    private var stepTime: UInt64 = 0

    /// Notes that something happens.
    mutating func countStep(at time: UInt64) {
        steps = time == stepTime ? steps + 1 : 0
        stepTime = time
        if steps == Self.mostJobs { reason = .neverWaits }
    }

    mutating func note(_ event: LinkEvent?, at time: VirtualClock.Instant) {
        lastActivity = (time, event)
    }
}
