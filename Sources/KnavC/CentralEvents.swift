// Events and effects of the central session.
import CKnav
import KomootNav

extension knav_central_event {
    /// Whether events of this kind carry bytes.
    var takesBytes: Bool {
        switch unsafe kind {
        case KNAV_EVENT_ANSWERED.byte, KNAV_EVENT_NOTIFIED.byte, KNAV_EVENT_ARRIVED.byte: true
        default: false
        }
    }

    /// The MTU; `nil` if the radio doesn't tell it.
    private var knownMTU: Int? {
        let mtu = unsafe self.mtu
        return mtu == 0 ? nil : Int(mtu)
    }

    /// Whether this may come while effects are still to be taken.
    var mayInterrupt: Bool {
        switch unsafe kind {
        case KNAV_EVENT_FAILED.byte, KNAV_EVENT_DISCONNECTED.byte: true
        default: false
        }
    }

    /// The library's event; `nil` if no event has this number.
    @_lifetime(copy bytes)
    func event(with bytes: Span<UInt8>) -> CentralSession.Event? {
        let ticket = unsafe Ticket(rawValue: self.ticket)
        switch unsafe kind {
        case KNAV_EVENT_START.byte: return .start
        case KNAV_EVENT_STOP.byte: return .stop
        case KNAV_EVENT_RADIO_OFF.byte: return .radioOff
        case KNAV_EVENT_RADIO_ON.byte: return .radioOn
        case KNAV_EVENT_FOUND.byte: return unsafe .found(CentralSession.Peer(rawValue: peer))
        case KNAV_EVENT_CONNECTED.byte: return unsafe .connected(link: ticket, mtu: knownMTU)
        case KNAV_EVENT_DISCONNECTED.byte: return .disconnected(link: ticket)
        case KNAV_EVENT_DISCOVERED.byte: return unsafe .discovered(ticket, hasCCCD: has_cccd)
        case KNAV_EVENT_NOT_DISCOVERED.byte: return .notDiscovered(ticket)
        case KNAV_EVENT_SUBSCRIBED.byte: return .subscribed(ticket)
        case KNAV_EVENT_ANSWERED.byte: return .answered(ticket, bytes)
        case KNAV_EVENT_FAILED.byte: return unsafe .failed(ticket, ATTError(rawValue: att_error))
        case KNAV_EVENT_NOTIFIED.byte: return .notified(link: ticket, bytes)
        case KNAV_EVENT_ARRIVED.byte: return .arrived(link: ticket, bytes)
        case KNAV_EVENT_MTU_CHANGED.byte: return unsafe .mtuChanged(link: ticket, mtu: knownMTU)
        case KNAV_EVENT_SERVICE_CHANGED.byte: return .serviceChanged(link: ticket)
        case KNAV_EVENT_TIME_PASSED.byte: return .timePassed
        default: return nil
        }
    }
}

extension knav_central_effect {
    /// Converts the library's effect, without the bytes of a delivery.
    init(_ effect: CentralSession.Effect) {
        unsafe self.init()
        let kind: knav_central_effect_kind
        switch effect {
        case .startScan: kind = KNAV_EFFECT_START_SCAN
        case .stopScan: kind = KNAV_EFFECT_STOP_SCAN
        case .connect(let peer, let link):
            kind = KNAV_EFFECT_CONNECT
            unsafe self.peer = peer.rawValue
            unsafe ticket = link.rawValue
        case .disconnect(let link):
            kind = KNAV_EFFECT_DISCONNECT
            unsafe ticket = link.rawValue
        case .discover(let request):
            kind = KNAV_EFFECT_DISCOVER
            unsafe ticket = request.rawValue
        case .subscribe(let request):
            kind = KNAV_EFFECT_SUBSCRIBE
            unsafe ticket = request.rawValue
        case .read(let request, let position):
            kind = KNAV_EFFECT_READ
            unsafe ticket = request.rawValue
            unsafe offset = position.uint16
        case .deliver(let delivered):
            kind = KNAV_EFFECT_DELIVER
            unsafe extent = delivered.number
        case .report(let reported):
            kind = KNAV_EFFECT_REPORT
            unsafe status = reported.number
        case .fault(let fault):
            kind = KNAV_EFFECT_FAULT
            unsafe take(fault)
        }
        unsafe self.kind = kind.byte
    }

    private mutating func take(_ fault: CentralSession.Fault) {
        let number: knav_central_fault
        switch fault {
        case .lateArrival: number = KNAV_FAULT_LATE_ARRIVAL
        case .malformedNotification(let error):
            number = KNAV_FAULT_MALFORMED_NOTIFICATION
            unsafe self.error = knav_error(error)
        case .unreadable(let error):
            number = KNAV_FAULT_UNREADABLE
            unsafe self.error = knav_error(error)
        case .refused(let error):
            number = KNAV_FAULT_REFUSED
            unsafe self.error = knav_error(KNAV_ATT_ERROR, attError: error.rawValue)
        case .timedOut: number = KNAV_FAULT_TIMED_OUT
        case .gaveUp: number = KNAV_FAULT_GAVE_UP
        }
        unsafe self.fault = number.byte
    }
}

extension CentralSession.Status {
    /// The status's number.
    fileprivate var number: UInt8 {
        let number =
            switch self {
            case .stopped: KNAV_STATUS_STOPPED
            case .radioOff: KNAV_STATUS_RADIO_OFF
            case .searching: KNAV_STATUS_SEARCHING
            case .waiting: KNAV_STATUS_WAITING
            case .navigating: KNAV_STATUS_NAVIGATING
            case .silent: KNAV_STATUS_SILENT
            case .ended: KNAV_STATUS_ENDED
            case .pairingRequired: KNAV_STATUS_PAIRING_REQUIRED
            }
        return number.byte
    }
}
