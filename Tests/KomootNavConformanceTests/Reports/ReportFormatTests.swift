import Foundation
import KomootNavJSON
import Testing

@testable import KomootNavConformance

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("A report")
struct ReportFormatTests {
    let suite: VectorSuite
    let report: ConformanceReport

    init() throws {
        suite = try GoldenFixtures.suite()
        report = MadeUpReport.ofEveryVerdict(suite)
    }

    @Test("A report counts every case once, and does not conform for any of six reasons")
    func counts() {
        let counts = report.counts
        #expect(counts.passed == 1 && counts.failed == 4 && counts.expectedFailures == 1)
        #expect(counts.unexpectedPasses == 1 && counts.skipped == 1 && counts.notRun == 1)
        #expect(!report.isConforming)
        for result in report.results {
            var one = MadeUpReport.of(suite) { _ in nil }
            #expect(one.isConforming)
            one.add(result)
            #expect(one.isConforming == !result.isError, "\(result.verdict)")
        }
        var ended = MadeUpReport.of(suite) { _ in nil }
        ended.endOfTestee = .timedOut
        #expect(!ended.isConforming)
        let skipped = MadeUpReport.of(suite) { _ in .skipped(reason: "lazy") }
        #expect(!skipped.isConforming, "what was never judged does not conform")
    }

