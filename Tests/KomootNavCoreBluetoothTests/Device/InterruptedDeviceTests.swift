import KomootNav
import KomootNavCoreBluetooth
import PropertyTesting
import Testing

@testable import CoreBluetooth
@testable import Simulation

/// What a device is doing when something happens to it.
enum DeviceMoment: CaseIterable, Sendable {
    case scanning, connecting, discoveringServices, discoveringCharacteristics, reading, idle

    /// Starts a device, and lets time pass until it is doing this.
    func arrange(_ stage: DeviceStage, restoreIdentifier: String? = nil) async {
        if self == .scanning { await stage.server.stopAdvertising() }
        await stage.start(restoreIdentifier: restoreIdentifier)
        await stage.listen()
        let isThere = await stage.pass(atMost: .seconds(10)) { stage in
            switch self {
            case .scanning: stage.isScanning
            case .connecting: stage.isConnecting
            case .discoveringServices: stage.request == .discoverServices
            case .discoveringCharacteristics: stage.request == .discoverCharacteristics
            case .reading: stage.request == .read
            case .idle: !stage.instructions.isEmpty && stage.request == nil
            }
        }
        #expect(isThere)
        await stage.server.startAdvertising(NavigationService.uuid)
    }

    /// The statuses until then.
    var statuses: DeviceStage.Statuses {
        switch self {
        case .scanning, .connecting: [.searching]
        case .discoveringServices, .discoveringCharacteristics, .reading: [.searching, .waiting]
        case .idle: [.searching, .waiting, .navigating]
        }
    }
}

@Suite("When Bluetooth is off for a device")
struct InterruptedDeviceTests {
    @Test(
        "When Bluetooth is off for a device, it says so, does nothing, and goes on when it is on again",
        arguments: DeviceMoment.allCases, [Habits.plain, Habits()])
    func switchedOff(_ moment: DeviceMoment, _ habits: Habits) async {
        for seed in propertySeeds(4) {
            let stage = await DeviceStage(seed: seed, habits: habits)
            stage.bluetooth.habits.failsToConnect = .never
            await moment.arrange(stage)
            await stage.act { $0.bluetooth.state = .poweredOff }
            await stage.pass(.seconds(10))
            #expect(stage.statuses == moment.statuses + [.poweredOff], "seed \(seed)")
            #expect(stage.liveLinkCount == 0, "seed \(seed)")
            stage.updates.clear()
            await stage.publish()
            await stage.act { $0.bluetooth.state = .poweredOn }
            await stage.pass(.seconds(4))
            #expect(stage.statuses == [.searching, .waiting, .navigating], "seed \(seed)")
            #expect(stage.liveLinkCount == 1, "seed \(seed)")
            #expect(stage.bluetooth.misuses == [], "seed \(seed)")
            await stage.stopListening()
        }
    }

    @Test("When Bluetooth is off for a device, it tells what the state means, in order")
    func states() async {
        let stage = await DeviceStage()
        await stage.navigate()
        let states: [CBManagerState] = [
            .resetting, .unauthorized, .poweredOff, .unsupported, .unknown, .poweredOn,
        ]
        for state in states {
            await stage.publish()
            await stage.act { $0.bluetooth.state = state }
            await stage.pass(.seconds(5))
        }
        #expect(
            stage.statuses == [
                .searching, .waiting, .navigating, .poweredOff, .unauthorized, .poweredOff,
                .unsupported, .poweredOff, .searching, .waiting, .navigating,
            ])
        #expect(stage.liveLinkCount == 1)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "When Bluetooth is off for a device, it says at once that the user does not allow it, and begins when the user does"
    )
    func unauthorized() async {
        let stage = await DeviceStage()
        stage.bluetooth.state = .unauthorized
        await stage.navigate()
        #expect(stage.statuses == [.unauthorized])
        await stage.act { $0.bluetooth.state = .poweredOn }
        await stage.pass(.seconds(5))
        #expect(stage.statuses == [.unauthorized, .searching, .waiting, .navigating])
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }
}
