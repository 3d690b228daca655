import KomootNavJSON
import KomootNavRecording
import Simulation

extension Judgement {
    /// The forms in which it can be written.
    package enum Format: String, CaseIterable, Sendable {
        /// For a person.
        case text
        /// The Test Anything Protocol, version 13: a test for each promise.
        case tap
        /// The XML that build servers read: a test case for each promise.
        case junit
        /// One JSON object.
        case json
    }

    /// All of it, without a line end at its end.
    ///
    /// - Parameter columns: how wide a chart may be.
    package func formatted(as format: Format, columns: Int = 80) -> String {
        let lines =
            switch format {
            case .text: text(columns)
            case .tap: tap(columns)
            case .junit: junit(columns)
            case .json: [json.description]
            }
        return lines.joined(separator: "\n")
    }

    private func lines(of counterexample: Counterexample, _ columns: Int) -> [String] {
        counterexample.lines(
            end.words(for: counterexample.failure.broken.promise) ?? "", columns: columns,
            repeatingWith: printable(command(repeating: counterexample)))
    }

    private var conclusion: String {
        if runs == 0 { return isInterrupted ? "interrupted in the first run" : "0 runs" }
        let early = gaveUp ? ", then given up: it broke down too often" : ""
        let unjudged = unjudgedCount > 0 ? "no promise broken, \(unjudgedCount) not judged" : nil
        let kept =
            brokenRuns == 0
            ? unjudged ?? "every promise kept" : "\(brokenRuns) with a broken promise"
        let isWhole = runs == seeds.count || gaveUp
        let done =
            isWhole ? counted(runs, "run") : "interrupted after \(runs) of \(seeds.count) runs"
        let search =
            isWhole && isInterrupted && brokenRuns > 0
            ? "; the search for a shorter ride was interrupted" : ""
        return "\(done), \(kept)\(early)\(search)"
    }

    // MARK: - Text

    private func text(_ columns: Int) -> [String] {
        var lines = counterexamples.flatMap { self.lines(of: $0, columns) + [""] }
        let promises = end.promises
        let width = promises.reduce(0) { max($0, $1.rawValue.count) } + 2
        for promise in promises {
            let gap = String(repeating: " ", count: width - promise.rawValue.count)
            let (verdict, words) = words(for: promise)
            let part = part(for: promise).map { ", \($0)" } ?? ""
            lines.append("\(verdict)\(promise.rawValue)\(gap)\(words)\(part)")
        }
        return lines + [conclusion]
    }

    private func words(for promise: Promise) -> (verdict: String, words: String) {
        switch verdict(on: promise) {
        case .kept: ("kept        ", end.words(for: promise) ?? "")
        case .broken(let found):
            (
                "BROKEN      ",
                "in \(counted(found.runs, "run")), first with seed \(found.failure.plan.seed)"
            )
        case .notJudged(let reason): ("not judged  ", reason)
        }
    }

    private var unjudgedCount: Int {
        end.promises.count { if case .notJudged = verdict(on: $0) { true } else { false } }
    }

    /// In how many runs a promise was judged, if not in all.
    private func part(for promise: Promise) -> String? {
        if case .notJudged = verdict(on: promise) { return nil }
        let count = judgedRuns(of: promise)
        return count < runs ? "judged in \(count) of \(counted(runs, "run"))" : nil
    }

    // MARK: - For programs

    private func tap(_ columns: Int) -> [String] {
        let promises = end.promises
        var lines = ["TAP version 13", "1..\(promises.count)"]
        for (index, promise) in promises.enumerated() {
            let name = "\(index + 1) - \(promise.rawValue): \(end.words(for: promise) ?? "")"
            switch verdict(on: promise) {
            case .kept: lines.append("ok \(name)")
            case .notJudged(let reason): lines.append("ok \(name) # SKIP \(reason)")
            case .broken(let found):
                // A block of YAML whose only member is a literal text, so that nothing in it needs escaping.
                lines += ["not ok \(name)", "  ---", "  message: |"]
                lines += self.lines(of: found, columns).map { "    \(printable($0))" } + ["  ..."]
            }
            if let part = part(for: promise) { lines.append("# \(part)") }
        }
        return lines + ["# \(conclusion)"]
    }

    private func junit(_ columns: Int) -> [String] {
        let promises = end.promises
        let name = escaped("knav judge: " + command.joined(separator: " "))
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites name=\"\(name)\">",
            "  <testsuite name=\"promises\" tests=\"\(promises.count)\" "
                + "failures=\"\(counterexamples.count)\" errors=\"0\" skipped=\"\(unjudgedCount)\">",
        ]
        for promise in promises {
            let words = escaped("\(promise.rawValue): \(end.words(for: promise) ?? "")")
            let start = "    <testcase classname=\"promises\" name=\"\(words)\""
            switch verdict(on: promise) {
            case .kept:
                lines.append(
                    part(for: promise).map { "\(start)><system-out>\($0)</system-out></testcase>" }
                        ?? "\(start)/>")
            case .notJudged(let reason):
                lines.append("\(start)><skipped message=\"\(escaped(reason))\"/></testcase>")
            case .broken(let found):
                let message = escaped(found.failure.broken.evidence)
                let details = self.lines(of: found, columns).map(escaped).joined(separator: "\n")
                let part = part(for: promise).map { "<system-out>\($0)</system-out>" } ?? ""
                lines.append(
                    "\(start)><failure message=\"\(message)\">\(details)</failure>\(part)</testcase>"
                )
            }
        }
        return lines + ["  </testsuite>", "</testsuites>"]
    }

    private var json: JSONValue {
        .object([
            "command": .array(command.map { .string($0) }),
            "seeds": .string("\(seeds.lowerBound)..<\(seeds.upperBound)"),
            "faults": .string(faults.rawValue), "role": .string(end.isPhone ? "phone" : "device"),
            "radios": .array(
                DeviceRadio.allCases.filter(end.radios.contains).map { .string($0.rawValue) }),
            "runs": .size(runs), "brokenRuns": .size(brokenRuns), "gaveUp": .bool(gaveUp),
            "isInterrupted": .bool(isInterrupted),
            "promises": .array(end.promises.map(json)),
        ])
    }

    private func json(_ promise: Promise) -> JSONValue {
        var members: [String: JSONValue] = [
            "promise": .string(promise.rawValue), "words": .string(end.words(for: promise) ?? ""),
        ]
        switch verdict(on: promise) {
        case .kept:
            members["verdict"] = .string("kept")
            members["judgedRuns"] = .size(judgedRuns(of: promise))
        case .notJudged(let reason):
            members["verdict"] = .string("notJudged")
            members["reason"] = .string(reason)
        case .broken(let found):
            let plan = found.failure.plan
            members["verdict"] = .string("broken")
            members["runs"] = .size(found.runs)
            members["judgedRuns"] = .size(judgedRuns(of: promise))
            members["firstSeed"] = .field(plan.seed)
            members["setting"] = .string(found.setting)
            members["evidence"] = .string(found.failure.broken.evidence)
            members["script"] = .array(
                found.failure.script.map { .string($0.drop { $0 == " " }.description) })
            members["repeat"] = .string(command(repeating: found))
        }
        return .object(members)
    }
}
