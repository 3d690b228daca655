import CyclingSensors
import Foundation
import KomootNavCoreBluetooth
import KomootNavModels
import RepositorySupport
import Simulation
import Testing

@Suite("A rider's choice of sensors")
@MainActor
struct SensorChoiceTests {
    @Test(
        "A rider chooses a sensor that is near, sees its values, and leaves it out again, also during a ride"
    )
    func chooses() async throws {
        let world = World(seed: 1)
        let server = await world.addServer()
        await server.add(.heart)
        await server.startAdvertising(SensorService.heartRate, name: "Strap")
        try await world.run { world in
            let central = world.addCentral()
            let clock = world.clock
            let beating = Task {
                while true {
                    try await clock.sleep(for: .seconds(1))
                    await server.notify(
                        [0, 140], of: SensorCharacteristic.heartRateMeasurement)
                }
            }
            defer { beating.cancel() }
            try await Self.choose(on: central, server, clock)
        }
    }

    @Test("While a rider looks for sensors, the choice says that Bluetooth is off")
    func bluetoothOff() async throws {
        let texts = try await World(seed: 1).run { world in
            let choice = await SensorChoice(
                on: world.addCentral(), locale: Locale(identifier: "de"),
                clock: AppClock(world.clock))
            let looking = Task { await choice.look() }
            var texts: [String?] = []
            for isOff in [false, true, false] {
                if isOff { try world.inject(.link(.centralRadioOff(.seconds(5)))) }
                try await world.clock.sleep(for: .seconds(4))
                texts.append(await choice.bluetoothText)
                try await world.clock.sleep(for: .seconds(4))
            }
            try world.inject(.link(.centralRadioOff(.seconds(9))))
            try await world.clock.sleep(for: .seconds(4))
            texts.append(await choice.bluetoothText)
            looking.cancel()
            await looking.value
            return texts + [await choice.bluetoothText]
        }
        let off = "Bluetooth ist ausgeschaltet"
        #expect(texts == [nil, off, nil, off, nil])
    }

    @Test("A radio that can't be used says why")
    func obstacles() {
        let english = Locale(identifier: "en")
        let texts = GATTRadioState.allCases.map { $0.obstacleText(locale: english) }
        #expect(
            texts == [
                nil, "This device has no Bluetooth Low Energy",
                "Allow Bluetooth for this app in the settings", "Bluetooth is off", nil,
            ])
    }

    private static func choose(
        on central: GATTCentral, _ server: GATTServer, _ clock: VirtualClock
    ) async throws {
        let choice = SensorChoice(on: central, clock: AppClock(clock))
        let looking = Task { await choice.look() }
        try await clock.sleep(for: .seconds(5))
        #expect(choice.nearby.map(\.name) == ["Strap"])
        let strap = try #require(choice.nearby.first).peer
        looking.cancel()
        try await clock.sleep(for: .seconds(2))
        #expect(choice.nearby.isEmpty && choice.chosen.isEmpty)
        for expected: UInt16? in [nil, 140, nil] {
            let model = RideModel(.live(choice), clock: AppClock(clock))
            let run = Task { await model.run() }
            try await clock.sleep(for: .seconds(10))
            #expect(model.reading.heartRate == expected)
            run.cancel()
            choice.toggle(strap)
            try await clock.sleep(for: .seconds(2))
        }
        // The same in one run.
        let model = RideModel(.live(choice), clock: AppClock(clock))
        let run = Task { await model.run() }
        defer { run.cancel() }
        for expected: UInt16? in [140, nil, 140] {
            try await clock.sleep(for: .seconds(4))
            #expect(model.reading.heartRate == expected)
            #expect(model.links.count == (expected == nil ? 0 : 1))
            choice.toggle(strap)
        }
    }
}
