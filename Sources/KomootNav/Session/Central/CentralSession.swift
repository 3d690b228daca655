/// The central's end of BLE Connect: what a device on the handlebar does, and when.
///
/// It does no input or output and reads no clock. Hand each event to ``handle(_:at:)`` with the time
/// at which it happened, then take every effect from ``nextEffect()`` and do it, then have
/// ``handle(_:at:)`` called with `timePassed` at ``nextDeadline``:
///
/// ```swift
/// var session = CentralSession(CentralSession.Configuration(radio: .offsetReads))
/// session.handle(.start, at: now)
/// while let effect = session.nextEffect() { radio.perform(effect) }
/// ```
///
/// A deadline that is handled late does what was due, once. Handling an event before all effects of
/// the last one were taken is a mistake of the caller and traps; nothing that a phone or a radio does
/// can trap.
///
/// **Promises.** What is delivered as whole is byte for byte one object that the phone had, under the
/// assumptions of clause 8.8, and an equal one is not delivered twice in a row. With the characteristic
/// known and no request outstanding the next read goes out at most
/// ``NavigationTiming/keepAliveReadInterval`` after the last answer. A request that is not answered in
/// time ends the link. After a loss it scans by service until it finds the phone. One request at a
/// time. At most ``maximumEffects`` effects an event, and no heap.
///
/// The state behind each event. `·` changes nothing, `late` is reported and changes nothing, `loss` is
/// scanning after the link was ended. Every cell has a fixture.
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
/// | `subscribed` | late | late | late | late | late | late / discovering / reading | late | late |
/// | `answered` | late | late | late | late | late | late | late | late / discovering / subscribing / ready / reading / loss |
/// | `failed` | late | late | late | late | late / discovering / loss | late / discovering / ready / reading | late | late / discovering / ready / reading / loss |
/// | `notified` | late | late | late | · / late | · / late | · / late | late / reading | · / late / reading |
/// | `arrived` | late | late | late | · / late | · / late | · / late | · / late / reading | · / late / discovering / ready / reading |
/// | `mtuChanged` | late | late | late | · / late | · / late | · / late | · / late / reading | · / late |
/// | `serviceChanged` | late | late | late | · / late | · / late | · / late | late / discovering | · / late |
/// | `timePassed` | · | · | · | · / loss | · / discovering / loss | · / subscribing / loss | · / reading | · / reading / loss |
///
/// Source: `Docs/Protocol.md`, clauses 8 and 9; `Docs/Sessions.md`.
public struct CentralSession: Sendable {
    /// What does not change while a session lives.
    public struct Configuration: Hashable, Sendable {
        /// What the radio can read.
        public var radio: ChunkReassembler.Radio
        /// The layout that the phone is known to write; `nil` to detect it.
        public var layout: InstructionLayout?
        /// How often one read may start again because the object changed.
        public var maximumRestarts = ChunkReassembler.defaultMaximumRestarts
        /// Whether a short first piece is trusted to be whole (clause 8.5).
        public var trustsPieceSize = false
        /// Whether to subscribe where that is possible. Without a subscription the phone goes on
        /// advertising; it is for radios that can't tell notifications from answers.
        public var subscribes = true
        /// The milliseconds after which an unanswered read ends the link.
        public var readTimeout = NavigationTiming.readTimeout

        /// Creates a configuration for a radio.
        public init(radio: ChunkReassembler.Radio, layout: InstructionLayout? = nil) {
            self.radio = radio
            self.layout = layout
        }
    }

    /// The payload of a state is only what has a meaning in it.
    enum State: Sendable {
        case stopped
        case radioOff
        case scanning
        case connecting(deadline: SessionTime)
        case discovering(Ticket, deadline: SessionTime)
        case subscribing(Ticket, deadline: SessionTime)
        /// No request is outstanding; the next read is due.
        case ready(due: SessionTime)
        case reading(Ticket, offset: Int, deadline: SessionTime, isDiscarded: Bool)
    }

    /// The most effects that one event has.
    public static let maximumEffects = 10
    /// The most reads in a row that may be answered with an error before the link is ended.
    public static let maximumFailedReads = 3
    /// The most reads in a row that may give no object before the link is ended.
    public static let maximumUnreadableObjects = 8
    /// The most arrivals in a row that may be taken for a cut notification or an answer.
    static let maximumDoubtfulArrivals = 3

    /// The configuration it was made with.
    public let configuration: Configuration

