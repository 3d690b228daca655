import KomootNavJSON
import PropertyTesting
import Testing

@testable import KomootNavConformance

@Suite("A diagnosis")
struct DiagnosisTests {
    let suite: VectorSuite

    init() throws {
        suite = try GoldenFixtures.suite()
    }

    @Test(
        "A diagnosis names each bug by what it does, with certainty, and leaves nothing unexplained"
    )
    func certain() {
        #expect(suite.flags.count >= 100)
        // `.ci/diagnosis` gives each of these bugs to a decoder.
        let flags = suite.flags.sorted { $0.key < $1.key }
        for (index, (flag, meaning)) in flags.enumerated()
        where asksForMore || index % 10 == 0 || flag == "unknownArrowShown" {
            let report = MadeUpReport.of(suite, layers: suite.layers(of: flag)) {
                MadeUpBug.verdict(of: flag, over: $0)
            }
            let diagnosis = report.diagnosis
            #expect(diagnosis.findings.map(\.flag) == [flag])
            #expect(diagnosis.findings.first?.isCertain == true, "\(flag)")
            #expect(diagnosis.findings.first?.effect == meaning.effect)
            #expect(diagnosis.unexplained.isEmpty, "\(flag)")
        }
    }
    @Test("A diagnosis is written into the report as text: a bug by its effect and its flag")
    func text() throws {
        let flag = "bigEndianDistance"
        let effect = try #require(suite.flags[flag]?.effect)
        let text = MadeUpReport.of(suite, layers: ["codec"]) {
            MadeUpBug.verdict(of: flag, over: $0)
        }
        .formatted(as: .text)
        #expect(text.contains("\n  \(effect) "))
        #expect(text.contains(" (\(flag))\n"))
    }
    @Test(
        "A diagnosis says of a bug of signed bytes that a device whose char is unsigned may not have it",
        arguments: [
            ("signedDistanceBytes", nil), ("signedDistanceBytes", false),
            ("signedDistanceBytes", true), ("bigEndianDistance", true),
        ])
    func signedChar(flag: String, isSigned: Bool?) {
        let report = MadeUpReport.of(suite, layers: ["codec"], hasSignedChar: isSigned) {
            MadeUpBug.verdict(of: flag, over: $0)
        }
        for format in [ReportFormat.text, .json] {
            let text = report.formatted(as: format)
            #expect(text.contains(flag))
            let isTold = flag == "signedDistanceBytes" && isSigned == true
            #expect(text.contains("-funsigned-char") == isTold)
        }
    }
    @Test("A diagnosis names two bugs at once, though each hides some of what the other does")
    func two() {
        let pairs = [
            ("fieldsShifted", "splicedObjects"), ("streetOverflow22", "bigEndianDistance"),
            ("roundedDown", "neverNow"),
        ]
        for (one, other) in pairs {
            let diagnosis = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) {
                MadeUpBug.verdict(of: one, over: $0) ?? MadeUpBug.verdict(of: other, over: $0)
            }.diagnosis
            #expect(Set(diagnosis.findings.map(\.flag)) == [one, other])
            #expect(!diagnosis.findings.contains { !$0.isCertain }, "\(one), \(other)")
        }
    }
    @Test("A diagnosis names two bugs of which one changes what the other has to do with")
    func together() {
        let pairs = [
            ("byte21Trap", "streetOverflow13"), ("bigEndianDistance", "distanceByteDropped"),
        ]
        for (one, other) in pairs {
            let report = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) { vector in
                if let both = vector.wrongAnswers?["\(one)+\(other)"] {
                    return MadeUpBug.verdict(both, over: vector)
                }
                return MadeUpBug.verdict(of: other, over: vector)
                    ?? MadeUpBug.verdict(of: one, over: vector)
            }
            let diagnosis = report.diagnosis
            #expect(Set(diagnosis.findings.map(\.flag)) == [one, other])
            #expect(!diagnosis.findings.contains { !$0.isCertain }, "\(one), \(other)")
            #expect(diagnosis.unexplained.isEmpty, "\(one), \(other)")
        }
    }
    @Test("A diagnosis quotes an exception of Python, with the decoder's own file and line")
    func exception() {
        let errors = """
            Traceback (most recent call last):
              File "a/turn.py", line 12, in decode
                return ARROWS[29]
              File "b/kbc_harness.py", line 600, in run
            IndexError: out of range
            """
        let text = MadeUpReport.of(suite, layers: ["codec"]) { vector in
            vector.expected["arrow"] == .number(29)
                ? .crashed(.exited(1), lastErrors: errors) : nil
        }.formatted(as: .text)
        #expect(text.contains("\n  ended at turn.py:12 in 1 case: IndexError: out of range\n"))
        let refused = MadeUpReport.of(suite, layers: ["codec"]) { vector in
            vector.expected["arrow"] == .number(29)
                ? .crashed(.exited(70), lastErrors: "kbc_harness: no such arrow") : nil
        }.formatted(as: .text)
        #expect(refused.contains("\n  ended with kbc_harness: no such arrow in 1 case\n"))
    }
    @Test("A diagnosis considers only the cases that were run")
    func notRun() {
        let flag = "shortStreetLoops"
        var failures = 0
        let diagnosis = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) { vector in
            guard let verdict = MadeUpBug.verdict(of: flag, over: vector) else { return nil }
            failures += 1
            return failures > 5 ? .notRun(reason: "given up") : verdict
        }.diagnosis
        #expect(diagnosis.findings.map(\.flag) == [flag])
        #expect(diagnosis.findings.first?.isCertain == true)
    }
    @Test("A diagnosis counts crashes, late answers and malformed ones apart")
    func breakdowns() {
        let vectors = suite.vectors.filter { $0.operation == .distance }.prefix(6)
        let verdicts: [Verdict] = [
            .crashed(.signalled(6), lastErrors: ""), .timedOut, .timedOut,
            .malformed(reason: "boom"), .malformed(reason: "boom"), .malformed(reason: "boom"),
        ]
        let given = Dictionary(uniqueKeysWithValues: zip(vectors.map(\.id), verdicts))
        let text = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) { given[$0.id] }
            .formatted(as: .text)
        let count = suite.vectors.count { $0.operation == .distance }
        #expect(
            text.contains(
                "\n  distance, of \(count) cases: malformed answer in 3, timed out in 2, crashed in 1\n"
            ))
    }
    @Test(
        "A diagnosis finds nothing if all cases pass, and says so if no known bug explains a failure"
    )
    func nothing() throws {
        let none = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) { _ in nil }
        #expect(none.diagnosis.findings.isEmpty)
        #expect(none.diagnosis.tallies.isEmpty)
        #expect(none.diagnosis.unexplained.isEmpty)
        let strange = try #require(suite.vectors.first { $0.wrongAnswers == nil })
        let report = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) {
            $0 == strange ? .timedOut : nil
        }
        #expect(report.diagnosis.findings.isEmpty)
        #expect(report.diagnosis.unexplained.map(\.vector) == [strange])
        let text = report.formatted(as: .text)
        let count = suite.vectors.count { $0.operation == strange.operation }
        let tally = "  \(strange.operation.rawValue), of \(count) cases: timed out in 1\n"
        #expect(text.contains(tally))
        #expect(text.contains("something else in codec/"))
    }
    @Test("A diagnosis knows two arrows that are swapped by their names alone")
    func names() {
        let swapped = suite.vectors.reduce(into: [Int: JSONValue]()) { names, vector in
            if let arrow = vector.expected.int("arrow") {
                names[arrow] = vector.expected["arrowName"]
            }
        }
        let diagnosis = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) { vector in
            guard let arrow = vector.expected.int("arrow"), arrow == 15 || arrow == 16,
                vector.expected["arrowName"] != nil
            else { return nil }
            return MadeUpBug.wrong(vector, ["arrowName": swapped[31 - arrow]])
        }.diagnosis
        #expect(diagnosis.certain == ["arrows15And16Swapped"])
        #expect(diagnosis.unexplained.isEmpty)
    }
}
