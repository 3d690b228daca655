import KomootNav

/// One phone and two devices without a session, which do whatever a device can do. Each request is
/// answered at once, so nothing is ever under way.
struct ServedWorld<Phone: ExplorablePeripheral>: Sendable {
    let setting: ExplorationSetting
    /// Judges what the phone does; everything that it knows is part of the world's state.
    let referee: Referee
    var phone: Phone
    var rest: Rest
    var recorder: ExplorationRecorder?

    /// One of the two devices.
    struct Device: Sendable {
        /// The link that is up.
        var link: Int32?
        /// Where its last read ended.
        var offset = 0
        var isSubscribed = false
    }

    /// Everything but the phone's state machine.
    struct Rest: Sendable {
        var knowledge: RefereeState
        var budget: ExplorationBudget
        /// Milliseconds since the beginning.
        var now: UInt64 = 0
        var devices = ContiguousArray(repeating: Device(), count: 2)
        var linkCount: Int32 = 0
        var system = PhoneSystem()
        /// How many devices were lost and have not come back: the phone owes them advertising.
        var missing = 0
        /// The read that is being answered.
        var reading: (device: Int, offset: Int)?
    }

    private init(_ setting: ExplorationSetting, referee: Referee, phone: Phone, rest: Rest) {
        self.setting = setting
        self.referee = referee
        self.phone = phone
        self.rest = rest
    }

    /// A world in which the user navigates.
    init(_ setting: ExplorationSetting, phone: Phone, budget: ExplorationBudget) {
        let referee = Referee(
            phone: setting.phone, tellsMTU: true, mtu: ExplorationSetting.mtu)
        self.init(
            setting, referee: referee, phone: phone,
            rest: Rest(knowledge: referee.state, budget: budget))
        judged { $0.feedPhone(.startNavigation, .navigationStarted) }
    }

    /// Does something while the referee watches.
    mutating func judged(_ body: (inout Self) -> Void) {
        swap(&referee.state, &rest.knowledge)
        body(&self)
        swap(&referee.state, &rest.knowledge)
    }

    var now: UInt64 { rest.now }
    var system: PhoneSystem {
        get { rest.system }
        set { rest.system = newValue }
    }
    var nextDeadline: UInt64? { phone.nextDeadline?.milliseconds }

    func record(_ kind: ExplorationEvent.Kind, device: Int? = nil) {
        recorder?.record(kind, at: rest.now, link: device.map { Int32($0) })
    }
}

extension ServedWorld: PhoneWorld {
    /// A world as the frontier keeps it.
    struct Kept: Sendable {
        fileprivate let phone: Phone.Kept
        fileprivate let rest: Rest
    }

    func kept() -> Kept { Kept(phone: phone.kept(), rest: rest) }

    func world(_ kept: Kept) -> Self {
        ServedWorld(setting, referee: referee, phone: Phone(kept.phone), rest: kept.rest)
    }

    var broken: BrokenPromise? { rest.knowledge.broken }
    var longestQueue: Int { 0 }

    mutating func digest(countsBudget: Bool) -> StateDigest {
        var digest = StateDigest()
        if countsBudget { rest.budget.describe(to: &digest) }
        rest.system.describe(to: &digest)
        digest.add(rest.missing)
        let devices = rest.devices
        /// A link that is up, one that the phone was not told of, or a free place.
        func number(_ link: Int32) -> Int {
            devices.firstIndex { $0.link == link } ?? (link < 0 ? -1 : -2)
        }
        phone.describe(to: &digest, at: time) { number(Int32(bitPattern: $0.rawValue)) }
        rest.knowledge.describe(to: &digest, at: rest.now, link: number)
        for device in devices {
            digest.add(device.link == nil)
            digest.add(device.offset)
            digest.add(device.isSubscribed)
        }
        return digest
    }
}
