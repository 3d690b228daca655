package import KomootNav
package import KomootNavRecording
package import Simulation

/// A ride between a simulated phone and a simulated device.
///
/// Without faults, the phone waits until an instruction is shown before it publishes the next one, so that
/// a device that only polls misses none.
package struct RideSimulation {
    /// How the phone and the link behave.
    package struct Setting {
        package var profile = PhoneProfile.usual
        package var mtu = ATT.defaultMTU
        package var seed: UInt64 = 1
        package var faults = RideFaults.none

        package init() {}

        /// What is simulated, as words.
        package var facts: [String] {
            let real =
                profile == .published ? " (real phones: ios or android, which write deployed)" : ""
            var facts = [
                "profile \(profile.rawValue), layout \(profile.layout)\(real)", "MTU \(mtu)",
            ]
            if let level = faults.campaignLevel {
                facts.append("faults of the campaign's level \(level), seed \(seed)")
            } else if faults != .none {
                facts.append("\(faults) faults of seed \(seed)")
            }
            return facts
        }
    }

    /// Something that happened to the device.
    package enum Happening {
        /// It was given a published instruction to show, or the beginning of one.
        case delivered(NavigationInstruction, ObjectExtent, Publication)
        /// It was given an instruction that is not of the ride: a fault published it.
        case deliveredInvented(NavigationInstruction, ObjectExtent)
        /// It told its rider a new status.
        case reported(CentralSession.Status)
        /// Something went wrong.
        case fault(Fault)
    }

    /// An instruction that the phone has published.
    package struct Publication {
        /// How many it had published before.
        package let number: Int
        /// When it was due in the ride.
        package let time: SessionTime
    }

    /// How long phone and device may take to connect before the ride begins.
    package static let settlingTime = Duration.seconds(3)
    /// How long to wait for an instruction to be shown.
    private static let longestWait = Duration.seconds(12)
    private static let slice = Duration.milliseconds(20)

    package let world: World
    private let meter: FreshnessMeter
    private let setting: Setting
    /// Whether the user has interrupted the ride.
    private let isInterrupted: () -> Bool
    private let phone: SimulatedPeripheral
    private let device: SimulatedCentral
    private var identifiers = IdentifierSequence()
    private var publications: [InstructionIdentifier: Publication] = [:]
    private var faults: ArraySlice<ScriptEntry> = []
    private var lastIdentifier: InstructionIdentifier?
    private var isLastShown = true

    package init(
        _ setting: Setting, ridesFor duration: Duration, tracing: Bool,
        isInterrupted: @escaping () -> Bool
    ) async {
        self.setting = setting
        self.isInterrupted = isInterrupted
        meter = FreshnessMeter(
            phone: PeripheralSession.Configuration(layout: setting.profile.layout),
            radio: .offsetReads, mtu: setting.mtu)
        world = World(
            seed: setting.seed, conditions: LinkConditions(mtu: setting.mtu), meter: meter)
        if tracing { await world.recordTrace() }
        phone = await world.addPhone(setting.profile)
        device = await world.addDevice(radio: .offsetReads)
        await phone.startNavigation()
        await device.start()
        await world.run(for: Self.settlingTime)
        faults = setting.faults.schedule(for: duration, seed: setting.seed)[...]
    }

    /// How many reads the device has made.
    package var readCount: Int { get async { await device.readCount } }

    /// How fresh the device's screen has been since the first publication.
    package var freshness: Freshness { meter.freshness(at: world.linkLayer.now) }

    /// How long the ride has been going on.
    package var elapsed: Duration { world.clock.now.offset - Self.settlingTime }

    /// Publishes an instruction that was due at a time of the ride.
    package mutating func publish(_ ride: RideInstruction, time: SessionTime)
        async throws(KomootNavError)
    {
        let identifier = identifiers.next(setting.profile.layout.identifierFormat)
        let instruction = NavigationInstruction(
            identifier: identifier, arrow: ride.arrow, distanceInMeters: ride.distanceInMeters,
            street: ride.street)
        try await phone.publish(instruction)
        publications[identifier] = Publication(number: publications.count, time: time)
        lastIdentifier = identifier
        isLastShown = false
    }

    /// Lets time pass until a moment of the ride, and without faults until the last instruction is shown; or until
    /// the user interrupts it.
    ///
    /// - Parameter show: called with everything that happened, and when: since the ride's first instruction was due.
    package mutating func pass(
        until time: SessionTime, pace: ((Duration) -> Void)?,
        show: (Happening, Duration) -> Void
    ) async {
        let end = time.duration
        while elapsed < end && !isInterrupted() { await step(until: end, pace, show) }
        let limit = elapsed + Self.longestWait
        while setting.faults == .none && !isLastShown && elapsed < limit
            && !isInterrupted()
        {
            await step(until: limit, pace, show)
        }
    }

    private mutating func step(
        until end: Duration, _ pace: ((Duration) -> Void)?, _ show: (Happening, Duration) -> Void
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
                await tell(show)
                await inject(fault, show)
            }
        }
        await world.run(for: max(next - elapsed, .zero))
        pace?(elapsed)
        await tell(show)
    }

    private func inject(_ entry: ScriptEntry, _ show: (Happening, Duration) -> Void) async {
        guard case .fault(let fault) = entry.action else { return }
        do throws(ImpossibleFault) {
            try await world.inject(fault)
            show(.fault(fault), elapsed)
        } catch {
            // What was drawn may find nothing that it could happen to.
        }
    }

    /// Tells what the device delivered and reported, in order.
    private mutating func tell(_ show: (Happening, Duration) -> Void) async {
        var reports = await device.takeReports()[...]
        func report(before time: VirtualClock.Instant?) {
            while let (moment, status) = reports.first, time.map({ moment < $0 }) ?? true {
                reports.removeFirst()
                show(.reported(status), moment.offset - Self.settlingTime)
            }
        }
        for delivery in await device.takeDeliveries() {
            report(before: delivery.time)
            guard let instruction = try? delivery.instruction(layout: setting.profile.layout)
            else { continue }
            if delivery.extent == .whole && instruction.identifier == lastIdentifier {
                isLastShown = true
            }
            let happening: Happening =
                publications[instruction.identifier].map {
                    .delivered(instruction, delivery.extent, $0)
                } ?? .deliveredInvented(instruction, delivery.extent)
            show(happening, delivery.time.offset - Self.settlingTime)
        }
        report(before: nil)
    }
}

extension PhoneProfile {
    /// The one that a command plays if it is not told: a phone that riders have.
    package static let usual = ios
}
