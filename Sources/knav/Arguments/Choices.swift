import KomootNav

/// The names of a vocabulary, in its order.
func names<Choice: RawRepresentable<String> & CaseIterable>(of type: Choice.Type) -> [String] {
    type.allCases.map(\.rawValue)
}

extension [String] {
    /// The words as a usage line has them: `a|b|c`.
    var alternatives: String { joined(separator: "|") }

    /// The words as a sentence has them: `a, b or c`.
    var listed: String {
        guard count > 1, let last else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or \(last)"
    }
}

extension DistanceStyle {
    /// The styles that are made for riders.
    static let forRiders = allCases.filter { $0 != .vendor }
}

extension Arguments {
    /// The value of an option that takes one of a vocabulary's names; `nil` if the option was not given.
    func choice<Choice: RawRepresentable<String>>(
        _ option: String, of choices: some Collection<Choice>
    ) throws(UsageError) -> Choice? {
        try value(option, choices.map(\.rawValue).listed) { text in
            choices.first { $0.rawValue == text }
        }
    }
}
