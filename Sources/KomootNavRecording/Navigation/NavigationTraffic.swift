import KomootNav

/// Finds the traffic of the navigation characteristic in a capture's records.
///
/// It follows requests and responses in both directions, and learns the characteristic's handle from
/// discovery. If a connection shows no discovery, because the device already knew the phone, it takes the handle
/// that an earlier connection with the same device showed; addresses tell which devices are the same. Else give
/// the handle. Whatever in the log says that something else is at a handle goes before both.
///
/// Source: Bluetooth Core Specification, Vol 3 Part F, section 3.4; `Docs/Protocol.md`, clauses 1 and 8.
public struct NavigationTraffic: Sendable {
    private var links = LinkTraffic()
    private var conversations = ConnectionTable<AttributeConversation>()
    /// The devices at the other ends of the connections that last.
    private var peers = ConnectionTable<Peer>()
    private var memory = HandleMemory()
    private let handle: UInt16?
    private let forgetsAtGaps: Bool
    /// Whether records are missing: a connection whose beginning was not seen may then be any device's.
    private var isAfterGap = false

    private struct Peer: Sendable {
        let address: LinkPeer
        let device: Int?
    }

    /// Creates one that has seen nothing.
    ///
    /// - Parameters:
    ///   - handle: the characteristic's value handle, for connections that show no discovery.
    ///   - forgetsAtGaps: whether to discard learned handles after a gap. In the gap a connection may have
    ///     ended, and another one may have its handle now. Then nothing is reported of a connection until
    ///     its beginning, or a discovery on it, is seen again. If this is `false`, only open requests are
    ///     forgotten at a gap.
    public init(handle: UInt16? = nil, forgetsAtGaps: Bool = false) {
        self.handle = handle
        self.forgetsAtGaps = forgetsAtGaps
    }

    /// How many connections there were so far, with navigation or without.
    public var connectionCount: Int { links.connectionCount }
    /// What may be navigation's, and was not reported, so far: on connections without discovery, at most 256.
    public var leftOut: [LeftOutTraffic] { memory.leftOut(conversations, given: handle).traffic }
    /// Whether ``leftOut`` may lack some, because more than 256 connections show no discovery.
    public var hasOmittedLeftOut: Bool { memory.leftOut(conversations, given: handle).isCut }

    /// Takes a record.
    ///
    /// - Parameters:
    ///   - record: the record.
    ///   - packet: its packet.
    ///   - body: called with what happened, and with the bytes that belong to it.
    ///   - damage: called where the packet can't be used.
    public mutating func handle(
        _ record: CaptureRecord, _ packet: Span<UInt8>,
        _ body: (CapturedEvent, Span<UInt8>) -> Void,
        damage: (CaptureDamage) -> Void = { _ in }
    ) {
        if record.isAfterGap { forget(all: forgetsAtGaps) }
        var isDamaged = false
        var isCut = false
        var links = LinkTraffic()
        swap(&links, &self.links)
        links.handle(
            record, packet,
            { event, connection, bytes in
                handle(event, connection, bytes, record, body)
            },
            damage: {
                if case .cutPacket = $0.reason { isCut = true } else { isDamaged = true }
                damage($0)
            })
        swap(&links, &self.links)
        // A packet that was only cut leaves connections and handles known.
        if isDamaged || isCut { forget(all: isDamaged && forgetsAtGaps) }
    }

    /// Forgets open requests, or everything, because packets are missing.
    private mutating func forget(all: Bool) {
        if all {
            isAfterGap = true
            memory.forgetAll()
            peers.removeAll()
            conversations.updateAll { $0.doubtHandles() }
        } else {
            conversations.updateAll { $0.forgetRequests() }
        }
    }

