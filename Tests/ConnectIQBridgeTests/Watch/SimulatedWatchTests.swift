import ConnectIQBridge
import KomootNav
import Testing

@Suite("A phone's app with two watches")
struct SimulatedWatchTests {
    @Test("keeps every promise, whatever happens, and recovers when nothing goes wrong any more")
    func promises() throws {
        var counts: [String: Int] = [:]
        var results = Set<SendResult>()
        for seed in 0..<400 as Range<UInt64> {
            var run = try SimulatedRun(seed: seed, faultRate: Int(seed % 5) * 3)
            do {
                let complaints = try run.run()
                #expect(complaints.isEmpty, "seed \(seed): \(complaints.prefix(3))")
            } catch let complaint as SimulatedRun.Complaint {
                Issue.record("seed \(seed): \(complaint.description)")
            }
            for marks in [run.judge.marks, run.transport.marks] {
                counts.merge(marks.counts) { $0 + $1 }
            }
            results.formUnion(run.judge.results)
        }
        for mark in [
            "sent", "failed", "connectionEnded", "replaced", "dropped", "refused", "retrying",
            "lateArrival", "storeFailed", "untrustedLink", "unexpectedMessage", "invalidProgress",
            "mailbox full", "app not found", "transient message skipped", "no answer", "no status",
            "list loaded", "list lost",
        ] {
            #expect(counts[mark, default: 0] > 0, "\(mark) was never met: \(counts)")
        }
        #expect(results == Set(SendResult.allCases))
    }

    @Test("a mailbox takes what fits, and gives it to the app in order")
    func mailbox() throws {
        var marks = Marks()
        var watch = SimulatedWatch(device: WatchDevice(id: uuid(1)))
        watch.apps[uuid(100)] = SimulatedWatch.InstalledApp(version: 1)
        let message = try NavigationMessage.ended.value.encoded()
        func receive(_ app: UInt64, isTransient: Bool = false) -> SendResult {
            watch.receive(message, for: uuid(app), isTransient: isTransient, &marks)
        }
        #expect(receive(100) == .deviceNotAvailable)
        watch.isConnected = true
        #expect(receive(101) == .appNotFound)
        #expect(receive(100, isTransient: true) == .success)
        for _ in 0..<4 { #expect(receive(100) == .success) }
        #expect(receive(100, isTransient: true) == .success)
        #expect(receive(100) == .insufficientMemory)
        try watch.takeMessages(of: uuid(100))
        #expect(watch.apps[uuid(100)]?.taken == [MonkeyValue](repeating: [0: 1], count: 5))
        #expect(receive(100) == .success)
    }
}
