/// The phone's end of BLE Connect: what an app that navigates serves, notifies and advertises, and
/// when.
///
/// It does no input or output and reads no clock. Hand each event to ``handle(_:at:)`` with the time
/// at which it happened, then take every effect from ``nextEffect()`` and do it, then have
/// ``handle(_:at:)`` called with `timePassed` at ``nextDeadline``:
///
/// ```swift
/// var session = PeripheralSession(PeripheralSession.Configuration(layout: .deployed))
/// session.handle(.startNavigation, at: now)
/// while let effect = session.nextEffect() { radio.perform(effect) }
/// ```
///
/// A deadline that is handled late does what was due, once. Handling an event before all effects of
/// the last one were taken is a mistake of the caller and traps; nothing that a central or a radio
/// does can trap.
///
/// **Promises.** Every read is answered, with one effect. The last object is repeated, advertising
/// begins and ends, and gives up, at the millisecond that clauses 9.2 to 9.6 give. The last ten objects are
/// kept. Four centrals are kept apart; a fifth takes the
/// place of the one that was heard longest ago. At most
/// ``maximumEffects`` effects an event, and no heap.
///
/// The state behind each event. `·` changes nothing. Every cell has a fixture.
///
/// | event | stopped | radioOff | advertising | advertisingAgain | serving |
/// |---|---|---|---|---|---|
/// | `startNavigation` | radioOff / advertising | · | · | · | · |
/// | `stopNavigation` | · | stopped | stopped | stopped | stopped |
/// | `startAdvertising` | · | · | · | · | advertising |
/// | `publish` | stopped | · | · / advertising | advertisingAgain | · / serving |
/// | `connected` | · | · | · | · | · |
/// | `disconnected` | · | · | · | · | · |
/// | `mtuChanged` | · | · | · | · | · |
/// | `subscribed` | stopped | radioOff | advertising / serving | advertisingAgain / serving | · / serving |
/// | `unsubscribed` | · | · | · | · | · |
/// | `read` | stopped | radioOff | advertising / serving | advertisingAgain | serving |
/// | `notificationRefused` | · | · | · | · | · |
/// | `notificationsReady` | · | · | · | · | · / serving |
/// | `radioOff` | · | · | radioOff | radioOff | radioOff |
/// | `radioOn` | · | advertising | · | · | · |
/// | `timePassed` | · | · | · / advertisingAgain / serving | · / advertisingAgain | · / advertisingAgain / serving |
///
/// Source: `Docs/Protocol.md`, clauses 8 and 9; `Docs/Sessions.md`.
public struct PeripheralSession: Sendable {
    /// What a notification carries (clause 7).
    public enum NotificationForm: String, Hashable, Sendable {
        /// The identifier alone.
        case identifier
        /// The object, cut to what one notification holds.
        case object
    }

    /// From which object a read at an offset is answered.
    public enum Serving: String, Hashable, Sendable {
        /// Always from the newest, as the vendor's kit does.
        case newestAlways
        /// From the one that the central's last read at offset 0 was answered from, as long as it is
        /// one of the last ten.
        case snapshotPerRead
    }

    /// What answers a read at the object's end (clause 8.4). A read behind the end is answered with
    /// an error: 0x0B if that is the ending too, else 0x07.
    public enum Ending: String, Hashable, Sendable {
        /// No bytes.
        case empty
        /// Invalid Offset, 0x07.
        case invalidOffset
        /// Attribute Not Long, 0x0B.
        case attributeNotLong
    }

    /// How many bytes one answer carries.
    public enum PieceSize: String, Hashable, Sendable {
        /// MTU − 1, as ATT has it.
        case readPayload
        /// MTU − 3.
        case notificationPayload
        /// 20, whatever the MTU is.
        case smallestPayload
    }

    /// What does not change while a session lives.
    public struct Configuration: Hashable, Sendable {
        /// The layout of the objects that are published.
        public var layout: InstructionLayout
        /// What a notification carries.
        public var notification = NotificationForm.identifier
        /// What a notification carries that was refused once, because the queue was full.
        public var retriedNotification = NotificationForm.identifier
        /// From which object reads are answered.
        public var serving = Serving.newestAlways
        /// What answers a read at the end.
        public var ending = Ending.empty
        /// How many bytes one answer carries.
        public var pieceSize = PieceSize.readPayload
        /// Whether centrals can subscribe (clause 9.11).
        public var hasCCCD = true