    private mutating func handle(
        _ event: LinkTraffic.Event, _ connection: Int, _ bytes: Span<UInt8>,
        _ record: CaptureRecord, _ body: (CapturedEvent, Span<UInt8>) -> Void
    ) {
        let peer = peers[connection]
        func report(
            _ kind: CapturedEvent.Kind, _ isHostServing: Bool, _ handle: CapturedHandle?,
            _ value: Span<UInt8>
        ) {
            body(
                CapturedEvent(
                    kind: kind, connection: connection,
                    time: record.time, fileOffset: record.fileOffset,
                    isHostServing: isHostServing, handle: handle, device: peer?.device), value)
        }
        switch event {
        case .connected(let address):
            begin(connection, address)
            body(
                CapturedEvent(
                    kind: .connected, connection: connection, time: record.time,
                    fileOffset: record.fileOffset, device: peers[connection]?.device), bytes)
        case .attributePDU:
            takePDU(bytes, on: connection, record, report)
        case .openedEnhancedBearer: memory.openEnhanced(on: connection)
        case .disconnected(let reason):
            if let conversation = conversations.removeValue(forKey: connection) {
                memory.end(connection, conversation)
            }
            _ = peers.removeValue(forKey: connection)
            report(.disconnected(reason: reason), false, nil, bytes)
        }
    }

    private mutating func begin(_ connection: Int, _ address: LinkPeer?) {
        if let address {
            let device = memory.device(address, on: connection)
            peers.update(connection) { $0 = Peer(address: address, device: device) }
        }
        func known(isHostServing: Bool) -> CapturedHandle? {
            if let known = memory.handle(of: address, isHostServing: isHostServing) { return known }
            guard let handle,
                !memory.isAnothers(handle, of: address, isHostServing: isHostServing)
            else { return nil }
            return CapturedHandle(handle, .given)
        }
        let begun = AttributeConversation(
            host: known(isHostServing: true), peer: known(isHostServing: false))
        conversations.update(connection) { $0 = begun }
    }

    private mutating func takePDU(
        _ packet: Span<UInt8>, on connection: Int, _ record: CaptureRecord,
        _ report: AttributeConversation.Report
    ) {
        var discovered: (handle: UInt16, isHostServing: Bool)?
        let (handle, isAfterGap, address) = (handle, isAfterGap, peers[connection]?.address)
        conversations.update(connection) { conversation in
            if conversation == nil {
                conversation = Self.unknownConversation(given: handle, isAfterGap: isAfterGap)
            }
            conversation?.handle(packet, isSent: record.isSent, at: record.time) {
                (kind, isHostServing, handle, value) in
                if case .discovered(let number) = kind { discovered = (number, isHostServing) }
                report(kind, isHostServing, handle, value)
            } change: { handles, isAnother in
                memory.forget(
                    handles, of: address, isHostServing: record.isSent, isAnother: isAnother)
            }
        }
        if let discovered {
            memory.discover(
                discovered.handle, of: address, isHostServing: discovered.isHostServing,
                on: connection)
        }
    }

    /// What is known of a connection whose beginning was not seen. After a gap it may be any device's, so the given
    /// handle does not count.
    private static func unknownConversation(
        given handle: UInt16?, isAfterGap: Bool
    ) -> AttributeConversation {
        let given = handle.map { CapturedHandle($0, .given) }
        var conversation = AttributeConversation(host: given, peer: given)
        if isAfterGap { conversation.doubtHandles() }
        return conversation
    }
}

/// Traffic of a connection that may be navigation's, and that a reader did not report.
public struct LeftOutTraffic: Hashable, Sendable {
    /// Why it was not reported.
    public enum Reason: Hashable, Sendable {
        /// The connection shows no discovery. On another connection, this one, the navigation characteristic has
        /// the handle.
        case withoutDiscovery(like: Int)
        /// The services around the handle changed, and nothing shows what is there now.
        case servicesChanged
        /// Packets are missing before it, and the handle may now be another device's.
        case afterGap
        /// Channels for the Attribute Protocol were opened beside the fixed one (EATT), which are not read.
        case onEnhancedBearer
    }

    /// The connection, from 1.
    public let connection: Int
    /// The handle with traffic; `nil` if that is not known.
    public let handle: UInt16?
    /// Why it was not reported.
    public let reason: Reason

    /// Creates a description.
    public init(connection: Int, handle: UInt16?, reason: Reason) {
        self.connection = connection
        self.handle = handle
        self.reason = reason
    }
}
