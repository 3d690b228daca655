import KomootNav

/// What a response says about the attribute at a handle.
///
/// | response | says |
/// |---|---|
/// | Find Information | the types of attributes |
/// | Find By Type Value, for a service's UUID | the handles of services of that UUID |
/// | Read By Type, for declarations | which characteristics' values are where |
/// | Read By Type, for another type | which attributes are of that type |
/// | Read By Group Type | which services are where |
///
/// Source: Bluetooth Core Specification, Vol 3 Part F, 3.4.3 and 3.4.4, and Part G, 4.4 to 4.7.
struct AttributeEvidence: ~Escapable {
    private let packet: Span<UInt8>
    /// The type that was asked for; `nil` if that is not known.
    private let type: UUID128?
    /// The service that was asked for.
    private let service: UUID128?

    /// Takes a response.
    ///
    /// - Parameters:
    ///   - packet: the response, from the opcode on.
    ///   - type: the type that the request asked for, if it asked for one.
    ///   - service: the service that the request asked for, if it asked for one.
    @_lifetime(copy packet)
    init(_ packet: Span<UInt8>, type: UUID128?, service: UUID128?) {
        self.packet = packet
        self.type = type
        self.service = service
    }

    /// The handle of the navigation characteristic's value, if the response shows it.
    var navigationHandle: UInt16? {
        let navigation = NavigationService.instructionCharacteristic
        switch packet[0] {
        case AttributeOpcode.findInformationResponse:
            var found: UInt16?
            forEachType { if $1 == navigation && found == nil { found = $0 } }
            return found
        case AttributeOpcode.readByTypeResponse where type == navigation:
            return packet.count >= 4 ? packet.littleEndian16(at: 2) : nil
        case AttributeOpcode.readByTypeResponse:
            let declarations = DeclarationList(packet)
            for position in 0..<declarations.count
            where declarations.uuid(at: position) == navigation {
                return declarations.valueHandle(at: position)
            }
            return nil
        default: return nil
        }
    }

    /// The handle of Service Changed, if the response shows it.
    var serviceChangedHandle: UInt16? {
        let serviceChanged = UUID128(assignedNumber: 0x2A05)
        var found: UInt16?
        switch packet[0] {
        case AttributeOpcode.findInformationResponse:
            forEachType { if $1 == serviceChanged { found = $0 } }
        case AttributeOpcode.readByTypeResponse where type == Self.declaration:
            let declarations = DeclarationList(packet)
            for position in 0..<declarations.count
            where declarations.uuid(at: position) == serviceChanged {
                found = declarations.valueHandle(at: position)
            }
        default: break
        }
        return found
    }

    /// The handles whose services changed, if a packet is an indication of Service Changed.
    ///
    /// If the log does not show which characteristic that is, one with a value of that form counts: a client
    /// that has stored the handles gets no other one of four bytes, as far as is known.
    ///
    /// Source: Bluetooth Core Specification, Vol 3 Part G, 7.1.
    static func changedHandles(
        _ packet: Span<UInt8>, of serviceChanged: UInt16?
    ) -> ClosedRange<UInt16>? {
        guard packet.count == 7, packet[0] == AttributeOpcode.indication else { return nil }
        let characteristic = packet.littleEndian16(at: 1)
        let first = packet.littleEndian16(at: 3)
        let last = packet.littleEndian16(at: 5)
        guard characteristic == serviceChanged ?? characteristic, 1 <= first, first <= last
        else { return nil }
        return first...last
    }

    /// The handles of the navigation service, from its declaration on, if the response shows them. Of several such
    /// services, from the first to the last.
    var navigationService: ClosedRange<UInt16>? {
        var found: ClosedRange<UInt16>?
        forEachService { range, uuid in
            guard uuid == NavigationService.uuid else { return }
            let first = min(found?.lowerBound ?? range.lowerBound, range.lowerBound)
            found = first...max(found?.upperBound ?? range.upperBound, range.upperBound)
        }
        return found
    }

