/// The phone's end of BLE Connect: what a navigation app serves, notifies and advertises, and when.
///
/// It does no input or output and reads no clock. Hand each event to ``handle(_:at:)`` with the
/// time at which it happened. Then take every effect from ``nextEffect()`` and do it. When
/// ``nextDeadline`` comes, hand in `timePassed`:
///
/// ```swift
/// var session = PeripheralSession(PeripheralSession.Configuration(layout: .deployed))
/// session.handle(.startNavigation, at: now)
/// while let effect = session.nextEffect() { radio.perform(effect) }
/// ```
///
/// A late `timePassed` does what was due, once. Take all effects of one event before you hand in
/// the next: the session traps if you don't. Only a refused notification may come in between, so
/// that you can hand it in as soon as the radio refuses. Nothing that a central or a radio does can
/// make the session trap.
///
/// **Promises.** Every read gets an answer, with one effect. The session repeats the last object,
/// and begins and ends advertising, at the millisecond that clauses 9.2 to 9.6 give.
/// When a device is lost it advertises; ``LossDetection`` says how it finds out. It keeps the last
/// ten objects. It tells four centrals apart; a fifth takes the place of the one that was heard
/// longest ago. An event has at most ``maximumEffects`` effects. Embedded Swift needs no heap; elsewhere
/// the last objects are on it, and nothing else.
///
/// The state after each event. `·` shows nothing at once, and the state stays. A state that was there before
/// has effects. Every cell has a fixture.
///
/// | event | stopped | radioOff | advertising | advertisingAgain | serving |
/// |---|---|---|---|---|---|
/// | `startNavigation` | radioOff / advertising | · | · | · | · |
/// | `stopNavigation` | · | stopped | stopped | stopped | stopped |
/// | `startAdvertising` | · | · | · | · | advertising |
/// | `publish` | stopped | · | · / advertising | advertisingAgain | · / serving |
/// | `connected` | · | · | · | · | · |
/// | `disconnected` | · | · | · / advertisingAgain | · | · / advertisingAgain |
/// | `mtuChanged` | · | · | · | · | · |
/// | `subscribed` | stopped | radioOff | · / advertising / serving | · / advertisingAgain / serving | · / serving |
/// | `unsubscribed` | · | · | · | · | · |
/// | `read` | stopped | radioOff | advertising / serving | advertisingAgain / serving | serving |
/// | `notificationRefused` | · | · | · | · | · |
/// | `notificationsReady` | · | · | · | · | · / advertisingAgain / serving |
/// | `radioOff` | · | · | radioOff | radioOff | radioOff |
/// | `radioOn` | · | advertising / advertisingAgain / serving | · | · | · |
/// | `timePassed` | · | · | · / advertisingAgain / serving | · / advertisingAgain | · / advertisingAgain / serving |
///
/// Source: `Docs/Protocol.md`, clauses 8 and 9; `Docs/Sessions.md`.
public struct PeripheralSession: Sendable {
    /// What a notification carries (clause 7).
    public enum NotificationForm: String, Hashable, Sendable, CaseIterable {
        /// The identifier alone.
        case identifier
        /// The object, cut to what one notification holds.
        case object
    }

    /// Which object answers a read at an offset.
    public enum Serving: String, Hashable, Sendable, CaseIterable {
        /// Always the newest, as in the vendor's kit.
        case newestAlways
        /// The one that answered the central's last read at offset 0, as long as it is one of the
        /// last ten.
        case snapshotPerRead
    }

    /// How the phone answers a read at the object's end (clause 8.4). It answers a read past the
    /// end with an error: 0x0B if the ending is that too, otherwise 0x07.
    public enum Ending: String, Hashable, Sendable, CaseIterable {
        /// No bytes.
        case empty
        /// Invalid Offset, 0x07.
        case invalidOffset
        /// Attribute Not Long, 0x0B.
        case attributeNotLong
    }

    /// How many bytes one answer carries.
    public enum ChunkSize: String, Hashable, Sendable, CaseIterable {
        /// MTU − 1, as in ATT.
        case readPayload
        /// MTU − 3.
        case notificationPayload
        /// 20, whatever the MTU.
        case smallestPayload
    }

