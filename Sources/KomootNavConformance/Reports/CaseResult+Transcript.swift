import KomootNavPipe
import KomootNavRecording

extension CaseResult {
    /// The case whole: the line that asks for it, the line that answers it, and what came.
    var transcript: [String] {
        let request = TesteeRequest.answer(id: vector.id, vector.operation, vector.input)
        var lines = [
            "\(vector.id)  \(vector.title)",
            "    clause \(vector.clause), \(vector.level.rawValue)",
            "    request:  \(request.json.lineForTerminal)",
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
        JSONValue.object(["id": .string(vector.id), "answer": answer]).lineForTerminal
    }
}

extension JSONValue {
    /// The value as one line of JSON, in which every character can be shown, and so can be copied: others are escaped.
    fileprivate var lineForTerminal: String {
        let characters = description.unicodeScalars.map { scalar in
            let text = String(scalar)
            guard printable(text) != text else { return text }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return characters.joined()
    }
}
