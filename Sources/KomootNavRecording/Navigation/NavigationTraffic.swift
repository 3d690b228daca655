import KomootNav

/// Finds the traffic of the navigation characteristic in a capture's records.
///
/// It follows requests and responses in both directions, and learns the characteristic's handle from
/// discovery. If the capture shows no discovery, because the device already knew the phone, give the
/// handle.
///
/// Source: Bluetooth Core Specification, Vol 3 Part F, section 3.4; `Docs/Protocol.md`, clauses 1 and 8.
public struct NavigationTraffic: Sendable {
    private var links = LinkTraffic()
    private var conversations: [Int: AttributeConversation] = [:]
    private let handle: UInt16?
    private let forgetsAtGaps: Bool
    /// Whether records are missing: a connection whose beginning was not seen may then be any device's.
    private var isAfterGap = false

    /// Creates one that has seen nothing.
    ///
    /// - Parameters:
    ///   - handle: the characteristic's value handle, for connections that show no discovery.
    ///   - forgetsAtGaps: whether to discard learned handles after a gap. In the gap a connection may have
    ///     ended, and another one may have its handle now. Then nothing is reported of a connection until
    ///     its beginning, or a discovery on it, is seen again. A learned handle is also discarded if the
    ///     services around it change. If this is `false`, only open requests are forgotten at a gap.
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
            conversations = [:]
        } else {
            for connection in Array(conversations.keys) {
                conversations[connection]?.forgetRequests()
            }
        }
    }

    private mutating func handle(
        _ event: LinkTraffic.Event, _ connection: Int, _ bytes: Span<UInt8>,
        _ record: CaptureRecord, _ body: (CapturedEvent, Span<UInt8>) -> Void
    ) {
        func report(_ kind: CapturedEvent.Kind, _ isHostServing: Bool, _ value: Span<UInt8>) {
            body(
                CapturedEvent(
                    kind: kind, connection: connection,
                    time: record.time, fileOffset: record.fileOffset,
                    isHostServing: isHostServing), value)
        }
        switch event {
        case .connected:
            conversations[connection] = AttributeConversation(handle: handle)
            report(.connected, false, bytes)
        case .attributePDU:
            // After a gap an unknown connection may be any device's, so the given handle does not count.
            let unknown = AttributeConversation(handle: isAfterGap ? nil : handle)
            conversations[connection, default: unknown].handle(
                bytes, isSent: record.isSent, forgetsChangedServices: forgetsAtGaps, report)
        case .disconnected(let reason):
            conversations[connection] = nil
            report(.disconnected(reason: reason), false, bytes)
        }
    }
}
