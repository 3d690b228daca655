/// The error code of an ATT Error Response: one byte. Any value is kept; the ones that this
/// protocol uses have names.
///
/// Source: Bluetooth Core Specification, Vol 3, Part F, section 3.4.1.1; `Docs/Protocol.md`,
/// clauses 8.4 and 8.6.
public struct ATTError: RawRepresentable, Error, Hashable, Sendable {
    /// The code as it is on the wire.
    public let rawValue: UInt8

    /// Creates an error code from its byte.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The handle is not valid: the service is gone, because navigation was stopped.
    public static let invalidHandle = ATTError(rawValue: 0x01)
    /// The characteristic can't be read.
    public static let readNotPermitted = ATTError(rawValue: 0x02)
    /// The characteristic can't be written.
    public static let writeNotPermitted = ATTError(rawValue: 0x03)
    /// The link must be authenticated first: pairing is required.
    public static let insufficientAuthentication = ATTError(rawValue: 0x05)
    /// The offset is past the end of the value. This error can end a read in chunks.
    public static let invalidOffset = ATTError(rawValue: 0x07)
    /// There is no object yet.
    public static let attributeNotFound = ATTError(rawValue: 0x0A)
    /// The value is too short for a read at an offset. This error can end a read in chunks.
    public static let attributeNotLong = ATTError(rawValue: 0x0B)
    /// The value is too long or too short to write.
    public static let invalidAttributeValueLength = ATTError(rawValue: 0x0D)
    /// The peripheral ran into an unlikely error.
    public static let unlikelyError = ATTError(rawValue: 0x0E)
    /// The link must be encrypted first: pairing is required.
    public static let insufficientEncryption = ATTError(rawValue: 0x0F)
}

extension ATTError {
    /// Whether a phone may answer a read at the object's end with this error. There it ends the
    /// object and is not a failure (clause 8.4).
    package var endsObject: Bool { self == .invalidOffset || self == .attributeNotLong }

    /// Whether the phone must be paired before it answers (clause 9.10).
    public var requiresPairing: Bool {
        self == .insufficientAuthentication || self == .insufficientEncryption
    }
}

extension ATTError: CustomStringConvertible {
    /// The code in hexadecimal, as in `0x0A`.
    public var description: String { "0x" + HexDigits.uppercase(rawValue) }
}
