import ConnectIQBridge
import KomootNav
import PropertyTesting
import Simulation
import Testing
import WatchSimulation

@Suite("A phone's app with simulated watches")
struct WatchCampaignTests {
    @Test("A phone's app with simulated watches keeps every promise, whatever happens")
    func library() async throws {
        let count = try propertyRuns(40)
        let report = await WatchCampaign(seeds: 0..<UInt64(count)).run()
        #expect(report.broken.isEmpty, "\(report.broken)")
        #expect(report.runs == count)
        // Without these, finding nothing would prove little.
        let results = SendResult.allCases.map { "result \($0)" }
        let marks = [
            "ended sent", "ended failed", "ended connectionEnded", "ended replaced",
            "ended dropped", "ended refused", "tried again", "fault lateArrival",
            "fault storeFailed", "fault untrustedLink", "fault unexpectedMessage",
            "fault invalidProgress", "message kept", "message skipped", "message mailboxFull",
            "message notInstalled", "message away", "watch busy", "watch away",
            "transfer without end", "connection lost during a transfer",
            "connection ended during a transfer", "result late", "result too late",
            "doubled result", "false result", "false progress", "app closed", "no answer",
            "list loaded", "list lost", "Connect Mobile missing", "session restarted",
            "stray event", "user changes something", "messages joined", "batch cut", "batch kept",
            "batch tried again", "too many for a batch", "discovery not told",
            "connection not told", "ready by its answer", "fault neverReady",
            "transfer that trickles",
        ]
        for mark in marks + results { #expect((report.marks[mark] ?? 0) > 0, "\(mark)") }
    }

    @Test("An answer that no store gave does not bring back a list that was lost")
    func strayAnswer() {
        #expect(WatchRun(seed: 1804).run().broken.isEmpty)
    }

    @Test(
        "A late status proves that a watch is ready, though somebody said before that there is none"
    )
    func lateStatus() {
        #expect(WatchRun(seed: 250_562).run().broken.isEmpty)
    }

    @Test(
        "A phone's app with simulated watches sends each instruction as it is while nothing goes wrong",
        arguments: [1, 2])
    func withoutFaults(watchCount: Int) {
        var run = WatchRun(seed: 5)
        run.level = .none
        run.watchCount = watchCount
        run.keepsNotes = true
        let messages = (1...20 as ClosedRange<UInt32>).map { number in
            NavigationMessage.instruction(
                NavigationMessage.Instruction(arrow: .left, distanceInMeters: number))
        }
        // Five seconds are more than any transfer takes, messages in order among them.
        run.ride = messages.enumerated().map { position, message in
            TimedInstruction(
                time: SessionTime(milliseconds: UInt64(position) * 5000), message: message)
        }
        let outcome = run.run()
        #expect(outcome.broken.isEmpty)
        for watch in 0..<watchCount {
            let shown = outcome.notes.compactMap { note -> NavigationMessage? in
                guard note.end == .watch(watch), case .shows(let message) = note.happening else {
                    return nil
                }
                return message
            }
            #expect(shown == messages + [messages[19]])
        }
    }

    @Test("Faults of a level happen as often as it says")
    func levels() async {
        func marks(_ level: FaultLevel) async -> [String: Int] {
            var run = WatchRun(seed: 0)
            run.level = level
            return await WatchCampaign(seeds: 0..<16, of: run).run().marks
        }
        let (none, light, heavy) = (await marks(.none), await marks(.light), await marks(.heavy))
        for mark in ["watch busy", "watch away", "app closed", "stray event", "doubled result"] {
            #expect(none[mark] == nil, "\(mark)")
            #expect((light[mark] ?? 0) < (heavy[mark] ?? 0), "\(mark)")
        }
    }

    @Test("A seed gives the same run each time")
    func determinism() {
        func notes(_ seed: UInt64) -> String {
            var run = WatchRun(seed: seed)
            run.keepsNotes = true
            return "\(run.run().notes)"
        }
        #expect(notes(7) == notes(7))
        #expect(notes(7) != notes(8))
    }

    @Test("A campaign counts the same with one job and with three")
    func jobs() async {
        var campaign = WatchCampaign(seeds: 0..<12)
        let one = await campaign.run()
        campaign.jobs = 3
        let three = await campaign.run()
        #expect(one.marks == three.marks && one.runs == three.runs)
    }
}
