import KomootNav

/// The result of one run.
public struct RunResult: Hashable, Sendable {
    /// A hash of everything that happened.
    public let traceHash: UInt64
    /// How many PDUs, connections, losses and advertisements arrived.
    let linkEventCount: UInt64
    /// The rare things that happened.
    public let marks: MarkSet
    /// The first promise that was broken; `nil` if all held.
    public let broken: BrokenPromise?
    /// How fresh the device's screen was.
    let freshness: Freshness
    /// The promises that nothing in the run could prove, because answers were altered on the way.
    package let unjudged: Set<Promise>
}

extension RunPlan {
    /// Does what the plan says, in a world of its own.
    ///
    /// - Parameter contestants: the ends to judge. A device that is an asynchronous function reads at offsets,
    ///   whatever the plan's radio is.
    public func run(_ contestants: Contestants = Contestants()) async -> RunResult {
        let referee = Referee(self, phoneNamesCentrals: contestants.phoneHost != nil)
        let meter = FreshnessMeter(phone: phone, radio: radio, mtu: conditions.mtu)
        return await makeWorld(referee, meter).perform(self, contestants, referee, meter)
    }

    /// Does the same run, and keeps a record.
    ///
    /// - Returns: everything that happened, in order.
    public func trace(
        _ contestants: Contestants = Contestants()
    ) async -> ContiguousArray<TraceEntry> {
        await recordedRun(contestants).trace
    }

    /// Does the same run, and keeps a record.
    package func recordedRun(
        _ contestants: Contestants
    ) async -> (result: RunResult, trace: ContiguousArray<TraceEntry>) {
        let referee = Referee(self, phoneNamesCentrals: contestants.phoneHost != nil)
        let meter = FreshnessMeter(phone: phone, radio: radio, mtu: conditions.mtu)
        let world = makeWorld(referee, meter)
        await world.recordTrace()
        let result = await world.perform(self, contestants, referee, meter)
        return (result, await world.trace)
    }

    private func makeWorld(_ referee: Referee, _ meter: FreshnessMeter) -> World {
        World(seed: ~seed, conditions: conditions, judge: RunObserver(referee, meter))
    }
}

extension World {
    fileprivate func perform(
        _ plan: RunPlan, _ contestants: Contestants, _ referee: Referee, _ meter: FreshnessMeter
    ) -> RunResult {
        let phone = addJudgedPhone(contestants, plan)
        let device = addJudgedDevice(contestants, plan)
        referee.latency = device.latency
        if contestants.waitsForSystem {
            referee.readTimeout = LinkLayer.transactionTimeout + referee.longestHop
        }
        let director = Director(plan.script, phone, device)
        schedule(director)
        director.startNavigation()
        run(
            plan,
            Liveness(plan, waitsForSystem: contestants.waitsForSystem || device.missesLostAnswers),
            until: RunPlan.safetyPhase + RunPlan.quietPhase, referee)
        device.end()
        director.end()
        return RunResult(
            traceHash: traceHash, linkEventCount: linkEventCount, marks: referee.state.marks,
            broken: referee.state.broken, freshness: meter.freshness(at: linkLayer.now),
            unjudged: referee.unjudged)
    }

    private func addJudgedPhone(_ contestants: Contestants, _ plan: RunPlan) -> any PhoneApp {
        if let make = contestants.phoneHost {
            let phone = make(self, plan)
            ownApp = phone
            return phone
        }
        return addPhone(
            plan.phone,
            clock: LocalClock(offset: plan.seed % 100_000, drift: plan.clockDriftInMillionths),
            salt: plan.salt, keepsPublications: false
        ) { contestants.makePhone(plan.phone) }
    }

