import KomootNav

/// The requests and responses of one connection, in both directions.
struct AttributeConversation: Sendable {
    private(set) var host: AttributeSide
    private(set) var peer: AttributeSide

    /// Creates a conversation.
    ///
    /// - Parameters:
    ///   - host: the handle of the host's characteristic, if it is known without a discovery.
    ///   - peer: the handle of the peer's.
    init(host: CapturedHandle?, peer: CapturedHandle?) {
        self.host = AttributeSide(handle: host)
        self.peer = AttributeSide(handle: peer)
        giveUpOtherSide()
    }

    /// Called with what a packet means for navigation, whether the characteristic is the host's, its handle, and
    /// the value that belongs to it.
    typealias Report = (
        CapturedEvent.Kind, _ isHostServing: Bool, CapturedHandle?, Span<UInt8>
    ) -> Void

    /// Called with handles of the sender that are something else's than navigation's, or perhaps no longer
    /// navigation's, because its services changed.
    typealias Change = (ClosedRange<UInt16>, _ isAnother: Bool) -> Void

    /// Takes a packet.
    ///
    /// - Parameters:
    ///   - packet: the packet, from the opcode on.
    ///   - isSent: whether the host that wrote the log sent it.
    ///   - time: when.
    ///   - report: called with what it means.
    ///   - change: called with the handles that count no longer.
    mutating func handle(
        _ packet: Span<UInt8>, isSent: Bool, at time: CaptureTime, _ report: Report,
        change: Change
    ) {
        if isSent {
            Self.handle(
                packet, from: &host, to: &peer, at: time,
                { report($0, $1 == .sender, $2, $3) }, change)
            if let changed = host.changedHandles(packet) { change(changed, false) }
        } else {
            Self.handle(
                packet, from: &peer, to: &host, at: time,
                { report($0, $1 == .receiver, $2, $3) }, change)
            if let changed = peer.changedHandles(packet) { change(changed, false) }
        }
        giveUpOtherSide()
    }

    /// Once one side's characteristic is known, the given handle no longer counts for the other.
    private mutating func giveUpOtherSide() {
        if host.isKnown { peer.giveUpGivenHandle() }
        if peer.isKnown { host.giveUpGivenHandle() }
    }

    /// Forgets open requests: packets are missing, and the next response may belong to another request.
    mutating func forgetRequests() {
        host.request.forget()
        peer.request.forget()
    }

    /// Gives up handles and requests: packets are missing, and the connection may be another device's.
    mutating func doubtHandles() {
        forgetRequests()
        host.doubtHandle()
        peer.doubtHandle()
    }

    /// The side that has the characteristic.
    private enum Server {
        case sender
        case receiver
    }

