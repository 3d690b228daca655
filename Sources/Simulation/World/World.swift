/// A world of simulated phones and devices, under one virtual clock.
///
/// ```swift
/// let world = World(seed: 1)
/// let server = await world.addServer()
/// await server.startAdvertising(service)
/// let client = await world.addClient()
/// try await world.run { _ in await client.connect(to: service) }
/// ```
///
/// The seed, the calls that you make and the version of this library decide everything that
/// happens: ``traceHash`` is the same in debug and release builds, and on any number of cores. Time
/// passes only in the `run` functions, as fast as it can.
///
/// All actors of a world share one executor. A closure that you give to ``run(atMost:_:)`` runs on
/// it too. It may wait for an answer, or sleep with ``VirtualClock/sleep(until:tolerance:)``.
public actor World {
    nonisolated let executor: WorldExecutor
    package nonisolated let linkLayer: LinkLayer
    /// The world's time.
    public nonisolated let clock: VirtualClock

    /// The executor that all actors of the world share.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// The sleeping tasks. Each has a number that is used only once.
    private var sleepers: [UInt64: Sleeper] = [:]
    private var lastSleeper: UInt64 = 0
    /// The actions that may be scheduled, by their numbers.
    private var actions: ContiguousArray<(isolated World) -> Void> = []
    /// Jobs from outside the world may wait for this many steps, because looking for them costs a
    /// lock.
    private static let stepsBetweenLooks: UInt64 = 64
    private var steps: UInt64 = 0
    /// The app of the first phone, if that is not a ``SimulatedPeripheral``.
    var ownApp: (any Actor)?

    /// Creates a world in which nothing happens yet.
    ///
    /// - Parameters:
    ///   - seed: decides every draw.
    ///   - conditions: what its links are like. It traps if no link can be like this.
    ///   - observer: is told what happens. Participants tell it too, if it observes their kind.
    init(
        seed: UInt64, conditions: LinkConditions, observer: any LinkObserver
    ) {
        conditions.check()
        // What the main actor begins from now on must be known when a closure resumes it.
        _ = MainActorJobs.areCaught
        executor = WorldExecutor()
        linkLayer = LinkLayer(seed: seed, conditions: conditions, observer: observer)
        clock = VirtualClock()
        clock.attach(self)
    }

    deinit { linkLayer.forgetHosts() }

    /// How many PDUs, connections, losses and advertisements have arrived so far.
    package var linkEventCount: UInt64 { linkLayer.state.eventCount }

    /// Adds an action that can be scheduled any number of times.
    ///
    /// - Returns: its number.
    package func addAction(_ action: @escaping (isolated World) -> Void) -> Int32 {
        actions.append(action)
        return Int32(actions.count - 1)
    }

    /// Schedules an action at a time, in microseconds, as one of the world's events.
    func schedule(action number: Int32, at time: UInt64) {
        linkLayer.state.queue.add(.action(number), at: max(time, linkLayer.now))
    }

    /// Lets this much time pass.
    public func run(for duration: Duration) { run(until: clock.now.advanced(by: duration)) }

    /// Lets time pass until a moment.
    public func run(until end: VirtualClock.Instant) {
        let microseconds = end.microseconds
        executor.runWaitingJobs {}
        while step(until: microseconds) {}
    }

    /// - Returns: whether anything happened before the end.
    func step(until end: UInt64) -> Bool {
        guard let happening = linkLayer.step(until: end) else {
            clock.set(linkLayer.now)
            return false
        }
        perform(happening)
        steps &+= 1
        if linkLayer.state.mayHaveResumed || steps % Self.stepsBetweenLooks == 0 {
            linkLayer.state.mayHaveResumed = false
            executor.runWaitingJobs { clock.set(linkLayer.now) }
        }
        return true
    }

    /// Does what the world was asked to do at a time.
    func perform(_ happening: Happening) {
        switch happening {
        case .sleeper(let number):
            linkLayer.state.mayHaveResumed = true
            wake(number)
        case .action(let number): actions[Int(number)](self)
        case .wake, .scanning, .connecting, .arrival, .transactionTimeout, .linkLoss, .radioOn,
            .queueReady, .alarm, .paired:
            break
        }
    }
}

/// A sleeping task.
private struct Sleeper {
    let continuation: CheckedContinuation<Void, any Error>
    let deadline: VirtualClock.Instant
}

extension World {
    /// Until when tasks sleep.
    var sleepEnds: [VirtualClock.Instant] { sleepers.values.map(\.deadline).sorted() }

    /// Puts the current task to sleep until a moment of the world's clock.
    func sleep(until deadline: VirtualClock.Instant) async throws {
        lastSleeper += 1
        let number = lastSleeper
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                sleepers[number] = Sleeper(continuation: continuation, deadline: deadline)
                linkLayer.state.queue.add(
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
        sleepers.removeValue(forKey: number)?.continuation.resume()
    }

    private func cancelSleep(_ number: UInt64) {
        sleepers.removeValue(forKey: number)?.continuation.resume(throwing: CancellationError())
    }
}
