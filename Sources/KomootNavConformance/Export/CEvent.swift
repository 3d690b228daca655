import KomootNav

/// An event of a session as the members of a step in C; a member that the event does not have is zero.
///
/// The switches name every event, so that a new one can't lose its members on the way to C.
struct CEvent {
    /// The constant.
    let name: String
    /// A ticket, a peer or a central.
    var number: UInt64 = 0
    /// The MTU, with 0 for one that is not known, and at most what 16 bits hold; or at the phone's end the offset.
    var size = 0
    /// Whether there is a CCCD, or the ATT error.
    var detail = 0
    var identifier: InstructionIdentifier?
    var bytes: ContiguousArray<UInt8> = []
}

extension CEvent {
    init(_ event: CentralSession.OwnedEvent) {
        self.init(name: event.kind.cName)
        switch event {
        case .start, .stop, .radioOff, .radioOn, .timePassed: break
        case .found(let peer): number = peer.rawValue
        case .connected(let link, let mtu), .mtuChanged(let link, let mtu):
            number = UInt64(link.rawValue)
            size = Int(UInt16(clamping: mtu ?? 0))
        case .disconnected(let ticket), .notDiscovered(let ticket), .subscribed(let ticket),
            .serviceChanged(let ticket):
            number = UInt64(ticket.rawValue)
        case .discovered(let ticket, let hasCCCD):
            number = UInt64(ticket.rawValue)
            detail = hasCCCD ? 1 : 0
        case .failed(let ticket, let error):
            number = UInt64(ticket.rawValue)
            detail = Int(error.rawValue)
        case .answered(let ticket, let value), .notified(let ticket, let value),
            .arrived(let ticket, let value):
            number = UInt64(ticket.rawValue)
            bytes = value
        }
    }

    init(_ event: PeripheralSession.OwnedEvent) {
        self.init(name: event.kind.cName)
        switch event {
        case .startNavigation, .stopNavigation, .startAdvertising, .notificationsReady, .radioOff,
            .radioOn, .timePassed:
            break
        case .publish(let object): bytes = object
        case .connected(let central, let mtu), .mtuChanged(let central, let mtu):
            number = UInt64(central.rawValue)
            size = mtu
        case .disconnected(let central), .subscribed(let central), .unsubscribed(let central),
            .notificationRefused(let central):
            number = UInt64(central.rawValue)
        case .read(let central, let offset, let readIdentifier):
            number = UInt64(central.rawValue)
            size = offset
            identifier = readIdentifier
        }
    }
}

extension MemberReader {
    /// An event or an effect of a script's step.
    func form<Form: JSONForm>(_: Form.Type) throws(ExportError) -> Form {
        do throws(MalformedForm) {
            return try Form(json: json)
        } catch {
            switch error {
            case .unknownName: throw fault(has("event") ? "event" : "effect")
            case .member(let name): throw fault(name)
            }
        }
    }
}
