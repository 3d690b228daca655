/// What the packets of a pcap or pcapng file are. The raw values are the numbers of the format's registry.
///
/// | number | before each packet |
/// |---|---|
/// | 187 | the UART transport's byte |
/// | 201 | four bytes, big-endian: 0 sent, 1 received; and the transport's byte |
/// | 254 | controller and kind as in btsnoop's flags for the monitor, two bytes each, big-endian |
/// | 192 | PPI: version, flags, length of all this (2), little-endian link type (4), fields (type, length, …) |
/// | 251, 256, 272 | nothing, or what a sniffer adds to LE's link layer: `AirFrame` |
///
/// Source: The Tcpdump Group, "Link-layer header types".
public enum LinkType: UInt32, Hashable, Sendable {
    /// HCI packets without a direction.
    case h4 = 187
    /// HCI packets with their direction.
    case h4WithDirection = 201
    /// Linux's monitor channel.
    case monitor = 254
    /// Packets of another link type, with a header that has fields of any kind (PPI).
    case perPacket = 192
    /// LE's link layer, heard from the air.
    case air = 251
    /// The same, with a header that says how it was heard.
    case airWithHeader = 256
    /// The same, with the header of Nordic's sniffer.
    case nordicAir = 272

    /// The link type with a number, if its packets can be read.
    init?(readable number: UInt32) {
        self.init(rawValue: number)
        #if hasFeature(Embedded)
            if airForm != nil || self == .perPacket { return nil }
        #endif
    }

    /// How packets from the air begin; `nil` for those of a host.
    var airForm: AirFrame.Form? {
        switch self {
        case .h4, .h4WithDirection, .monitor, .perPacket: nil
        case .air: .bare
        case .airWithHeader: .withHeader
        case .nordicAir: .nordic
        }
    }

    /// How many bytes are before each packet.
    fileprivate var prefixSize: Int {
        switch self {
        case .h4: 1
        case .h4WithDirection: 5
        case .monitor: 4
        case .perPacket: 8
        case .air, .airWithHeader, .nordicAir: 0
        }
    }
}

/// A packet of a pcap or pcapng file, as its own header describes it.
struct PcapPacket {
    /// Where its record begins in the file.
    let fileOffset: UInt64
    let time: CaptureTime
    /// The bytes before it: the record's header.
    let headerSize: Int
    /// How many of its bytes are in the file, and how many there were.
    let captured: Int
    let original: Int
    /// Whether it was sent by the host; `nil` if the record does not say so.
    var isSent: Bool?
    /// Whether the record says that packets before it were dropped.
    var isAfterGap = false
    /// How many times the file has said that packets were dropped.
    var droppedCount: UInt32 = 0

    /// The HCI packet in it.
    ///
    /// - Parameter bytes: the file from the record's beginning.
    func header(
        of bytes: Span<UInt8>, _ linkType: LinkType, trailerSize: Int = 0
    ) -> RecordHeader {
        let prefix = linkType.prefixSize
        // One that was cut within its prefix says nothing.
        guard captured >= prefix else {
            return found(.other, prefix: captured, isSent: false, trailerSize)
        }
        guard bytes.count >= headerSize + prefix else { return .needs(headerSize + prefix) }
        var isSent = isSent
        switch linkType {
        case .h4: break
        case .h4WithDirection: isSent = bytes.bigEndian32(at: headerSize) & 1 == 0
        case .air, .airWithHeader, .nordicAir:
            return found(.other, prefix: 0, isSent: false, airForm: linkType.airForm, trailerSize)
        case .perPacket:
            return ppiHeader(of: bytes, trailerSize)
        case .monitor:
            let controllerAndKind = bytes.bigEndian32(at: headerSize)
            let controller = UInt16(truncatingIfNeeded: controllerAndKind >> 16)
            let (kind, isSent): (CaptureRecord.Kind, Bool) =
                switch controllerAndKind & 0xFFFF {
                case 2: (.command, true)
                case 3: (.event, false)
                case 4: (.acl, true)
                case 5: (.acl, false)
                default: (.other, false)
                }
            return found(kind, prefix: prefix, isSent: isSent, controller: controller, trailerSize)
        }
        switch bytes[headerSize + prefix - 1] {
        case 1: return found(.command, prefix: prefix, isSent: true, trailerSize)
        case 2: return found(.acl, prefix: prefix, isSent: isSent, trailerSize)
        case 4: return found(.event, prefix: prefix, isSent: false, trailerSize)
        default: return found(.other, prefix: prefix, isSent: isSent ?? false, trailerSize)
        }
    }

