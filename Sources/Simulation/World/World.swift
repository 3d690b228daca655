/// A world of simulated phones and devices, under one virtual clock.
///
/// ```swift
/// let world = World(seed: 1)
/// let phone = await world.addPhone(.published)
/// let device = await world.addDevice(radio: .offsetReads)
/// await phone.startNavigation()
/// await device.start()
/// try await phone.publish(instruction)
/// await world.run(for: .seconds(10))
/// ```
///
/// What happens follows from the seed, the calls made, and the version of this library, and from nothing
/// else: ``traceHash`` is the same in debug and release builds, and however many cores there are. Time
/// passes only in the `run` functions, as fast as it can.
///
/// All actors of a world share one executor. A closure given to ``run(atMost:_:)`` runs on it too, and may
/// wait: for an answer, or with ``VirtualClock/sleep(until:tolerance:)``.
public actor World {
    nonisolated let executor: WorldExecutor
    nonisolated let linkLayer: LinkLayer
    /// The world's time.
    public nonisolated let clock: VirtualClock

    /// The executor that all actors of the world share.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    var sleepers: [UInt64: CheckedContinuation<Void, any Error>] = [:]
    var lastSleeper: UInt64 = 0
    /// The phones, in the order in which they were added.
    var phones: [SimulatedPeripheral] = []
    /// Does what the script of a run says.
    var director: Director?
    /// What comes from outside of the world may wait for so many steps; to look costs a lock.
    private static let stepsBetweenLooks: UInt64 = 64
    private var steps: UInt64 = 0
    var laterActions: [UInt64: () -> Void] = [:]

    /// Creates a world in which nothing happens yet.
    ///
    /// - Parameters:
    ///   - seed: what every draw follows from.
    ///   - conditions: what its links are like.
    public init(seed: UInt64, conditions: LinkConditions = LinkConditions()) {
        executor = WorldExecutor()
        linkLayer = LinkLayer(seed: seed, conditions: conditions)
        clock = VirtualClock()
        clock.attach(self)
    }

    deinit { linkLayer.forgetHosts() }

    /// A hash of all that happened so far.
    public var traceHash: UInt64 { linkLayer.trace.hash }

    /// The number of PDUs, connections, losses and advertisements that arrived so far.
    public var linkEventCount: UInt64 { linkLayer.eventCount }

    /// Keeps the lines of the trace from now on, not only its hash.
    public func recordTrace() { linkLayer.trace.record() }

    /// The recorded lines; none if the trace is not recorded.
    public var trace: ContiguousArray<TraceEntry> { linkLayer.trace.entries ?? [] }

    /// Has something go wrong: at once, or with the next PDU of its kind.
    public func inject(_ fault: Fault) {
        linkLayer.trace.note(.fault(fault), at: linkLayer.now)
        if linkLayer.faults.arm(fault) { return }
        switch fault {
        case .navigationStopped(let milliseconds):
            guard let phone = phones.first else { return }
            phone.assumeIsolated { $0.stopNavigation() }
            later(milliseconds) { phone.assumeIsolated { $0.startNavigation() } }
        case .phoneRestarted(let milliseconds):
            guard let phone = phones.first else { return }
            phone.assumeIsolated { $0.die() }
            later(milliseconds) { phone.assumeIsolated { $0.restart() } }
        case .secondCentral(let milliseconds):
            let device = addSecondDevice()
            device.assumeIsolated { $0.start() }
            later(milliseconds) { device.assumeIsolated { $0.stop() } }
        default: linkLayer.apply(fault)
        }
    }

    private func later(_ milliseconds: UInt32, _ action: @escaping () -> Void) {
        lastSleeper += 1
        laterActions[lastSleeper] = action
        linkLayer.schedule(.sleeper(lastSleeper), after: UInt64(milliseconds) * 1000)
    }

    /// Lets time pass.
    public func run(for duration: Duration) { run(until: clock.now.advanced(by: duration)) }

    /// Lets time pass until a moment.
    public func run(until end: VirtualClock.Instant) {
        let microseconds = end.microseconds
        executor.runWaitingJobs {}
        while step(until: microseconds) {}
    }

    /// Runs a closure on the world's executor, and lets time pass while it waits.
    ///
    /// Child tasks, made with `async let` or a task group, run there too. An unstructured `Task` does
    /// not, and what waits for it waits for something that is not of this world.
    ///
    /// - Parameters:
    ///   - limit: how much of the world's time it may take.
    ///   - body: the closure; it may call the world's actors as it likes.
    /// - Throws: what the closure throws; ``SimulationError/tookTooLong`` if it takes longer, or waits
    ///   for what can't happen in this world. The closure is cancelled then.
    @available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
    public func run<R: Sendable>(
        atMost limit: Duration = .seconds(3600),
        _ body: @escaping @Sendable (isolated World) async throws -> R
    ) async throws -> R {
        let outcome = Lock<Result<R, any Error>?>(nil)
        let task = Task(executorPreference: executor) {
            let result = await self.result(of: body)
            outcome.with { $0 = result }
        }
        let end = clock.now.advanced(by: limit).microseconds
        executor.runWaitingJobs {}
        while true {
            if let result = outcome.with({ $0 }) { return try result.get() }
            if !step(until: end) { break }
        }
        task.cancel()
        executor.runWaitingJobs {}
        if let result = outcome.with({ $0 }), case .success(let value) = result { return value }
        throw SimulationError.tookTooLong
    }

    private func result<R: Sendable>(
        of body: @Sendable (isolated World) async throws -> R
    ) async -> Result<R, any Error> {
        do { return .success(try await body(self)) } catch { return .failure(error) }
    }

    /// - Returns: whether anything happened by a time.
    func step(until end: UInt64) -> Bool {
        guard let happening = linkLayer.step(until: end) else {
            clock.set(linkLayer.now)
            return false
        }
        switch happening {
        case .sleeper(let number):
            linkLayer.mayHaveResumed = true
            wake(number)
        case .script(let entry): direct(entry)
        default: break
        }
        steps &+= 1
        if linkLayer.mayHaveResumed || steps % Self.stepsBetweenLooks == 0 {
            linkLayer.mayHaveResumed = false
            executor.runWaitingJobs { clock.set(linkLayer.now) }
        }
        return true
    }
}

extension World {
    /// Puts the current task to sleep until a moment of the world's clock.
    func sleep(until deadline: VirtualClock.Instant) async throws {
        lastSleeper += 1
        let number = lastSleeper
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                sleepers[number] = continuation
                linkLayer.queue.add(
                    .sleeper(number), at: max(deadline.microseconds, linkLayer.now))
            }
        } onCancel: {
            if #available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *) {
                Task(executorPreference: executor) { await self.cancelSleep(number) }
            } else {
                Task { await self.cancelSleep(number) }
            }
        }
    }

    private func wake(_ number: UInt64) {
        sleepers.removeValue(forKey: number)?.resume()
        laterActions.removeValue(forKey: number)?()
    }

    private func cancelSleep(_ number: UInt64) {
        sleepers.removeValue(forKey: number)?.resume(throwing: CancellationError())
    }
}

/// Why a simulation could not go on.
public enum SimulationError: Error, Hashable, Sendable {
    /// What was waited for did not happen in the time given.
    case tookTooLong
}
