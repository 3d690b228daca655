import KomootNav

/// What a trace hashes of an event: a number for its kind, and the event's own numbers.
struct TraceWords {
    let kind: UInt64
    let first: UInt64
    let second: UInt64
    /// Whether events of this kind have bytes.
    let haveBytes: Bool

    init(_ kind: UInt64, _ first: Int32, _ second: UInt64 = 0, bytes: Bool = false) {
        self.kind = kind
        self.first = UInt64(truncatingIfNeeded: first)
        self.second = second
        haveBytes = bytes
    }
}

// `words` is `nil` if the trace leaves an event out.

extension Fault {
    /// The trace notes only that a fault was injected; the consequences show which.
    var words: TraceWords? { TraceWords(22, 0) }
}

extension LinkEvent {
    /// Whether it follows from nothing else in a trace: whose a link will be, and what is asked on a lost one.
    var isKept: Bool {
        switch self {
        case .connecting, .sent: true
        default: false
        }
    }

    var words: TraceWords? {
        switch self {
        case .scanning, .connecting, .sent, .queueFull: nil
        case .found(let central, let peripheral):
            TraceWords(1, central, UInt64(truncatingIfNeeded: peripheral))
        case .connected(let link): TraceWords(2, link)
        case .centralDisconnected(let link): TraceWords(3, link)
        case .peripheralDisconnected(let link): TraceWords(4, link)
        case .discover(let link, let token): TraceWords(5, link, UInt64(token), bytes: true)
        case .read(let link, let token, let offset):
            TraceWords(6, link, UInt64(token) << 16 | UInt64(offset), bytes: true)
        case .write(let link, let token): TraceWords(7, link, UInt64(token), bytes: true)
        case .subscribe(let link, let token, let isOn):
            TraceWords(isOn ? 8 : 9, link, UInt64(token), bytes: true)
        case .value(let link, let token): TraceWords(10, link, UInt64(token), bytes: true)
        case .confirmation(let link, let token):
            TraceWords(11, link, UInt64(token), bytes: true)
        case .refusal(let link, let token, let error):
            TraceWords(12, link, UInt64(token) << 8 | UInt64(error.rawValue), bytes: true)
        case .notification(let link): TraceWords(13, link, bytes: true)
        case .mtuChanged(let link, let mtu): TraceWords(14, link, UInt64(truncatingIfNeeded: mtu))
        case .serviceChanged(let link): TraceWords(15, link)
        case .centralRadio(let number, let isOn): TraceWords(16, number, isOn ? 1 : 0)
        case .peripheralRadio(let number, let isOn): TraceWords(17, number, isOn ? 1 : 0)
        case .ended(let link): TraceWords(23, link)
        }
    }
}

extension PhoneEvent {
    func words(_ number: Int32) -> TraceWords? {
        switch self {
        case .advertising(let isOn): TraceWords(18, number, isOn ? 1 : 0)
        case .told(.published, _): TraceWords(19, number, bytes: true)
        case .told, .acted, .notified, .answered, .rejected, .killed, .brokeDown: nil
        }
    }
}

extension DeviceEvent {
    func words(_ number: Int32) -> TraceWords? {
        switch self {
        case .delivered(let extent): TraceWords(20, number, extent == .whole ? 1 : 0, bytes: true)
        case .reported(let status): TraceWords(21, number, status.traceCode)
        case .asksTooMuch: TraceWords(24, number)
        case .added, .started, .stopped, .noticed, .brokeDown, .acted: nil
        }
    }
}

extension CentralSession.Status {
    fileprivate var traceCode: UInt64 {
        switch self {
        case .stopped: 0
        case .radioOff: 1
        case .searching: 2
        case .waiting: 3
        case .navigating: 4
        case .silent: 5
        case .ended: 6
        case .pairingRequired: 7
        }
    }
}
