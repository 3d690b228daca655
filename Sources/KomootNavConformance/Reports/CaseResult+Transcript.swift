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
