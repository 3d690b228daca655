/// What was wrong with the bytes, and where.
///
/// Every throwing function of this module throws this type and nothing else. A function that throws
/// has changed nothing, unless its documentation says otherwise.
///
/// Source: `Docs/Protocol.md`, clause 10.
public struct KomootNavError: Error, Hashable, Sendable {
    /// The class of the error.
    public enum Code: Hashable, Sendable {
        /// The bytes end before the layout's fields do; the offset is the number of bytes there were.
        case truncated
        /// More than ``ATT/maximumValueLength`` bytes; the offset is that bound.
        case oversized
        /// A notification of a length that no phone sends; the offset is its length.
        case malformedNotification
        /// The street is not well-formed UTF-8; the offset is the first byte of the ill-formed
        /// sequence, from the start of the object, or of the street where there is no object.
        case invalidUTF8
        /// A byte that the layout reserves is not zero; the offset is that byte's.
        case reservedNotZero
        /// A response to a request that was not made; the offset is the one that came.
        case unexpectedOffset
        /// The peripheral answered with an error; the offset is the request's.
        case attError(ATTError)
        /// The object changed under every attempt to read it; the offset is zero.
        case restartsExhausted
        /// The identifier's width is not the layout's; the offset is the identifier's.
        case identifierMismatch
        /// The destination is too small; the offset is its size.
        case bufferTooSmall
        /// An offset table that describes no object; the offset is that of the field at fault.
        case invalidLayout

        /// The name under which fixtures and command line know the class.
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
    /// Where, in bytes; what it counts from is said with each code.
    public let offset: Int

    /// Creates an error.
    public init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}

extension KomootNavError: CustomStringConvertible {
    /// The class and the offset, as in `truncated at byte 7`.
    public var description: String {
        switch code {
        case .attError(let error): "\(code.name) \(error) at byte \(offset)"
        default: "\(code.name) at byte \(offset)"
        }
    }
}
