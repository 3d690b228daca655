/// Reads `A..<B`: a range with at least one seed.
func seedRange(_ text: String) -> Range<UInt64>? {
    let parts = text.split(separator: "..<", omittingEmptySubsequences: false)
    guard parts.count == 2, let lower = UInt64(parts[0]), let upper = UInt64(parts[1]),
        lower < upper
    else { return nil }
    return lower..<upper
}

extension Range<UInt64> {
    /// The number of seeds, of which the whole range has more than an `Int` counts.
    var seedCount: UInt64 { upperBound - lowerBound }

    /// The seeds whose positions in a range are these.
    func seeds(of all: Range<UInt64>) -> Range<UInt64> {
        all.lowerBound + lowerBound..<all.lowerBound + upperBound
    }
}