    /// How the phone finds out that a device is lost, so that it advertises without a limit.
    public enum LossDetection: String, Hashable, Sendable, CaseIterable {
        /// As in the vendor's kit: one watchdog for all centrals. A publication arms it, a read puts it
        /// off unless the answer is an error, and a subscription stops it until the next publication
        /// (clauses 9.3 and 9.4). A link that ends changes nothing. So the phone looks for nobody while
        /// any device reads, nor between a subscription and the next publication. After Bluetooth was off,
        /// an armed watchdog lets the phone advertise up to 5 s late.
        case sharedWatchdog
        /// This library's own rule: a watchdog for each central. A central is lost when the phone is
        /// told that it disconnected, when it has not connected, subscribed or read for 5 s, not counting
        /// the time before the first publication, or when Bluetooth goes off. The phone advertises until
        /// as many devices have come back as were lost.
        case eachCentral
    }

    /// What stays the same while a session lives.
    public struct Configuration: Hashable, Sendable {
        /// The layout of the objects that the app publishes.
        public var layout: InstructionLayout
        /// What a notification carries.
        public var notification = NotificationForm.identifier
        /// What a notification carries when it is sent again after the queue was full.
        public var retriedNotification = NotificationForm.identifier
        /// Which object answers a read.
        public var serving = Serving.newestAlways
        /// How the phone answers a read at the object's end.
        public var ending = Ending.empty
        /// How many bytes one answer carries.
        public var chunkSize = ChunkSize.readPayload
        /// Whether centrals can subscribe (clause 9.11).
        public var hasCCCD = true
        /// How the phone finds out that a device is lost.
        public var lossDetection = LossDetection.eachCentral
        /// Whether it repeats the last instruction (clause 9.2). The vendor's kit doesn't.
        public var repeats = true

        /// Creates the configuration of the vendor's kit, with a layout, this library's ``LossDetection``, and
        /// the document's repeats.
        public init(layout: InstructionLayout) { self.layout = layout }
    }

    /// When advertising ends by itself.
    enum Advertising: Sendable {
        case off
        /// The user started it (clause 9.6).
        case limited(until: SessionTime)
        /// A device is lost.
        case unlimited
    }

    /// Considers a device lost when nothing is heard of it (clauses 9.3 and 9.4).
    enum Watchdog: Sendable {
        /// The next publication arms it.
        case idle
        case armed(deadline: SessionTime)
        /// It has fired; a publication does not arm it again.
        case fired
    }

    /// How many devices were lost and have not come back, if each central's loss counts. There are at
    /// most five: as many as arrived, and one that had not.
    struct MissingDevices: Sendable {
        var count: UInt8 = 0
    }

    struct Navigation: Sendable {
        var missing = MissingDevices()
        var advertising = Advertising.off
        /// The watchdog for all centrals; or, if each has its own, for those without a place.
        var watchdog = Watchdog.idle
        var repeatDue: SessionTime?
    }

    /// Each state holds only the values that have a meaning in it.
    enum State: Sendable {
        case stopped(isRadioOn: Bool)
        /// Navigating, with Bluetooth off; the watchdog, if it is armed, runs on.
        case radioOff(MissingDevices, Watchdog)
        case navigating(Navigation)
    }

    /// Two for each of four centrals, one when the queue has room again and one for a repeat that
    /// is due; and one for advertising, which begins or ends.
    typealias EffectSlots = (
        Effect?, Effect?, Effect?, Effect?, Effect?, Effect?, Effect?, Effect?, Effect?
    )

    /// The largest number of effects that one event can have.
    public static let maximumEffects = EffectQueue<Effect, EffectSlots>.capacity
    /// The largest number of centrals that the session tells apart.
    public static let maximumCentrals = CentralTable.capacity
    /// How many objects are kept.
    public static let keptObjects = Int(ObjectCache.capacity)

    /// The configuration that the session was made with.
    public let configuration: Configuration