    /// The packet after a header of PPI. One of a link type that can't be read is passed over.
    private func ppiHeader(of bytes: Span<UInt8>, _ trailerSize: Int) -> RecordHeader {
        #if !hasFeature(Embedded)
            let size = Int(bytes.littleEndian16(at: headerSize + 2))
            guard size >= LinkType.perPacket.prefixSize, size <= captured else {
                return found(.other, prefix: captured, isSent: false, trailerSize)
            }
            // Older versions of Ubertooth's programs use a number that anyone may use, beside a field of their own.
            let (userType, ubertoothField): (UInt32, UInt16) = (147, 30006)
            guard bytes.count >= headerSize + size else { return .needs(headerSize + size) }
            var number = bytes.number32(at: headerSize + 4, isLittleEndian: true)
            if number == userType, size >= 12,
                bytes.littleEndian16(at: headerSize + 8) == ubertoothField
            {
                number = LinkType.air.rawValue
            }
            if let linkType = LinkType(readable: number), linkType != .perPacket {
                var packet = PcapPacket(
                    fileOffset: fileOffset, time: time, headerSize: headerSize + size,
                    captured: captured - size, original: original - size)
                packet.isSent = isSent
                packet.isAfterGap = isAfterGap
                packet.droppedCount = droppedCount
                return packet.header(of: bytes, linkType, trailerSize: trailerSize)
            }
        #endif
        return found(.other, prefix: captured, isSent: false, trailerSize)
    }

    private func found(
        _ kind: CaptureRecord.Kind, prefix: Int, isSent: Bool?, controller: UInt16 = 0,
        airForm: AirFrame.Form? = nil, _ trailerSize: Int
    ) -> RecordHeader {
        var record = CaptureRecord(
            fileOffset: fileOffset, time: time, kind: kind, isSent: isSent ?? false,
            controller: controller, missingByteCount: original - captured)
        record.isDirectionKnown = isSent != nil
        record.airForm = airForm
        record.isAfterGap = isAfterGap
        record.droppedCount = droppedCount
        return .found(
            headerSize: headerSize + prefix, packetSize: captured - prefix,
            trailerSize: trailerSize, record)
    }
}

/// Tells the direction of ACL data in files that don't.
///
/// On LE, the first fragment of a packet has the packet boundary flag 0 from the host and 2 from the controller; the
/// others (1) go on with what the connection's last first fragment began. Data of a classic connection may have 2 both
/// ways, and is then taken for received.
///
/// Source: Bluetooth Core Specification, Vol 4 Part E, 5.4.2.
struct DirectionMemory: Sendable {
    /// Whether the last first fragment was sent, by connection handle; of the last few connections.
    private var directions: [(handle: UInt16, isSent: Bool)] = []
    private static let maximumCount = 16

    /// - Parameter packet: ACL data with its header.
    mutating func isSent(_ packet: Span<UInt8>) -> Bool {
        guard packet.count >= 2 else { return false }
        let field = packet.littleEndian16(at: 0)
        let handle = field & 0x0FFF
        let known = directions.firstIndex { $0.handle == handle }
        guard field >> 12 & 3 != 1 else { return known.map { directions[$0].isSent } ?? false }
        let isSent = field >> 12 & 3 == 0
        if let known {
            directions[known].isSent = isSent
        } else {
            if directions.count == Self.maximumCount { directions.removeFirst() }
            directions.append((handle, isSent))
        }
        return isSent
    }
}
