import Foundation
import KomootNav
import KomootNavCoreBluetooth
import Testing

@testable import CoreBluetooth
@testable import Simulation

@Suite("A device that the system starts again")
struct RestoredDeviceTests {
    /// Starts the app as soon as the system has something to tell, and lets it read.
    private static func startWhenWoken(_ stage: DeviceStage) async {
        let wakes = Diary<Void>()
        await stage.act { $0.bluetooth.wakesApp = { wakes.add(()) } }
        let isWoken = await stage.pass(atMost: .seconds(5)) { _ in wakes.count > 0 }
        #expect(isWoken)
        await stage.navigate(restoreIdentifier: "device", for: .seconds(3))
    }

    @Test(
        "A device that the system starts again goes on with the link that it had", arguments: 0..<10
    )
    func link(seed: Int) async {
        let stage = await DeviceStage(seed: UInt64(seed), habits: Habits())
        stage.bluetooth.habits.failsToConnect = .never
        await stage.navigate(restoreIdentifier: "device")
        await stage.endApp()
        await stage.pass(.seconds(10))
        #expect(stage.liveLinkCount == 1)
        // Nobody could find it by a scan.
        await stage.server.stopAdvertising()
        let next = await stage.publish()
        await stage.navigate(restoreIdentifier: "device", for: .seconds(3))
        #expect(stage.statuses == [.searching, .waiting, .navigating])
        #expect(stage.instructions.last == next)
        #expect(stage.linkCount == 1)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test("A device that the system starts again leaves what the system kept until it is started")
    func notStarted() async {
        let stage = await DeviceStage()
        await stage.navigate(restoreIdentifier: "device")
        await stage.endApp()
        await stage.server.stopAdvertising()
        await stage.start(restoreIdentifier: "device", starts: false)
        await stage.pass(.seconds(5))
        await stage.act { $0.device?.stop() }
        await stage.pass(.seconds(5))
        #expect(stage.liveLinkCount == 1)
        await stage.startAgain()
        await stage.pass(.seconds(3))
        #expect(stage.statuses == [.searching, .waiting, .navigating])
        #expect(stage.linkCount == 1)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "A device that the system starts again goes on to connect, and is started when the link is up",
        arguments: 0..<10)
    func pendingConnection(seed: Int) async {
        let stage = await DeviceStage(seed: UInt64(seed), habits: Habits())
        stage.bluetooth.habits.failsToConnect = .never
        await stage.start(restoreIdentifier: "device")
        let isConnecting = await stage.pass(atMost: .seconds(2)) { $0.isConnecting }
        #expect(isConnecting)
        await stage.server.stopAdvertising()
        await stage.endApp()
        await stage.pass(.seconds(30))
        await stage.server.startAdvertising(NavigationService.uuid)
        await Self.startWhenWoken(stage)
        #expect(stage.statuses == [.searching, .waiting, .navigating])
        #expect(stage.linkCount == 1)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "A device that the system starts again goes on to scan, and is started when a phone is found",
        arguments: 0..<10)
    func scan(seed: Int) async {
        let stage = await DeviceStage(
            seed: UInt64(seed), habits: Habits(), advertises: false)
        stage.bluetooth.habits.failsToConnect = .never
        await stage.start(restoreIdentifier: "device")
        await stage.pass(.seconds(1))
        await stage.endApp()
        await stage.pass(.seconds(30))
        #expect(stage.isScanning)
        await stage.server.startAdvertising(NavigationService.uuid)
        await Self.startWhenWoken(stage)
        #expect(stage.statuses == [.searching, .waiting, .navigating])
        #expect(stage.linkCount == 1)
        #expect(!stage.isScanning)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "A device that the system starts again gives a restored link up if the phone does not answer, and finds it again"
    )
    func deadLink() async throws {
        let stage = await DeviceStage()
        await stage.navigate(restoreIdentifier: "device")
        await stage.endApp()
        try await stage.world.inject(.link(.droppedSilently))
        await stage.navigate(restoreIdentifier: "device", for: .seconds(15))
        #expect(
            stage.statuses == [.searching, .waiting, .silent, .searching, .waiting, .navigating])
        #expect(stage.linkCount == 2)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "A device that the system starts again ends what the system kept if it is stopped at once, and can start again",
        arguments: DeviceMoment.allCases)
    func stopped(_ moment: DeviceMoment) async {
        let stage = await DeviceStage()
        await moment.arrange(stage, restoreIdentifier: "device")
        await stage.server.stopAdvertising()
        await stage.endApp()
        await stage.start(restoreIdentifier: "device", starts: false)
        await stage.act { stage in
            stage.device?.start()
            stage.device?.stop()
        }
        await stage.listen()
        await stage.pass(.seconds(5))
        #expect(stage.statuses == [.stopped])
        #expect(stage.liveLinkCount == 0)
        #expect(!stage.isConnecting)
        #expect(!stage.isScanning)
        await stage.server.startAdvertising(NavigationService.uuid)
        await stage.act { $0.device?.start() }
        await stage.pass(.seconds(3))
        #expect(stage.statuses == [.stopped, .searching, .waiting, .navigating])
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "A device that the system starts again goes on with one of the phones that the system kept, and lets the others go"
    )
    func severalPhones() async {
        let stage = await DeviceStage()
        let app = GreedyApp()
        await stage.act { app.start(on: $0.bluetooth) }
        await stage.pass(.seconds(1))
        for _ in 0..<2 {
            // A scan finds only the first phone that advertises.
            await stage.server.stopAdvertising()
            let other = await stage.world.addServer()
            await other.add(.navigation(hasCCCD: true))
            await other.startAdvertising(NavigationService.uuid)
            await stage.pass(.seconds(1))
            await other.stopAdvertising()
        }
        #expect(stage.liveLinkCount == 3)
        await stage.endApp()
        await stage.navigate(restoreIdentifier: "device", for: .seconds(3))
        #expect(stage.liveLinkCount == 1)
        #expect(stage.linkCount == 3)
        #expect(stage.statuses == [.searching, .waiting, .navigating])
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "A device that the system starts again does not take the end of an earlier link for its own",
        arguments: 0..<10)
    func endingLink(seed: Int) async {
        let stage = await DeviceStage(seed: UInt64(seed))
        stage.bluetooth.habits.disconnectsLate = .always
        await stage.navigate(restoreIdentifier: "device")
        await stage.act { $0.device?.stop() }
        await stage.endApp()
        await stage.navigate(restoreIdentifier: "device", for: .seconds(9))
        #expect(stage.statuses.prefix(3) == [.searching, .waiting, .navigating])
        #expect(stage.linkCount == 2)
        #expect(stage.faults.entries == [])
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "A device that the system starts again begins anew under another identifier, on the link that is kept for the old one"
    )
    func otherIdentifier() async {
        let stage = await DeviceStage()
        await stage.navigate(restoreIdentifier: "device")
        await stage.endApp()
        await stage.navigate(restoreIdentifier: "another device", for: .seconds(3))
        #expect(stage.statuses == [.searching, .waiting, .navigating])
        #expect(stage.linkCount == 1)
        #expect(stage.liveLinkCount == 1)
        await stage.stopListening()
    }
}

/// An app of another version, which connects to every phone that it finds.
///
/// It may be marked as sendable because only code on its world's executor uses it.
private final class GreedyApp: NSObject, CentralRestorationDelegate, @unchecked Sendable {
    private var manager: CBCentralManager?
    private var phones: [CBPeripheral] = []

    func start(on bluetooth: SimulatedBluetooth) {
        manager = SimulatedBluetooth.$current.withValue(bluetooth) {
            CBCentralManager(
                delegate: self, queue: nil,
                options: [CBCentralManagerOptionRestoreIdentifierKey: "device"])
        }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        central.scanForPeripherals(
            withServices: [CBUUID(string: NavigationService.uuid.description)])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        phones.append(peripheral)
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
}
