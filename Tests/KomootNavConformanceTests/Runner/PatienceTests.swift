import KomootNavJSON
import Testing

@testable import KomootNavConformance

@Suite("The patience with a testee")
struct PatienceTests {
    private static let timeout = Duration.seconds(5)
    private static let crash = Verdict.crashed(.signalled(11), lastErrors: "")

    private static func usual() -> Patience {
        var patience = Patience(timeout: timeout, lostTime: Waits().breakdowns)
        patience.begin(topic: "one", isAlwaysRun: false)
        return patience
    }

    /// Judges the whole suite with a testee that does the same in each case.
    ///
    /// - Parameter time: how long a case takes, of the time that it may take.
    /// - Returns: the cases that were run, and the time of all.
    private static func judge(
        _ verdict: Verdict, time: (_ wait: Duration) -> Duration
    ) throws -> (run: Set<String>, time: Duration) {
        var patience = Patience(timeout: timeout, lostTime: Waits().breakdowns)
        var total = Duration.zero
        var run: Set<String> = []
        let suite = try GoldenFixtures.suite()
        let alwaysRun = suite.idsThatShowBugs
        for file in suite.files {
            let topic = "\(file.layer)/\(file.topic)"
            for vector in file.vectors {
                patience.begin(topic: topic, isAlwaysRun: alwaysRun.contains(vector.id))
                guard patience.refusal == nil else { continue }
                run.insert(vector.id)
                let time = time(patience.wait)
                total += time
                patience.note(verdict, after: time)
            }
        }
        return (run, total)
    }

    @Test(
        "The patience with a testee lasts for all cases that show bugs if it crashes in each case, however slowly it starts",
        arguments: [5, 20, 200, 2000])
    func crashes(_ milliseconds: Int) throws {
        let (run, _) = try Self.judge(Self.crash) { _ in .milliseconds(milliseconds) }
        let suite = try GoldenFixtures.suite()
        #expect(run.isSuperset(of: suite.idsThatShowBugs))
        guard milliseconds <= 20 else { return }
        for file in suite.files {
            let others = file.vectors.map(\.id).filter { !suite.idsThatShowBugs.contains($0) }
            #expect(others.count { run.contains($0) } <= 5)
            #expect(file.vectors.count { run.contains($0.id) } >= min(file.vectors.count, 5))
        }
    }

    @Test(
        "The patience with a testee lasts for all cases that show bugs if it never answers, and ends in time"
    )
    func hangs() throws {
        let (run, time) = try Self.judge(.timedOut) { $0 }
        let alwaysRun = try GoldenFixtures.suite().idsThatShowBugs
        #expect(run.isSuperset(of: alwaysRun))
        let count = alwaysRun.count
        #expect(count > 100)
        let lostTime = Waits().breakdowns
        #expect(time <= lostTime + Self.timeout + Self.timeout / 10 * count)
        #expect(time < .seconds(240))
    }

    @Test(
        "The patience with a testee is without end for a case of each bug, also of those that only generated cases show"
    )
    func everyBug() throws {
        let suite = try GoldenFixtures.suite()
        let alwaysRun = suite.idsThatShowBugs
        for layer in VectorSuite.layers {
            let vectors = suite.files.filter { $0.layer == layer }.flatMap(\.vectors)
            let flags = Set(vectors.flatMap(\.flags))
            let shown = vectors.filter { alwaysRun.contains($0.id) }.flatMap(\.flags)
            #expect(flags.subtracting(shown).isEmpty, "\(layer)")
        }
        #expect(alwaysRun.count < suite.vectors.count / 10)
    }

    @Test("Within a topic, the patience with a testee ends after five breakdowns in a row")
    func topic() {
        var patience = Self.usual()
        for verdict in [Self.crash, .timedOut, .malformed(reason: ""), Self.crash] {
            patience.note(verdict, after: .zero)
        }
        patience.note(.wrong(answer: .null), after: .zero)
        for _ in 0..<4 { patience.note(Self.crash, after: .zero) }
        #expect(patience.refusal == nil)
        patience.note(Self.crash, after: .zero)
        #expect(patience.refusal == "5 breakdowns in a row")
        patience.begin(topic: "one", isAlwaysRun: true)
        #expect(patience.refusal == nil)
        patience.begin(topic: "one", isAlwaysRun: false)
        #expect(patience.refusal != nil)
        patience.begin(topic: "two", isAlwaysRun: false)
        #expect(patience.refusal == nil)
    }

    @Test(
        "Over all topics, the patience with a testee ends after the time that breakdowns may take")
    func lostTime() {
        var patience = Self.usual()
        patience.note(Self.crash, after: .seconds(20))
        // This one starts the testee again.
        patience.note(.passed, after: .seconds(10))
        patience.note(.passed, after: .seconds(10))
        #expect(patience.refusal == nil && patience.wait == Self.timeout)
        patience.note(Self.crash, after: .milliseconds(1))
        patience.begin(topic: "two", isAlwaysRun: false)
        #expect(patience.refusal == "30.0 seconds lost to breakdowns")
        patience.begin(topic: "two", isAlwaysRun: true)
        #expect(patience.refusal == nil)
        patience.note(.passed, after: .zero)
        #expect(patience.wait == Self.timeout / 10)
    }

    @Test("The patience with a testee ends for every case if the testee can't be started again")
    func giveUp() {
        var patience = Self.usual()
        patience.giveUp("gone")
        patience.begin(topic: "two", isAlwaysRun: true)
        #expect(patience.refusal == "gone")
    }

    @Test(
        "The patience with a testee waits a tenth as long after three time-outs in a row, until it does something else"
    )
    func wait() {
        for verdict in [Verdict.timedOut, .crashed(.killed, lastErrors: "")] {
            var patience = Self.usual()
            for _ in 0..<3 {
                #expect(patience.wait == Self.timeout)
                patience.note(verdict, after: Self.timeout)
            }
            #expect(patience.wait == .milliseconds(500))
            patience.note(.wrong(answer: .null), after: .zero)
            #expect(patience.wait == Self.timeout)
        }
    }

    @Test(
        "The patience with a testee waits 500 ms at least, but never longer than the limit",
        arguments: [50, 3000])
    func shortestWait(_ milliseconds: Int) {
        let timeout = Duration.milliseconds(milliseconds)
        var patience = Patience(timeout: timeout, lostTime: .seconds(30))
        for _ in 0..<3 { patience.note(.timedOut, after: timeout) }
        #expect(patience.wait == min(timeout, .milliseconds(500)))
    }

    @Test("The patience with a testee that never answers ends within 15 s if the limit is 1 s")
    func shortLimit() {
        var patience = Patience(timeout: .seconds(1), lostTime: Waits().breakdowns)
        var total = Duration.zero
        for _ in 0..<1000 {
            patience.begin(topic: "one", isAlwaysRun: true)
            guard patience.refusal == nil else { break }
            total += patience.wait
            patience.note(.timedOut, after: patience.wait)
        }
        #expect(total >= .seconds(10) && total <= .seconds(11))
        #expect(patience.refusal == "10.0 seconds of time-outs")
        var longer = Patience(timeout: .seconds(2), lostTime: Waits().breakdowns)
        longer.begin(topic: "one", isAlwaysRun: true)
        for _ in 0..<100 { longer.note(.timedOut, after: longer.wait) }
        #expect(longer.refusal == nil)
    }
}