    private func addJudgedDevice(
        _ contestants: Contestants, _ plan: RunPlan
    ) -> JudgedDevice {
        switch contestants.device {
        case .session:
            .stateMachine(
                addDevice(radio: plan.radio, tellsMTU: plan.tellsMTU, keepsDeliveries: false))
        case .stateMachine(let make):
            .stateMachine(
                addDevice(
                    make(plan), radio: plan.radio, tellsMTU: plan.tellsMTU,
                    keepsDeliveries: false))
        case .program(let program): .program(ProgrammedDevice(program, in: self))
        case .host(let make): .host(make(self, plan))
        }
    }

    /// Makes a director do each entry of its script at its time.
    private func schedule(_ director: Director) {
        director.number = addAction { world in
            director.doNext(in: world)
            if let next = director.next {
                world.schedule(action: director.number, at: next.microseconds)
            }
        }
        if let first = director.next { schedule(action: director.number, at: first.microseconds) }
    }

    private func run(
        _ plan: RunPlan, _ liveness: Liveness, until end: UInt64, _ referee: Referee
    ) {
        var liveness = liveness
        executor.runWaitingJobs {}
        while referee.state.broken == nil && step(until: end) {
            referee.check(at: linkLayer.now)
            liveness.check(referee, at: linkLayer.now)
        }
        if referee.state.broken == nil { liveness.checkEnd(referee, at: end) }
    }
}

/// The first device of a run.
private enum JudgedDevice {
    case stateMachine(SimulatedCentral)
    case program(ProgrammedDevice)
    case host(any DeviceHost)

    /// How late its system may tell it what has happened, in microseconds.
    var latency: UInt64 {
        switch self {
        case .stateMachine(let device): device.hasOneCallback ? 3 * SimulatedCentral.longestWait : 0
        case .program: 0
        case .host(let device): type(of: device).latency
        }
    }

    /// Whether a notification may pass for the answer that a read never gets, so that only its system ends the link.
    var missesLostAnswers: Bool {
        if case .stateMachine(let device) = self { device.hasOneCallback } else { false }
    }

    func start(in world: isolated World) {
        switch self {
        case .stateMachine(let device): device.assumeIsolated { $0.start() }
        case .program(let device): device.start(in: world)
        case .host(let device): device.start(in: world)
        }
    }

    /// Ends what would otherwise wait for ever.
    func end() {
        switch self {
        case .stateMachine: break
        case .program(let device): device.end()
        case .host(let device): device.end()
        }
    }
}

/// Does what the script of a run says. It may be marked as sendable because only code on the
/// world's executor uses it.
private final class Director: @unchecked Sendable {
    /// The number of the world's action that does the next entry.
    var number: Int32 = 0
    private let script: [ScriptEntry]
    private let phone: any PhoneApp
    private let device: JudgedDevice
    private var position = 0

    init(_ script: [ScriptEntry], _ phone: any PhoneApp, _ device: JudgedDevice) {
        self.script = script
        self.phone = phone
        self.device = device
    }

    /// The next entry.
    var next: ScriptEntry? { position < script.count ? script[position] : nil }

    func doNext(in world: isolated World) {
        let action = script[position].action
        position += 1
        switch action {
        case .publish(let count, let key):
            publish(count, key, phone)
        case .fault(let fault): world.injectDrawn(fault)
        case .startDevice: device.start(in: world)
        case .calmDown:
            world.disarmFaults()
            advertise(phone)
        }
    }

    func startNavigation() { start(phone) }
    func end() { end(phone) }

    // An existential's actor is opened by a generic function.

    private func start(_ phone: some PhoneApp) { phone.assumeIsolated { $0.startNavigation() } }

    private func publish(_ count: Int, _ key: UInt64, _ phone: some PhoneApp) {
        phone.assumeIsolated { $0.publishInvented(streetByteCount: count, key: key) }
    }

    private func end(_ phone: some PhoneApp) { phone.assumeIsolated { $0.end() } }

    private func advertise(_ phone: some PhoneApp) {
        phone.assumeIsolated { $0.startAdvertising() }
    }
}
