/// What was wrong with a URL, and where.
///
/// Source: `Docs/Watch.md`, clause 3.
public struct LinkError: Error, Hashable, Sendable {
    /// The kind of error.
    public enum Code: Hashable, Sendable, CaseIterable {
        /// More bytes than ``DeviceSelection/maximumByteCount``; the offset is that bound.
        case oversized
        /// The URL has another scheme; the offset is zero.
        case wrongScheme
        /// The URL does not answer a device selection; the offset is where it differs from one that does.
        case notDeviceSelection
        /// A percent sign without two hexadecimal digits; the offset is its own.
        case invalidPercentEncoding
        /// A name or a value that is not well-formed UTF-8; the offset is that of its first byte in the URL.
        case invalidUTF8
        /// The same item of a device twice, or the sender's; the offset is the second one's.
        case repeatedItem
        /// A device's number that is not below ``DeviceSelection/maximumDeviceCount``; the offset is the item's.
        case tooManyDevices
        /// An identifier that is not a UUID, even if the device has one already; the offset is the item's.
        case invalidIdentifier
        /// A device without an identifier; the offset is that of its first item.
        case missingIdentifier
        /// Two devices with one identifier; the offset is that of the later device's first item.
        case duplicateDevice
        /// A scheme that is not a letter followed by letters, digits, `+`, `-` and `.`; the offset is
        /// that of the first wrong byte, in the scheme.
        case invalidScheme
        /// The app's name or bundle identifier is empty; the offset is zero.
        case emptyName

        /// The name of this code in fixtures and on the command line.
        public var name: String {
            switch self {
            case .oversized: "oversized"
            case .wrongScheme: "wrongScheme"
            case .notDeviceSelection: "notDeviceSelection"
            case .invalidPercentEncoding: "invalidPercentEncoding"
            case .invalidUTF8: "invalidUTF8"
            case .repeatedItem: "repeatedItem"
            case .tooManyDevices: "tooManyDevices"
            case .invalidIdentifier: "invalidIdentifier"
            case .missingIdentifier: "missingIdentifier"
            case .duplicateDevice: "duplicateDevice"
            case .invalidScheme: "invalidScheme"
            case .emptyName: "emptyName"
            }
        }
    }

    /// What was wrong.
    public let code: Code
    /// Where, in bytes of UTF-8. Each code says what this counts from.
    public let offset: Int

    /// Creates an error.
    public init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}

extension LinkError: CustomStringConvertible {
    /// The code and the offset, as in `oversized at 8192`.
    public var description: String { "\(code.name) at \(offset)" }
}
