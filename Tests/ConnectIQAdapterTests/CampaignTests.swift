import ConnectIQ
import ConnectIQBridge
import LinkVocabulary
import PropertyTesting
import Simulation
import Testing
import WatchSimulation

@Suite("A companion with the vendor's library and simulated watches")
struct CampaignTests {
    @Test("A companion with the vendor's library keeps every promise, whatever happens")
    func campaign() async throws {
        let count = try propertyRuns(30)
        let report = await PromiseReport<WatchPromise>(
            seeds: 0..<UInt64(count), jobs: 2, progress: nil
        ) { seed in
            do {
                return try await Self.run(seed)
            } catch {
                let breach = PromiseBreach(
                    promise: WatchPromise.comesToRest, time: 0, evidence: "\(error)")
                return ([breach], [])
            }
        }
        #expect(report.broken.isEmpty, "\(report.broken)")
        #expect(report.runs == count)
        for mark in Self.marks { #expect((report.marks[mark] ?? 0) > 0, "\(mark)") }
    }

    // Without these, finding nothing would prove little.
    private static let marks =
        [
            "ended sent", "ended failed", "ended connectionEnded", "ended replaced",
            "ended dropped", "ended refused", "tried again", "fault lateArrival",
            "fault unexpectedMessage", "fault invalidProgress", "message kept",
            "message mailboxFull",
            "watch busy", "watch away", "Bluetooth off", "transfer without end", "result late",
            "result too late", "doubled result", "false result", "false progress", "app closed",
            "no answer", "list loaded", "Connect Mobile missing", "session restarted",
            "stray event",
            "user changes something", "messages joined", "batch cut", "unreadable message",
            "ready by its answer", "unresponsive",
        ] + SendResult.allCases.map { "result \($0)" }

    static func run(_ seed: UInt64) async throws -> PromiseReport<WatchPromise>.Found {
        let world = World(seed: seed)
        return try await world.run { world in
            let clock = AppClock(world.clock)
            let run = try await ConnectIQRun(seed: seed, level: .heavy, clock: clock)
            await run.play()
            return await run.found
        }
    }
}
