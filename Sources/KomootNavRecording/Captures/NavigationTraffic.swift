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

    /// Creates one that has seen nothing yet.
    ///
    /// - Parameter handle: the characteristic's value handle, for connections that show no discovery.
    public init(handle: UInt16? = nil) { self.handle = handle }

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
        var links = LinkTraffic()
        swap(&links, &self.links)
        links.take(
            record, packet,
            { event, connection, bytes in
                take(event, connection, bytes, record, body)
            }, damage: damage)
        swap(&links, &self.links)
    }

    private mutating func take(
        _ event: LinkTraffic.Event, _ connection: Int, _ bytes: Span<UInt8>,
        _ record: CaptureRecord, _ body: (CapturedEvent, Span<UInt8>) -> Void
    ) {
        func report(_ kind: CapturedEvent.Kind, _ value: Span<UInt8>) {
            body(
                CapturedEvent(
                    kind: kind, connection: connection,
                    timeInMicroseconds: record.timeInMicroseconds, fileOffset: record.fileOffset),
                value)
        }
        switch event {
        case .connected:
            conversations[connection] = AttributeConversation(handle: handle)
            report(.connected, bytes)
        case .attributePDU:
            conversations[connection, default: AttributeConversation(handle: handle)]
                .take(bytes, isSent: record.isSent, report)
        case .disconnected(let reason):
            conversations[connection] = nil
            report(.disconnected(reason: reason), bytes)
        }
    }
}
