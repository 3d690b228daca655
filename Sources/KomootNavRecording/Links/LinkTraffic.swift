import KomootNav

/// Finds the connections of a capture, and the packets of the Attribute Protocol on each.
///
/// It follows LE connections from beginning to end, and joins the segments in their ACL data into L2CAP
/// packets. It skips other channels. If a connection began before the capture, its data shows that it
/// exists.
///
/// Source: Bluetooth Core Specification, Vol 4 Part E, 5.4.2 (ACL data), 7.7.5, 7.7.65.1, 7.7.65.10
/// (events); Vol 3 Part A, 3.1 and 7.2.1 (L2CAP packets and their segments).
public struct LinkTraffic: Sendable {
    /// What happened on a connection.
    public enum Event: Hashable, Sendable {
        /// It began, with this device if its address is in the log.
        case connected(LinkPeer?)
        /// A packet of the Attribute Protocol; its bytes come with the event.
        case attributePDU
        /// It ended, for this reason (an HCI error code).
        case disconnected(reason: UInt8)
        /// A channel for the Attribute Protocol was opened beside the fixed one (EATT). Its packets are not read.
        case openedEnhancedBearer
    }

    fileprivate struct Connection {
        let number: Int
        var sent = SegmentAssembly()
        var received = SegmentAssembly()
        var enhancedSetup = EnhancedSetup()
    }

    /// The open ones, by controller and handle.
    private var connections = ConnectionTable<Connection>()
    /// How many connections there were so far.
    private(set) var connectionCount = 0

    /// Creates one that has seen nothing.
    public init() {}

    /// Takes a record.
    ///
    /// - Parameters:
    ///   - record: the record.
    ///   - packet: its packet.
    ///   - body: called with what happened, the number of the connection, from 1, and the bytes of the
    ///     Attribute Protocol's packet.
    ///   - damage: called where the packet can't be used.
    public mutating func handle(
        _ record: CaptureRecord, _ packet: Span<UInt8>,
        _ body: (Event, _ connection: Int, Span<UInt8>) -> Void,
        damage: (CaptureDamage) -> Void = { _ in }
    ) {
        if record.isAfterGap {
            connections.updateAll {
                $0.sent.forget()
                $0.received.forget()
            }
        }
        switch record.kind {
        case .event: takeEvent(record, packet, body)
        case .acl: takeData(record, packet, body, damage)
        case .command, .other: break
        }
    }

    private mutating func takeEvent(
        _ record: CaptureRecord, _ packet: Span<UInt8>, _ body: (Event, Int, Span<UInt8>) -> Void
    ) {
        let disconnectionComplete: UInt8 = 0x05
        let leMeta: UInt8 = 0x3E
        let success: UInt8 = 0
        guard packet.count >= 6 else { return }
        switch packet[0] {
        case disconnectionComplete where packet[2] == success:
            let place = Self.place(record, packet.littleEndian16(at: 3))
            guard let connection = connections.removeValue(forKey: place) else { return }
            body(.disconnected(reason: packet[5]), connection.number, packet.extracting(..<0))
        case leMeta where [0x01, 0x0A, 0x29].contains(packet[2]) && packet[3] == success:
            let place = Self.place(record, packet.littleEndian16(at: 4))
            let nothing = packet.extracting(..<0)
            if let earlier = connections.removeValue(forKey: place) {
                // The capture does not show its end, but another connection has its handle: it has ended.
                body(.disconnected(reason: LinkEndReason.unspecified), earlier.number, nothing)
            }
            connectionCount += 1
            let begun = Connection(number: connectionCount)
            connections.update(place) { $0 = begun }
            let peer = LinkPeer(connectionComplete: packet, controller: record.controller)
            body(.connected(peer), connectionCount, nothing)
        default: break
        }
    }

