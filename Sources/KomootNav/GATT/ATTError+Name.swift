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
