/// One value within an answer that is not the expected one.
struct Difference: Hashable {
    /// Where it is: names of members, and indices of elements from 0, as in `effects[1].peer`.
    let path: String
    /// The expected value; `nil` if none is.
    let expected: JSONValue?
    /// The value that came; `nil` if none did.
    let given: JSONValue?

    /// The differences between two values, as deep inside as they can be told. Arrays of different lengths differ as a
    /// whole.
    static func all(
        between expected: JSONValue?, and given: JSONValue?, at path: String = ""
    ) -> [Difference] {
        switch (expected, given) {
        case (.object(let expected), .object(let given)):
            return Set(expected.keys).union(given.keys).sorted().flatMap { name in
                let place = path.isEmpty ? name : "\(path).\(name)"
                return all(between: expected[name], and: given[name], at: place)
            }
        case (.array(let expected), .array(let given)) where expected.count == given.count:
            return zip(expected, given).enumerated().flatMap { index, pair in
                all(between: pair.0, and: pair.1, at: "\(path)[\(index)]")
            }
        default:
            return expected == given
                ? [] : [Difference(path: path, expected: expected, given: given)]
        }
    }
}

extension Difference: CustomStringConvertible {
    /// The longest value that is shown whole, in characters.
    private static let shownLength = 160
    /// How much of longer values is shown before they differ.
    private static let shownBefore = 40

    var description: String {
        let isNumber = expected?.unsigned != given?.unsigned
        let values = [expected, given].map {
            (isNumber ? $0?.largeNumber : nil) ?? $0?.description ?? "nothing"
        }
        let same = zip(values[0], values[1]).prefix { $0 == $1 }.count
        let parts = values.map { Self.part(of: $0, around: same) }
        return "\(path.isEmpty ? "" : "\(path): ")expected \(parts[0]), answered \(parts[1])"
    }

    private static func part(of text: String, around position: Int) -> String {
        let count = text.count
        guard count > shownLength else { return text }
        let start = max(0, position - shownBefore)
        let rest = text.dropFirst(start)
        let end = rest.count > shownLength ? "… (\(count) characters)" : ""
        return (start > 0 ? "…" : "") + rest.prefix(shownLength) + end
    }
}

extension JSONValue {
    /// A number that is a string because it is large, without its quotes.
    fileprivate var largeNumber: String? {
        unsigned.flatMap { $0 > Int32.max ? "\($0)" : nil }
    }
}
