/// What was wrong with a sensor's bytes, and where.
///
/// Every throwing function of this module throws only this type. A function that throws has changed
/// nothing.
///
/// Source: `Docs/Sensors.md`, clauses 1.3 and 6.
public struct SensorError: Error, Hashable, Sendable {
    /// The kind of error.
    public enum Code: Hashable, Sendable, CaseIterable {
        /// The bytes end before the fields that the value announces; the offset is the number of
        /// bytes.
        case truncated
        /// More bytes than can be kept; the offset is the first one too many.
        case oversized
        /// The destination buffer is too small; the offset is its size.
        case bufferTooSmall
        /// A byte that says what follows has another value than it must have; the offset is that
        /// byte's.
        case unexpectedByte
        /// The frame's checksum does not match its bytes; the offset is the checksum's.
        case checksumMismatch
        /// The bytes are of a characteristic that this module does not know; the offset is zero.
        case unknownCharacteristic

        /// The name of this code in fixtures and on the command line.
        public var name: String {
            switch self {
            case .truncated: "truncated"
            case .oversized: "oversized"
            case .bufferTooSmall: "bufferTooSmall"
            case .unexpectedByte: "unexpectedByte"
            case .checksumMismatch: "checksumMismatch"
            case .unknownCharacteristic: "unknownCharacteristic"
            }
        }
    }

    /// What was wrong.
    public let code: Code
    /// Where, in bytes. Each code says what this counts from.
    public let offset: Int

    /// Creates an error.
    public init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}

extension SensorError: CustomStringConvertible {
    /// The code and the offset, as in `truncated at byte 7`.
    public var description: String { "\(code.name) at byte \(offset)" }
}
