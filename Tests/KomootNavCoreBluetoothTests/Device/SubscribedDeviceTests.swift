import Foundation
import KomootNav
import KomootNavCoreBluetooth
import Testing

@testable import CoreBluetooth
@testable import Simulation

@Suite("A device that subscribes")
struct SubscribedDeviceTests {
    @Test("A device that subscribes shows what is notified, and reads every four seconds besides")
    func notified() async {
        let stage = await DeviceStage()
        await stage.navigate()
        let readCount = Diary<Void>()
        stage.bluetooth.willRequest = { kind in if kind == .read { readCount.add(()) } }
        await stage.pass(.seconds(20))
        // Each object takes two.
        #expect(8...11 ~= readCount.count)
        let next = await stage.publish()
        await stage.pass(.milliseconds(400))
        #expect(stage.instructions.last == next)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test("A device that subscribes polls if the system does not subscribe after all")
    func refused() async {
        let stage = await DeviceStage()
        stage.bluetooth.habits.refusesSubscriptions = true
        await stage.navigate()
        let requests = Diary<RequestKind>()
        stage.bluetooth.willRequest = { requests.add($0) }
        await stage.pass(.seconds(10))
        // Each value is read twice.
        #expect(requests.entries.count { $0 == .read } >= 14)
        #expect(stage.linkCount == 1)
        await stage.stopListening()
    }

    @Test("A device that subscribes does so again if the system ends the subscription")
    func ended() async {
        let stage = await DeviceStage()
        await stage.navigate()
        let requests = Diary<RequestKind>()
        stage.bluetooth.willRequest = { requests.add($0) }
        await stage.act { stage in
            let peer = stage.bluetooth.centralSystem.peers[0]
            guard let phone = peer?.object,
                let characteristic = peer?.characteristics.values.first
            else { return }
            characteristic.isNotifying = false
            phone.delegate?.peripheral(
                phone, didUpdateNotificationStateFor: characteristic, error: nil)
        }
        await stage.pass(.seconds(2))
        #expect(requests.entries.contains(.setNotify))
        #expect(stage.linkCount == 1)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test("A device that subscribes first ends the subscription that the system has kept for it")
    func restored() async {
        let stage = await DeviceStage()
        await stage.navigate(restoreIdentifier: "device")
        await stage.endApp()
        let requests = Diary<RequestKind>()
        stage.bluetooth.willRequest = { requests.add($0) }
        await stage.navigate(restoreIdentifier: "device", for: .seconds(3))
        let asked = requests.entries
        #expect(asked.firstIndex(of: .setNotify) ?? .max < asked.firstIndex(of: .read) ?? .min)
        #expect(asked.count { $0 == .setNotify } == 2)
        #expect(stage.statuses.last == .navigating)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test("A device that subscribes reads nothing before an earlier subscription has ended")
    func notEnded() async {
        let stage = await DeviceStage()
        await stage.navigate(restoreIdentifier: "device")
        await stage.endApp()
        let requests = Diary<RequestKind>()
        stage.bluetooth.willRequest = { [unowned stage] kind in
            requests.add(kind)
            guard kind == .setNotify, requests.entries.count(where: { $0 == kind }) == 1,
                let peer = stage.bluetooth.centralSystem.peers[0], let phone = peer.object,
                let characteristic = peer.characteristics.values.first
            else { return }
            phone.delegate?.peripheral(
                phone, didUpdateNotificationStateFor: characteristic, error: nil)
        }
        await stage.navigate(restoreIdentifier: "device", for: .seconds(6))
        #expect(stage.faults.entries.first == .refused(.unlikelyError))
        let discovery: [RequestKind] = [.discoverServices, .discoverCharacteristics]
        #expect(requests.entries.prefix { $0 != .read } == discovery + [.setNotify] + discovery)
        #expect(stage.statuses.last == .navigating)
        await stage.stopListening()
    }
}
