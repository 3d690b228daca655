import KomootNav

/// Writes a btsnoop file (H4) with the traffic of devices and phones, as a log of ordinary Bluetooth LE:
/// connection, MTU, discovery, subscription, reads, notifications.
///
/// ```swift
/// var writer = CaptureWriter()
/// writer.write(.connected, at: time)
/// writer.write(.discovered(handle: CaptureWriter.valueHandle), at: time)
/// writer.write(.requested(offset: 0), at: time)
/// writer.write(.chunk(offset: 0), bytes.span, at: time)
/// file.write(writer.takeBytes())
/// ```
///
/// The addresses in it are zero. For sources see ``LinkTraffic`` and ``NavigationTraffic``.
public struct CaptureWriter: Sendable {
    /// The end of the connection that writes the log.
    public enum Host: String, Hashable, Sendable {
        /// The device's: requests are sent.
        case central
        /// The phone's: requests are received.
        case peripheral
    }

    /// The handle of the navigation characteristic's value until a `discovered` event gives another one.
    public static let valueHandle: UInt16 = 0x0012

    /// The handle of the first connection; the others' handles follow.
    private static let firstConnectionHandle: UInt16 = 0x0040
    /// How many connections have handles of their own; then the handles start again.
    private static let connectionHandleCount = 0x0E00
    /// The longest ACL packet that an LE controller accepts, in bytes of data.
    private static let maximumSegmentSize = 251

    /// The end of the connection that writes the log, from the next event on.
    public var host: Host
    /// The handle of the connection that the current event is about.
    private var connectionHandle = firstConnectionHandle
    /// The value handle of each connection's navigation characteristic, if it is not the usual one.
    private var valueHandles: [UInt16: UInt16] = [:]
    /// The connections on which a read waits for its answer.
    private var waiting: Set<UInt16> = []
    private var bytes: ContiguousArray<UInt8> = []

    /// Begins a file.
    public init(host: Host = .central) {
        self.host = host
        for byte in Btsnoop.magic { bytes.append(byte) }
        appendBigEndian(Btsnoop.version)
        appendBigEndian(CaptureFormat.Datalink.h4.rawValue)
    }

    /// How many bytes ``takeBytes()`` would give.
    public var byteCount: Int { bytes.count }

    /// Gives the bytes that were written since the last call, for the file.
    public mutating func takeBytes() -> ContiguousArray<UInt8> {
        var taken: ContiguousArray<UInt8> = []
        swap(&taken, &bytes)
        return taken
    }

    /// Writes what happened.
    ///
    /// - Parameters:
    ///   - kind: what happened.
    ///   - value: the bytes of a chunk or a notification.
    ///   - connection: the connection, from 1.
    ///   - time: when.
    public mutating func write(
        _ kind: CapturedEvent.Kind, _ value: Span<UInt8> = Span(), connection: Int = 1,
        at time: CaptureTime
    ) {
        choose(connection)
        switch kind {
        case .connected:
            valueHandles[connectionHandle] = nil
            waiting.remove(connectionHandle)
            writeConnection(at: time)
        case .disconnected(let reason):
            let handle = connectionHandle.littleEndianBytes
            writeRecord([0x04, 0x05, 0x04, 0x00] + handle + [reason], isSent: false, at: time)
        case .mtuAgreed(let mtu):
            let size = UInt16(clamping: mtu).littleEndianBytes
            // A side may have only one open request; while the central waits, the phone asks.
            let byCentral = !waiting.contains(connectionHandle)
            write([AttributeOpcode.exchangeMTURequest] + size, byCentral: byCentral, at: time)
            write([AttributeOpcode.exchangeMTUResponse] + size, byCentral: !byCentral, at: time)
        case .foundAnother: break
        case .discovered(let handle):
            valueHandles[connectionHandle] = handle
            writeDiscovery(at: time)
        case .requested(let offset):
            waiting.insert(connectionHandle)
            write(request(offset), byCentral: true, at: time)
        case .chunk(let offset):
            waiting.remove(connectionHandle)
            var answer: ContiguousArray<UInt8> = [
                offset == 0 ? AttributeOpcode.readResponse : AttributeOpcode.readBlobResponse
            ]
            answer.append(value)
            write(answer, byCentral: false, at: time)
        case .failed(let offset, let error):
            waiting.remove(connectionHandle)
            let opcode = request(offset)[0]
            let handle = valueHandle.littleEndianBytes
            write(
                [AttributeOpcode.errorResponse, opcode] + handle + [error.rawValue],
                byCentral: false,
                at: time)
        case .notified:
            var notification: ContiguousArray<UInt8> = [AttributeOpcode.notification]
            notification += valueHandle.littleEndianBytes
            notification.append(value)
            write(notification, byCentral: false, at: time)
        }
    }

    /// Writes that the device subscribed to notifications.
    public mutating func writeSubscription(connection: Int = 1, at time: CaptureTime) {
        choose(connection)
        write(
            [AttributeOpcode.writeRequest] + (valueHandle &+ 1).littleEndianBytes + [0x01, 0x00],
            byCentral: true,
            at: time)
        write([AttributeOpcode.writeResponse], byCentral: false, at: time)
    }

