public import ConnectIQBridge

/// Why Foundation objects can't become a `MonkeyValue`, or the other way round, and where.
///
/// Source: `Docs/Watch.md`, clause 5.1.
public struct FoundationObjectError: Error, Hashable, Sendable {
    /// What was wrong.
    public enum Code: Hashable, Sendable, CaseIterable {
        /// An object of another class than those that `MonkeyValue.init(foundationObject:limits:)` takes,
        /// or a `Char`, which the vendor's library does not have.
        case unsupportedType
        /// An integer above 2⁶³ − 1. A `Long` can't hold it.
        case integerTooLarge
        /// A string that is not well-formed Unicode: it has half of a surrogate pair. On Linux, Foundation itself puts U+FFFD
        /// there, so this was never seen.
        case malformedString
        /// A dictionary has a key that can't be one. The path is the dictionary's. Keys are strings, numbers and
        /// Booleans of which a value could be made; one that is not a number (NaN) is refused too.
        case invalidKey
        /// Two keys of a dictionary are the same. To Foundation, 1, 1.0 and `true` are equal. To Swift, two strings of
        /// the same characters are, even if their Unicode scalars differ. When objects are made, the path ends with the second
        /// key. When a value is made, two objects that are keys become the same, as a `String` and an `NSString` may do, and
        /// the path is the dictionary's.
        case duplicateKey
        /// More nested than `MonkeyLimits.maximumDepth`. The path is that of the container at this depth.
        case tooDeep
        /// More values than `MonkeyLimits.maximumValueCount`. The path is that of the container with one too many.
        case tooManyValues
    }

    /// A step from a container to a value in it.
    public enum Step: Hashable, Sendable {
        /// To an element of an array; the first one is 0.
        case element(Int)
        /// To the value of a key.
        case key(MonkeyKey)
    }

    /// What was wrong.
    public let code: Code
    /// The steps from the outermost value to the wrong one; empty if that is the wrong one.
    public let path: [Step]

    /// Creates an error.
    public init(_ code: Code, at path: [Step]) {
        self.code = code
        self.path = path
    }
}

extension FoundationObjectError: CustomStringConvertible {
    /// The code and the path, as in `unsupportedType at [2]["street"]`.
    public var description: String {
        let place = path.map { "[\($0)]" }.joined()
        return place.isEmpty ? "\(code)" : "\(code) at \(place)"
    }
}

extension FoundationObjectError.Step: CustomStringConvertible {
    /// The number of the element, or the key; a string is quoted.
    public var description: String {
        switch self {
        case .element(let position): "\(position)"
        case .key(.number(let number)): "\(number)"
        case .key(.long(let number)): "\(number)"
        case .key(.float(let number)): "\(number)"
        case .key(.double(let number)): "\(number)"
        case .key(.boolean(let flag)): "\(flag)"
        case .key(.char(let character)): "'\(character)'"
        case .key(.string(let text)): text.debugDescription
        }
    }
}
