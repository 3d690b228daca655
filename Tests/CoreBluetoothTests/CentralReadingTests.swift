import CoreBluetooth
import KomootNav
import Simulation
import Testing

@Suite("A central that reads") struct CentralReadingTests {
    @Test("a whole value arrives in one callback, whatever the MTU", arguments: [23, 24, 185, 517])
    func wholeValue(mtu: Int) async {
        let stage = await CentralStage(conditions: LinkConditions(mtu: mtu))
        await stage.connect()
        await stage.act { $0.app.read() }
        await stage.pass(.seconds(2))
        #expect(stage.app.values == [Array(0..<60)])
        #expect(stage.app.characteristic?.value.map(Array.init) == Array(0..<60))
        #expect(stage.bluetooth.misuses.isEmpty)
        #expect(!stage.app.wasCalledInCall)
    }
}
