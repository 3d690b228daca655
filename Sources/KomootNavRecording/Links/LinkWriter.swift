/// Writes connections and packets of the Attribute Protocol as btsnoop (H4), or as pcapng of link type 201 with times in
/// microseconds.
///
/// The addresses in it are zero, unless given. For sources see ``LinkTraffic``.
struct LinkWriter: Sendable {
    /// The handle of the first connection; the others' handles follow.
    private static let firstConnectionHandle: UInt16 = 0x0040
    /// How many connections have handles of their own; then the handles start again.
    private static let connectionHandleCount = 0x0E00
    /// The longest ACL packet that an LE controller accepts, in bytes of data.
    private static let maximumSegmentSize = 251

    /// Whether the end that writes the log is the central, from the next packet on.
    var isHostCentral: Bool
    /// The handle of the connection that the next packets are of.
    private(set) var connectionHandle = firstConnectionHandle
    private var bytes: ContiguousArray<UInt8> = []
    #if !hasFeature(Embedded)
        private var isPcapng = false

        /// Begins a file.
        init(isHostCentral: Bool, _ form: WrittenForm) {
            self.init(isHostCentral: isHostCentral)
            guard form == .pcapng else { return }
            isPcapng = true
            bytes.removeAll()
            bytes += Pcapng.header(.h4WithDirection)
        }
    #endif

    /// Begins a file of btsnoop.
    init(isHostCentral: Bool) {
        self.isHostCentral = isHostCentral
        for byte in Btsnoop.magic { bytes.append(byte) }
        appendBigEndian(Btsnoop.version)
        appendBigEndian(CaptureFormat.Datalink.h4.rawValue)
    }

    /// How many bytes ``takeBytes()`` would give.
    var byteCount: Int { bytes.count }

    /// Gives the bytes that were written since the last call.
    mutating func takeBytes() -> ContiguousArray<UInt8> {
        var taken: ContiguousArray<UInt8> = []
        swap(&taken, &bytes)
        return taken
    }

    /// Chooses the connection that the next packets are of, from 1.
    mutating func choose(_ connection: Int) {
        let place = UInt(bitPattern: connection &- 1) % UInt(Self.connectionHandleCount)
        connectionHandle = Self.firstConnectionHandle + UInt16(place)
    }

    /// Writes the event LE Connection Complete, with usual parameters: an interval of 30 ms and a
    /// supervision timeout of 5 s.
    mutating func writeConnection(with peer: LinkPeer? = nil, at time: CaptureTime) {
        let role: UInt8 = isHostCentral ? 0 : 1
        let head: ContiguousArray<UInt8> = [0x04, 0x3E, 19, 0x01, 0x00]
        let type: UInt8 = peer?.isRandom == false ? 0 : 1
        let address = ContiguousArray(
            stride(from: 0, to: 48, by: 8).map {
                UInt8(truncatingIfNeeded: (peer?.address ?? 0) >> UInt64($0))
            })
        let parameters: ContiguousArray<UInt8> = [24, 0, 0, 0, 0xF4, 0x01, 0x00]
        writeRecord(
            head + connectionHandle.littleEndianBytes + [role, type] + address + parameters,
            isSent: false, at: time)
    }

    /// Writes the event Disconnection Complete.
    mutating func writeDisconnection(reason: UInt8, at time: CaptureTime) {
        let handle = connectionHandle.littleEndianBytes
        writeRecord([0x04, 0x05, 0x04, 0x00] + handle + [reason], isSent: false, at: time)
    }

    /// Writes how the ends agree on an MTU.
    mutating func writeMTU(_ mtu: Int, byCentral: Bool, at time: CaptureTime) {
        let size = UInt16(clamping: mtu).littleEndianBytes
        write([AttributeOpcode.exchangeMTURequest] + size, byCentral: byCentral, at: time)
        write([AttributeOpcode.exchangeMTUResponse] + size, byCentral: !byCentral, at: time)
    }

    /// Writes that the central subscribes to notifications, with the handle of the CCCD.
    mutating func writeSubscription(cccd: UInt16, at time: CaptureTime) {
        write(
            [AttributeOpcode.writeRequest] + cccd.littleEndianBytes + [0x01, 0x00],
            byCentral: true, at: time)
        write([AttributeOpcode.writeResponse], byCentral: false, at: time)
    }

    /// Writes a notification of the peripheral.
    mutating func writeNotification(of handle: UInt16, _ value: Span<UInt8>, at time: CaptureTime) {
        var notification: ContiguousArray<UInt8> = [AttributeOpcode.notification]
        notification += handle.littleEndianBytes
        notification.append(value)
        write(notification, byCentral: false, at: time)
    }

    /// Writes a packet of the Attribute Protocol, in segments that a controller accepts.
    mutating func write(
        _ packet: ContiguousArray<UInt8>, byCentral: Bool, at time: CaptureTime
    ) {
        let isSent = byCentral == isHostCentral
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
        #if !hasFeature(Embedded)
            guard !isPcapng else {
                bytes += Pcapng.block(of: packet, isSent: isSent, at: time)
                return
            }
        #endif
        let isEvent = packet[0] == 0x04
        appendBigEndian(UInt32(packet.count))
        appendBigEndian(UInt32(packet.count))
        appendBigEndian((isSent ? 0 : 1) | (isEvent ? 2 : 0))
        appendBigEndian(0)
        let (sum, overflow) = time.microsecondsSince1970.addingReportingOverflow(Btsnoop.unixEpoch)
        let stamp = UInt64(bitPattern: overflow ? .max : sum)
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