    private static func handle(
        _ packet: Span<UInt8>, from sender: inout AttributeSide, to receiver: inout AttributeSide,
        at time: CaptureTime,
        _ report: (CapturedEvent.Kind, Server, CapturedHandle?, Span<UInt8>) -> Void,
        _ change: Change
    ) {
        guard !packet.isEmpty else { return }
        let nothing = packet.extracting(..<0)
        let opcode = packet[0]
        switch opcode {
        case AttributeOpcode.exchangeMTURequest where packet.count == 3:
            sender.mtu = max(Int(packet.littleEndian16(at: 1)), ATT.defaultMTU)
            sender.request.ask(AttributeSide.Request(opcode: opcode), at: time)
        case AttributeOpcode.exchangeMTUResponse where packet.count == 3:
            sender.mtu = max(Int(packet.littleEndian16(at: 1)), ATT.defaultMTU)
            guard receiver.request.answer(at: time)?.opcode == AttributeOpcode.exchangeMTURequest
            else { return }
            report(.mtuAgreed(min(sender.mtu, receiver.mtu)), .sender, nil, nothing)
        case AttributeOpcode.readRequest where packet.count == 3:
            let request = AttributeSide.Request(
                opcode: opcode, handle: packet.littleEndian16(at: 1))
            sender.request.ask(request, at: time)
            if receiver.isNavigation(request.handle) {
                report(.requested(offset: 0), .receiver, receiver.handle, nothing)
            }
        case AttributeOpcode.readBlobRequest where packet.count == 5:
            let request = AttributeSide.Request(
                opcode: opcode, handle: packet.littleEndian16(at: 1),
                offset: Int(packet.littleEndian16(at: 3)))
            sender.request.ask(request, at: time)
            if receiver.isNavigation(request.handle) {
                report(.requested(offset: request.offset), .receiver, receiver.handle, nothing)
            }
        case AttributeOpcode.readResponse, AttributeOpcode.readBlobResponse:
            guard let request = receiver.request.answer(at: time), request.opcode == opcode - 1
            else { return }
            if request.handle == sender.handle?.number {
                report(
                    .chunk(offset: request.offset), .sender, sender.handle, packet.extracting(1...))
            }
        case AttributeOpcode.errorResponse where packet.count == 5:
            guard let request = receiver.request.answer(at: time), request.opcode == packet[1]
            else { return }
            let isRead = [AttributeOpcode.readRequest, AttributeOpcode.readBlobRequest].contains(
                request.opcode)
            if isRead && request.handle == sender.handle?.number {
                let error = ATTError(rawValue: packet[4])
                report(.failed(offset: request.offset, error), .sender, sender.handle, nothing)
            }
            #if !hasFeature(Embedded)
                reportSubscription(
                    request, to: sender, error: ATTError(rawValue: packet[4]), report)
            #endif
        case AttributeOpcode.findByTypeValueRequest where packet.count == 9 || packet.count == 23:
            let isForServices = packet.littleEndian16(at: 5) == Self.primaryService
            let uuid = packet.uuid(at: 7, size: packet.count - 7)
            sender.request.ask(
                AttributeSide.Request(opcode: opcode, service: isForServices ? uuid : nil),
                at: time)
        case AttributeOpcode.readByTypeRequest where packet.count == 7 || packet.count == 21:
            sender.request.ask(
                AttributeSide.Request(
                    opcode: opcode, type: packet.uuid(at: 5, size: packet.count - 5)),
                at: time)
        case AttributeOpcode.findInformationResponse, AttributeOpcode.findByTypeValueResponse,
            AttributeOpcode.readByTypeResponse, AttributeOpcode.readByGroupTypeResponse:
            let request = receiver.request.answer(at: time)
            let asked = request?.opcode == opcode - 1 ? request : nil
            learn(
                AttributeEvidence(packet, type: asked?.type, service: asked?.service),
                of: &sender, report, change)
            #if !hasFeature(Embedded)
                if opcode == AttributeOpcode.findInformationResponse {
                    sender.noteDescriptors(AttributeEvidence(packet, type: nil, service: nil))
                }
            #endif
        #if !hasFeature(Embedded)
            case AttributeOpcode.writeRequest where packet.count == 5:
                sender.request.ask(
                    AttributeSide.Request(
                        opcode: opcode, handle: packet.littleEndian16(at: 1),
                        subscribes: packet[3] & 1 != 0), at: time)
            case AttributeOpcode.writeResponse:
                guard let request = receiver.request.answer(at: time) else { return }
                reportSubscription(request, to: sender, error: nil, report)
        #endif
        case AttributeOpcode.notification where packet.count >= 3:
            if sender.isNavigation(packet.littleEndian16(at: 1)) {
                report(.notified, .sender, sender.handle, packet.extracting(3...))
            }
        default:
            if AttributeOpcode.isRequest(opcode) {
                sender.request.ask(AttributeSide.Request(opcode: opcode), at: time)
            } else if AttributeOpcode.isResponse(opcode) {
                _ = receiver.request.answer(at: time)
            }
        }
    }

    #if !hasFeature(Embedded)
        private static func reportSubscription(
            _ request: AttributeSide.Request, to server: borrowing AttributeSide, error: ATTError?,
            _ report: (CapturedEvent.Kind, Server, CapturedHandle?, Span<UInt8>) -> Void
        ) {
            guard let isOn = request.subscribes, server.hasCCCD(at: request.handle) else { return }
            report(.subscribed(isOn: isOn, error: error), .sender, server.handle, Span())
        }
    #endif

    /// The type of declarations of primary services.
    private static let primaryService: UInt16 = 0x2800

    /// Takes a response with what is at the sender's handles.
    private static func learn(
        _ evidence: borrowing AttributeEvidence, of sender: inout AttributeSide,
        _ report: (CapturedEvent.Kind, Server, CapturedHandle?, Span<UInt8>) -> Void,
        _ change: Change
    ) {
        sender.learn(evidence)
        evidence.forEachOther { change($0, true) }
        if let number = evidence.navigationHandle {
            sender.discover(number)
            report(.discovered(handle: number), .sender, sender.handle, Span())
        } else if let handle = sender.handle,
            evidence.shows(anotherAt: handle.number) || sender.isOutside(evidence)
        {
            // On this connection another attribute has the handle; or services changed.
            sender.giveUpHandle()
            change(handle.number...handle.number, true)
            if handle.source != .discovered {
                report(.foundAnother(handle: handle.number), .sender, handle, Span())
            }
        }
    }
}
