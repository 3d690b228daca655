import KomootNav

/// The requests and responses of one connection, in both directions.
struct AttributeConversation: Sendable {
    /// One side of the connection, as client and as server.
    private struct Side {
        /// The request that it made, if it is not answered yet.
        var request: Request?
        /// The handle of its navigation characteristic.
        var handle: UInt16?
        /// Whether the handle was discovered, and not only given.
        var isDiscovered = false
        /// The largest packet that it accepts, in bytes.
        var mtu = ATT.defaultMTU

        /// Forgets the handle if it is in this range.
        mutating func forgetHandle(in range: ClosedRange<UInt16>) {
            if let handle, range.contains(handle) { self.handle = nil }
        }
    }

    private struct Request {
        let opcode: UInt8
        /// The handle that is read, or the type if a type is read.
        let handle: UInt16
        let offset: Int
    }

    private var host = Side()
    private var peer = Side()

    /// Creates a conversation.
    ///
    /// - Parameter handle: the characteristic's handle, if it is known without a discovery.
    init(handle: UInt16?) {
        host.handle = handle
        peer.handle = handle
    }

    /// Takes a packet.
    ///
    /// - Parameters:
    ///   - packet: the packet, from the opcode on.
    ///   - isSent: whether the host that wrote the log sent it.
    ///   - forgetsChangedServices: whether to forget a handle in a range whose services changed.
    ///   - report: called with what it means for navigation, whether the characteristic is the host's, and
    ///     the value that belongs to it.
    mutating func handle(
        _ packet: Span<UInt8>, isSent: Bool, forgetsChangedServices: Bool,
        _ report: (CapturedEvent.Kind, _ isHostServing: Bool, Span<UInt8>) -> Void
    ) {
        if isSent {
            Self.handle(packet, from: &host, to: &peer) { report($0, $1 == .sender, $2) }
        } else {
            Self.handle(packet, from: &peer, to: &host) { report($0, $1 == .receiver, $2) }
        }
        if forgetsChangedServices, let range = Self.changedHandles(packet) {
            if isSent { host.forgetHandle(in: range) } else { peer.forgetHandle(in: range) }
        }
        // Once one side's characteristic is discovered, the given handle no longer counts for the other.
        if host.isDiscovered && !peer.isDiscovered { peer.handle = nil }
        if peer.isDiscovered && !host.isDiscovered { host.handle = nil }
    }

    /// The handles in an indication of Service Changed. Another indication of four bytes looks the same.
    private static func changedHandles(_ packet: Span<UInt8>) -> ClosedRange<UInt16>? {
        guard packet.count == 7, packet[0] == AttributeOpcode.indication else { return nil }
        let first = packet.littleEndian16(at: 3)
        let last = packet.littleEndian16(at: 5)
        return first <= last ? first...last : nil
    }

    /// Forgets open requests: packets are missing, and the next response may belong to another request.
    mutating func forgetRequests() {
        host.request = nil
        peer.request = nil
    }

    /// The side that has the characteristic.
    private enum Server {
        case sender
        case receiver
    }

    private static func handle(
        _ packet: Span<UInt8>, from sender: inout Side, to receiver: inout Side,
        _ report: (CapturedEvent.Kind, Server, Span<UInt8>) -> Void
    ) {
        guard !packet.isEmpty else { return }
        let nothing = packet.extracting(..<0)
        let opcode = packet[0]
        switch opcode {
        case AttributeOpcode.exchangeMTURequest where packet.count == 3:
            sender.mtu = max(Int(packet.littleEndian16(at: 1)), ATT.defaultMTU)
            sender.request = Request(opcode: opcode, handle: 0, offset: 0)
        case AttributeOpcode.exchangeMTUResponse where packet.count == 3:
            sender.mtu = max(Int(packet.littleEndian16(at: 1)), ATT.defaultMTU)
            guard receiver.request?.opcode == AttributeOpcode.exchangeMTURequest else { return }
            receiver.request = nil
            report(.mtuAgreed(min(sender.mtu, receiver.mtu)), .sender, nothing)
        case AttributeOpcode.readRequest where packet.count == 3:
            let request = Request(
                opcode: opcode, handle: packet.littleEndian16(at: 1), offset: 0)
            sender.request = request
            if request.handle == receiver.handle {
                report(.requested(offset: 0), .receiver, nothing)
            }
        case AttributeOpcode.readBlobRequest where packet.count == 5:
            let request = Request(
                opcode: opcode, handle: packet.littleEndian16(at: 1),
                offset: Int(packet.littleEndian16(at: 3)))
            sender.request = request
            if request.handle == receiver.handle {
                report(.requested(offset: request.offset), .receiver, nothing)
            }
        case AttributeOpcode.readResponse, AttributeOpcode.readBlobResponse:
            guard let request = receiver.request, request.opcode == opcode - 1 else { return }
            receiver.request = nil
            if request.handle == sender.handle {
                report(.chunk(offset: request.offset), .sender, packet.extracting(1...))
            }
        case AttributeOpcode.errorResponse where packet.count == 5:
            guard let request = receiver.request, request.opcode == packet[1] else { return }
            receiver.request = nil
            let isRead = [AttributeOpcode.readRequest, AttributeOpcode.readBlobRequest].contains(
                request.opcode)
            if isRead && request.handle == sender.handle {
                let error = ATTError(rawValue: packet[4])
                report(.failed(offset: request.offset, error), .sender, nothing)
            }
        case AttributeOpcode.readByTypeRequest where packet.count == 7:
            sender.request = Request(
                opcode: opcode, handle: packet.littleEndian16(at: 5), offset: 0)
        case AttributeOpcode.readByTypeResponse:
            let isForDeclarations = receiver.request?.handle == DeclarationList.type
            receiver.request = nil
            if let handle = navigationHandle(in: packet) {
                sender.handle = handle
                sender.isDiscovered = true
                report(.discovered(handle: handle), .sender, nothing)
            } else if let handle = sender.handle, isForDeclarations,
                declares(another: handle, in: packet)
            {
                // On this connection another characteristic has the given handle; or services changed.
                if !sender.isDiscovered { report(.foundAnother(handle: handle), .sender, nothing) }
                sender.handle = nil
            }
        case AttributeOpcode.notification where packet.count >= 3:
            if packet.littleEndian16(at: 1) == sender.handle {
                report(.notified, .sender, packet.extracting(3...))
            }
        default:
            // Up to 0x19, requests have even opcodes, and the next odd opcode is the response.
            if opcode < AttributeOpcode.notification && opcode % 2 == 0 {
                sender.request = Request(opcode: opcode, handle: 0, offset: 0)
            } else if opcode < AttributeOpcode.notification {
                receiver.request = nil
            }
        }
    }

    /// The value handle of the navigation characteristic in a response with declarations.
    private static func navigationHandle(in packet: Span<UInt8>) -> UInt16? {
        let declarations = DeclarationList(packet)
        for position in 0..<declarations.count
        where declarations.uuid(at: position) == NavigationService.instructionCharacteristic {
            return declarations.valueHandle(at: position)
        }
        return nil
    }

    /// Whether a response with declarations says that this handle belongs to another characteristic.
    private static func declares(another handle: UInt16, in packet: Span<UInt8>) -> Bool {
        let declarations = DeclarationList(packet)
        for position in 0..<declarations.count
        where declarations.valueHandle(at: position) == handle {
            return true
        }
        return false
    }
}
