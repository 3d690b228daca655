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
    /// The central may not have the value: the peripheral is paired with another one, or is about to be.
    public static let insufficientAuthorization = ATTError(rawValue: 0x08)
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
    /// The peripheral can't tell so many links apart.
    public static let insufficientResources = ATTError(rawValue: 0x11)
}

extension ATTError {
    /// Whether the phone must be paired before it answers (clause 9.10).
    public var requiresPairing: Bool {
        self == .insufficientAuthentication || self == .insufficientEncryption
    }
}

extension ATTError: CustomStringConvertible {
    /// The code in hexadecimal, as in `0x0A`.
    public var description: String { "0x" + HexDigits.uppercase(rawValue) }
}

extension ATTError {
    /// The name that the Bluetooth Core Specification gives the error, as in `Invalid Offset`; `Application Error`
    /// and `Common Profile and Service Error` for the codes of profiles and services; `nil` for a code that it reserves.
    ///
    /// Source: Bluetooth Core Specification, Vol 3 Part F, 3.4.1.1.
    public var name: String? {
        switch rawValue {
        case 0x01: "Invalid Handle"
        case 0x02: "Read Not Permitted"
        case 0x03: "Write Not Permitted"
        case 0x04: "Invalid PDU"
        case 0x05: "Insufficient Authentication"
        case 0x06: "Request Not Supported"
        case 0x07: "Invalid Offset"
        case 0x08: "Insufficient Authorization"
        case 0x09: "Prepare Queue Full"
        case 0x0A: "Attribute Not Found"
        case 0x0B: "Attribute Not Long"
        case 0x0C: "Encryption Key Size Too Short"
        case 0x0D: "Invalid Attribute Value Length"
        case 0x0E: "Unlikely Error"
        case 0x0F: "Insufficient Encryption"
        case 0x10: "Unsupported Group Type"
        case 0x11: "Insufficient Resources"
        case 0x12: "Database Out Of Sync"
        case 0x13: "Value Not Allowed"
        case 0x80...0x9F: "Application Error"
        case 0xE0...0xFF: "Common Profile and Service Error"
        default: nil
        }
    }

    /// The code and, if it has one, its name, as in `0x07 Invalid Offset`.
    package var words: String { name.map { "\(self) \($0)" } ?? description }
}
