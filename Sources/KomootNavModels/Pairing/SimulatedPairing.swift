import CompanionPairing
import KomootNavCoreBluetooth
import KomootNavRecording
import LinkVocabulary
import Simulation

/// A phone and a display in a world of their own, whose time passes while the model of one of them runs.
struct SimulatedPairing: Sendable {
    /// How long a ride's last instruction stays before the ride begins again.
    private static let end = Duration.seconds(10)

    let phone: PairedPhone
    let display: PairedDisplay
    private let world: World

    init(_ seed: UInt64) {
        world = World(seed: seed, conditions: LinkConditions(mtu: 185))
        phone = PairedPhone(on: world.joinPeripheral(), names: MemoryNameStore())
        display = PairedDisplay(on: world.joinCentral(), names: MemoryNameStore())
    }

    /// Lets time pass, and a phone navigate.
    func runPhone(_ ride: RecordedRide, _ clock: AppClock) async throws {
        phone.start()
        defer { phone.stop() }
        async let passing: Void = pass(clock)
        while !ride.instructions.isEmpty {
            try await ride.play(Pace(clock, 1)) { next in
                // A street that is too long is left out, as by a phone that can't send it.
                try? phone.publish(
                    arrow: next.arrow, distanceInMeters: next.distanceInMeters,
                    street: next.street)
            }
            try await clock.sleep(for: Self.end)
        }
        try await passing
    }

    /// Lets time pass, and a display's user look for a phone once.
    func runDisplay(_ clock: AppClock) async throws {
        display.start()
        defer { display.stop() }
        async let passing: Void = pass(clock)
        for await update in display.updates {
            guard case .screen(.unpaired) = update else { continue }
            display.press(.discover)
            break
        }
        try await passing
    }

    private func pass(_ clock: AppClock) async throws {
        let start = world.clock.now.offset
        let pace = Pace(clock, 1)
        while true {
            await world.run(until: VirtualClock.Instant(offset: start + pace.elapsed))
            try await pace.wait(until: .zero)
        }
    }
}