    private mutating func takeData(
        _ record: CaptureRecord, _ packet: Span<UInt8>, _ body: (Event, Int, Span<UInt8>) -> Void,
        _ damage: (CaptureDamage) -> Void
    ) {
        let headerSize = 4
        guard packet.count >= headerSize,
            Int(packet.littleEndian16(at: 2)) == packet.count - headerSize + record.missingByteCount
        else {
            damage(CaptureDamage(fileOffset: record.fileOffset, reason: .malformedPacket))
            return
        }
        let first = packet.littleEndian16(at: 0)
        let isContinuation = first >> 12 & 0b11 == 0b01
        var count = connectionCount
        connections.update(Self.place(record, first)) { connection in
            if connection == nil {
                count += 1
                connection = Connection(number: count)
            }
            connection?.handle(
                packet.extracting(headerSize...), isSent: record.isSent,
                isContinuation: isContinuation, missing: record.missingByteCount, body
            ) {
                damage(CaptureDamage(fileOffset: record.fileOffset, reason: $0))
            }
        }
        connectionCount = count
    }

    /// The number of the open connection that has a handle in a record; `nil` if there is none.
    func number(of handle: UInt16, in record: CaptureRecord) -> Int? {
        connections[Self.place(record, handle)]?.number
    }

    private static func place(_ record: CaptureRecord, _ handleAndFlags: UInt16) -> Int {
        Int(record.controller) << 12 | Int(handleAndFlags & 0x0FFF)
    }
}

extension LinkTraffic.Connection {
    fileprivate mutating func handle(
        _ segment: Span<UInt8>, isSent: Bool, isContinuation: Bool, missing: Int,
        _ body: (LinkTraffic.Event, Int, Span<UInt8>) -> Void,
        _ damage: (CaptureDamage.Reason) -> Void
    ) {
        let number = number
        func join(_ assembly: inout SegmentAssembly, _ enhancedSetup: inout EnhancedSetup) {
            assembly.handle(
                segment, isContinuation: isContinuation, missing: missing,
                { channel, packet in
                    if channel == SegmentAssembly.attributeChannel {
                        body(.attributePDU, number, packet)
                    } else if enhancedSetup.handle(packet, isSent: isSent) {
                        body(.openedEnhancedBearer, number, packet.extracting(..<0))
                    }
                }, damage)
        }
        isSent ? join(&sent, &enhancedSetup) : join(&received, &enhancedSetup)
    }
}

/// The other end of a connection, as its address names it.
///
/// Two connections with the same address are with the same device. The reverse does not hold: a device may change its
/// address every few minutes.
///
/// Source: Bluetooth Core Specification, Vol 4 Part E, 7.7.65.1, 7.7.65.10 and 7.7.65.41; Vol 6 Part B, 1.3.
public struct LinkPeer: Hashable, Sendable {
    /// The controller by which it was reached, if the log has several.
    public let controller: UInt16
    /// Whether the address is random, and not public.
    public let isRandom: Bool
    /// The 48 bits of the address.
    public let address: UInt64

    /// Names a device by its address.
    ///
    /// - Parameters:
    ///   - address: its last 48 bits count.
    ///   - isRandom: whether the address is random, and not public.
    ///   - controller: by which it is reached.
    package init(address: UInt64, isRandom: Bool, controller: UInt16 = 0) {
        self.controller = controller
        self.isRandom = isRandom
        self.address = address & 0xFFFF_FFFF_FFFF
    }

    /// Takes the address from an event that tells of a new connection; `nil` if none is there. Logs that were
    /// made to be published have only zeros.
    init?(connectionComplete packet: Span<UInt8>, controller: UInt16) {
        let typePlace = 7
        let addressPlace = 8
        let addressSize = 6
        guard packet.count >= addressPlace + addressSize else { return nil }
        var address: UInt64 = 0
        for position in (0..<addressSize).reversed() {
            address = address << 8 | UInt64(packet[addressPlace + position])
        }
        guard address != 0 else { return nil }
        // 2 and 3 are a public and a random identity, which the controller has resolved.
        self.init(
            address: address, isRandom: packet[typePlace] & 1 == 1, controller: controller)
    }
}
