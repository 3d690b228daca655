/// What was wrong with the bytes, and where.
///
/// Every throwing function of this module throws only this type. A function that throws has changed
/// nothing, unless its documentation says otherwise.
///
/// Source: `Docs/Protocol.md`, clause 10.
public struct KomootNavError: Error, Hashable, Sendable {
    /// The kind of error.
    public enum Code: Hashable, Sendable {
        /// The bytes end before the layout's fields do; the offset is the number of bytes.
        case truncated
        /// More than `ATT.maximumValueLength` bytes; the offset is that bound.
        case oversized
        /// A notification of a length that no phone sends; the offset is its length.
        case malformedNotification
        /// The street is not well-formed UTF-8. The offset is the first byte of the ill-formed
        /// sequence, counted from the start of the object, or of the street if it stands alone.
        case invalidUTF8
        /// A byte that the layout reserves is not zero; the offset is that byte's.
        case reservedNotZero
        /// A response to a request that nobody made; the offset is the response's.
        case unexpectedOffset
        /// The peripheral answered with an error; the offset is the request's.
        case attError(ATTError)
        /// The object changed during every attempt to read it; the offset is zero.
        case restartsExhausted
        /// The identifier's width does not fit the layout; the offset is the identifier's.
        case identifierMismatch
        /// The destination buffer is too small; the offset is its size.
        case bufferTooSmall
        /// An offset table that can't describe an object; the offset is that of the wrong field.
        case invalidLayout

        /// The name of this code in fixtures and on the command line.
        public var name: String {
            switch self {
            case .truncated: "truncated"
            case .oversized: "oversized"
            case .malformedNotification: "malformedNotification"
            case .invalidUTF8: "invalidUTF8"
            case .reservedNotZero: "reservedNotZero"
            case .unexpectedOffset: "unexpectedOffset"
            case .attError: "attError"
            case .restartsExhausted: "restartsExhausted"
            case .identifierMismatch: "identifierMismatch"
            case .bufferTooSmall: "bufferTooSmall"
            case .invalidLayout: "invalidLayout"
            }
        }
    }

    /// What was wrong.
    public let code: Code
    /// Where, in bytes. Each code says what this counts from.
    public let offset: Int

    /// Creates an error.
    @inlinable public init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}

extension KomootNavError: CustomStringConvertible {
    /// The code and the offset, as in `truncated at byte 7`.
    public var description: String {
        if case .attError(let error) = code {
            "\(code.name) \(error) at byte \(offset)"
        } else {
            "\(code.name) at byte \(offset)"
        }
    }
}

// An array needs a heap.
#if !hasFeature(Embedded)
    extension KomootNavError.Code {
        /// The code declared after this one. The compiler refuses this switch if it leaves a code out.
        private var next: Self? {
            switch self {
            case .truncated: .oversized
            case .oversized: .malformedNotification
            case .malformedNotification: .invalidUTF8
            case .invalidUTF8: .reservedNotZero
            case .reservedNotZero: .unexpectedOffset
            case .unexpectedOffset: .attError(.invalidHandle)
            case .attError: .restartsExhausted
            case .restartsExhausted: .identifierMismatch
            case .identifierMismatch: .bufferTooSmall
            case .bufferTooSmall: .invalidLayout
            case .invalidLayout: nil
            }
        }

        /// All codes; the one that holds an ATT error is there once, with any error.
        package static let all = Array(sequence(first: Self.truncated, next: \.next))
    }
#endif
