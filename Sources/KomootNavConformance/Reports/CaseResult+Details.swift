import KomootNavRecording

extension CaseResult {
    /// The most events of a script that are shown.
    private static let shownEvents = 5
    /// The most differences that are shown.
    private static let shownDifferences = 12
    /// The most characters of the input, or of an event, that are shown.
    private static let shownInput = 400

    /// What went in, and what the testee did instead of the right thing, line by line.
    var details: [String] { inputLines + differences }

    /// What the testee did, line by line: for a wrong answer, the members that differ.
    var differences: [String] {
        guard case .wrong(let answer) = verdict else { return [verdict.explanation] }
        if let step = wrongStep {
            guard let expected = step.expected, let given = step.given else {
                return [
                    "step \(step.number): expected \(step.expected?.description ?? "no more"), "
                        + "answered \(step.given?.description ?? "no more")"
                ]
            }
            return ["step \(step.number):"] + lines(between: expected, and: given).map { "  \($0)" }
        }
        return lines(between: vector.expected, and: answer)
    }

    private func lines(between expected: JSONValue, and given: JSONValue) -> [String] {
        // A refusal and another answer have nothing in common.
        if (expected["error"] == nil) != (given["error"] == nil) {
            return ["expected \(expected)", "answered \(given)"]
                .map { $0.beginning(Self.shownInput) }
        }
        let all = Difference.all(between: expected, and: given)
        let more = all.count - Self.shownDifferences
        return all.prefix(Self.shownDifferences).map(\.description)
            + (more > 0 ? ["… and \(counted(more, "other difference"))"] : [])
    }
}

extension CaseResult {
    /// The first step of a script that is not the expected one.
    private struct WrongStep {
        /// From 1.
        let number: Int
        /// `nil` if no more steps are expected.
        let expected: JSONValue?
        /// `nil` if no more steps came.
        let given: JSONValue?
    }

    private var wrongStep: WrongStep? {
        guard case .wrong(let answer) = verdict,
            case .array(let expected) = vector.expected["steps"],
            case .array(let given) = answer["steps"]
        else { return nil }
        let same = zip(expected, given).prefix { $0 == $1 }.count
        return WrongStep(
            number: same + 1, expected: expected.dropFirst(same).first,
            given: given.dropFirst(same).first)
    }

    /// What went in. Of a script, only the events up to the first wrong step, and no more than the last few of them.
    private var inputLines: [String] {
        guard case .object(var members) = vector.input,
            case .array(let events) = members.removeValue(forKey: "events")
        else { return ["input: \(vector.input.shortened)".beginning(Self.shownInput)] }
        var lines: [String] = []
        if !members.isEmpty {
            lines.append("input: \(JSONValue.object(members).shortened)".beginning(Self.shownInput))
        }
        let shown: Range<Int>
        if let step = wrongStep {
            let last = lastEvent(of: step.number, events)
            shown = max(0, last - Self.shownEvents)..<last
        } else {
            shown = 0..<min(events.count, Self.shownEvents)
        }
        if shown.lowerBound > 0 { lines.append("… after \(counted(shown.lowerBound, "event"))") }
        for index in shown {
            let number = "event \(index + 1) of \(events.count)"
            lines.append("\(number): \(events[index].shortened)".beginning(Self.shownInput))
        }
        return lines
    }

    /// How many events come before a step's answer. A ride has a step only for each reading.
    private func lastEvent(of step: Int, _ events: [JSONValue]) -> Int {
        guard vector.operation == .sensorRide else { return min(step, events.count) }
        let reads = events.indices.filter { events[$0]["event"]?.string == "read" }
        return step <= reads.count ? reads[step - 1] + 1 : events.count
    }
}

extension JSONValue {
    /// The same with long texts cut.
    fileprivate var shortened: JSONValue {
        switch self {
        case .null, .bool, .number, .fraction: self
        case .string(let text): .string(text.beginning(160))
        case .array(let elements): .array(elements.map(\.shortened))
        case .object(let members): .object(members.mapValues(\.shortened))
        }
    }
}

extension CaseResult {
    /// The case whole: the line that asks for it, the line that answers it, and what came. The lines can be copied,
    /// because JSON escapes what can't be shown.
    var transcript: [String] {
        let request = TesteeRequest.answer(id: vector.id, vector.operation, vector.input)
        var lines = [
            "\(vector.id)  \(vector.title)",
            "    clause \(vector.clause), \(vector.level.rawValue)",
            "    request:  \(request.json)",
            "    expected: \(line(answer: vector.expected))",
        ]
        switch verdict {
        case .passed: lines.append("    passed")
        case .wrong(let answer):
            lines.append("    answered: \(line(answer: answer))")
            lines += differences.map { "      \($0)" }
        case .skipped(let reason): lines.append("    skipped: \(reason)")
        case .crashed, .timedOut, .malformed, .notRun:
            lines.append("    \(verdict.explanation)")
        }
        return lines
    }

    private func line(answer: JSONValue) -> String {
        JSONValue.object(["id": .string(vector.id), "answer": answer]).description
    }
}
