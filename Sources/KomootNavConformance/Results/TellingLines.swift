extension StringProtocol {
    /// Whether a line of a crashed program's output says what happened, in the words of a sanitizer or of a language's
    /// runtime. What these print after it is longer, and seldom needed.
    var isTelling: Bool {
        ["Sanitizer: ", "runtime error: ", "Fatal error: ", "panic: "].contains { contains($0) }
    }
}

extension String {
    /// The lines of a crashed program's output that say what happened, as one line: the telling ones or, if there are
    /// none, the last ones that are not blank.
    package var essence: String {
        let lines = split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
        let telling = lines.filter(\.isTelling)
        return (telling.isEmpty ? lines.suffix(6) : telling.suffix(4)).joined(separator: " | ")
    }
}
