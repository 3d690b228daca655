import Foundation
import KomootNav
import Testing

@testable import CoreBluetooth
@testable import KomootNavCoreBluetooth
@testable import Simulation

@Suite("A device whose phone no longer knows that it was paired")
struct LostPairingTests {
    @Test(
        "A device that its phone has forgotten tells the rider so while it searches, until it can read again",
        arguments: [CBError.Code.peerRemovedPairingInformation, .encryptionTimedOut])
    func lost(_ code: CBError.Code) async throws {
        let stage = await DeviceStage()
        await stage.navigate()
        try await loseLink(stage)
        #expect(stage.statuses.last == .searching)
        await refuse(stage, with: CBError(code))
        #expect(stage.statuses.last == .pairingRequired)
        await stage.server.startAdvertising(NavigationService.uuid)
        await stage.publish()
        await stage.pass(.seconds(4))
        #expect(stage.statuses.last == .navigating)
        #expect(stage.instructions.last == .number(2))
        try await loseLink(stage)
        #expect(stage.statuses.last == .searching)
        await stage.stopListening()
    }

    @Test("A device does not say that its phone has forgotten it after another error")
    func other() async throws {
        let stage = await DeviceStage()
        await stage.navigate()
        try await loseLink(stage)
        await refuse(stage, with: CBError(.connectionTimeout))
        await refuse(stage, with: NSError(domain: "another", code: 14))
        #expect(stage.statuses.last == .searching)
        await stage.stopListening()
    }

    private func loseLink(_ stage: DeviceStage) async throws {
        await stage.server.stopAdvertising()
        try await stage.world.inject(.link(.dropped))
        await stage.pass(.seconds(1))
    }

    /// The system tells that the phone did not let the device connect.
    private func refuse(_ stage: DeviceStage, with error: any Error) async {
        await stage.act { stage in
            let system = stage.bluetooth.centralSystem
            guard let manager = system.manager, let peer = system.peers.values.first else {
                Issue.record("there is no manager, or no phone")
                return
            }
            manager.delegate?.centralManager(
                manager, didFailToConnect: system.object(of: peer), error: error)
        }
        await stage.pass(.milliseconds(1))
    }
}
