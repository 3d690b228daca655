import KomootNav
import KomootNavRecording
import Simulation

/// A ride between a simulated phone and a simulated device.
///
/// Without faults, the phone waits until an instruction is shown before it publishes the next one, so that
/// a device that only polls misses none.
struct RideSimulation {
    /// How the phone and the link behave.
    struct Setting {
        var profile = PhoneProfile.published
        var mtu = ATT.defaultMTU
        var seed: UInt64 = 1
        var faults = FaultLevel.none
    }

    /// How long phone and device may take to connect before the ride begins.
    static let settlingTime = Duration.seconds(3)
    /// How long to wait for an instruction to be shown.
    private static let longestWait = Duration.seconds(12)
    private static let slice = Duration.milliseconds(20)

    let world: World
    private let setting: Setting
    private let phone: SimulatedPeripheral
    private let device: SimulatedCentral
    private var identifiers = IdentifierSequence()
    /// When each published object was due in the ride, by its identifier.
    private var times: [InstructionIdentifier: SessionTime] = [:]
    private var faults: ArraySlice<ScriptEntry> = []
    private var lastIdentifier: InstructionIdentifier?
    private var isLastShown = true

    init(_ setting: Setting, ridesFor duration: Duration, tracing: Bool) async {
        self.setting = setting
        world = World(seed: setting.seed, conditions: LinkConditions(mtu: setting.mtu))
        if tracing { await world.recordTrace() }
        phone = await world.addPhone(setting.profile)
        device = await world.addDevice(radio: .offsetReads)
        await phone.startNavigation()
        await device.start()
        await world.run(for: Self.settlingTime)
        faults = setting.faults.schedule(for: duration, seed: setting.seed)[...]
    }

    /// How many reads the device has made.
    var readCount: Int { get async { await device.readCount } }

    /// How long the ride has been going on.
    var elapsed: Duration { world.clock.now.offset - Self.settlingTime }

    /// Publishes an instruction that was due at a time of the ride.
    mutating func publish(_ ride: RideInstruction, time: SessionTime) async throws(KomootNavError) {
        let identifier = identifiers.next(setting.profile.layout.identifierFormat)
        let instruction = NavigationInstruction(
            identifier: identifier, arrow: ride.arrow, distanceInMeters: ride.distanceInMeters,
            street: ride.street)
        try await phone.publish(instruction)
        times[identifier] = time
        lastIdentifier = identifier
        isLastShown = false
    }

    /// Lets time pass until a moment of the ride, and without faults until the last instruction is shown.
    ///
    /// - Parameter show: called with what was delivered, and when it was due.
    mutating func pass(
        until time: SessionTime, pace: ((Duration) -> Void)?,
        show: (NavigationInstruction, ObjectExtent, SessionTime) -> Void
    ) async {
        let end = time.duration
        while elapsed < end { await step(until: end, pace, show) }
        let limit = elapsed + Self.longestWait
        while setting.faults == .none && !isLastShown && elapsed < limit {
            await step(until: limit, pace, show)
        }
    }

    private mutating func step(
        until end: Duration, _ pace: ((Duration) -> Void)?,
        _ show: (NavigationInstruction, ObjectExtent, SessionTime) -> Void
    ) async {
        // Take small steps for someone who watches, or to notice at once when the instruction is shown.
        let isWaiting = pace != nil || setting.faults == .none && !isLastShown
        var next = isWaiting ? min(end, elapsed + Self.slice) : end
        if let fault = faults.first {
            let due = max(fault.time.offset, elapsed)
            if due <= next {
                next = due
                faults.removeFirst()
                await world.run(for: max(next - elapsed, .zero))
                // What was drawn may find nothing that it could happen to.
                if case .fault(let fault) = fault.action { try? await world.inject(fault) }
            }
        }
        await world.run(for: max(next - elapsed, .zero))
        pace?(elapsed)
        for delivery in await device.takeDeliveries() {
            let layout = setting.profile.layout
            guard let instruction = try? delivery.instruction(layout: layout),
                let time = times[instruction.identifier]
            else { continue }
            if delivery.extent == .whole && instruction.identifier == lastIdentifier {
                isLastShown = true
            }
            show(instruction, delivery.extent, time)
        }
    }
}
