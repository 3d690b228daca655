/// What was wrong with a serialised value, or with a value to be serialised, and where.
///
/// When bytes are read, the offset counts them from the first one. When a value is written, it is the number of
/// values that come before the wrong one in the serialised order, and of `oversized` the bound. If several things are wrong,
/// clause 6.10 says which one is told.
///
/// Source: `Docs/Watch.md`, clause 6.
public struct MonkeyError: Error, Hashable, Sendable {
    /// The kind of error.
    public enum Code: Hashable, Sendable, CaseIterable {
        /// The bytes end before the value does, or fewer are left than values are awaited; the offset is the number
        /// of bytes.
        case truncated
        /// More bytes than ``MonkeyLimits/maximumByteCount``; the offset is that bound.
        case oversized
        /// Neither the marker of the strings nor that of the objects, or the strings twice; the offset is the
        /// marker's.
        case unexpectedSection
        /// Bytes after the value; the offset is the first one's.
        case trailingBytes
        /// A string without a length, longer than its section, without a zero byte at its end, or with one before
        /// it; the offset is its length's.
        case malformedString
        /// A string that is not well-formed UTF-8; the offset is the first wrong byte's.
        case invalidUTF8
        /// A reference to a place where no string begins; the offset is the referring value's. Of one value, every
        /// other error comes first.
        case danglingString
        /// A type that is not known; the offset is its own.
        case unknownType
        /// A Boolean that is neither 0 nor 1; the offset is the value's type's.
        case invalidBoolean
        /// A character that is not a Unicode scalar; the offset is the value's type's.
        case invalidCharacter
        /// More elements than there are bytes left for them and for the values that are awaited already; the offset is
        /// that of their number.
        case countTooLarge
        /// More nested than ``MonkeyLimits/maximumDepth``; the offset is that of the container which is at this depth
        /// and not empty.
        case tooDeep
        /// More values than ``MonkeyLimits/maximumValueCount``; the offset is that of the container which has
        /// one too many.
        case tooManyValues
        /// A key that is null, an array, a dictionary or a byte array; the offset is the key's. ``MonkeyKey`` can't hold it, so
        /// a writer never meets one.
        case invalidKey
        /// A key that its dictionary already has; the offset is the second one's. A writer never meets one: a dictionary can't
        /// be made with it (``MonkeyDictionary/init(_:)``).
        case duplicateKey
        /// A string of more than ``MonkeyLimits/longestStringByteCount`` bytes can't be written.
        case stringTooLong
        /// A string with a zero byte can't be written.
        case zeroInString

        /// The name of this code in fixtures and on the command line.
        public var name: String {
            switch self {
            case .truncated: "truncated"
            case .oversized: "oversized"
            case .unexpectedSection: "unexpectedSection"
            case .trailingBytes: "trailingBytes"
            case .malformedString: "malformedString"
            case .invalidUTF8: "invalidUTF8"
            case .danglingString: "danglingString"
            case .unknownType: "unknownType"
            case .invalidBoolean: "invalidBoolean"
            case .invalidCharacter: "invalidCharacter"
            case .countTooLarge: "countTooLarge"
            case .tooDeep: "tooDeep"
            case .tooManyValues: "tooManyValues"
            case .invalidKey: "invalidKey"
            case .duplicateKey: "duplicateKey"
            case .stringTooLong: "stringTooLong"
            case .zeroInString: "zeroInString"
            }
        }
    }

    /// What was wrong.
    public let code: Code
    /// Where.
    public let offset: Int

    /// Creates an error.
    public init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}

extension MonkeyError: CustomStringConvertible {
    /// The code and the offset, as in `truncated at 7`.
    public var description: String { "\(code.name) at \(offset)" }
}
