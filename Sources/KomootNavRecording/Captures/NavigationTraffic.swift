import KomootNav

/// Finds the traffic of the navigation characteristic in a capture's records.
///
/// It follows requests and responses in both directions, and learns from discovery which handle is the
/// characteristic's. Where the capture shows no discovery, because a phone was known from before, the
/// handle has to be given.
///
/// Source: Bluetooth Core Specification, Vol 3 Part F, section 3.4; `Docs/Protocol.md`, clauses 1 and 8.
public struct NavigationTraffic: Sendable {
    private var links = LinkTraffic()
    private var conversations: [Int: AttributeConversation] = [:]
    private let handle: UInt16?
    private let forgetsAtGaps: Bool
    /// Whether records were missing, and what passes unannounced is nothing that is known.
    private var isBehindGap = false

    /// Creates one that has seen nothing yet.
    ///
    /// - Parameters:
    ///   - handle: the characteristic's value handle, for connections that show no discovery.
    ///   - forgetsAtGaps: whether behind damage nothing counts until a connection's beginning, or the
    ///     characteristic's discovery, is seen again: the end of a connection may be missing, and its
    ///     handle another's. The same for a handle, when services changed. Without it, only what was
    ///     asked and not answered is forgotten, and handles stay.
    public init(handle: UInt16? = nil, forgetsAtGaps: Bool = false) {
        self.handle = handle
        self.forgetsAtGaps = forgetsAtGaps
    }

    /// Takes a record.
    ///
    /// - Parameters:
    ///   - record: the record.
    ///   - packet: its packet.
    ///   - body: called with what happened, and with the bytes that belong to it.
    ///   - damage: called where the packet can't be used.
    public mutating func take(
        _ record: CaptureRecord, _ packet: Span<UInt8>,
        _ body: (CapturedEvent, Span<UInt8>) -> Void,
        damage: (CaptureDamage) -> Void = { _ in }
    ) {
        if record.isAfterGap { forget(all: forgetsAtGaps) }
        var isDamaged = false
        var isCut = false
        var links = LinkTraffic()
        swap(&links, &self.links)
        links.take(
            record, packet,
            { event, connection, bytes in
                take(event, connection, bytes, record, body)
            },
            damage: {
                if case .cutPacket = $0.reason { isCut = true } else { isDamaged = true }
                damage($0)
            })
        swap(&links, &self.links)
        // Of a packet that was cut nothing is missing but its end.
        if isDamaged || isCut { forget(all: isDamaged && forgetsAtGaps) }
    }

    /// Something is missing.
    private mutating func forget(all: Bool) {
        if all {
            isBehindGap = true
            conversations = [:]
        } else {
            for connection in Array(conversations.keys) {
                conversations[connection]?.forgetRequests()
            }
        }
    }

    private mutating func take(
        _ event: LinkTraffic.Event, _ connection: Int, _ bytes: Span<UInt8>,
        _ record: CaptureRecord, _ body: (CapturedEvent, Span<UInt8>) -> Void
    ) {
        func report(_ kind: CapturedEvent.Kind, _ isHostServing: Bool, _ value: Span<UInt8>) {
            body(
                CapturedEvent(
                    kind: kind, connection: connection,
                    timeInMicroseconds: record.timeInMicroseconds, fileOffset: record.fileOffset,
                    isHostServing: isHostServing), value)
        }
        switch event {
        case .connected:
            conversations[connection] = AttributeConversation(handle: handle)
            report(.connected, false, bytes)
        case .attributePDU:
            // Behind a gap a connection that is not known may be any.
            let unknown = AttributeConversation(handle: isBehindGap ? nil : handle)
            conversations[connection, default: unknown].take(
                bytes, isSent: record.isSent, forgetsChangedServices: forgetsAtGaps, report)
        case .disconnected(let reason):
            conversations[connection] = nil
            report(.disconnected(reason: reason), false, bytes)
        }
    }
}
