/// The central's end of BLE Connect: what a device on the handlebar does, and when.
///
/// It does no input or output and reads no clock. Hand each event to ``handle(_:at:)`` with the
/// time at which it happened. Then take every effect from ``nextEffect()`` and do it. When
/// ``nextDeadline`` comes, hand in `timePassed`:
///
/// ```swift
/// var session = CentralSession(CentralSession.Configuration(radio: .offsetReads))
/// session.handle(.start, at: now)
/// while let effect = session.nextEffect() { radio.perform(effect) }
/// ```
///
/// A late `timePassed` does what was due, once. Take all effects of one event before you hand in
/// the next: the session traps if you don't. Only `failed` and `disconnected` may come earlier, from
/// a radio that refuses at once. Nothing that a phone or a radio does can make it trap.
///
/// **Promises.** Each whole delivery is byte for byte one object that the phone had, under the
/// assumptions of clauses 8.8 and 8.9. It is delivered again only if something else was shown in between, or
/// the phone had none that could be read.
/// While the characteristic is known and no request is outstanding, the next read goes out at most
/// ``NavigationTiming/keepAliveReadInterval`` after the last answer. A request that is not answered
/// in time ends the link. After a loss the session scans by service until it finds the phone. Only
/// one request is outstanding at a time. An event has at most ``maximumEffects`` effects. No heap
/// is needed.
///
/// The state after each event. `·` shows nothing at once, and the state stays; `late` is reported, and has no
/// other effect; `loss` disconnects and scans. A state that was there before has other effects. Every cell
/// has a fixture.
///
/// | event | stopped | radioOff | scanning | connecting | discovering | subscribing | ready | reading |
/// |---|---|---|---|---|---|---|---|---|
/// | `start` | radioOff / scanning | · | · | · | · | · | · | · |
/// | `stop` | · | stopped | stopped | stopped | stopped | stopped | stopped | stopped |
/// | `radioOff` | · | · | radioOff | radioOff | radioOff | radioOff | radioOff | radioOff |
/// | `radioOn` | · | scanning | · | · | · | · | · | · |
/// | `found` | · | · | connecting | · | · | · | · | · |
/// | `connected` | late | late | late | late / discovering | late | late | late | late |
/// | `disconnected` | late | late | late | late / scanning | late / scanning | late / scanning | late / scanning | late / scanning |
/// | `discovered` | late | late | late | late | late / discovering / subscribing / reading | late | late | late |
/// | `notDiscovered` | late | late | late | late | late / discovering / loss | late | late | late |
/// | `subscribed` | late | late | late | late | late | late / discovering / reading / loss | late | late |
/// | `answered` | late | late | late | late | late | late | late | late / discovering / subscribing / ready / reading / loss |
/// | `failed` | late | late | late | late | late / discovering / loss | late / discovering / reading / loss | late | late / discovering / subscribing / ready / reading / loss |
/// | `notified` | late | late | late | · / late / connecting | · / late / discovering | · / late / subscribing | late / reading | · / late / reading |
/// | `arrived` | late | late | late | · / late / connecting | · / late / discovering | · / late | · / late / ready / reading | · / late / discovering / subscribing / ready / reading |
/// | `mtuChanged` | late | late | late | · / late | · / late | · / late | · / late / subscribing / reading | · / late |
/// | `serviceChanged` | late | late | late | · / late | · / late | · / late | late / discovering | · / late |
/// | `timePassed` | · | · | · | · / loss | · / discovering / loss | · / subscribing / loss | · / subscribing / reading | · / reading / loss |
///
/// Source: `Docs/Protocol.md`, clauses 8 and 9; `Docs/Sessions.md`.
public struct CentralSession: Sendable {
    /// What stays the same while a session lives.
    public struct Configuration: Hashable, Sendable {
        /// What the radio can read.
        public var radio: ChunkReassembler.Radio
        /// The layout that the phone is known to write; `nil` to detect it.
        public var layout: InstructionLayout?
        /// How many times one read may start again because the object changed. For hosts with
        /// little time or power for one object; `knav.h` and the session vectors set it.
        public var maximumRestarts = ChunkReassembler.defaultMaximumRestarts
        /// Whether to take a short first chunk for a whole object (clause 8.5). It saves requests
        /// on phones that are known never to vary the size of their chunks; `knav.h` and the
        /// session vectors set it.
        public var trustsChunkSize = false
        /// Whether to subscribe if the phone allows it. Without a subscription the phone goes on
        /// advertising. With ``ChunkReassembler/Radio/oneCallback``, leave it out if the radio can't
        /// promise what ``Event/timePassed`` and ``Event/arrived(link:_:)`` ask for.
        public var subscribes = true
        /// After how long an unanswered read ends the link. It counts in whole milliseconds, rounded
        /// up. With zero, or a negative duration, no answer can come in time. For radios with a
        /// time-out of their own; `knav.h` and the session vectors set it.
        public var readTimeout: Duration {
            get { .milliseconds(readTimeoutInMilliseconds) }
            set {
                let whole = newValue.wholeMilliseconds
                let isCut = newValue > .milliseconds(whole) && whole < .max
                readTimeoutInMilliseconds = isCut ? whole + 1 : whole
            }
        }
        package var readTimeoutInMilliseconds = Milliseconds.readTimeout