    private mutating func choose(_ connection: Int) {
        let place = UInt(bitPattern: connection &- 1) % UInt(Self.connectionHandleCount)
        connectionHandle = Self.firstConnectionHandle + UInt16(place)
    }

    private var valueHandle: UInt16 { valueHandles[connectionHandle] ?? Self.valueHandle }

    private func request(_ offset: Int) -> ContiguousArray<UInt8> {
        let handle = valueHandle.littleEndianBytes
        return offset == 0
            ? [AttributeOpcode.readRequest] + handle
            : [AttributeOpcode.readBlobRequest] + handle
                + UInt16(clamping: offset).littleEndianBytes
    }

    /// Writes the event LE Connection Complete, with usual parameters: an interval of 30 ms and a
    /// supervision timeout of 5 s.
    private mutating func writeConnection(at time: CaptureTime) {
        let role: UInt8 = host == .central ? 0 : 1
        let head: ContiguousArray<UInt8> = [0x04, 0x3E, 19, 0x01, 0x00]
        let address = ContiguousArray<UInt8>(repeating: 0, count: 6)
        let parameters: ContiguousArray<UInt8> = [24, 0, 0, 0, 0xF4, 0x01, 0x00]
        writeRecord(
            head + connectionHandle.littleEndianBytes + [role, 0x01] + address + parameters,
            isSent: false, at: time)
    }

    /// Writes how a central finds the service, the characteristic and the CCCD.
    ///
    /// The service is two handles before the value, the declaration one before it, and the CCCD one after it.
    private mutating func writeDiscovery(at time: CaptureTime) {
        let service = (valueHandle &- 2).littleEndianBytes
        let declaration = (valueHandle &- 1).littleEndianBytes
        let cccd = (valueHandle &+ 1).littleEndianBytes
        let uuid = NavigationService.uuid.wireBytes
        let first: ContiguousArray<UInt8> = [0x01, 0x00, 0xFF, 0xFF]
        write(
            [AttributeOpcode.findByTypeValueRequest] + first + [0x00, 0x28] + uuid, byCentral: true,
            at: time)
        write(
            [AttributeOpcode.findByTypeValueResponse] + service + cccd, byCentral: false, at: time)
        write(
            [AttributeOpcode.readByTypeRequest] + service + cccd + [0x03, 0x28], byCentral: true,
            at: time)
        write(
            [AttributeOpcode.readByTypeResponse, 21] + declaration + [0x12]
                + valueHandle.littleEndianBytes
                + NavigationService.instructionCharacteristic.wireBytes,
            byCentral: false, at: time)
        write([AttributeOpcode.findInformationRequest] + cccd + cccd, byCentral: true, at: time)
        write(
            [AttributeOpcode.findInformationResponse, 0x01] + cccd + [0x02, 0x29], byCentral: false,
            at: time)
    }

    /// Writes a packet of the Attribute Protocol, in segments that a controller accepts.
    private mutating func write(
        _ packet: ContiguousArray<UInt8>, byCentral: Bool, at time: CaptureTime
    ) {
        let isSent = byCentral == (host == .central)
        let rest = UInt16(clamping: packet.count).littleEndianBytes + [0x04, 0x00] + packet
        var start = 0
        while start < rest.count {
            let segment = rest[start..<min(start + Self.maximumSegmentSize, rest.count)]
            // A packet's first segment has 0b00 to the controller and 0b10 from it, the others 0b01.
            let boundary: UInt16 = start > 0 ? 0b01 : isSent ? 0b00 : 0b10
            let head = (connectionHandle | boundary << 12).littleEndianBytes
            let size = UInt16(segment.count).littleEndianBytes
            writeRecord([0x02] + head + size + segment, isSent: isSent, at: time)
            start += segment.count
        }
    }

    private mutating func writeRecord(
        _ packet: ContiguousArray<UInt8>, isSent: Bool, at time: CaptureTime
    ) {
        let isEvent = packet[0] == 0x04
        appendBigEndian(UInt32(packet.count))
        appendBigEndian(UInt32(packet.count))
        appendBigEndian((isSent ? 0 : 1) | (isEvent ? 2 : 0))
        appendBigEndian(0)
        let stamp = UInt64(bitPattern: time.microsecondsSince1970 &+ Btsnoop.unixEpoch)
        appendBigEndian(UInt32(truncatingIfNeeded: stamp >> 32))
        appendBigEndian(UInt32(truncatingIfNeeded: stamp))
        bytes += packet
    }

    private mutating func appendBigEndian(_ number: UInt32) {
        for shift in stride(from: 24, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
        }
    }
}

extension UInt16 {
    fileprivate var littleEndianBytes: ContiguousArray<UInt8> {
        [UInt8(truncatingIfNeeded: self), UInt8(truncatingIfNeeded: self >> 8)]
    }
}

extension UUID128 {
    /// The bytes in the Attribute Protocol's order: the text's last byte first.
    fileprivate var wireBytes: ContiguousArray<UInt8> {
        ContiguousArray((0..<Self.byteCount).reversed().map { self[$0] })
    }
}

extension ContiguousArray<UInt8> {
    fileprivate mutating func append(_ span: Span<UInt8>) {
        for position in 0..<span.count { append(span[position]) }
    }
}
