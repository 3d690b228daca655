extension String {
    /// The text with a small first letter, to stand within a sentence.
    var withSmallInitial: String { prefix(1).lowercased() + dropFirst() }

    /// Whether the first of several words is one of these, in any case: "Am Mühlbach", but not
    /// "Amselweg", and not the county road "IN 12".
    func begins(withWordOf words: Set<String>) -> Bool {
        let parts = split(separator: " ", maxSplits: 1)
        guard let first = parts.first, let rest = parts.dropFirst().first else { return false }
        let isCode = first == first.uppercased() && rest.first?.isNumber == true
        return !isCode && words.contains(first.lowercased())
    }
}