        /// Creates a configuration for a radio.
        public init(radio: ChunkReassembler.Radio, layout: InstructionLayout? = nil) {
            self.radio = radio
            self.layout = layout
        }
    }

    /// Each state holds only the values that have a meaning in it.
    enum State: Sendable {
        case stopped(isRadioOn: Bool)
        case radioOff
        case scanning
        case connecting(link: Ticket, deadline: SessionTime)
        case connected(CentralLink)
    }

    /// Six: a fault or a delivery; the next request; if a time-out of 0 ends that at once, the
    /// three effects of a lost link; and the changed status.
    typealias EffectSlots = (Effect?, Effect?, Effect?, Effect?, Effect?, Effect?)

    /// The largest number of effects that one event can have.
    public static let maximumEffects = EffectQueue<Effect, EffectSlots>.capacity
    /// How many errors in a row the link survives, of those that count (C.7).
    public static let maximumFailedReads = 3
    /// How many reads in a row may give no object before the link ends, of those that count (C.8).
    public static let maximumUnreadableObjects = 8
    /// How many reads in a row may fail to read what the phone has before the rider is told (C.13).
    static let maximumLostObjects: UInt8 = 2

    /// The configuration that the session was made with.
    public let configuration: Configuration

    var state = State.stopped(isRadioOn: true)
    var reassembler: ChunkReassembler
    var effects = EffectQueue<Effect, EffectSlots>(slots: (nil, nil, nil, nil, nil, nil))
    private(set) var now = SessionTime.zero
    var lastTicket = Ticket(rawValue: 0)
    var shown = ShownNavigation()
    /// A failure that came while effects were still to be taken.
    var interruption: Interruption?
    /// The lent bytes: how many of the buffer, and whether they are a whole object.
    var delivery: (count: Int, extent: ObjectExtent)?

    /// When to hand in `timePassed`; `nil` when no deadline is set.
    ///
    /// It is kept, because a caller in another module has to copy the whole session to have it computed.
    public private(set) var nextDeadline: SessionTime?

    /// What the rider was last told.
    public internal(set) var status = Status.stopped

    /// Whether the instruction that was delivered last is still to be shown, if only as old: not after a start or a stop,
    /// when navigation has ended, or when the phone has none any more, or none that the radio can read.
    public var hasInstruction: Bool { shown.hasInstruction }

    /// The states, with the names of the table.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// Not started.
        case stopped
        /// Started; Bluetooth is off.
        case radioOff
        /// Looking for a phone.
        case scanning
        /// Asked the radio to connect.
        case connecting
        /// Looking for the characteristic.
        case discovering
        /// Asked for a subscription.
        case subscribing
        /// No request is outstanding.
        case ready
        /// A read is outstanding.
        case reading
    }

    /// The current state.
    public var phase: Phase {
        switch state {
        case .stopped: .stopped
        case .radioOff: .radioOff
        case .scanning: .scanning
        case .connecting: .connecting
        case .connected(let link):
            switch link.activity {
            case .discovering: .discovering
            case .subscribing: .subscribing
            case .ready: .ready
            case .reading: .reading
            }
        }
    }

    /// Creates a session that does nothing until `start`.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        reassembler = ChunkReassembler(
            radio: configuration.radio, maximumRestarts: configuration.maximumRestarts,
            trustsChunkSize: configuration.trustsChunkSize)
    }

    /// The next effect of the last event; `nil` when you have taken them all.
    public mutating func nextEffect() -> Effect? {
        if let effect = effects.popFirst() { return effect }
        guard let failure = interruption else { return nil }
        interruption = nil
        if let error = failure.error {
            take(.failed(failure.ticket, error), at: failure.time)
        } else {
            take(.disconnected(link: failure.ticket), at: failure.time)
        }
        return effects.popFirst()
    }

    /// Lends the bytes that ``Effect/deliver(_:)`` announced. They remain available until the next event.
    ///
    /// This changes nothing. It is mutating because only exclusive access can lend the bytes
    /// without copying them.
    ///
    /// - Returns: what `body` returns; `nil` if the last event delivered nothing, in which case
    ///   `body` is not called.
    public mutating func withDelivery<R, E: Error>(
        _ body: (Span<UInt8>, ObjectExtent) throws(E) -> R
    ) throws(E) -> R? {
        guard let delivery else { return nil }
        return try reassembler.withBytes(count: delivery.count) { (bytes) throws(E) in
            try body(bytes, delivery.extent)
        }
    }

    /// Takes an event, and the time at which it happened.
    ///
    /// A radio may refuse an effect at once: `failed` and `disconnected` may also come while effects
    /// of the last event are still to be taken. The session handles them after the last of these, so
    /// take effects until there are none. Of several, one counts: with an awaited ticket, `disconnected`
    /// before `failed`; of several that count alike, the first. The others change nothing.
    public mutating func handle(_ event: Event, at time: SessionTime) {
        guard isDone else {
            return interrupt(with: event, at: time)
        }
        take(event, at: time)
    }

    @inline(never)  // One copy for all callers saves flash.
    private mutating func take(_ event: borrowing Event, at time: SessionTime) {
        now = max(now, time)
        delivery = nil
        if case .connected(var link) = state {
            follow(event, on: &link)
            if case .connected = state { state = .connected(link) }
        } else {
            follow(event)
        }
        meetDeadlines()
        nextDeadline = earliestDeadline
        reportStatus()
    }

    /// Whether all effects were taken, and no failure waits.
    var isDone: Bool { effects.isEmpty && interruption == nil }

    mutating func newTicket() -> Ticket {
        lastTicket = lastTicket.next
        return lastTicket
    }

    mutating func reportLateArrival() { effects.append(.fault(.lateArrival)) }
}

