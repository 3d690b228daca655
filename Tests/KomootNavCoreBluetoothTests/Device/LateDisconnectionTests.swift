import KomootNav
import KomootNavCoreBluetooth
import Simulation
import Testing

@testable import CoreBluetooth

@Suite("When the system tells the old link's end late")
struct LateDisconnectionTests {
    /// How a device came back after its link had died without a word.
    private struct Recovery {
        /// From the end of the old link, as it was told, to the next instruction.
        var time: Duration
        var links: Int
        var lateArrivals: Int
    }

    /// A system that leaves it to the device to end a link on which nothing is answered.
    private static let plain: Habits = {
        var habits = Habits.plain
        habits.endsUnansweredLinks = .never
        return habits
    }()

    private static let late: Habits = {
        var habits = plain
        habits.disconnectsLate = .always
        habits.lateDisconnection = 0...5_000_000
        return habits
    }()

    private static func recover(seed: UInt64, _ habits: Habits) async throws -> Recovery {
        let stage = await DeviceStage(seed: seed, habits: habits)
        await stage.navigate()
        try await stage.world.inject(.link(.droppedSilently))
        let next = await stage.publish()
        await stage.pass(.seconds(34))
        let isEnding = await stage.pass(atMost: .seconds(10)) { $0.isEnding }
        #expect(isEnding, "seed \(seed)")
        let isOver = await stage.pass(atMost: .seconds(6)) { !$0.isEnding }
        #expect(isOver, "seed \(seed)")
        let told = stage.world.clock.now.offset
        await stage.pass(.seconds(4))
        let shown = try #require(stage.time(of: next), "seed \(seed)")
        let ending: DeviceStage.Statuses = [.searching, .waiting, .navigating]
        #expect(stage.statuses.suffix(3) == ending, "seed \(seed)")
        await stage.pass(.seconds(30))
        #expect(stage.statuses.last == .navigating, "seed \(seed)")
        await stage.stopListening()
        #expect(stage.bluetooth.misuses == [], "seed \(seed)")
        return Recovery(
            time: shown - told, links: stage.linkCount,
            lateArrivals: stage.faults.entries.count { $0 == .lateArrival })
    }

    @Test(
        "When the system tells the old link's end late, the next instruction comes as soon as after any other loss, on the next link"
    )
    func recovery() async throws {
        var slowest = Duration.zero
        var slowestLate = Duration.zero
        for seed in 0..<UInt64(8) {
            let plain = try await Self.recover(seed: seed, Self.plain)
            let late = try await Self.recover(seed: seed, Self.late)
            slowest = max(slowest, plain.time)
            slowestLate = max(slowestLate, late.time)
            #expect(plain.links == 2, "seed \(seed)")
            #expect(late.links == 2, "seed \(seed)")
            #expect(late.lateArrivals == 0, "seed \(seed)")
        }
        #expect(slowestLate <= slowest)
    }
}

@Suite("When the system tells the old link's end after the new link is up")
struct LaterDisconnectionTests {
    @Test(
        "When the system tells the old link's end after the new link is up, the new link stays, and the next instruction comes on it",
        arguments: 0..<UInt64(8))
    func newLink(seed: UInt64) async throws {
        var habits = Habits.plain
        habits.disconnectsLate = .always
        habits.lateDisconnection = 6_000_000...9_000_000
        habits.tellsEndsAfterNewLinks = .always
        habits.endsUnansweredLinks = .never
        let stage = await DeviceStage(seed: seed, habits: habits)
        await stage.navigate()
        try await stage.world.inject(.link(.droppedSilently))
        await stage.pass(.seconds(34))
        let isBack = await stage.pass(atMost: .seconds(12)) {
            $0.linkCount == 2 && $0.liveLinkCount == 1
        }
        #expect(isBack)
        #expect(stage.bluetooth.endsToldAfterNewLinks == 0)
        for _ in 0..<4 {
            let next = await stage.publish()
            await stage.pass(.seconds(3))
            #expect(stage.instructions.last == next)
        }
        #expect(stage.bluetooth.endsToldAfterNewLinks == 1)
        #expect(stage.linkCount == 2)
        #expect(stage.liveLinkCount == 1)
        await stage.stopListening()
        #expect(stage.bluetooth.misuses == [])
    }
}

extension DeviceStage {
    /// Whether the system has not told yet that a link has ended.
    fileprivate var isEnding: Bool {
        bluetooth.centralSystem.peers.values.contains { $0.phase == .ending }
    }
}
