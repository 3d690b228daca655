package import Simulation

/// A run that once failed.
package struct FailedSeed: Hashable {
    /// A line that is not a run: its number, from 1, and what it says.
    package struct BadLine: Error {
        package let number: Int
        package let text: String
    }

    package let seed: UInt64
    package let profile: PhoneProfile
    package let faults: FaultLevel

    /// The runs of a list: one a line, seed, profile and faults; `#` begins a comment.
    package static func list(in text: String) throws(BadLine) -> [FailedSeed] {
        var seeds: [FailedSeed] = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let content = line.prefix { $0 != "#" }
            let words = content.split(whereSeparator: \.isWhitespace).map(String.init)
            if words.isEmpty { continue }
            guard words.count == 3, let seed = UInt64(words[0]), seed < .max,
                let profile = PhoneProfile(rawValue: words[1]),
                let faults = FaultLevel(rawValue: words[2])
            else { throw BadLine(number: index + 1, text: String(line)) }
            seeds.append(FailedSeed(seed: seed, profile: profile, faults: faults))
        }
        return seeds
    }
}

extension Range<UInt64> {
    /// Reads `A..<B`: a range with at least one seed.
    package init?(seeds text: String) {
        let parts = text.split(separator: "..<", omittingEmptySubsequences: false)
        guard parts.count == 2, let lower = UInt64(parts[0]), let upper = UInt64(parts[1]),
            lower < upper
        else { return nil }
        self = lower..<upper
    }

    /// The number of seeds, of which the whole range has more than an `Int` counts.
    package var seedCount: UInt64 { upperBound - lowerBound }

    /// The seeds whose positions in a range are these.
    package func seeds(of all: Range<UInt64>) -> Range<UInt64> {
        all.lowerBound + lowerBound..<all.lowerBound + upperBound
    }
}
