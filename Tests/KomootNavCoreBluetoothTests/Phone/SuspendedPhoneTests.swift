import KomootNav
import KomootNavCoreBluetooth
import Testing

@testable import CoreBluetooth
@testable import Simulation

@Suite("A phone whose app was suspended")
struct SuspendedPhoneTests {
    @Test(
        "A phone whose app was suspended does not take a device for lost whose read waits for it",
        arguments: 0..<UInt64(8))
    func waitingRead(seed: UInt64) async throws {
        let stage = await PhoneStage(seed: seed)
        await stage.start()
        await stage.listen()
        try await stage.world.run { world in
            let client = world.addClient()
            let characteristic = try await client.subscribeToInstructions()
            try stage.publish(1)
            _ = try await client.readObject(characteristic)
            stage.bluetooth.suspendApp()
            async let object = client.readObject(characteristic)
            try await world.clock.sleep(for: .seconds(20))
            stage.bluetooth.resumeApp()
            #expect(try await object.first == 1)
        }
        #expect(stage.statuses == [.advertising, .serving])
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }
}
