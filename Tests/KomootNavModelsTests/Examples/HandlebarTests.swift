import CyclingSensors
import Foundation
import KomootNav
import KomootNavCoreBluetooth
import KomootNavModels
import KomootNavRecording
import RepositorySupport
import Simulation
import Testing

@testable import ExampleApps

@Suite("The example app Handlebar")
@MainActor
struct HandlebarTests {
    /// What the screen shows at moments, in seconds.
    private static func screens(
        _ directions: NavigationSource, _ ride: RideSource, at moments: [Double],
        _ clock: VirtualClock
    ) async throws -> [String] {
        let handlebar = Handlebar(
            directions, ride, locale: Locale(identifier: "en_IE"), clock: AppClock(clock))
        let riding = Task { await handlebar.ride.run() }
        defer { riding.cancel() }
        let directions = Task { await handlebar.directions.run() }
        defer { directions.cancel() }
        let start = clock.now.offset
        var screens: [String] = []
        for moment in moments {
            try await clock.sleep(for: start + .seconds(moment) - clock.now.offset)
            var tiles = handlebar.ride.values.map(\.text).joined(separator: ", ")
            if handlebar.ride.isOld { tiles += ", old" }
            screens.append("\(ModelStage.screen(handlebar.directions)) | \(tiles)")
        }
        return screens
    }

    @Test("A simulated ride with faults is shown with a simulated rider's values")
    func simulated() async throws {
        let screens = try await World(seed: 1).run { world in
            let clock = world.clock
            return try await Self.screens(
                .simulated(faults: .rough), .simulated(), at: [0.5, 5, 30, 60, 150], clock)
        }
        #expect(
            screens == [
                "- |  |  | Looking for a phone | 28.8 km/h, 160 W, 85 rpm, 120 bpm",
                "arrow.turn.up.left | 180 m | Lennéstraße | Navigating | 29.2 km/h, 165 W, 86 rpm, 122 bpm",
                "arrow.up.right | 60 m | Hans-Sachs-Straße | Navigating | 31.4 km/h, 198 W, 89 rpm, 134 bpm",
                "arrow.turn.up.right | 410 m | Uferweg am Templiner See | Navigating | 34.1 km/h, 238 W, 92 rpm, 149 bpm",
                "flag.checkered | 10 m |  | old, Playback has ended | 14.4 km/h, 280 W, 70 rpm, 165 bpm, old",
            ])
    }

    @Test("A phone that navigates and a sensor that was chosen are shown over one radio")
    func live() async throws {
        let world = World(seed: 1, conditions: LinkConditions(mtu: 185))
        let server = await world.addServer()
        await server.add(.heart)
        await server.startAdvertising(SensorService.heartRate, name: "Strap")
        let screens = try await world.run { world in
            let phone = NavigationPhone(on: world.addPeripheral(), layout: .deployed)
            phone.start()
            try phone.publish(arrow: .left, distanceInMeters: 210, street: "Hegelallee")
            let central = world.addCentral()
            let clock = world.clock
            let beating = Task {
                for beat in UInt8(0)...100 {
                    try await clock.sleep(for: .seconds(1))
                    await server.notify(
                        [0, 140 + beat], of: SensorCharacteristic.heartRateMeasurement)
                    if beat == 20 { await server.die() }
                }
            }
            defer { beating.cancel() }
            let strap = try await central.find(SensorService.heartRate).peer
            let device = NavigationDevice(on: central)
            let sensors = await SensorChoice(on: central, chosen: [strap])
            return try await Self.screens(
                .live(device), .live(sensors), at: [0.1, 2, 5.5, 15, 40], clock)
        }
        #expect(
            screens == [
                "- |  |  | Looking for a phone | –, –, –, –",
                "arrow.turn.up.left | 210 m | Hegelallee | Navigating | –, –, –, 141 bpm",
                "arrow.turn.up.left | 210 m | Hegelallee | Navigating | –, –, –, 144 bpm",
                "arrow.turn.up.left | 210 m | Hegelallee | Navigating | –, –, –, 154 bpm",
                "arrow.turn.up.left | 210 m | Hegelallee | Navigating | –, –, –, –",
            ])
    }

    @Test("A ride file is shown without sensors, a Bluetooth log of sensors without directions")
    func recorded() async throws {
        let file = Array(
            "NEXT,,,,,,,,\"Hegelallee\",In 210 m,ic_nav_turn_left,5,1000,knav\n".utf8)
        let log = try Self.log()
        let (ride, sensors) = try await World(seed: 1).run { world in
            let clock = world.clock
            return (
                try await Self.screens(
                    .recording { file }, .recording { file }, at: [0.1, 11], clock),
                try await Self.screens(
                    .recording { log }, .recording { log }, at: [0.1, 1.5, 2.5, 3.5, 20], clock)
            )
        }
        #expect(
            ride == [
                "arrow.turn.up.left | 210 m | Hegelallee | Navigating | –, –, –, –",
                "arrow.turn.up.left | 210 m | Hegelallee | old, Playback has ended | –, –, –, –",
            ])
        #expect(
            sensors == [
                "- |  |  | The recording has no directions | –, –, –, –",
                "- |  |  | The recording has no directions | –, –, –, 120 bpm",
                "- |  |  | The recording has no directions | –, –, –, 121 bpm",
                "- |  |  | The recording has no directions | –, –, –, 122 bpm",
                "- |  |  | The recording has no directions | –, –, –, 123 bpm, old",
            ])
    }

    /// A minute's heart rates.
    nonisolated private static func log() throws -> [UInt8] {
        let start = CaptureTime(microsecondsSince1970: 1_700_000_000_000_000)
        let characteristic = SensorCharacteristic.heartRateMeasurement
        var writer = try ValueCaptureWriter([
            CapturedService(SensorService.heartRate, characteristics: [characteristic])
        ])
        writer.writeConnection(at: start)
        for second in 0...3 {
            let value: ContiguousArray<UInt8> = [0, 120 + UInt8(second)]
            try writer.write(
                value.span, of: characteristic, at: start.advanced(by: .seconds(second + 1)))
        }
        return Array(writer.takeBytes())
    }
}
