import KomootNav

/// Requests and responses of one connection, in both directions.
struct AttributeConversation: Sendable {
    /// One side of the connection, as client and as server.
    private struct Side {
        /// The request that it made and that is not answered yet.
        var request: Request?
        /// The handle of the navigation characteristic that it has.
        var handle: UInt16?
        /// Whether the handle was found, and not only given.
        var isDiscovered = false
        /// The largest packet that it takes.
        var mtu = ATT.defaultMTU

        /// Forgets the handle, if it is one of these.
        mutating func forgetHandle(in range: ClosedRange<UInt16>) {
            if let handle, range.contains(handle) { self.handle = nil }
        }
    }

    private struct Request {
        let opcode: UInt8
        /// The handle that is read; the type where a type is.
        let handle: UInt16
        let offset: Int
    }

    private enum Opcode {
        static let errorResponse: UInt8 = 0x01
        static let exchangeMTURequest: UInt8 = 0x02
        static let exchangeMTUResponse: UInt8 = 0x03
        static let readByTypeRequest: UInt8 = 0x08
        static let readByTypeResponse: UInt8 = 0x09
        static let readRequest: UInt8 = 0x0A
        static let readResponse: UInt8 = 0x0B
        static let readBlobRequest: UInt8 = 0x0C
        static let readBlobResponse: UInt8 = 0x0D
        static let notification: UInt8 = 0x1B
        static let indication: UInt8 = 0x1D
    }

    /// The type of characteristic declarations.
    private static let declarationType: UInt16 = 0x2803

    private var host = Side()
    private var peer = Side()

    /// Creates a conversation of which nothing is known but, perhaps, the characteristic's handle.
    init(handle: UInt16?) {
        host.handle = handle
        peer.handle = handle
    }

    /// Takes a packet.
    ///
    /// - Parameters:
    ///   - packet: the packet, from the opcode on.
    ///   - isSent: whether the host sent it whose log this is.
    ///   - forgetsChangedServices: whether a handle counts no more when services were changed around it.
    ///   - report: called with what it means for navigation, whether the characteristic is the host's, and
    ///     the value that belongs to it.
    mutating func take(
        _ packet: Span<UInt8>, isSent: Bool, forgetsChangedServices: Bool,
        _ report: (CapturedEvent.Kind, _ isHostServing: Bool, Span<UInt8>) -> Void
    ) {
        if isSent {
            Self.take(packet, from: &host, to: &peer) { report($0, $1 == .sender, $2) }
        } else {
            Self.take(packet, from: &peer, to: &host) { report($0, $1 == .receiver, $2) }
        }
        if forgetsChangedServices, let range = Self.changedHandles(packet) {
            if isSent { host.forgetHandle(in: range) } else { peer.forgetHandle(in: range) }
        }
        // A characteristic that was found is the only one: what was given was meant for another case.
        if host.isDiscovered && !peer.isDiscovered { peer.handle = nil }
        if peer.isDiscovered && !host.isDiscovered { host.handle = nil }
    }

    /// The handles that an indication of Service Changed names; that of anything else with four bytes may
    /// look like one.
    private static func changedHandles(_ packet: Span<UInt8>) -> ClosedRange<UInt16>? {
        guard packet.count == 7, packet[0] == Opcode.indication else { return nil }
        let first = packet.littleEndian16(at: 3)
        let last = packet.littleEndian16(at: 5)
        return first <= last ? first...last : nil
    }

    /// Forgets what was asked: packets are missing, and the next answer may be another request's.
    mutating func forgetRequests() {
        host.request = nil
        peer.request = nil
    }

    /// Whose the characteristic is.
    private enum Server {
        case sender
        case receiver
    }

