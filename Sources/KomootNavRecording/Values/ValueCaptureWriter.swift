public import KomootNav

/// A service of a peripheral whose notifications are written.
public struct CapturedService: Hashable, Sendable {
    /// The service.
    public var uuid: UUID128
    /// Its characteristics, which all notify.
    public var characteristics: [UUID128]

    /// Creates a service.
    public init(_ uuid: UUID128, characteristics: [UUID128]) {
        self.uuid = uuid
        self.characteristics = characteristics
    }
}

/// Why a value can't be written.
public enum ValueWritingError: Error, Hashable, Sendable {
    /// None of the services has this characteristic.
    case unknownCharacteristic(UUID128)
    /// A notification of the link's MTU carries at most this many bytes.
    case tooLong(maximum: Int)
    /// There are handles for at most this many services and characteristics together.
    case tooManyCharacteristics(maximum: Int)
}

extension ValueWritingError: CustomStringConvertible {
    /// Why, in words.
    public var description: String {
        switch self {
        case .unknownCharacteristic(let uuid): "no service of the log has characteristic \(uuid)"
        case .tooLong(let maximum): "a notification carries at most \(maximum) bytes"
        case .tooManyCharacteristics(let maximum):
            "there are handles for at most \(maximum) services and characteristics"
        }
    }
}

/// Writes a btsnoop file (H4) of a central that subscribes to a peripheral's characteristics, as a log
/// of ordinary Bluetooth LE: connection, MTU, discovery, subscriptions, notifications.
///
/// ```swift
/// var writer = try ValueCaptureWriter([
///     CapturedService(
///         UUID128(assignedNumber: 0x1816), characteristics: [UUID128(assignedNumber: 0x2A5B)])
/// ])
/// writer.writeConnection(at: start)
/// try writer.write(value.span, of: UUID128(assignedNumber: 0x2A5B), at: time)
/// writer.writeDisconnection(reason: 0x16, at: end)
/// file.write(writer.takeBytes())
/// ```
///
/// The addresses in it are zero, unless given.
///
/// Source: Bluetooth Core Specification, Vol 3 Part F, section 3.4, and Part G, sections 3 and 4; for
/// the rest see ``LinkTraffic``.
public struct ValueCaptureWriter: Sendable {
    /// The services, in the order of their handles.
    public let services: [CapturedService]
    /// The MTU that both ends agree on, in bytes.
    public let mtu: Int

    /// The handle of the first service. Generic Access and Generic Attribute usually come before it.
    private static let firstHandle: UInt16 = 0x0010
    /// The most services and characteristics, so that all handles have 16 bits.
    private static let mostDeclarations = 0x3F00

    /// A service with its handles: its declaration, and then a declaration, a value and a CCCD for
    /// each characteristic.
    private struct Placed {
        let service: CapturedService
        let handle: UInt16

        var end: UInt16 { handle + UInt16(3 * service.characteristics.count) }

        func declaration(at position: Int) -> UInt16 { handle + UInt16(3 * position + 1) }
        func value(at position: Int) -> UInt16 { declaration(at: position) + 1 }
        func cccd(at position: Int) -> UInt16 { declaration(at: position) + 2 }
    }

    private var link = LinkWriter(isHostCentral: true)
    private var placed: [Placed] = []
    private var valueHandles: [UUID128: UInt16] = [:]

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - services: the peripheral's services. If two have the same characteristic, its values are
    ///     those of the first.
    ///   - mtu: in bytes. Less than `ATT.defaultMTU` counts as that, and more than `ATT.maximumMTU`
    ///     as the latter.
    /// - Throws: ``ValueWritingError/tooManyCharacteristics(maximum:)``.
    public init(
        _ services: [CapturedService], mtu: Int = ATT.defaultMTU
    ) throws(ValueWritingError) {
        self.services = services
        self.mtu = min(max(mtu, ATT.defaultMTU), ATT.maximumMTU)
        var handle = Self.firstHandle
        var count = 0
        for service in services {
            count += 1 + service.characteristics.count
            guard count <= Self.mostDeclarations else {
                throw .tooManyCharacteristics(maximum: Self.mostDeclarations)
            }
            let place = Placed(service: service, handle: handle)
            for (position, uuid) in service.characteristics.enumerated()
            where valueHandles[uuid] == nil {
                valueHandles[uuid] = place.value(at: position)
            }
            placed.append(place)
            handle = place.end + 1
        }
    }

    /// How many bytes ``takeBytes()`` would give.
    public var byteCount: Int { link.byteCount }

    /// Gives the bytes that were written since the last call, for the file.
    public mutating func takeBytes() -> ContiguousArray<UInt8> { link.takeBytes() }

    /// The handle of a characteristic's value; `nil` if no service has it.
    public func handle(of characteristic: UUID128) -> UInt16? { valueHandles[characteristic] }

