import KomootNav
import KomootNavCoreBluetooth
import KomootNavFoundation
public import KomootNavRecording
import Simulation

/// A ride with a simulated phone and a simulated device, whose world waits for the clock of whoever watches.
struct SimulatedRide {
    /// How long the last instruction is shown before the ride ends.
    private static let end = Duration.seconds(10)

    private let world: World
    private let phone: SimulatedPeripheral
    private let device: SimulatedCentral
    private let layout: InstructionLayout
    private var publications: ArraySlice<(time: Duration, instruction: NavigationInstruction)>
    private var faults: ArraySlice<ScriptEntry>
    private let duration: Duration
    private var hasInstruction = false

    init(
        _ ride: RecordedRide, _ profile: PhoneProfile, _ faults: RideFaults, _ seed: UInt64
    ) async {
        layout = profile.layout
        var pace = PlaybackPace()
        var identifiers = IdentifierSequence()
        publications =
            ride.instructions.map {
                let instruction = NavigationInstruction(
                    identifier: identifiers.next(profile.layout.identifierFormat), arrow: $0.arrow,
                    distanceInMeters: $0.distanceInMeters, street: $0.street)
                return (pace.offset(of: $0.time), instruction)
            }[...]
        duration = (publications.last?.time ?? .zero) + Self.end
        self.faults = faults.schedule(for: duration, seed: seed)[...]
        world = World(seed: seed, conditions: LinkConditions(mtu: 185))
        phone = await world.addPhone(profile)
        device = await world.addDevice(radio: .coreBluetooth)
    }

    /// Rides to the end.
    mutating func run(_ pace: Pace, _ show: NavigationSource.Show) async throws {
        await phone.startNavigation()
        await device.start()
        while world.clock.now.offset < duration {
            await pass(until: min(pace.elapsed, duration))
            try await updates().show(show)
            try await pace.wait(until: .zero)
        }
        try await show(.problem(.ended))
    }

    private mutating func pass(until end: Duration) async {
        while true {
            let (publication, fault) = (publications.first, faults.first)
            let due = min(publication?.time ?? end, fault?.time.offset ?? end)
            guard due < end else { break }
            await world.run(until: VirtualClock.Instant(offset: due))
            if let publication, publication.time == due {
                publications.removeFirst()
                // A street that is too long for the layout is left out, as by a phone that can't send it.
                try? await phone.publish(publication.instruction)
            } else if let fault {
                faults.removeFirst()
                // What was drawn may find nothing that it could happen to.
                if case .fault(let fault) = fault.action { try? await world.inject(fault) }
            }
        }
        await world.run(until: VirtualClock.Instant(offset: end))
    }

    /// What the device has told since the last call.
    private mutating func updates() async -> NewestUpdates {
        var newest = NewestUpdates()
        var reports = await device.takeReports()[...]
        for delivery in await device.takeDeliveries() {
            while let report = reports.first, report.time < delivery.time {
                newest.add(.status(NavigationDevice.Status(report.status, .on)))
                reports.removeFirst()
            }
            guard
                let instruction = try? DecodedInstruction(
                    decoding: delivery.bytes, layout: layout, extent: delivery.extent)
            else { continue }
            newest.add(.instruction(instruction))
            hasInstruction = true
        }
        if hasInstruction, await device.hasInstruction == false {
            newest.add(.noInstruction)
            hasInstruction = false
        }
        for report in reports { newest.add(.status(NavigationDevice.Status(report.status, .on))) }
        return newest
    }
}

extension RecordedRide {
    /// A short ride that is made up, for previews and demonstrations: six turns in a little over a minute.
    public static let sample: RecordedRide = {
        let turns: [(Arrow, [UInt32], Street)] = [
            (.start, [0], "Am Neuen Palais"), (.left, [180, 90, 40, 10], "Lennéstraße"),
            (.slightRight, [320, 150, 60, 20], "Hans-Sachs-Straße"),
            (.roundaboutCounterclockwise2of3, [240, 110, 50, 10], "Zeppelinstraße"),
            (.right, [1200, 410, 90, 20], "Uferweg am Templiner See"), (.finish, [60, 10], ""),
        ]
        var seconds: Int64 = 0
        var instructions: [RideInstruction] = []
        for (arrow, distances, street) in turns {
            for distance in distances {
                instructions.append(
                    RideInstruction(
                        time: CaptureTime(microsecondsSince1970: seconds * 1_000_000), arrow: arrow,
                        distanceInMeters: distance, street: street))
                seconds += 4
            }
        }
        return RecordedRide(instructions)
    }()
}
