public import KomootNav

/// What a watch's app is told of the navigation: one small dictionary, whose keys are numbers.
///
/// ```swift
/// let message = NavigationMessage.instruction(
///     NavigationMessage.Instruction(arrow: .left, distanceInMeters: 120, street: "Hauptstraße"))
/// let bytes = try message.value.encoded()
/// print(bytes.count)  // 76
/// ```
///
/// Serialised it has 43 bytes without a street, 64 and the street's with one, and 23 when the navigation has ended.
///
/// Source: `Docs/Watch.md`, clause 7.
public enum NavigationMessage: Hashable, Sendable {
    /// What to do, how far ahead, into which street.
    case instruction(Instruction)
    /// There is nothing to show: the navigation has ended.
    case ended

    /// What to do, how far ahead, into which street.
    public struct Instruction: Hashable, Sendable {
        /// What to do.
        public var arrow: Arrow
        /// How far ahead, in metres.
        public var distanceInMeters: UInt32
        /// The street to turn into; empty if there is none. It is written as it is: a zero byte in it can't be encoded,
        /// and nothing cuts it.
        public var street: String

        /// Creates an instruction.
        public init(arrow: Arrow, distanceInMeters: UInt32, street: String = "") {
            self.arrow = arrow
            self.distanceInMeters = distanceInMeters
            self.street = street
        }
    }

    /// The version of the dictionary that this library writes, and the newest that it reads.
    public static let version: Int32 = 1

    /// The keys of the dictionary.
    enum Key {
        static let version: Int32 = 0
        static let arrow: Int32 = 1
        static let distance: Int32 = 2
        static let street: Int32 = 3
    }

    /// The message as a dictionary.
    public var value: MonkeyValue {
        var dictionary: MonkeyDictionary = [.number(Key.version): .number(Self.version)]
        if case .instruction(let instruction) = self {
            let distance = instruction.distanceInMeters
            dictionary[.number(Key.arrow)] = .number(Int32(instruction.arrow.rawValue))
            dictionary[.number(Key.distance)] =
                Int32(exactly: distance).map(MonkeyValue.number) ?? .long(Int64(distance))
            if !instruction.street.utf8.isEmpty {
                dictionary[.number(Key.street)] = .string(instruction.street)
            }
        }
        return .dictionary(dictionary)
    }

    /// Reads a dictionary. Keys that are not known are ignored.
    ///
    /// - Throws: ``NavigationMessageError``.
    public init(_ value: MonkeyValue) throws(NavigationMessageError) {
        guard case .dictionary(let dictionary) = value else { throw .notDictionary }
        let street = dictionary[.number(Key.street)]
        let fields = NavigationFields(
            version: dictionary[.number(Key.version)].map(NavigationFields.Field.init),
            arrow: dictionary[.number(Key.arrow)].map(NavigationFields.Field.init),
            distance: dictionary[.number(Key.distance)].map(NavigationFields.Field.init),
            street: street.map(NavigationFields.Field.init))
        guard let (arrow, distance) = try fields.checked() else {
            self = .ended
            return
        }
        var text = ""
        if case .string(let street)? = street { text = street }
        self = .instruction(
            Instruction(arrow: arrow, distanceInMeters: distance, street: text))
    }
}

// Left out of Embedded Swift: where a character ends is in tables that firmware has no room for.
#if !hasFeature(Embedded)
    extension NavigationMessage {
        /// The longest street that a message has if nothing else is said, in bytes. A watch shows fewer.
        public static let defaultStreetByteCount = 64

        /// Makes a message of an instruction.
        ///
        /// The street is repaired if it is not well-formed UTF-8, ends before a zero byte, and is cut at the end of
        /// a character if it has too many bytes.
        ///
        /// - Parameters:
        ///   - instruction: what to say; its identifier is left out.
        ///   - maximumStreetByteCount: the largest number of bytes of the street.
        public init(
            _ instruction: NavigationInstruction,
            maximumStreetByteCount: Int = NavigationMessage.defaultStreetByteCount
        ) {
            self = .instruction(
                Instruction(
                    arrow: instruction.arrow, distanceInMeters: instruction.distanceInMeters,
                    street: Self.text(of: instruction.street, maximumStreetByteCount)))
        }

        private static func text(of street: Street, _ limit: Int) -> String {
            // With this policy it never throws.
            guard let text = try? street.text(.dropIncompleteTail) else { return "" }
            let beginning = Street(String(text.prefix { $0 != "\0" }))
            return beginning.prefix(maximumByteCount: limit).description
        }
    }
#endif

/// Why a value is not a ``NavigationMessage``.
public enum NavigationMessageError: Error, Hashable, Sendable {
    /// The value is not a dictionary.
    case notDictionary
    /// There is no version, or it is neither a `Number` nor a `Long`.
    case noVersion
    /// A version that this library does not read.
    case unknownVersion(Int64)
    /// The arrow is not a `Number` or `Long` from 0 to 255.
    case invalidArrow
    /// There is no distance, or it is not a `Number` or `Long` from 0 to 2³² − 1.
    case invalidDistance
    /// The street is neither a `String` nor null.
    case invalidStreet
}

extension NavigationMessageError: CustomStringConvertible {
    /// The error as a sentence.
    public var description: String {
        switch self {
        case .notDictionary: "the message is not a dictionary"
        case .noVersion: "the message has no version under the key 0"
        case .unknownVersion(let version):
            "the message has version \(version); this library reads \(NavigationMessage.version)"
        case .invalidArrow: "the arrow, key 1, is not a Number or Long from 0 to 255"
        case .invalidDistance: "the distance, key 2, is not a Number or Long from 0 to 4294967295"
        case .invalidStreet: "the street, key 3, is not a String"
        }
    }
}