    /// Writes that the connection began, and what the central did first: it agreed on the MTU, found all
    /// services and subscribed to all characteristics.
    ///
    /// - Parameters:
    ///   - connection: the connection, from 1.
    ///   - peer: the peripheral, which tells readers that a later connection is with the same one.
    ///   - time: when.
    public mutating func writeConnection(
        _ connection: Int = 1, with peer: LinkPeer? = nil, at time: CaptureTime
    ) {
        link.choose(connection)
        link.writeConnection(with: peer, at: time)
        if mtu != ATT.defaultMTU { link.writeMTU(mtu, byCentral: true, at: time) }
        writeServices(at: time)
        for place in placed {
            for position in place.service.characteristics.indices {
                writeCharacteristic(position, of: place, at: time)
            }
        }
        for place in placed {
            for position in place.service.characteristics.indices {
                link.writeSubscription(cccd: place.cccd(at: position), at: time)
            }
        }
    }

    /// Writes a notification.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - characteristic: whose it is.
    ///   - connection: the connection, from 1.
    ///   - time: when.
    /// - Throws: ``ValueWritingError``. Then nothing was written.
    public mutating func write(
        _ value: Span<UInt8>, of characteristic: UUID128, connection: Int = 1, at time: CaptureTime
    ) throws(ValueWritingError) {
        guard let handle = valueHandles[characteristic] else {
            throw .unknownCharacteristic(characteristic)
        }
        let maximum = ATT.notificationPayload(mtu: mtu)
        guard value.count <= maximum else { throw .tooLong(maximum: maximum) }
        link.choose(connection)
        link.writeNotification(of: handle, value, at: time)
    }

    /// Writes that the connection ended.
    ///
    /// - Parameters:
    ///   - connection: the connection, from 1.
    ///   - reason: why, as an HCI error code.
    ///   - time: when.
    public mutating func writeDisconnection(
        _ connection: Int = 1, reason: UInt8, at time: CaptureTime
    ) {
        link.choose(connection)
        link.writeDisconnection(reason: reason, at: time)
    }

    /// Writes how the central finds the services: one response each, and an error response at the end.
    private mutating func writeServices(at time: CaptureTime) {
        var start: UInt16 = 1
        for place in placed {
            request(AttributeOpcode.readByGroupTypeRequest, start, .max, Self.serviceType, at: time)
            let uuid = place.service.uuid.shortestWireBytes
            link.write(
                [AttributeOpcode.readByGroupTypeResponse, UInt8(4 + uuid.count)]
                    + place.handle.littleEndianBytes + place.end.littleEndianBytes + uuid,
                byCentral: false, at: time)
            start = place.end + 1
        }
        request(AttributeOpcode.readByGroupTypeRequest, start, .max, Self.serviceType, at: time)
        link.write(
            [AttributeOpcode.errorResponse, AttributeOpcode.readByGroupTypeRequest]
                + start.littleEndianBytes + [ATTError.attributeNotFound.rawValue],
            byCentral: false, at: time)
    }

    /// Writes how the central finds a characteristic and its CCCD.
    private mutating func writeCharacteristic(
        _ position: Int, of place: Placed, at time: CaptureTime
    ) {
        let declaration = place.declaration(at: position)
        request(
            AttributeOpcode.readByTypeRequest, declaration, place.end, DeclarationList.type,
            at: time)
        let uuid = place.service.characteristics[position].shortestWireBytes
        link.write(
            [AttributeOpcode.readByTypeResponse, UInt8(5 + uuid.count)]
                + declaration.littleEndianBytes + [Self.notifies]
                + place.value(at: position).littleEndianBytes + uuid,
            byCentral: false, at: time)
        let cccd = place.cccd(at: position).littleEndianBytes
        link.write(
            [AttributeOpcode.findInformationRequest] + cccd + cccd, byCentral: true, at: time)
        link.write(
            [AttributeOpcode.findInformationResponse, 0x01] + cccd
                + Self.cccdType.littleEndianBytes, byCentral: false, at: time)
    }

    private mutating func request(
        _ opcode: UInt8, _ first: UInt16, _ last: UInt16, _ type: UInt16, at time: CaptureTime
    ) {
        link.write(
            [opcode] + first.littleEndianBytes + last.littleEndianBytes + type.littleEndianBytes,
            byCentral: true, at: time)
    }

    /// The type of primary service declarations.
    private static let serviceType: UInt16 = 0x2800
    /// The type of a Client Characteristic Configuration descriptor.
    private static let cccdType: UInt16 = 0x2902
    /// The property *notify*.
    private static let notifies: UInt8 = 0x10
}

extension UUID128 {
    /// The bytes in the Attribute Protocol's order: two for a number of the Bluetooth SIG, else 16.
    fileprivate var shortestWireBytes: ContiguousArray<UInt8> {
        let number = UInt16(truncatingIfNeeded: high >> 32)
        return self == UUID128(assignedNumber: number) ? number.littleEndianBytes : wireBytes
    }
}