    var state = State.stopped(isRadioOn: true)
    var centrals = CentralTable()
    var objects = ObjectCache()
    var effects = EffectQueue<Effect, EffectSlots>(
        slots: (nil, nil, nil, nil, nil, nil, nil, nil, nil))
    var now = SessionTime.zero

    /// When to hand in `timePassed`; `nil` when no deadline is set.
    ///
    /// It is kept, because a caller in another module has to copy the whole session to have it computed.
    public private(set) var nextDeadline: SessionTime?

    /// The states, with the names of the table.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// Nobody navigates.
        case stopped
        /// Navigating; Bluetooth is off.
        case radioOff
        /// Navigating; advertising for a limited time because the user asked for it.
        case advertising
        /// Navigating; advertising without a limit because a device is lost.
        case advertisingAgain
        /// Navigating, not advertising.
        case serving
    }

    /// The current state.
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

    /// Creates a session that does nothing until `startNavigation`.
    public init(_ configuration: Configuration) { self.configuration = configuration }

    /// The next effect of the last event; `nil` when you have taken them all.
    public mutating func nextEffect() -> Effect? { effects.popFirst() }

    /// Lends the bytes of a value from one of the last event's effects.
    ///
    /// This changes nothing. It is mutating because only exclusive access can lend the bytes
    /// without copying them.
    public mutating func withBytes<R, E: Error>(
        of value: Value, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        try objects.withBytes(of: value.object) { (bytes) throws(E) in
            let start = min(value.offset, bytes.count)
            return try body(bytes.extracting(start..<min(start + value.count, bytes.count)))
        }
    }

    /// Takes an event, and the time at which it happened.
    public mutating func handle(_ event: Event, at time: SessionTime) {
        now = max(now, time)
        if case .notificationRefused(let central) = event {
            return refuseNotification(to: central)
        }
        precondition(effects.isEmpty, "effects of the last event were not taken")
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
        case .notificationsReady: retryNotifications()
        case .radioOff: loseRadio()
        case .radioOn: regainRadio()
        case .notificationRefused, .timePassed: break
        }
        meetDeadlines()
        nextDeadline = earliestDeadline
    }
}

// What is due when.
extension PeripheralSession {
    /// When to hand in `timePassed`; `nil` when no deadline is set.
    ///
    /// This changes nothing. It is mutating because any other access would copy the whole session.
    var earliestDeadline: SessionTime? {
        mutating get {
            guard case .navigating(let navigation) = state else { return nil }
            var earliest = Self.earlier(navigation.repeatDue, navigation.watchdog.deadline)
            if case .limited(let end) = navigation.advertising {
                earliest = Self.earlier(earliest, end)
            }
            for position in 0..<CentralTable.capacity {
                earliest = Self.earlier(earliest, centrals[position]?.watchdog.deadline)
            }
            return earliest
        }
    }

    private static func earlier(_ one: SessionTime?, _ other: SessionTime?) -> SessionTime? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    /// Does everything that is due. A watchdog comes before the user's limit, which it lifts.
    mutating func meetDeadlines() {
        guard case .navigating(var navigation) = state else { return }
        if fireWatchdogs(&navigation) { advertiseAgain(&navigation) }
        if case .limited(let end) = navigation.advertising, end <= now {
            stopAdvertising(&navigation)
        }
        var isRepeating = false
        if let due = navigation.repeatDue, due <= now {
            repeatLater(&navigation)
            isRepeating = true
        }
        state = .navigating(navigation)
        if isRepeating { repeatNotifications() }
    }
}

// Left out of Embedded Swift: firmware encodes into memory of its own.
#if !hasFeature(Embedded)
    extension PeripheralSession {
        /// Publishes an instruction, encoded in the configured layout, as ``Event/publish(_:)`` does with an object's
        /// bytes.
        ///
        /// - Throws: what ``NavigationInstruction/encoded(as:)`` throws. Then nothing has changed.
        public mutating func publish(
            _ instruction: NavigationInstruction, at time: SessionTime
        ) throws(KomootNavError) {
            let object = try instruction.encoded(as: configuration.layout)
            handle(.publish(object.span), at: time)
        }
    }
#endif
