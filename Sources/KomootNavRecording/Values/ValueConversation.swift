import KomootNav

/// What both sides of one connection declare, notify and indicate.
struct ValueConversation: Sendable {
    /// One side of the connection, as client and as server.
    fileprivate struct Side {
        /// Its open request: whether it asks for characteristic declarations.
        var request = OpenRequest<Bool>()
        /// The characteristics that it has, by their values' handles.
        var characteristics: [UInt16: UUID128]
    }

    private var host: Side
    private var peer: Side

    /// Creates a conversation.
    ///
    /// - Parameter handles: the characteristics at handles that are known without a discovery.
    init(handles: [UInt16: UUID128]) {
        host = Side(characteristics: handles)
        peer = Side(characteristics: handles)
    }

    /// Takes a packet.
    ///
    /// - Parameters:
    ///   - packet: the packet, from the opcode on.
    ///   - isSent: whether the host that wrote the log sent it. It is also the side whose
    ///     characteristics the reports concern.
    ///   - time: when.
    ///   - report: called with what it means, and with the value that belongs to it.
    mutating func handle(
        _ packet: Span<UInt8>, isSent: Bool, at time: CaptureTime,
        _ report: (ValueEvent.Kind, Span<UInt8>) -> Void
    ) {
        if isSent {
            Self.handle(packet, from: &host, to: &peer, at: time, report)
        } else {
            Self.handle(packet, from: &peer, to: &host, at: time, report)
        }
    }

    /// Forgets open requests: packets are missing, and the next response may belong to another request.
    mutating func forgetRequests() {
        host.request.forget()
        peer.request.forget()
    }

    private static func handle(
        _ packet: Span<UInt8>, from sender: inout Side, to receiver: inout Side,
        at time: CaptureTime,
        _ report: (ValueEvent.Kind, Span<UInt8>) -> Void
    ) {
        guard !packet.isEmpty else { return }
        let opcode = packet[0]
        switch opcode {
        case AttributeOpcode.notification, AttributeOpcode.indication:
            guard packet.count >= valueStart else { return }
            let handle = packet.littleEndian16(at: 1)
            guard let uuid = sender.characteristics[handle] else { return }
            report(
                opcode == AttributeOpcode.notification
                    ? .notified(uuid, handle: handle) : .indicated(uuid, handle: handle),
                packet.extracting(valueStart...))
        case AttributeOpcode.readByTypeResponse:
            if receiver.request.answer(at: time) == true { sender.learn(packet, report) }
        default:
            if AttributeOpcode.isRequest(opcode) {
                let asksForDeclarations =
                    opcode == AttributeOpcode.readByTypeRequest
                    && packet.count == shortRequestSize
                    && packet.littleEndian16(at: 5) == DeclarationList.type
                sender.request.ask(asksForDeclarations, at: time)
            } else if AttributeOpcode.isResponse(opcode) {
                _ = receiver.request.answer(at: time)
            }
        }
    }

    /// Where a notification's value begins, after opcode and handle.
    private static let valueStart = 3
    /// A Read By Type request with a type of 16 bits.
    private static let shortRequestSize = 7
}

extension ValueConversation.Side {
    /// Learns from a response with declarations. What is declared replaces what was given or learned.
    fileprivate mutating func learn(
        _ packet: Span<UInt8>, _ report: (ValueEvent.Kind, Span<UInt8>) -> Void
    ) {
        let declarations = DeclarationList(packet)
        for position in 0..<declarations.count {
            let uuid = declarations.uuid(at: position)
            let handle = declarations.valueHandle(at: position)
            characteristics[handle] = uuid
            report(.discovered(uuid, handle: handle), packet.extracting(..<0))
        }
    }
}
