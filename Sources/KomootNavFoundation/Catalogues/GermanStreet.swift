/// How a German sentence goes on to a street.
///
/// "Auf" is right before most names: "links abbiegen auf Lennéstraße". A name that begins with a
/// preposition says where by itself: "links abbiegen: Am Mühlbach".
struct GermanStreet {
    private static let prepositions: Set<String> = [
        "am", "an", "auf", "bei", "beim", "hinter", "hinterm", "im", "in", "neben", "ob", "über",
        "überm", "unter", "unterm", "vor", "vorm", "zu", "zum", "zur", "zwischen",
    ]

    private let name: String

    init(_ name: String) { self.name = name }

    /// " auf Lennéstraße", or ": Am Mühlbach".
    var onto: String { beginsWithPreposition ? ": \(name)" : " auf \(name)" }

    /// ", weiter auf Lennéstraße", or ": Am Mühlbach".
    var further: String { beginsWithPreposition ? ": \(name)" : ", weiter auf \(name)" }

    /// Whether the first of several words is a preposition, in any case: "Am Mühlbach", but not
    /// "Amselweg", and not the county road "IN 12".
    private var beginsWithPreposition: Bool {
        let words = name.split(separator: " ", maxSplits: 1)
        guard let first = words.first, let rest = words.dropFirst().first else { return false }
        let isCode = first == first.uppercased() && rest.first?.isNumber == true
        return !isCode && Self.prepositions.contains(first.lowercased())
    }
}
