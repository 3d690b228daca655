public import KomootNav

/// Drives a central session with what a phone did on a recorded ride.
///
/// The session scans, connects, reads and shows by its own rules; the recording says when a phone is
/// there, what it has and what it notifies. Each answer takes ``latency``. Time is the caller's: call
/// ``step(_:)`` at once for virtual time, or when ``nextTime`` has come:
///
/// ```swift
/// var replay = CentralReplay(recording, .init(radio: .offsetReads))
/// while replay.nextTime != nil {
///     replay.step { step in
///         if let delivery = step.delivery { show(delivery.bytes) }
///     }
/// }
/// ```
public struct CentralReplay: Sendable {
    /// Something that the session was told, and what it did.
    public struct Step: Hashable, Sendable {
        /// When.
        public let time: SessionTime
        /// What the session was told.
        public let event: CentralSession.OwnedEvent
        /// What it said to do.
        public let effects: [CentralSession.OwnedEffect]

        /// What it delivered; `nil` if it delivered nothing.
        public var delivery: Delivery? {
            for effect in effects {
                if case .deliver(let bytes, let extent) = effect {
                    return Delivery(bytes: bytes, extent: extent)
                }
            }
            return nil
        }
    }

    /// An object as the session delivered it.
    public struct Delivery: Hashable, Sendable {
        /// The object.
        public let bytes: ContiguousArray<UInt8>
        /// How much of it.
        public let extent: ObjectExtent
    }

    /// How long the radio takes for anything: a usual connection interval.
    public static let latency = Duration.milliseconds(latencyInMilliseconds)
    /// How long the session runs on after the last moment: long enough to read again.
    public static let epilogue = Duration.milliseconds(epilogueInMilliseconds)

    private static let latencyInMilliseconds: UInt64 = 30
    private static let epilogueInMilliseconds = 2 * Milliseconds.keepAliveReadInterval

    private var session: CentralSession
    private var moments: ArraySlice<PhoneRecording.Moment>
    private let end: SessionTime
    /// What the radio is about to tell the session, in order.
    private var pending: [(time: SessionTime, event: CentralSession.OwnedEvent)] = []
    private var now = SessionTime.zero
    private var hasStarted = false
    private var hasStopped = false

    // The phone.
    private var isInReach = false
    private var mtu = ATT.defaultMTU
    private var object: ContiguousArray<UInt8> = []
    private var refusals: [ATTError] = []
    private var peerCount: UInt64 = 0

    // The link.
    private var isScanning = false
    private var link: Ticket?
    private var isSubscribed = false

    /// Creates a replay for a session of this configuration.
    public init(_ recording: PhoneRecording, _ configuration: CentralSession.Configuration) {
        session = CentralSession(configuration)
        moments = recording.moments[...]
        end = recording.end.advanced(byMilliseconds: Self.epilogueInMilliseconds)
    }

    /// When something happens next; `nil` at the end.
    public var nextTime: SessionTime? {
        guard !hasStopped else { return nil }
        guard hasStarted else { return .zero }
        let times = [moments.first?.time, pending.first?.time, session.nextDeadline]
        return min(times.compactMap { $0 }.min() ?? end, end)
    }

    /// Does what happens next.
    ///
    /// - Parameter body: called with each thing that the session is told.
    public mutating func step(_ body: (Step) -> Void) {
        guard let time = nextTime else { return }
        now = max(now, time)
        if !hasStarted {
            hasStarted = true
            tell(.start, body)
        } else if let moment = moments.first, moment.time <= now {
            moments.removeFirst()
            handle(moment.act, body)
        } else if let first = pending.first, first.time <= now {
            pending.removeFirst()
            if isStillTrue(first.event) { tell(first.event, body) }
        } else if now >= end {
            hasStopped = true
            tell(.stop, body)
        } else {
            tell(.timePassed, body)
        }
    }

    private mutating func handle(_ act: PhoneRecording.Act, _ body: (Step) -> Void) {
        switch act {
        case .appeared(let mtu):
            isInReach = true
            self.mtu = mtu
            offerPeer()
        case .left:
            isInReach = false
            isSubscribed = false
            guard let lost = link else { return }
            link = nil
            pending = []
            tell(.disconnected(link: lost), body)
        case .changedMTU(let mtu):
            self.mtu = mtu
            if let link, isConnected { tell(.mtuChanged(link: link, mtu: mtu), body) }
        case .published(let object): self.object = object
        case .notified(let bytes):
            if let link, isSubscribed { tell(.notified(link: link, bytes), body) }
        case .refused(let error): refusals.append(error)
        }
    }

    private var isConnected: Bool {
        switch session.phase {
        case .stopped, .radioOff, .scanning, .connecting: false
        case .discovering, .subscribing, .ready, .reading: true
        }
    }

    /// Whether a pending event of the radio still holds.
    private func isStillTrue(_ event: CentralSession.OwnedEvent) -> Bool {
        if case .found = event { return isScanning && isInReach }
        return link != nil
    }

    private mutating func offerPeer() {
        guard isScanning && isInReach else { return }
        peerCount += 1
        soon(.found(CentralSession.Peer(rawValue: peerCount)))
    }

    private mutating func soon(_ event: CentralSession.OwnedEvent) {
        pending.append((now.advanced(byMilliseconds: Self.latencyInMilliseconds), event))
    }

    private mutating func tell(_ event: CentralSession.OwnedEvent, _ body: (Step) -> Void) {
        session.handle(owned: event, at: now)
        let effects = session.takeEffects()
        body(Step(time: now, event: event, effects: effects))
        for effect in effects { perform(effect) }
    }

    private mutating func perform(_ effect: CentralSession.OwnedEffect) {
        switch effect {
        case .startScan:
            isScanning = true
            offerPeer()
        case .stopScan: isScanning = false
        case .connect(_, let ticket):
            link = ticket
            // If the phone has gone meanwhile, nothing comes until the session gives up.
            if isInReach { soon(.connected(link: ticket, mtu: mtu)) }
        case .disconnect:
            link = nil
            isSubscribed = false
            pending = []
        case .discover(let ticket): soon(.discovered(ticket, hasCCCD: true))
        case .subscribe(let ticket):
            isSubscribed = true
            soon(.subscribed(ticket))
        case .read(let ticket, let offset): answer(ticket, offset)
        case .deliver, .report, .fault: break
        }
    }

    /// Answers with what the phone has at this moment.
    private mutating func answer(_ ticket: Ticket, _ offset: Int) {
        if !refusals.isEmpty { return soon(.failed(ticket, refusals.removeFirst())) }
        if object.isEmpty { return soon(.failed(ticket, .attributeNotFound)) }
        guard offset <= object.count else { return soon(.failed(ticket, .invalidOffset)) }
        let size = session.configuration.radio.goesOn ? object.count : mtu - 1
        let chunk = object[offset..<min(offset + size, object.count)]
        soon(.answered(ticket, ContiguousArray(chunk)))
    }
}