    @Test("A report as a text shows what was expected and what came, without control characters")
    func text() throws {
        let text = report.formatted(as: .text)
        #expect(!text.contains("\u{1B}"))
        let wrong = report.results[1].vector
        let name = try #require(text.split(separator: "\n").first { $0.hasPrefix(wrong.id) })
        #expect(name.hasSuffix(wrong.title))
        #expect(text.contains("x: expected nothing, answered"))
        #expect(text.contains("it crashed: signal 11 ended it; it said: boom | # not ok"))
        #expect(text.contains("passed, though it is expected to fail: known"))
        #expect(text.contains("1 case left out: no # layer"))
        #expect(text.contains("after the last case: it crashed: it ended with exit code 3"))
        #expect(text.hasSuffix("does not conform: 7 of 9 cases judged"))
        #expect(text.contains("To see a request and run it again: --case \(wrong.id)\n"))
        #expect(text.contains("\nTo wait less for what hangs: --timeout 1\n"))
        #expect(text.contains("    input: \(wrong.input)\n"))
        #expect(
            text.contains(
                "1 passed, 4 failed, 1 failed as expected, 1 passed unexpectedly, 1 skipped, "
                    + "1 not run"))
    }

    @Test(
        "A report as a text says how many cases were judged, and nothing about failures if there are none"
    )
    func conclusion() {
        let skipping = MadeUpReport.of(suite) {
            $0.operation == .distance ? nil : .skipped(reason: "lazy")
        }
        let count = skipping.counts.passed
        let text = skipping.formatted(as: .text)
        #expect(
            text.hasSuffix(
                "conforms, as far as it was judged: \(count) of \(suite.vectors.count) cases"))
        #expect(!text.contains("--case"))
    }

    @Test(
        "A report as a transcript shows each request as it is sent, the answer that is expected, and what came"
    )
    func transcript() throws {
        let text = report.formatted(as: .transcript)
        let lines = text.split(separator: "\n").map(String.init)
        for result in report.results {
            let start = try #require(lines.firstIndex { $0.hasPrefix("\(result.vector.id)  ") })
            let prefix = "    request:  "
            #expect(lines[start + 2].hasPrefix(prefix))
            let request = try #require(
                TesteeRequest(String(lines[start + 2].dropFirst(prefix.count))))
            let vector = result.vector
            #expect(request == .answer(id: vector.id, vector.operation, vector.input))
            let expected = try #require(
                JSONValue(line: String(lines[start + 3].dropFirst("    expected: ".count))))
            #expect(expected["answer"] == vector.expected)
        }
        for words in [
            "    passed", #"    answered: {"answer":{"x":"]]> <&\"\u001b[31m"}"#,
            "    it crashed: signal 11 ended it; it said: boom | # not ok", "    no answer in time",
            "    skipped: no # layer", "    not run: given up",
        ] {
            #expect(lines.contains { $0.hasPrefix(words) }, "\(words)")
        }
    }

    @Test("A report as a transcript can be copied: what can't be shown is escaped")
    func copied() throws {
        let street = suite.vectors.first { "\($0.expected)".contains(#"\u007f"#) }
        let vector = try #require(street)
        let one = MadeUpReport.of(suite) { $0 == vector ? .timedOut : .skipped(reason: "") }
        let result = try #require(one.results.first { $0.vector == vector })
        let line = try #require(result.transcript.first { $0.hasPrefix("    expected: ") })
        #expect(!line.contains("\u{7F}") && line.contains(#"\u007f"#))
        let read = JSONValue(line: String(line.dropFirst("    expected: ".count)))
        #expect(read?["answer"] == vector.expected)
    }

    @Test("A report says in one line which layers a testee lacks, and in one which features")
    func lacking() {
        let lacks = ["layer watch", "layer sensor", "street", "legacy, pinnedLayouts"]
        let reasons = lacks.map { "the testee has no \($0)" } + ["the testee says: no"]
        var number = 0
        let skipping = MadeUpReport.of(suite) { vector in
            number += 1
            return number <= 10 ? .skipped(reason: reasons[min(number - 1, 9) / 2]) : nil
        }
        #expect(
            skipping.leftOut == [
                "4 cases left out: the testee has no layer sensor (2), watch (2)",
                "4 cases left out: the testee has no legacy + pinnedLayouts (2), street (2)",
                "2 cases left out: the testee says: no",
            ])
    }

    @Test("A report counts the cases of layers that the testee does not claim apart")
    func unclaimed() {
        var testee = MadeUpReport.testee
        testee.layers = ["codec"]
        var some = ConformanceReport(suiteVersion: "1", testee: testee, flags: [:])
        for (layer, verdict) in [
            ("codec", Verdict.passed), ("codec", .skipped(reason: "no")),
            ("sensor", .skipped(reason: "")), ("watch", .skipped(reason: "")),
        ] {
            some.add(
                CaseResult(
                    vector: suite.vectors[0], layer: layer, topic: "", verdict: verdict,
                    expectedFailure: nil))
        }
        #expect(
            some.conclusion.hasSuffix(
                ": 1 of 2 cases; in layers that it doesn't claim: 2"))
    }

    @Test("A report says what is wrong in each form for people and build servers")
    func whatIsWrong() throws {
        let wrong = MadeUpReport.of(suite, layers: ["codec"]) { vector in
            vector.wrongAnswers?["bigEndianDistance"].flatMap {
                MadeUpBug.verdict($0, over: vector)
            }
        }
        for (format, line) in [
            (ReportFormat.text, "\nWhat is wrong:\n"), (.tap, "\n# What is wrong:\n"),
            (.junit, "<system-out>What is wrong:\n"),
        ] {
            let text = wrong.formatted(as: format)
            #expect(text.contains(line) && text.contains("(bigEndianDistance)"), "\(format)")
            let right = MadeUpReport.of(suite, layers: ["codec"]) { _ in nil }
            #expect(!right.formatted(as: format).contains("What is wrong"))
        }
    }

    @Test("A report in TAP has a plan and one line for each case, whatever the texts contain")
    func tap() {
        let lines = report.formatted(as: .tap).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.prefix(2) == ["TAP version 13", "1..10"])
        let points = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
        #expect(points.count == 10)
        let numbers = points.compactMap { $0.split(separator: " ").compactMap { Int($0) }.first }
        #expect(numbers == Array(1...10))
        #expect(
            points.map { $0.hasPrefix("ok ") } == [
                true, false, false, false, false, true, false, false, false, false,
            ])
        #expect(points[5].hasSuffix(##" # SKIP no \# layer"##))
        #expect(points[8].hasSuffix(##" # TODO known \# too"##))
        #expect(!report.formatted(as: .tap).contains("\u{1B}"))
        #expect(
            lines.suffix(2) == [
                "# 1 case left out: no # layer", "# does not conform: 7 of 9 cases judged",
            ])
    }

    @Test("A report in JUnit's XML is well-formed, and its counts are right")
    func junit() throws {
        let counter = ElementCounter()
        let parser = XMLParser(data: Data(report.formatted(as: .junit).utf8))
        parser.delegate = counter
        #expect(parser.parse())
        #expect(counter.counts["testcase"] == 10)
        #expect(counter.counts["failure"] == 2)
        #expect(counter.counts["error"] == 5)
        #expect(counter.counts["skipped"] == 2)
        #expect(counter.sums == ["tests": 10, "failures": 2, "errors": 5, "skipped": 2])
        let wrong = report.results[1].vector.input["bytes"]?.string
        #expect(try counter.text.contains(#require(wrong)))
        #expect(counter.text.contains("x: expected nothing, answered"))
        #expect(counter.name == #"KBC \#(suite.version), <&"me">"#)
    }

    @Test("A report says in each format which members were not judged")
    func parts() throws {
        var testee = MadeUpReport.testee
        testee.members = [.arrow, .distanceInMeters]
        testee.streetCapacity = 31
        var report = ConformanceReport(
            suiteVersion: suite.version, testee: testee, flags: suite.flags)
        for result in self.report.results { report.add(result) }
        let parts = testee.unjudgedParts
        #expect(parts.count == 3)
        for part in parts {
            #expect(report.formatted(as: .text).contains("\n\(part)\n"))
            #expect(report.formatted(as: .tap).contains("\n# \(part)\n"))
            let property = "<property name=\"not judged\" value=\"\(part)\"/>"
            #expect(report.formatted(as: .junit).contains(property))
        }
        let counter = ElementCounter()
        let parser = XMLParser(data: Data(report.formatted(as: .junit).utf8))
        parser.delegate = counter
        #expect(parser.parse())
        #expect(counter.counts["property"] == 3)
        testee.features.insert(.street)
        #expect(testee.unjudgedParts == Array(parts.dropFirst()))
    }

    @Test("A report in JSON has every case, the counts, and the findings")
    func json() throws {
        let text = report.formatted(as: .json)
        #expect(!text.contains("\n"))
        let json = try #require(JSONValue(line: text))
        guard case .array(let cases) = json["cases"] else {
            Issue.record("no cases")
            return
        }
        #expect(
            cases.compactMap { $0["verdict"]?.string } == [
                "passed", "wrong", "crashed", "timedOut", "malformed", "skipped", "notRun",
                "passed",
                "timedOut",
            ])
        #expect(cases.compactMap { $0["id"]?.string } == report.results.map(\.vector.id))
        #expect(cases[1]["input"] == report.results[1].vector.input)
        #expect(cases[0]["input"] == nil)
        guard case .array(let differences) = cases[1]["differences"] else {
            Issue.record("no differences")
            return
        }
        #expect(differences.compactMap(\.string) == report.results[1].differences)
        #expect(json["conforms"] == .bool(false))
        #expect(json["counts"]?["failed"]?.unsigned == 4)
        #expect(json["layers"]?["codec"]?["notRun"]?.unsigned == 1)
        #expect(json["end"]?.string == "it crashed: it ended with exit code 3")

        let flag = "roundedDown"
        let failing = MadeUpReport.of(suite) {
            guard case .members(let changes) = $0.wrongAnswers?[flag]?.alternatives.first,
                case .exactly(let text) = changes["text"], case .object(var answer) = $0.expected
            else { return nil }
            answer["text"] = text
            if case .exactly(let value) = changes["value"] { answer["value"] = value }
            return .wrong(answer: .object(answer))
        }
        let found = try #require(JSONValue(line: failing.formatted(as: .json)))
        guard case .array(let findings) = found["findings"] else {
            Issue.record("no findings")
            return
        }
        #expect(findings.contains { $0["flag"]?.string == flag })
    }
}

/// Counts elements, and adds up the counts that the suites declare.
private final class ElementCounter: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    var sums: [String: Int] = [:]
    var name: String?
    var text = ""

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        counts[element, default: 0] += 1
        if element == "testsuites" { name = attributes["name"] }
        guard element == "testsuite" else { return }
        for name in ["tests", "failures", "errors", "skipped"] {
            sums[name, default: 0] += attributes[name].flatMap { Int($0) } ?? 0
        }
    }
}