    var state = State.stopped
    var link: CentralLink
    var reassembler: ChunkReassembler
    var effects = EffectQueue<Effect>()
    var now = SessionTime.zero
    var isRadioOn = true
    var hasEnded = false
    var lastTicket = Ticket(rawValue: 0)

    /// The bytes that are lent: how many of the buffer, and what they are.
    var delivery: (count: Int, extent: ObjectExtent)?
    /// The last object that was delivered whole.
    var lastWhole = DeliveredObject()
    /// The last object that was delivered, whole or not.
    var lastShown = DeliveredObject()
    var lastIdentifier: InstructionIdentifier?
    var identifierSince = SessionTime.zero
    var isStale = false

    /// What the rider was last told.
    public internal(set) var status = Status.stopped

    /// The states, as the table names them.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// Not started.
        case stopped
        /// Started; Bluetooth is off.
        case radioOff
        /// Looking for a phone.
        case scanning
        /// A connection was asked for.
        case connecting
        /// The characteristic was asked for.
        case discovering
        /// A subscription was asked for.
        case subscribing
        /// No request is outstanding.
        case ready
        /// A read is outstanding.
        case reading
    }

    /// The state it is in.
    public var phase: Phase {
        switch state {
        case .stopped: .stopped
        case .radioOff: .radioOff
        case .scanning: .scanning
        case .connecting: .connecting
        case .discovering: .discovering
        case .subscribing: .subscribing
        case .ready: .ready
        case .reading: .reading
        }
    }

    /// Creates a session that does nothing until it is started.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        link = CentralLink(ticket: lastTicket, at: .zero)
        reassembler = ChunkReassembler(
            radio: configuration.radio, maximumRestarts: configuration.maximumRestarts,
            trustsPieceSize: configuration.trustsPieceSize)
    }

    /// The next effect of the last event; `nil` when all were taken.
    public mutating func nextEffect() -> Effect? { effects.popFirst() }

    /// When `timePassed` must be handled; `nil` when only other events count.
    public private(set) var nextDeadline: SessionTime?

    private var earliestDeadline: SessionTime? {
        let silence = link.lastArrival.advanced(
            byMilliseconds: NavigationTiming.silenceInterval)
        let deadline: SessionTime
        switch state {
        case .stopped, .radioOff, .scanning: return nil
        case .connecting(let time): return time
        case .discovering(_, let time), .subscribing(_, let time), .ready(let time),
            .reading(_, _, let time, _):
            deadline = time
        }
        return link.isSilent ? deadline : min(deadline, silence)
    }

    /// Lends what ``Effect/deliver(_:)`` announced, until the next event.
    ///
    /// It changes nothing; it is mutating because only exclusive access lends the bytes without a copy
    /// of them.
    ///
    /// - Returns: what `body` returns; `nil`, without a call of it, when the last event delivered
    ///   nothing.
    public mutating func withDelivery<R, E: Error>(
        _ body: (Span<UInt8>, ObjectExtent) throws(E) -> R
    ) throws(E) -> R? {
        guard let delivery else { return nil }
        return try reassembler.withBytes(count: delivery.count) { (bytes) throws(E) in
            try body(bytes, delivery.extent)
        }
    }

    /// Takes an event that happened at a time.
    public mutating func handle(_ event: Event, at time: SessionTime) {
        precondition(effects.isEmpty, "effects of the last event were not taken")
        now = max(now, time)
        delivery = nil
        switch event {
        case .start: start()
        case .stop: stop()
        case .radioOff: loseRadio()
        case .radioOn: regainRadio()
        case .found(let peer): find(peer)
        case .connected(let ticket, let mtu): connect(ticket, mtu: mtu)
        case .disconnected(let ticket): disconnect(ticket)
        case .discovered(let ticket, let hasCCCD): discover(ticket, hasCCCD: hasCCCD)
        case .notDiscovered(let ticket): discoverNothing(ticket)
        case .subscribed(let ticket): subscribe(ticket)
        case .answered(let ticket, let bytes): receive(bytes, for: ticket)
        case .failed(let ticket, let error): receive(error, for: ticket)
        case .notified(let ticket, let bytes): receiveNotification(bytes, on: ticket)
        case .arrived(let ticket, let bytes): receiveArrival(bytes, on: ticket)
        case .mtuChanged(let ticket, let mtu): changeMTU(to: mtu, on: ticket)
        case .serviceChanged(let ticket): changeServices(on: ticket)
        case .timePassed: break
        }
        meetDeadlines()
        reportStatus()
        nextDeadline = earliestDeadline
    }
}
