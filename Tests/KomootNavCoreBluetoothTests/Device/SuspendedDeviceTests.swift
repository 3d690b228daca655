import KomootNav
import KomootNavCoreBluetooth
import PropertyTesting
import Testing

@testable import CoreBluetooth
@testable import Simulation

@Suite("A device whose app was suspended")
struct SuspendedDeviceTests {
    /// What comes before the answers that the system has kept.
    enum First: CaseIterable, Sendable {
        case timer, otherMTU, start, serviceChanged
    }

    /// What a device does when it is suspended, with what it hears of first. Services that change before the app hears
    /// what was discovered are another matter.
    private static let cases: [(DeviceMoment, First)] = DeviceMoment.allCases.dropFirst(2)
        .flatMap { moment in First.allCases.map { (moment, $0) } }
        .filter { $0 != (.discoveringServices, .serviceChanged) }

    /// The system suspends the app for a minute.
    private static func suspend(_ stage: DeviceStage, _ first: First = .timer) async throws {
        await stage.act { $0.bluetooth.suspendApp() }
        await stage.pass(.seconds(30))
        switch first {
        case .timer, .start: break
        case .otherMTU: try await stage.world.inject(.link(.mtuChanged(185)))
        case .serviceChanged:
            await stage.server.add(GATTService(uuid: UUID128(high: 1, low: 2), characteristics: []))
        }
        await stage.pass(.seconds(30))
        await stage.act { stage in
            stage.bluetooth.resumeApp()
            if first == .start { stage.device?.start() }
        }
    }

    @Test(
        "A device whose app was suspended goes on with its link, whatever it did and whatever it hears of first",
        arguments: cases)
    func healthyLink(_ moment: DeviceMoment, _ first: First) async throws {
        // With seed 55 a notification takes the place of an answer that the system has kept.
        for seed in Array(propertySeeds(3)) + [55] {
            let stage = await DeviceStage(seed: seed)
            await moment.arrange(stage)
            try await Self.suspend(stage, first)
            let next = await stage.publish()
            await stage.pass(.seconds(4))
            #expect(stage.statuses == [.searching, .waiting, .navigating], "seed \(seed)")
            #expect(stage.instructions.last == next, "seed \(seed)")
            #expect(stage.linkCount == 1, "seed \(seed)")
            // Then a subscription may be refused.
            let allowed: [CentralSession.Fault] =
                first == .serviceChanged ? [.refused(.unlikelyError)] : []
            #expect(stage.faults.entries.allSatisfy(allowed.contains), "seed \(seed)")
            #expect(stage.bluetooth.misuses == [], "seed \(seed)")
            await stage.stopListening()
        }
    }

    @Test("A device whose app was suspended searches if its phone was lost meanwhile")
    func lostLink() async throws {
        let stage = await DeviceStage()
        await stage.navigate()
        await stage.server.stopAdvertising()
        await stage.act { $0.bluetooth.suspendApp() }
        try await stage.world.inject(.link(.dropped))
        await stage.pass(.seconds(60))
        await stage.act { $0.bluetooth.resumeApp() }
        await stage.pass(.milliseconds(100))
        #expect(stage.statuses == [.searching, .waiting, .navigating, .searching])
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test("A device whose app was suspended is silent after a while if its phone gives no answer")
    func deadLink() async throws {
        let stage = await DeviceStage()
        await stage.navigate()
        await stage.server.stopAdvertising()
        await stage.act { $0.bluetooth.suspendApp() }
        try await stage.world.inject(.link(.droppedSilently))
        await stage.pass(.seconds(60))
        await stage.act { $0.bluetooth.resumeApp() }
        await stage.pass(.seconds(6))
        #expect(stage.statuses == [.searching, .waiting, .navigating, .silent])
        await stage.pass(.seconds(40))
        #expect(stage.statuses.last == .searching)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }
}
