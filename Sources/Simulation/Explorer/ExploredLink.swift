import KomootNav

/// A link of an explored world: its PDUs arrive in order, and each direction has a queue.
struct ExploredLink: Sendable {
    /// The number by which the phone knows it.
    let number: Int32
    /// The device's ticket.
    let token: UInt32
    var isComingUp = true
    var isUpForDevice = false
    var isUpForPhone = false
    /// Whether it has stopped carrying PDUs, whatever the ends believe.
    var isLost = false
    var mtu: Int
    /// Whether the phone's system notifies the device.
    var isSubscribed = false
    /// Whether the device must ask for a subscription: it has found a CCCD, or must be paired first.
    var owesSubscription = false
    /// The token of the request that the phone has not answered.
    var outstanding: UInt32?
    var toPhone: ContiguousArray<ExploredPDU> = []
    var toDevice: ContiguousArray<ExploredPDU> = []

    /// Whether nobody knows it any more.
    var isGone: Bool {
        !isComingUp && !isUpForDevice && !isUpForPhone
    }

    var carries: Bool { isUpForDevice && isUpForPhone && !isLost }

    init(number: Int32, token: UInt32, mtu: Int) {
        self.number = number
        self.token = token
        self.mtu = mtu
    }

    /// Takes away everything under way, and all that would come.
    mutating func cut() {
        isLost = true
        toPhone.removeAll()
        toDevice.removeAll()
    }

    func describe(to digest: inout StateDigest, role: (UInt32) -> UInt64) {
        var flags: UInt64 = isComingUp ? 1 : 0
        flags |= isUpForDevice ? 2 : 0
        flags |= isUpForPhone ? 4 : 0
        flags |= isLost ? 8 : 0
        flags |= isSubscribed ? 16 : 0
        flags |= owesSubscription ? 32 : 0
        digest.add(flags | UInt64(mtu) << 8 | role(token) << 32)
        digest.add(outstanding.map(role))
        digest.add(toPhone.count)
        for pdu in toPhone { pdu.describe(to: &digest, role: role) }
        digest.add(toDevice.count)
        for pdu in toDevice { pdu.describe(to: &digest, role: role) }
    }
}

/// What a link of an explored world carries.
struct ExploredPDU: Sendable {
    enum Body: Hashable, Sendable {
        case discover
        case subscribe
        case read(offset: Int)
        /// The bytes are the value.
        case value
        case done
        case characteristic(hasCCCD: Bool)
        case error(ATTError)
        /// The bytes are the value.
        case notification
        case mtuChanged(Int)
        case serviceChanged
        /// The other end is gone; the system tells it.
        case gone
    }

    let body: Body
    /// The token of the request.
    var token: UInt32 = 0
    var bytes: ContiguousArray<UInt8> = []

    var isRequest: Bool {
        switch body {
        case .discover, .subscribe, .read: true
        default: false
        }
    }

    func describe(to digest: inout StateDigest, role: (UInt32) -> UInt64) {
        switch body {
        case .discover: digest.add(UInt64(0))
        case .subscribe: digest.add(UInt64(1))
        case .read(let offset): digest.add(2 | UInt64(offset) << 8)
        case .value: digest.add(UInt64(3))
        case .done: digest.add(UInt64(4))
        case .characteristic(let hasCCCD): digest.add(5 | UInt64(hasCCCD ? 1 : 0) << 8)
        case .error(let error): digest.add(6 | UInt64(error.rawValue) << 8)
        case .notification: digest.add(UInt64(7))
        case .mtuChanged(let mtu): digest.add(8 | UInt64(mtu) << 8)
        case .serviceChanged: digest.add(UInt64(9))
        case .gone: digest.add(UInt64(10))
        }
        digest.add(role(token))
        if !bytes.isEmpty { digest.add(bytes.span) }
    }
}

extension ExploredPDU.Body: CustomStringConvertible {
    var description: String {
        switch self {
        case .discover: "discover"
        case .subscribe: "subscribe"
        case .read(let offset): offset == 0 ? "read" : "read at \(offset)"
        case .value: "value"
        case .done: "done"
        case .characteristic(let hasCCCD): hasCCCD ? "found, with CCCD" : "found, without CCCD"
        case .error(let error): "refused: \(error.words)"
        case .notification: "notified"
        case .mtuChanged(let mtu): "MTU \(mtu)"
        case .serviceChanged: "services changed"
        case .gone: "link is gone"
        }
    }
}
