import KomootNav

/// One device, one phone and their links, in one of the states that an exploration visits.
struct ExploredWorld<Device: ExplorableCentral, Phone: ExplorablePeripheral>: Sendable {
    let setting: ExplorationSetting
    /// Judges what happens; everything that it knows is part of the world's state.
    let referee: Referee
    var device: Device
    var phone: Phone
    var rest: Rest
    /// What the last step made the device show.
    var shown: Shown?
    /// Writes down what happens; `nil` while all states are visited.
    var recorder: ExplorationRecorder?

    /// An object that the device showed.
    struct Shown {
        /// The first byte, which tells objects apart.
        let mark: UInt8
        let extent: ObjectExtent
    }

    /// Everything but the two state machines.
    struct Rest: Sendable {
        var knowledge: RefereeState
        /// What may still happen.
        var budget: ExplorationBudget
        /// Milliseconds since the beginning, on both clocks.
        var now: UInt64 = 0
        var links: ContiguousArray<ExploredLink> = []
        var linkCount: Int32 = 0
        var system = PhoneSystem()
        var isScanning = false
        var isDeviceRadioOn = true
        /// Whether a link has come up since the user last had the phone advertise.
        var hasMet = false
        /// The ticket of the request that the device's radio has not answered.
        var owed: UInt32?
        /// The whole value that the device's radio reads.
        var longRead: LongRead?
        /// What waits in a radio with one callback until it has made its read.
        var queued: ContiguousArray<ExploredPDU> = []
        /// What such a radio has not told yet.
        var callbacks: ContiguousArray<ExploredCallback> = []
        /// The characteristic's value, as such a radio keeps it.
        var value: ContiguousArray<UInt8> = []
        /// The MTU that it has told.
        var toldMTU = ExplorationSetting.mtu
        /// Whether the device's radio has a subscription on its link.
        var isSubscribed = false
        var radioToken: UInt32 = 0
        /// The ticket of the device's last discovery.
        var discovery: UInt32 = 0
        /// The read that the phone is answering.
        var pendingRead: (link: Int32, offset: Int, token: UInt32)?
        /// How many steps were taken since time last passed.
        var steps = 0
    }

    init(
        _ setting: ExplorationSetting, referee: Referee, device: Device, phone: Phone, rest: Rest
    ) {
        self.setting = setting
        self.referee = referee
        self.device = device
        self.phone = phone
        self.rest = rest
    }

    /// A world in which the user navigates, and the rider has started the device.
    init(
        _ setting: ExplorationSetting, device: Device, phone: Phone, budget: ExplorationBudget
    ) {
        let referee = Referee(
            phone: setting.phone, tellsMTU: true, mtu: ExplorationSetting.mtu)
        self.init(
            setting, referee: referee, device: device, phone: phone,
            rest: Rest(knowledge: referee.state, budget: budget))
        judged { world in
            world.referee.observe(.added(setting.radio), of: 0, at: 0, Span())
            world.feedPhone(.startNavigation, .navigationStarted)
            world.referee.observe(.started, of: 0, at: 0, Span())
            world.feedDevice(.start)
        }
    }

    /// The first promise that was broken.
    var broken: BrokenPromise? { rest.knowledge.broken }

    /// Does something while the referee watches.
    mutating func judged(_ body: (inout Self) -> Void) {
        swap(&referee.state, &rest.knowledge)
        body(&self)
        referee.check(at: microseconds)
        referee.checkDuties(now, at: microseconds)
        swap(&referee.state, &rest.knowledge)
    }

    var now: UInt64 { rest.now }
    var system: PhoneSystem {
        get { rest.system }
        set { rest.system = newValue }
    }

    /// The position of the link that the device knows, be it up or coming up.
    var deviceLink: Int? { rest.links.firstIndex { $0.isUpForDevice || $0.isComingUp } }

    func position(of link: Int32) -> Int? { rest.links.firstIndex { $0.number == link } }

    mutating func forgetGoneLinks() { rest.links.removeAll { $0.isGone } }

    func record(_ kind: ExplorationEvent.Kind, link: Int? = nil) {
        recorder?.record(kind, at: rest.now, link: link.map { rest.links[$0].number })
    }
}

extension ExploredWorld {
    mutating func digest(countsBudget: Bool) -> StateDigest {
        var digest = StateDigest()
        if countsBudget { rest.budget.describe(to: &digest) }
        rest.system.describe(to: &digest)
        digest.add(flags)
        let links = rest.links
        func number(_ link: Int32) -> Int { links.firstIndex { $0.number == link } ?? -1 }
        device.describe(to: &digest, at: time)
        phone.describe(to: &digest, at: time) { number(Int32(bitPattern: $0.rawValue)) }
        rest.knowledge.describe(to: &digest, at: rest.now, link: number)
        let roles = TicketRoles(self)
        digest.add(rest.links.count)
        for link in rest.links { link.describe(to: &digest) { roles.role(of: $0, device) } }
        digest.add(rest.owed.map { roles.role(of: $0, device) })
        if hasOneCallback {
            digest.add(rest.toldMTU)
            digest.add(rest.value.span)
            digest.add(rest.queued.count)
            for pdu in rest.queued { pdu.describe(to: &digest) { roles.role(of: $0, device) } }
            digest.add(rest.callbacks.count)
            for callback in rest.callbacks {
                callback.describe(to: &digest, isDue: isDue(callback)) {
                    roles.role(of: $0, device)
                }
            }
        }
        if let longRead = rest.longRead { longRead.describe(to: &digest) }
        return digest
    }

    private var flags: UInt64 {
        var flags: UInt64 = rest.isScanning ? 1 : 0
        flags |= rest.isDeviceRadioOn ? 2 : 0
        flags |= rest.hasMet ? 4 : 0
        flags |= rest.longRead == nil ? 0 : 8
        flags |= rest.isSubscribed ? 16 : 0
        return flags
    }
}

/// What everybody expects of a token. Tokens that nobody expects are all alike.
private struct TicketRoles {
    private let awaited: UInt32?
    private let owed: UInt32?
    private let chunk: UInt32?
    private let onLink: UInt32?

    init<Device, Phone>(_ world: ExploredWorld<Device, Phone>) {
        awaited = world.rest.knowledge.devices.first?.outstanding?.token
        owed = world.rest.owed
        chunk = world.rest.longRead?.token
        onLink = world.deviceLink.flatMap { world.rest.links[$0].outstanding }
    }

    func role(of token: UInt32, _ device: some ExplorableCentral) -> UInt64 {
        var role: UInt64 = 0
        if token & LongRead.tokenBit == 0 {
            role = device.role(of: Ticket(rawValue: token)).rawValue
        }
        if token == awaited { role |= 4 }
        if token == owed { role |= 8 }
        if token == chunk { role |= 16 }
        if token == onLink { role |= 32 }
        return role
    }
}

extension LongRead {
    fileprivate func describe(to digest: inout StateDigest) {
        digest.add(offset)
        digest.add(hasChunk)
        digest.add(bytes.span)
    }
}
