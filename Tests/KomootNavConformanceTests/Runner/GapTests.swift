import KomootNavJSON
import Testing

@testable import KomootNavConformance

@Suite("The gap before a limit")
struct GapTests {
    let suite: VectorSuite

    init() throws {
        suite = try GoldenFixtures.suite()
    }

    private func report(_ verdict: (Int) -> Verdict) -> ConformanceReport {
        MadeUpReport.of(suite, layers: ["codec"]) { vector in
            guard vector.operation == .decode else { return nil }
            return Habit.Measure.streetSize.value(in: vector.expected).map(verdict)
        }
    }

    private let crash = Verdict.crashed(.signalled(6), lastErrors: "")

    @Test("The gap before a limit has the sizes that were given up, the middle one first")
    func middle() throws {
        let report = report { size in
            if size < 10 { .passed } else { size < 40 ? .notRun(reason: "given up") : crash }
        }
        let sizes = report.places(inGapOf: .streetSize).compactMap { place in
            Habit.Measure.streetSize.value(in: report.results[place].right)
        }
        #expect(sizes.count > 10 && sizes.allSatisfy { (10..<40).contains($0) })
        let first = try #require(sizes.first)
        #expect((22...27).contains(first))
        #expect(report.places(inGapOf: .arrow).isEmpty)
    }

    @Test("The gap before a limit is closed when what was given up has a verdict")
    func closed() {
        var report = report { size in
            if size < 10 { .passed } else { size < 40 ? .notRun(reason: "given up") : crash }
        }
        var count = 0
        while let place = report.places(inGapOf: .streetSize).first {
            let size = Habit.Measure.streetSize.value(in: report.results[place].right)
            report.replace(place, (size ?? 0) < 12 ? .passed : crash, isHurried: false)
            count += 1
        }
        #expect(count <= 8)
        let limit = Habit.Limit(measure: .streetSize, side: .from, value: 12)
        #expect(report.diagnosis.habits.map(\.kind) == [.noAnswerWithin(limit)])
        #expect(
            report.counts.failed + report.counts.passed + report.counts.notRun
                == report.results.count)
    }

    @Test("There is no gap before a limit if larger sizes are right")
    func noLimit() {
        let report = report { size in
            if size == 20 { crash } else { size < 10 ? .passed : .notRun(reason: "given up") }
        }
        let others = self.report { $0 == 20 ? crash : .passed }
        #expect(!report.places(inGapOf: .streetSize).isEmpty)
        #expect(others.places(inGapOf: .streetSize).isEmpty)
    }
}
