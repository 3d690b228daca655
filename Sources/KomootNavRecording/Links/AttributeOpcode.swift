/// The opcodes of the Attribute Protocol that our logs hold.
///
/// Source: Bluetooth Core Specification, Vol 3, Part F, section 3.4.8.
enum AttributeOpcode {
    static let errorResponse: UInt8 = 0x01
    static let exchangeMTURequest: UInt8 = 0x02
    static let exchangeMTUResponse: UInt8 = 0x03
    static let findInformationRequest: UInt8 = 0x04
    static let findInformationResponse: UInt8 = 0x05
    static let findByTypeValueRequest: UInt8 = 0x06
    static let findByTypeValueResponse: UInt8 = 0x07
    static let readByTypeRequest: UInt8 = 0x08
    static let readByTypeResponse: UInt8 = 0x09
    static let readRequest: UInt8 = 0x0A
    static let readResponse: UInt8 = 0x0B
    static let readBlobRequest: UInt8 = 0x0C
    static let readBlobResponse: UInt8 = 0x0D
    static let readByGroupTypeRequest: UInt8 = 0x10
    static let readByGroupTypeResponse: UInt8 = 0x11
    static let writeRequest: UInt8 = 0x12
    static let writeResponse: UInt8 = 0x13
    static let notification: UInt8 = 0x1B
    static let indication: UInt8 = 0x1D
}