// What happens without a link: from the start to the connection, and after a loss.
extension CentralSession {
    mutating func follow(_ event: borrowing Event) {
        switch event {
        case .start: start()
        case .stop: stop()
        case .radioOff: loseRadio()
        case .radioOn: regainRadio()
        case .found(let peer): find(peer)
        case .connected(let ticket, let mtu): connect(ticket, mtu: mtu)
        case .disconnected(let ticket): isConnecting(ticket) ? scan() : reportLateArrival()
        case .notified(let ticket, let bytes):
            guard isConnecting(ticket) else { return reportLateArrival() }
            _ = notice(in: bytes)
        case .arrived(let ticket, let bytes):
            guard isConnecting(ticket) else { return reportLateArrival() }
            if configuration.radio != .oneCallback { _ = notice(in: bytes) }
        case .mtuChanged(let ticket, _), .serviceChanged(let ticket):
            if !isConnecting(ticket) { reportLateArrival() }
        case .discovered, .notDiscovered, .subscribed, .answered, .failed: reportLateArrival()
        case .timePassed: break
        }
    }

    private mutating func start() {
        guard case .stopped(let isRadioOn) = state else { return }
        isRadioOn ? scan() : (state = .radioOff)
    }

    mutating func stop() {
        shown = ShownNavigation()
        switch state {
        case .stopped: return
        case .radioOff:
            state = .stopped(isRadioOn: false)
            return
        case .scanning: effects.append(.stopScan)
        case .connecting(let ticket, _): effects.append(.disconnect(link: ticket))
        case .connected(let link): effects.append(.disconnect(link: link.ticket))
        }
        state = .stopped(isRadioOn: true)
    }

    mutating func loseRadio() {
        switch state {
        case .stopped: state = .stopped(isRadioOn: false)
        case .radioOff, .scanning, .connecting, .connected: state = .radioOff
        }
    }

    private mutating func regainRadio() {
        switch state {
        case .stopped: state = .stopped(isRadioOn: true)
        case .radioOff: scan()
        case .scanning, .connecting, .connected: break
        }
    }

    @inline(never)  // One copy for all callers saves flash.
    mutating func scan() {
        state = .scanning
        effects.append(.startScan)
    }

    private mutating func find(_ peer: Peer) {
        guard case .scanning = state else { return }
        let ticket = newTicket()
        state = .connecting(link: ticket, deadline: time(after: Milliseconds.setupTimeout))
        effects.append(.stopScan)
        effects.append(.connect(peer, link: ticket))
    }

    private func isConnecting(_ ticket: Ticket) -> Bool {
        guard case .connecting(let awaited, _) = state else { return false }
        return awaited == ticket
    }

    private mutating func connect(_ ticket: Ticket, mtu: Int?) {
        guard isConnecting(ticket) else { return reportLateArrival() }
        var link = CentralLink(ticket, at: now)
        reassembler.mtu = mtu
        reassembler.expectNoNotifications()
        requestDiscovery(on: &link)
        state = .connected(link)
    }

    /// Ends the link, and at once looks for the phone again (clause 9.7).
    @inline(never)  // One copy for all callers saves flash.
    mutating func drop(_ link: Ticket, because fault: Fault) {
        effects.append(.fault(fault))
        effects.append(.disconnect(link: link))
        scan()
    }
}

// What the rider is told.
extension CentralSession {
    /// Reports the status if it has changed.
    mutating func reportStatus() {
        let current = currentStatus
        guard current != status else { return }
        status = current
        effects.append(.report(current))
    }

    private var currentStatus: Status {
        switch state {
        case .stopped: .stopped
        case .radioOff: .radioOff
        case .scanning, .connecting: shown.hasEnded ? .ended : .searching
        case .connected(let link):
            if isSilent(link) {
                .silent
            } else if link.needsPairingToRead || link.owesSubscription {
                .pairingRequired
            } else if link.hasValue {
                .navigating
            } else {
                shown.hasEnded ? .ended : .waiting
            }
        }
    }
}
