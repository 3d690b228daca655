import KomootNav
import KomootNavFoundation
import Testing

@testable import KomootNavCoreBluetooth
@testable import Simulation

@Suite("What a device's updates mean to an announcer")
struct AnnouncerEventTests {
    @Test(
        "An announcer understands every update of a device",
        arguments: NavigationDevice.Status.allCases)
    func statuses(status: NavigationDevice.Status) {
        let expected: CentralSession.Status =
            switch status {
            case .unsupported, .unauthorized, .poweredOff: .radioOff
            case .stopped: .stopped
            case .searching: .searching
            case .waiting: .waiting
            case .navigating: .navigating
            case .silent: .silent
            case .ended: .ended
            case .pairingRequired: .pairingRequired
            }
        #expect(NavigationAnnouncer.Event(.status(status)) == .status(expected))
        let instruction = DecodedInstruction(.number(1), layout: .deployed, extent: .possiblyCut)
        #expect(NavigationAnnouncer.Event(.instruction(instruction)) == .instruction(instruction))
    }

    @Test("A device's rider hears of a turn at most three times, with its street")
    func ride() async {
        let stage = await DeviceStage(conditions: LinkConditions(mtu: 185))
        await stage.navigate()
        for meters in stride(from: 280 as UInt32, through: 0, by: -7) {
            let instruction = NavigationInstruction(
                identifier: .uint32(meters + 1000), arrow: .left, distanceInMeters: meters,
                street: "Am Mühlbach am Tor")
            let object = try? instruction.encoded(as: .deployed)
            await stage.server.setValue(
                object ?? [], of: NavigationService.instructionCharacteristic)
            await stage.pass(.seconds(1))
        }
        var announcer = NavigationAnnouncer()
        let announcements = stage.updates.all.compactMap { offset, update in
            announcer.handle(NavigationAnnouncer.Event(update), at: SessionTime(offset))
        }.filter { $0.street == "Am Mühlbach am Tor" }
        #expect(announcements.map(\.stage) == [.ahead, .near, .now])
        await stage.stopListening()
    }
}
