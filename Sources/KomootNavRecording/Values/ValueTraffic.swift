public import KomootNav

/// Finds notified and indicated values in a capture's records, with the characteristics that they
/// are of.
///
/// It learns from discovery which handle is which characteristic. If the capture shows no discovery,
/// because the central already knew the peripheral, give the handles. A given handle counts on every
/// connection until discovery shows another characteristic there.
///
/// Source: Bluetooth Core Specification, Vol 3 Part F, section 3.4.
public struct ValueTraffic: Sendable {
    private var links = LinkTraffic()
    private var conversations: [Int: ValueConversation] = [:]
    private let handles: [UInt16: UUID128]

    /// Creates one that has seen nothing.
    ///
    /// - Parameter handles: the characteristics whose values are at these handles, for connections
    ///   that show no discovery.
    public init(handles: [UInt16: UUID128] = [:]) { self.handles = handles }

    /// Takes a record.
    ///
    /// - Parameters:
    ///   - record: the record.
    ///   - packet: its packet.
    ///   - body: called with what happened, and with the value that belongs to it.
    ///   - damage: called where the packet can't be used.
    public mutating func handle(
        _ record: CaptureRecord, _ packet: Span<UInt8>, _ body: (ValueEvent, Span<UInt8>) -> Void,
        damage: (CaptureDamage) -> Void = { _ in }
    ) {
        if record.isAfterGap { forgetRequests() }
        var isDamaged = false
        var links = LinkTraffic()
        swap(&links, &self.links)
        links.handle(
            record, packet,
            { event, connection, bytes in handle(event, connection, bytes, record, body) },
            damage: {
                isDamaged = true
                damage($0)
            })
        swap(&links, &self.links)
        if isDamaged { forgetRequests() }
    }

    private mutating func forgetRequests() {
        for connection in Array(conversations.keys) { conversations[connection]?.forgetRequests() }
    }

    private mutating func handle(
        _ event: LinkTraffic.Event, _ connection: Int, _ bytes: Span<UInt8>,
        _ record: CaptureRecord, _ body: (ValueEvent, Span<UInt8>) -> Void
    ) {
        func report(_ kind: ValueEvent.Kind, _ value: Span<UInt8>, isHostServing: Bool = false) {
            body(
                ValueEvent(
                    kind: kind, connection: connection, time: record.time,
                    fileOffset: record.fileOffset, isHostServing: isHostServing), value)
        }
        switch event {
        case .connected(let peer):
            conversations[connection] = ValueConversation(handles: handles)
            report(.connected(peer), bytes)
        case .openedEnhancedBearer: break
        case .attributePDU:
            conversations[connection, default: ValueConversation(handles: handles)].handle(
                bytes, isSent: record.isSent, at: record.time
            ) { report($0, $1, isHostServing: record.isSent) }
        case .disconnected(let reason):
            conversations[connection] = nil
            report(.disconnected(reason: reason), bytes)
        }
    }
}
