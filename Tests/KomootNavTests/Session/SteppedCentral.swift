import KomootNav

/// A central's session at the radio's side: it takes all effects of each event, and remembers the
/// link and the request that is not answered.
struct SteppedCentral {
    typealias Event = CentralSession.OwnedEvent
    typealias Effect = CentralSession.OwnedEffect

    var session: CentralSession
    private(set) var link = Ticket(rawValue: 0)
    private(set) var request = Ticket(rawValue: 0)
    /// The offset of the last read.
    private(set) var offset = 0
    private(set) var now: UInt64 = 0

    init(_ configuration: CentralSession.Configuration) { session = CentralSession(configuration) }

    /// A started session on a link with this MTU, whose discovery is not answered yet.
    init(connected configuration: CentralSession.Configuration, mtu: Int? = 23) {
        self.init(configuration)
        tell(.start)
        connect(mtu: mtu)
    }

    /// A session whose first read is not answered yet; subscribed if the radio allows it.
    init(reading configuration: CentralSession.Configuration, mtu: Int? = 23) {
        self.init(connected: configuration, mtu: mtu)
        tell(.discovered(request, hasCCCD: true))
        if phase == .subscribing { tell(.subscribed(request)) }
    }

    var phase: CentralSession.Phase { session.phase }
    var status: CentralSession.Status { session.status }

    /// Tells of an event, some milliseconds after the last one.
    ///
    /// - Returns: its effects.
    @discardableResult
    mutating func tell(_ event: Event, after milliseconds: UInt64 = 0) -> [Effect] {
        now += milliseconds
        session.handle(owned: event, at: SessionTime(milliseconds: now))
        let effects = session.takeEffects()
        for effect in effects { note(effect) }
        return effects
    }

    mutating func connect(mtu: Int? = 23) {
        tell(.found(CentralSession.Peer(rawValue: 9)))
        tell(.connected(link: link, mtu: mtu))
    }

    @discardableResult
    mutating func answer(
        _ bytes: ContiguousArray<UInt8>, after milliseconds: UInt64 = 0
    ) -> [Effect] {
        tell(.answered(request, bytes), after: milliseconds)
    }

    @discardableResult
    mutating func fail(_ error: ATTError, after milliseconds: UInt64 = 0) -> [Effect] {
        tell(.failed(request, error), after: milliseconds)
    }

    @discardableResult
    mutating func notify(_ bytes: ContiguousArray<UInt8>) -> [Effect] {
        tell(.notified(link: link, bytes))
    }

    /// Lets time pass until the next deadline.
    ///
    /// - Returns: the effects, and how many milliseconds it took.
    @discardableResult
    mutating func wait() -> (effects: [Effect], milliseconds: UInt64) {
        guard let deadline = session.nextDeadline?.milliseconds else { return ([], 0) }
        let pause = deadline - min(now, deadline)
        return (tell(.timePassed, after: pause), pause)
    }

    private mutating func note(_ effect: Effect) {
        switch effect {
        case .connect(_, let ticket): link = ticket
        case .discover(let ticket), .subscribe(let ticket): request = ticket
        case .read(let ticket, let offset):
            request = ticket
            self.offset = offset
        case .startScan, .stopScan, .disconnect, .deliver, .report, .fault: break
        }
    }
}

extension [SteppedCentral.Effect] {
    /// What is delivered, in order.
    var deliveries: [(bytes: ContiguousArray<UInt8>, extent: ObjectExtent)] {
        compactMap { effect in
            guard case .deliver(let bytes, let extent) = effect else { return nil }
            return (bytes, extent)
        }
    }

    /// Whether one of them asks the radio to read.
    var reads: Bool {
        contains { effect in
            if case .read = effect { true } else { false }
        }
    }
}

/// A `deployed` object with this identifier and distance, and so many bytes in all; at least 9.
func deployedObject(
    _ identifier: UInt8, distance: UInt8 = 40, count: Int = 12
) -> ContiguousArray<UInt8> {
    let head: [UInt8] = [identifier, 0, 0, 0, 5, distance, 0, 0, 0]
    return ContiguousArray(head + repeatElement(0x61, count: count - head.count))
}