    /// Whether the response shows that something else is at a handle than the navigation characteristic's value.
    func shows(anotherAt handle: UInt16) -> Bool {
        var isAnother = false
        forEachOther { isAnother = isAnother || $0.contains(handle) }
        return isAnother
    }

    /// Gives handles at which the response shows something else.
    func forEachOther(_ body: (ClosedRange<UInt16>) -> Void) {
        let navigation = NavigationService.instructionCharacteristic
        switch packet[0] {
        case AttributeOpcode.findInformationResponse:
            forEachType { if $1 != navigation { body($0...$0) } }
        case AttributeOpcode.readByTypeResponse:
            // Its entries are attributes of the type that was asked for.
            guard let type, type != navigation, packet.count >= 2 else { return }
            let size = Int(packet[1])
            guard size >= 2 else { return }
            for place in stride(from: 2, through: packet.count - size, by: size) {
                let handle = packet.littleEndian16(at: place)
                body(handle...handle)
            }
            guard type == Self.declaration else { return }
            let declarations = DeclarationList(packet)
            for position in 0..<declarations.count
            where declarations.uuid(at: position) != navigation {
                let handle = declarations.valueHandle(at: position)
                body(handle...handle)
            }
        default:
            forEachService { range, uuid in
                let first = range.lowerBound
                body(uuid == NavigationService.uuid ? first...first : range)
            }
        }
    }

    /// The type of characteristic declarations.
    private static var declaration: UUID128 { UUID128(assignedNumber: DeclarationList.type) }

    /// Gives the handles and the types of a Find Information response.
    func forEachType(_ body: (UInt16, UUID128) -> Void) {
        guard packet.count >= 2 else { return }
        let uuidSize = packet[1] == 1 ? 2 : packet[1] == 2 ? 16 : 0
        guard uuidSize > 0 else { return }
        var place = 2
        while place + 2 + uuidSize <= packet.count {
            body(packet.littleEndian16(at: place), packet.uuid(at: place + 2, size: uuidSize))
            place += 2 + uuidSize
        }
    }

    /// Gives the handles and the UUIDs of the services in a response.
    func forEachService(_ body: (ClosedRange<UInt16>, UUID128) -> Void) {
        var size = 4
        var place = 1
        switch packet[0] {
        case AttributeOpcode.findByTypeValueResponse where service != nil: break
        case AttributeOpcode.readByGroupTypeResponse where packet.count >= 2:
            size = Int(packet[1])
            place = 2
            guard size == 6 || size == 20 else { return }
        default: return
        }
        while place + size <= packet.count {
            let first = packet.littleEndian16(at: place)
            let last = packet.littleEndian16(at: place + 2)
            if first <= last {
                body(first...last, service ?? packet.uuid(at: place + 4, size: size - 4))
            }
            place += size
        }
    }
}

extension Span<UInt8> {
    /// A UUID of 2 or 16 bytes, the least significant first.
    func uuid(at place: Int, size: Int) -> UUID128 {
        size == 2
            ? UUID128(assignedNumber: littleEndian16(at: place))
            : UUID128(
                high: littleEndian64(at: place + 8), low: littleEndian64(at: place))
    }
}

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
    private static let confirmation: UInt8 = 0x1E
    private static let readMultipleVariableResponse: UInt8 = 0x21
    private static let multipleNotification: UInt8 = 0x23
    /// The bit of commands, which are not answered.
    private static let commandFlag: UInt8 = 0x40

    /// Whether it is an answer to a request. Up to 0x19, requests have even opcodes, and the next odd opcode is the
    /// response.
    static func isResponse(_ opcode: UInt8) -> Bool {
        opcode < notification && opcode % 2 == 1 || opcode == readMultipleVariableResponse
    }

    /// Whether it is a request, which has an answer. An unknown one is, unless it is a command.
    static func isRequest(_ opcode: UInt8) -> Bool {
        !isResponse(opcode) && opcode & commandFlag == 0
            && ![notification, indication, confirmation, multipleNotification].contains(opcode)
    }
}
