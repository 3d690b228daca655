package import KomootNav

extension CapturedRead {
    /// The read as a line shows it.
    ///
    /// - Parameters:
    ///   - instruction: what it brought; `nil` if that is not an instruction.
    ///   - isPublished: whether the phone published it; `nil` if nobody knows.
    ///   - warning: sets words off from the others.
    package func words(
        _ instruction: NavigationInstruction?, isPublished: Bool?, _ units: DistanceStyle,
        warning: (String) -> String
    ) -> String {
        var facts = [counted(bytes.count, "byte"), counted(answerCount, "answer")]
        let beginning: String
        switch outcome {
        case .refused(let error): return warning("refused: \(error.words)")
        case .unfinished: beginning = warning("unfinished")
        case .complete where instruction == nil: beginning = warning("no instruction")
        case .complete:
            beginning = instruction.map { InstructionText($0, units: units).line } ?? ""
            facts.append(integrity == .torn ? warning(integrity.rawValue) : integrity.rawValue)
        }
        if isPublished == false { facts.append(warning("never published")) }
        return "\(beginning)  (\(facts.joined(separator: ", ")))"
    }
}