    private static func take(
        _ packet: Span<UInt8>, from sender: inout Side, to receiver: inout Side,
        _ report: (CapturedEvent.Kind, Server, Span<UInt8>) -> Void
    ) {
        guard !packet.isEmpty else { return }
        let nothing = packet.extracting(..<0)
        let opcode = packet[0]
        switch opcode {
        case Opcode.exchangeMTURequest where packet.count == 3:
            sender.mtu = max(Int(packet.littleEndian16(at: 1)), ATT.defaultMTU)
            sender.request = Request(opcode: opcode, handle: 0, offset: 0)
        case Opcode.exchangeMTUResponse where packet.count == 3:
            sender.mtu = max(Int(packet.littleEndian16(at: 1)), ATT.defaultMTU)
            guard receiver.request?.opcode == Opcode.exchangeMTURequest else { return }
            receiver.request = nil
            report(.mtuAgreed(min(sender.mtu, receiver.mtu)), .sender, nothing)
        case Opcode.readRequest where packet.count == 3:
            let request = Request(
                opcode: opcode, handle: packet.littleEndian16(at: 1), offset: 0)
            sender.request = request
            if request.handle == receiver.handle {
                report(.requested(offset: 0), .receiver, nothing)
            }
        case Opcode.readBlobRequest where packet.count == 5:
            let request = Request(
                opcode: opcode, handle: packet.littleEndian16(at: 1),
                offset: Int(packet.littleEndian16(at: 3)))
            sender.request = request
            if request.handle == receiver.handle {
                report(.requested(offset: request.offset), .receiver, nothing)
            }
        case Opcode.readResponse, Opcode.readBlobResponse:
            guard let request = receiver.request, request.opcode == opcode - 1 else { return }
            receiver.request = nil
            if request.handle == sender.handle {
                report(.piece(offset: request.offset), .sender, packet.extracting(1...))
            }
        case Opcode.errorResponse where packet.count == 5:
            guard let request = receiver.request, request.opcode == packet[1] else { return }
            receiver.request = nil
            let isRead = [Opcode.readRequest, Opcode.readBlobRequest].contains(request.opcode)
            if isRead && request.handle == sender.handle {
                let error = ATTError(rawValue: packet[4])
                report(.failed(offset: request.offset, error), .sender, nothing)
            }
        case Opcode.readByTypeRequest where packet.count == 7:
            sender.request = Request(
                opcode: opcode, handle: packet.littleEndian16(at: 5), offset: 0)
        case Opcode.readByTypeResponse:
            let isForDeclarations = receiver.request?.handle == Self.declarationType
            receiver.request = nil
            if let handle = navigationHandle(in: packet) {
                sender.handle = handle
                sender.isDiscovered = true
                report(.discovered(handle: handle), .sender, nothing)
            } else if let handle = sender.handle, isForDeclarations,
                declares(another: handle, in: packet)
            {
                // It was given for all connections, and in this one is something else; or services changed.
                if !sender.isDiscovered { report(.foundAnother(handle: handle), .sender, nothing) }
                sender.handle = nil
            }
        case Opcode.notification where packet.count >= 3:
            if packet.littleEndian16(at: 1) == sender.handle {
                report(.notified, .sender, packet.extracting(3...))
            }
        default:
            // Up to 0x19 requests are even, and the odd one behind each is its response.
            if opcode < Opcode.notification && opcode % 2 == 0 {
                sender.request = Request(opcode: opcode, handle: 0, offset: 0)
            } else if opcode < Opcode.notification {
                receiver.request = nil
            }
        }
    }

    /// The value handle of the navigation characteristic in a response with declarations.
    ///
    /// | bytes | entry, behind opcode and entry length |
    /// |---|---|
    /// | 0–1 | the declaration's handle |
    /// | 2 | properties |
    /// | 3–4 | the value's handle |
    /// | 5–20 | UUID, the last byte of its text first |
    private static func navigationHandle(in packet: Span<UInt8>) -> UInt16? {
        let entrySize = 21
        guard packet.count >= 2, packet[1] == entrySize else { return nil }
        var start = 2
        while start + entrySize <= packet.count {
            if isNavigation(packet.extracting((start + 5)..<(start + entrySize))) {
                return packet.littleEndian16(at: start + 3)
            }
            start += entrySize
        }
        return nil
    }

    /// Whether a response with declarations says that a value at this handle is of another characteristic.
    ///
    /// Entries are as above, or end with a UUID of 16 bits behind the value's handle.
    private static func declares(another handle: UInt16, in packet: Span<UInt8>) -> Bool {
        let entrySize = packet.count >= 2 ? Int(packet[1]) : 0
        guard entrySize == 7 || entrySize == 21 else { return false }
        var start = 2
        while start + entrySize <= packet.count {
            if packet.littleEndian16(at: start + 3) == handle { return true }
            start += entrySize
        }
        return false
    }

    private static func isNavigation(_ uuid: Span<UInt8>) -> Bool {
        let wanted = NavigationService.instructionCharacteristic
        for position in 0..<UUID128.byteCount
        where uuid[position] != wanted[UUID128.byteCount - 1 - position] {
            return false
        }
        return true
    }
}
