import KomootNav
import KomootNavCoreBluetooth
import Testing

@testable import CoreBluetooth
@testable import Simulation

@Suite("A device whose system asks the user to pair")
struct PairedDeviceTests {
    @Test(
        "A device whose system asks the user to pair keeps its link while the user decides, is silent meanwhile, and then navigates",
        arguments: [1, 6, 29])
    func pairing(seconds: Int) async {
        let stage = await DeviceStage()
        stage.bluetooth.habits.pairing = seconds * 1_000_000...seconds * 1_000_000
        await stage.navigate()
        await stage.pass(.seconds(seconds))
        let silence: DeviceStage.Statuses = seconds > 5 ? [.silent] : []
        #expect(stage.statuses == [.searching, .waiting] + silence + [.navigating])
        #expect(stage.linkCount == 1)
        #expect(stage.faults.entries == [])
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }
}
