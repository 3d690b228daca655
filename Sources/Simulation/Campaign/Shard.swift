/// One of the parts, all about as large, into which many runs are split.
package struct Shard: Hashable, Sendable {
    /// Everything, in one part.
    package static let whole = Shard(number: 1, count: 1)

    /// Which part it is, from 1.
    package let number: UInt64
    /// How many parts there are.
    package let count: UInt64

    private init(number: UInt64, count: UInt64) {
        self.number = number
        self.count = count
    }

    /// Reads `I/N`; `nil` if that is no part, as `0/4` or `5/4`, or written in another way.
    package init?(_ text: String) {
        let words = text.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count == 2, let number = UInt64(words[0]), let count = UInt64(words[1]),
            1 <= number, number <= count, "\(number)/\(count)" == text
        else { return nil }
        self.init(number: number, count: count)
    }

    /// All parts.
    package static func all(of count: UInt64) -> some Collection<Shard> & Sendable {
        (0..<count).lazy.map { Shard(number: $0 + 1, count: count) }
    }

    /// The part of a range that it has: the ranges of all parts follow each other, and differ by at most one in
    /// length. Empty if there are more parts than numbers.
    package func part(of range: Range<UInt64>) -> Range<UInt64> {
        let (quotient, remainder) = (range.upperBound - range.lowerBound)
            .quotientAndRemainder(dividingBy: count)
        func end(ofParts parts: UInt64) -> UInt64 {
            range.lowerBound + quotient * parts + min(parts, remainder)
        }
        return end(ofParts: number - 1)..<end(ofParts: number)
    }

    /// How many of so many runs it has.
    package func size(of all: UInt64) -> UInt64 {
        let part = part(of: 0..<all)
        return part.upperBound - part.lowerBound
    }
}

extension Shard: CustomStringConvertible {
    /// The form that ``init(_:)`` reads.
    package var description: String { "\(number)/\(count)" }
}
