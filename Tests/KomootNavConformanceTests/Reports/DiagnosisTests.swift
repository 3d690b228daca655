import KomootNavPipe
import Testing

@testable import KomootNavConformance

@Suite("A diagnosis")
struct DiagnosisTests {
    let suite: VectorSuite

    init() throws {
        suite = try GoldenFixtures.suite()
    }

    /// The verdict on an implementation that has the bug.
    private func verdict(of flag: String, over vector: Vector) -> Verdict? {
        switch vector.wrongAnswers?[flag] {
        case nil: return nil
        case .breakdown: return .crashed(.signalled(11), lastErrors: "")
        case .members(let changes):
            guard case .object(var answer) = vector.expected else { return nil }
            for (name, value) in changes { answer[name] = value == .null ? nil : value }
            return .wrong(answer: .object(answer))
        }
    }

    @Test("names each bug by the answers that it gives, and leaves nothing unexplained")
    func certain() {
        #expect(suite.flags.count >= 24)
        for (flag, meaning) in suite.flags {
            let report = MadeUpReport.of(suite) { verdict(of: flag, over: $0) }
            let diagnosis = report.diagnosis
            // An implementation with a smaller buffer also writes past 100 bytes.
            let finding = diagnosis.findings.first { $0.flag == flag }
            #expect(finding?.isCertain == true, "\(flag)")
            #expect(finding?.effect == meaning.effect)
            #expect(diagnosis.unexplained.isEmpty, "\(flag)")
            #expect(report.formatted(as: .text).contains(meaning.effect))
        }
    }

    @Test("is not certain if all of a bug's cases fail, but in another way")
    func uncertain() {
        for flag in suite.flags.keys {
            let diagnosis = MadeUpReport.of(suite) {
                $0.flags.contains(flag) ? .wrong(answer: .object([:])) : nil
            }.diagnosis
            // Another bug is named if it has the same cases: nothing tells the two apart.
            let flagged = suite.vectors.filter { $0.flags.contains(flag) }
            let named = diagnosis.findings.filter { finding in
                flagged.allSatisfy { $0.flags.contains(finding.flag) }
            }
            #expect(!named.isEmpty, "\(flag)")
            #expect(diagnosis.unexplained.isEmpty, "\(flag)")
            #expect(!diagnosis.findings.contains { $0.isCertain }, "\(flag)")
        }
    }

    @Test("does not name a bug if one of its cases passes")
    func notNamed() throws {
        let flag = "cutSequenceDropsStreet"
        let cases = suite.vectors.filter { $0.flags.contains(flag) }
        #expect(cases.count > 1)
        let spared = try #require(cases.last)
        let diagnosis = MadeUpReport.of(suite) {
            $0 == spared ? nil : verdict(of: flag, over: $0)
        }.diagnosis
        #expect(!diagnosis.findings.contains { $0.flag == flag })
        #expect(diagnosis.unexplained.count == cases.count - 1)
    }

    @Test("considers only the cases that were run")
    func notRun() {
        let flag = "shortStreetLoops"
        var failures = 0
        let diagnosis = MadeUpReport.of(suite) { vector in
            guard vector.wrongAnswers?[flag] != nil else { return nil }
            failures += 1
            return failures > 3 ? .notRun(reason: "given up") : .timedOut
        }.diagnosis
        #expect(diagnosis.findings.first { $0.flag == flag }?.isCertain == true)
    }

    @Test("finds nothing if all cases pass, and says so if no known bug explains a failure")
    func nothing() throws {
        let none = MadeUpReport.of(suite) { _ in nil }
        #expect(none.diagnosis.findings.isEmpty)
        #expect(none.diagnosis.unexplained.isEmpty)
        let strange = try #require(suite.vectors.first { $0.flags.isEmpty })
        let report = MadeUpReport.of(suite) { $0 == strange ? .timedOut : nil }
        #expect(report.diagnosis.findings.isEmpty)
        #expect(report.diagnosis.unexplained.map(\.vector) == [strange])
        #expect(report.formatted(as: .text).contains("something else in codec/"))
    }
}
