import KomootNavJSON

/// One field of a value, as a list for people has it.
package struct SensorField: Hashable, Sendable {
    /// What a field holds.
    package enum Content: Hashable, Sendable {
        case number(Int64)
        case numbers([Int64])
        case text(String)
        case texts([String])
        case truth(Bool)
    }

    /// Its name, in JSON's manner: `lastWheelEventTime`.
    package let name: String
    package let content: Content
    package let unit: SensorUnit?
}

/// What a number stands for.
package struct SensorMeanings: Hashable, Sendable {
    private let texts: [UInt64: String]

    /// The meaning of a number; the number itself if it has none.
    func text(for number: some FixedWidthInteger) -> String {
        UInt64(exactly: number).flatMap { texts[$0] } ?? "\(number)"
    }
}

extension SensorMeanings: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// The meanings of 0, 1 and so on.
    package init(arrayLiteral meanings: String...) {
        texts = Dictionary(
            uniqueKeysWithValues: meanings.enumerated().map { (UInt64($0.offset), $0.element) })
    }

    /// The meanings of some numbers.
    package init(dictionaryLiteral meanings: (UInt64, String)...) {
        texts = Dictionary(uniqueKeysWithValues: meanings)
    }
}