        /// Creates the configuration of the vendor's kit, for a layout.
        public init(layout: InstructionLayout) { self.layout = layout }
    }

    /// When advertising ends by itself.
    enum Advertising: Sendable {
        case off
        /// The user started it (clause 9.6).
        case limited(until: SessionTime)
        /// The watchdog started it.
        case unlimited
    }

    /// Takes the link for lost without reads (clauses 9.3 and 9.4).
    enum Watchdog: Sendable {
        /// The next publication arms it.
        case idle
        case armed(deadline: SessionTime)
        /// It did what it does; a read arms it again.
        case fired
    }

    struct Navigation: Sendable {
        var advertising = Advertising.off
        var watchdog = Watchdog.idle
        var repeatDue: SessionTime?
    }

    /// The payload of a state is only what has a meaning in it.
    enum State: Sendable {
        case stopped
        /// Navigating, with Bluetooth off.
        case radioOff
        case navigating(Navigation)
    }

    /// The most effects that one event has.
    public static let maximumEffects = 10
    /// The most centrals that are kept apart.
    public static let maximumCentrals = CentralTable.capacity
    /// The number of objects that are kept.
    public static let keptObjects = Int(ObjectCache.capacity)

    /// The configuration it was made with.
    public let configuration: Configuration

    var state = State.stopped
    var isRadioOn = true
    var centrals = CentralTable()
    var objects = ObjectCache()
    var effects = EffectQueue<Effect>()
    var now = SessionTime.zero

    /// The states, as the table names them.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// Nobody navigates.
        case stopped
        /// Navigating; Bluetooth is off.
        case radioOff
        /// Navigating, advertising because the user wants it, for a limited time.
        case advertising
        /// Navigating, advertising because nobody reads, without a limit.
        case advertisingAgain
        /// Navigating, not advertising.
        case serving
    }

    /// The state it is in.
    public var phase: Phase {
        switch state {
        case .stopped: .stopped
        case .radioOff: .radioOff
        case .navigating(let navigation):
            switch navigation.advertising {
            case .off: .serving
            case .limited: .advertising
            case .unlimited: .advertisingAgain
            }
        }
    }

    /// Creates a session that does nothing until navigation is started.
    public init(_ configuration: Configuration) { self.configuration = configuration }

    /// The next effect of the last event; `nil` when all were taken.
    public mutating func nextEffect() -> Effect? { effects.popFirst() }

    /// When `timePassed` must be handled; `nil` when only other events count.
    public private(set) var nextDeadline: SessionTime?

    private var earliestDeadline: SessionTime? {
        guard case .navigating(let navigation) = state else { return nil }
        var earliest = navigation.repeatDue
        if case .limited(let end) = navigation.advertising { earliest = min(end, earliest ?? end) }
        if case .armed(let time) = navigation.watchdog { earliest = min(time, earliest ?? time) }
        return earliest
    }

    /// Lends the bytes of a value of one of the last event's effects.
    ///
    /// It changes nothing; it is mutating because only exclusive access lends the bytes without a copy
    /// of them.
    public mutating func withBytes<R, E: Error>(
        of value: Value, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        try objects.withBytes(of: value.object) { (bytes) throws(E) in
            let start = min(value.offset, bytes.count)
            return try body(bytes.extracting(start..<min(start + value.count, bytes.count)))
        }
    }

    /// Takes an event that happened at a time.
    public mutating func handle(_ event: Event, at time: SessionTime) {
        precondition(effects.isEmpty, "effects of the last event were not taken")
        now = max(now, time)
        switch event {
        case .startNavigation: startNavigation()
        case .stopNavigation: stopNavigation()
        case .startAdvertising: startAdvertising()
        case .publish(let object): publish(object)
        case .connected(let central, let mtu): connect(central, mtu: mtu)
        case .disconnected(let central): disconnect(central)
        case .mtuChanged(let central, let mtu): changeMTU(of: central, to: mtu)
        case .subscribed(let central): subscribe(central)
        case .unsubscribed(let central): unsubscribe(central)
        case .read(let central, let offset, let identifier):
            read(by: central, at: offset, identifier: identifier)
        case .notificationRefused(let central): refuseNotification(to: central)
        case .notificationsReady: retryNotifications()
        case .radioOff: loseRadio()
        case .radioOn: regainRadio()
        case .timePassed: break
        }
        meetDeadlines()
        nextDeadline = earliestDeadline
    }
}
