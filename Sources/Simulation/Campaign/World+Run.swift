public import KomootNav

/// What came of one run.
public struct RunResult: Hashable, Sendable {
    /// A hash of all that happened.
    public let traceHash: UInt64
    /// PDUs, connections, losses and advertisements that arrived.
    public let linkEventCount: UInt64
    /// The rare things that were met.
    public let marks: MarkSet
    /// The first promise that did not hold; `nil` when all did.
    public let broken: BrokenPromise?
}

/// The state machines that a run judges.
public struct Contestants: Sendable {
    /// Makes the device's, for a radio.
    public var makeDevice: @Sendable (DeviceRadio) -> any CentralStateMachine
    /// Makes the phone's.
    public var makePhone: @Sendable (PeripheralSession.Configuration) -> any PeripheralStateMachine

    /// The library's own sessions, unless others are given.
    public init(
        makeDevice: @escaping @Sendable (DeviceRadio) -> any CentralStateMachine = {
            CentralSession(CentralSession.Configuration(radio: $0.reads))
        },
        makePhone:
            @escaping @Sendable (PeripheralSession.Configuration) -> any PeripheralStateMachine = {
                PeripheralSession($0)
            }
    ) {
        self.makeDevice = makeDevice
        self.makePhone = makePhone
    }
}

extension RunPlan {
    /// Does what the plan says, in a world of its own.
    ///
    /// - Parameter contestants: the state machines.
    public func run(_ contestants: Contestants = Contestants()) async -> RunResult {
        let world = World(seed: ~seed, conditions: conditions)
        return await world.perform(self, contestants)
    }

    /// Does the same, and keeps what happened.
    ///
    /// - Returns: all that happened, in order.
    public func trace(
        _ contestants: Contestants = Contestants()
    ) async -> ContiguousArray<TraceEntry> {
        let world = World(seed: ~seed, conditions: conditions)
        await world.recordTrace()
        _ = await world.perform(self, contestants)
        return await world.trace
    }
}

extension World {
    func perform(_ plan: RunPlan, _ contestants: Contestants) -> RunResult {
        let referee = linkLayer.referee
        referee.isWatching = true
        referee.phone = PhoneModel(plan.phone)
        if plan.drift != 0 { referee.marks.insert(.clockDrift) }
        let phone = addPhone(
            plan.phone, clock: LocalClock(offset: plan.seed % 100_000, drift: plan.drift)
        ) { contestants.makePhone(plan.phone) }
        let device = addDevice(
            contestants.makeDevice(plan.radio), radio: plan.radio, keepsDeliveries: false)
        let director = Director(plan, phone, device)
        self.director = director
        linkLayer.replaceObject = { director.publish(streetByteCount: $0, key: UInt64($0)) }
        if let first = plan.script.first { linkLayer.queue.add(.script(0), at: first.time) }
        phone.assumeIsolated { $0.startNavigation() }
        let end = RunPlan.safetyPhase + RunPlan.quietPhase
        run(plan, until: end, referee)
        self.director = nil
        return RunResult(
            traceHash: traceHash, linkEventCount: linkEventCount, marks: referee.marks,
            broken: referee.broken)
    }

    func direct(_ number: Int32) {
        guard let director else { return }
        let script = director.plan.script
        switch script[Int(number)].action {
        case .publish(let count, let key): director.publish(streetByteCount: count, key: key)
        case .fault(let fault):
            if fault.isHostile(to: director.plan.radio) { linkLayer.referee.isHostile = true }
            inject(fault)
        case .startDevice: director.device.assumeIsolated { $0.start() }
        case .calmDown:
            linkLayer.faults.disarm()
            director.phone.assumeIsolated { $0.startAdvertising() }
        }
        if Int(number) + 1 < script.count {
            linkLayer.queue.add(.script(number + 1), at: script[Int(number) + 1].time)
        }
    }

    private func run(_ plan: RunPlan, until end: UInt64, _ referee: Referee) {
        var liveness = Liveness(plan)
        executor.runWaitingJobs {}
        while referee.broken == nil && step(until: end) {
            referee.check(at: linkLayer.now)
            liveness.check(referee, at: linkLayer.now)
        }
        if referee.broken == nil { liveness.checkEnd(referee, at: end) }
    }
}

/// The phone and the device of a run, and what the phone publishes. It belongs to the world's executor,
/// which is why it may be marked as sendable.
final class Director: @unchecked Sendable {
    let plan: RunPlan
    let phone: SimulatedPeripheral
    let device: SimulatedCentral
    private var objects: ObjectFactory

    init(_ plan: RunPlan, _ phone: SimulatedPeripheral, _ device: SimulatedCentral) {
        self.plan = plan
        self.phone = phone
        self.device = device
        objects = ObjectFactory(
            layout: plan.phone.layout, salt: UInt32(truncatingIfNeeded: plan.seed &* 0x9E37_79B9))
    }

    func publish(streetByteCount: Int, key: UInt64) {
        objects.withObject(streetByteCount: streetByteCount, key: key) { object in
            phone.assumeIsolated { $0.publish(object) }
        }
    }
}
