public import KomootNav

/// One line of a trace. Links, centrals and peripherals are numbered from zero in the order in which they
/// came to be; tokens are the requests'.
public struct TraceEntry: Hashable, Sendable {
    /// What happened.
    public enum Event: Hashable, Sendable {
        /// A central that scans heard a peripheral that advertises.
        case found(central: Int32, peripheral: Int32)
        /// A link came up.
        case connected(link: Int32)
        /// A central ended a link that was up.
        case ended(link: Int32)
        /// The central's end of a link was told that it is gone.
        case centralDisconnected(link: Int32)
        /// The peripheral's end of a link was told that it is gone.
        case peripheralDisconnected(link: Int32)
        /// A request for a characteristic arrived at the peripheral; the bytes are both UUIDs.
        case discover(link: Int32, token: UInt32)
        /// A read arrived at the peripheral.
        case read(link: Int32, token: UInt32, offset: UInt16)
        /// A write arrived at the peripheral.
        case write(link: Int32, token: UInt32)
        /// A subscription arrived at the peripheral, or the end of one.
        case subscribe(link: Int32, token: UInt32, isOn: Bool)
        /// A value arrived at the central.
        case value(link: Int32, token: UInt32)
        /// A confirmation arrived at the central.
        case confirmation(link: Int32, token: UInt32)
        /// An error arrived at the central.
        case refusal(link: Int32, token: UInt32, ATTError)
        /// A notification arrived at the central.
        case notification(link: Int32)
        /// The central learned of another MTU, in bytes.
        case mtuChanged(link: Int32, Int32)
        /// The central learned that services changed.
        case servicesChanged(link: Int32)
        /// A central's radio was switched.
        case centralRadio(Int32, isOn: Bool)
        /// A peripheral's radio was switched.
        case peripheralRadio(Int32, isOn: Bool)
        /// A peripheral began to advertise, or ended it.
        case advertising(Int32, isOn: Bool)
        /// A phone published an object.
        case published(Int32)
        /// A device was given an object to show, or its beginning.
        case delivered(Int32, ObjectExtent)
        /// A device told its rider something else.
        case reported(Int32, CentralSession.Status)
        /// A fault was injected.
        case fault(Fault)
    }

    /// When, in microseconds since the world began.
    public let time: UInt64
    /// What happened.
    public let event: Event
    /// The bytes that came with it.
    public let bytes: ContiguousArray<UInt8>
}

extension TraceEntry: CustomStringConvertible {
    /// The time in seconds, what happened, and the bytes in hexadecimal.
    public var description: String {
        let fraction = String(time % 1_000_000)
        let padding = String(repeating: "0", count: 6 - fraction.count)
        var text = "\(time / 1_000_000).\(padding)\(fraction) \(event)"
        if !bytes.isEmpty { text += " " }
        for byte in bytes {
            let digits = String(byte, radix: 16)
            text += digits.count == 1 ? "0" + digits : digits
        }
        return text
    }
}

extension TraceEntry.Event {
    /// A number for the kind, and the event's own numbers; a fault's consequences tell what it was.
    var words: (kind: UInt64, UInt64, UInt64) {
        switch self {
        case .found(let central, let peripheral): (1, UInt64(central), UInt64(peripheral))
        case .connected(let link): (2, UInt64(link), 0)
        case .centralDisconnected(let link): (3, UInt64(link), 0)
        case .peripheralDisconnected(let link): (4, UInt64(link), 0)
        case .discover(let link, let token): (5, UInt64(link), UInt64(token))
        case .read(let link, let token, let offset):
            (6, UInt64(link), UInt64(token) << 16 | UInt64(offset))
        case .write(let link, let token): (7, UInt64(link), UInt64(token))
        case .subscribe(let link, let token, let isOn):
            (isOn ? 8 : 9, UInt64(link), UInt64(token))
        case .value(let link, let token): (10, UInt64(link), UInt64(token))
        case .confirmation(let link, let token): (11, UInt64(link), UInt64(token))
        case .refusal(let link, let token, let error):
            (12, UInt64(link), UInt64(token) << 8 | UInt64(error.rawValue))
        case .notification(let link): (13, UInt64(link), 0)
        case .mtuChanged(let link, let mtu): (14, UInt64(link), UInt64(mtu))
        case .servicesChanged(let link): (15, UInt64(link), 0)
        case .centralRadio(let number, let isOn): (16, UInt64(number), isOn ? 1 : 0)
        case .peripheralRadio(let number, let isOn): (17, UInt64(number), isOn ? 1 : 0)
        case .advertising(let number, let isOn): (18, UInt64(number), isOn ? 1 : 0)
        case .published(let number): (19, UInt64(number), 0)
        case .delivered(let number, let extent): (20, UInt64(number), extent == .whole ? 1 : 0)
        case .reported(let number, let status): (21, UInt64(number), status.traceCode)
        case .fault: (22, 0, 0)
        case .ended(let link): (23, UInt64(link), 0)
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
        case .stale: 6
        case .ended: 7
        case .pairingRequired: 8
        }
    }
}
