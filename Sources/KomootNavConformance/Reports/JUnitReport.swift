import KomootNavRecording

/// A report in the XML that JUnit's Ant task introduced and build servers read: a suite for each layer.
struct JUnitReport: CustomStringConvertible {
    private let report: ConformanceReport

    init(_ report: ConformanceReport) { self.report = report }

    var description: String {
        let name = attribute("KBC \(report.suiteVersion), \(report.testee.name)")
        var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites name=\(name)>"]
        for layer in report.layers { lines += suite(layer) }
        if let end = report.endOfTestee {
            lines += [
                #"  <testsuite name="end" tests="1" failures="0" errors="1" skipped="0">"#,
                #"    <testcase classname="end" name="the testee ends with exit code 0">"#,
                "      <error message=\(attribute(end.explanation))/>",
                "    </testcase>", "  </testsuite>",
            ]
        }
        let wrong = report.diagnosis.whatIsWrong
        if !wrong.isEmpty {
            lines += [
                #"  <testsuite name="diagnosis" tests="0" failures="0" errors="0" skipped="0">"#,
                "    <system-out>\(wrong.map(escaped).joined(separator: "\n"))</system-out>",
                "  </testsuite>",
            ]
        }
        lines.append("</testsuites>")
        return lines.joined(separator: "\n")
    }

    private func suite(_ layer: String) -> [String] {
        let results = report.results.filter { $0.layer == layer }
        let parts = report.unjudgedParts
        let elements = results.map(element)
        let count = { (tag: String) in elements.filter { $0?.tag == tag }.count }
        var lines = [
            "  <testsuite name=\(attribute(layer)) tests=\"\(results.count)\" "
                + "failures=\"\(count("failure"))\" errors=\"\(count("error"))\" "
                + "skipped=\"\(count("skipped"))\">"
        ]
        if !parts.isEmpty {
            lines.append("    <properties>")
            lines += parts.map { "      <property name=\"not judged\" value=\(attribute($0))/>" }
            lines.append("    </properties>")
        }
        for (result, element) in zip(results, elements) {
            let topic = attribute("\(layer).\(result.topic)")
            let name = attribute("\(result.vector.id) \(result.vector.title)")
            let start = "    <testcase classname=\(topic) name=\(name)"
            guard let element else {
                lines.append("\(start)/>")
                continue
            }
            let message = "\(element.tag) message=\(attribute(element.message))"
            lines.append("\(start)>")
            if result.isError && result.verdict.isFailure {
                let details = result.details.map(escaped).joined(separator: "\n")
                lines.append("      <\(message)>\(details)</\(element.tag)>")
            } else {
                lines.append("      <\(message)/>")
            }
            lines.append("    </testcase>")
        }
        lines.append("  </testsuite>")
        return lines
    }

    private func element(_ result: CaseResult) -> (tag: String, message: String)? {
        let message = result.differences.joined(separator: "; ")
        switch (result.verdict, result.expectedFailure) {
        case (.passed, nil): return nil
        case (.passed, _): return ("failure", "it passed, though it was expected to fail")
        case (.skipped(let reason), _): return ("skipped", reason)
        case (.notRun, _): return ("error", message)
        case (.wrong, let reason?), (.crashed, let reason?), (.timedOut, let reason?),
            (.malformed, let reason?):
            return ("skipped", "fails as expected: \(reason)")
        case (.wrong, nil): return ("failure", message)
        case (.crashed, nil), (.timedOut, nil), (.malformed, nil): return ("error", message)
        }
    }

    private func attribute(_ text: String) -> String { "\"\(escaped(text))\"" }

    private func escaped(_ text: String) -> String {
        printable(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
