/// The client's end of pairing: the phone or display that shows what one server announces.
///
/// It does no input or output and reads no clock. Hand each event to ``handle(_:at:)`` with the time at
/// which it happened. Then take every effect from ``nextEffect()`` and do it. When ``nextDeadline`` comes,
/// hand in `timePassed`:
///
/// ```swift
/// var session = PairingClient(freshName: PairingName(random: .random(in: .min ... .max)))
/// session.handle(.start, at: now)
/// while let effect = session.nextEffect() { app.perform(effect) }
/// ```
///
/// Take all effects of one event before you hand in the next: the session traps if you don't. So `perform` must not
/// hand in an event itself, such as `stored` when the store completes at once: put it into a queue, and hand it in
/// after the loop. The module's page has a complete loop. Nothing
/// that a server, a radio or a store does can make it trap. The program may end at any moment, even
/// between two effects of one event.
///
/// **Promises**, with this library's server: two clients are never ``Phase/connected`` to it at the same time; a client
/// that was connected forgets its server only if a user unpaired one of the two. An event has at most
/// ``maximumEffects`` effects. No heap is needed.
///
/// The state after each event. `·` has no effect; `late` is reported and has none.
///
/// | event | stopped | loading | unreadable | naming | idle | waiting | scanning | connecting | settingUp | connected | releasing |
/// |---|---|---|---|---|---|---|---|---|---|---|---|
/// | `start` | loading | · | loading | · | · | · | · | · | · | · | · |
/// | `loaded` | late | naming / idle | late | late | late | late | late | late | late | late | late |
/// | `loadFailed` | late | unreadable | late | late | late | late | late | late | late | late | late |
/// | `stored` | late | late | late | late / idle | late / idle | late / waiting | late / scanning | late / connecting | late / settingUp | late | late |
/// | `storeFailed` | late | late | late | late / naming | late / idle | late / waiting | late / scanning | late / connecting | late / settingUp | late | late |
/// | `discover` | · | · | · | · | · / waiting / scanning | · | · | · | · | · | · |
/// | `connect` | · | · | · | · | · / waiting / scanning | · | · | · | · | · | · |
/// | `disconnect` | · | · | · | · | · | idle | idle | idle | idle | idle | idle |
/// | `unpair` | · | · | · | · | · / idle | · / idle | · / idle | · / idle | · / idle | · / connected / releasing | · |
/// | `radioOff` | · | · | · | · | · | · | waiting | waiting | waiting | idle / waiting | idle |
/// | `radioOn` | · | · | · | · | · | scanning | · | · | · | · | · |
/// | `found` | · | · | · | · | · | · | · / connecting | · | · | · | · |
/// | `connected` | late | late | late | late | late | late | late | late / settingUp | late | late | late |
/// | `disconnected` | late | late | late | late | late | late | late | late / scanning | late / scanning | late / idle / scanning | late / idle |
/// | `discovered` | late | late | late | late | late | late | late | late | late / settingUp | late | late |
/// | `notDiscovered` | late | late | late | late | late | late | late | late | late / scanning | late | late |
/// | `answered` | late | late | late | late | late | late | late | late | late / idle / scanning / settingUp / connected | late / idle / connected / releasing | late |
/// | `written` | late | late | late | late | late | late | late | late | late / settingUp | late | late / idle |
/// | `failed` | late | late | late | late | late | late | late | late | late / scanning / settingUp | late / connected / releasing | late / idle |
/// | `pairedNameChanged` | late | late | late | late | late | late | late | late | · / late | · / late / connected | · / late |
/// | `servicesChanged` | late | late | late | late | late | late | late | late | late / scanning | late / scanning | late / idle |
/// | `timePassed` | · | · | · | · / naming | · / idle | · / idle / waiting | · / idle / scanning / connecting | · / idle / scanning / connecting | · / idle / scanning / settingUp | · / idle / scanning / connected | · / idle |
///
/// Source: `Docs/Pairing.md`.
public struct PairingClient: Sendable {
    /// A search that the user began, or that a lost link began.
    struct Search: Hashable, Sendable {
        /// When it ends; `nil` if only the user ends it.
        let end: SessionTime?
        /// Whether it may pair with a new server.
        let isDiscovery: Bool
    }

    /// Each state holds only the values that have a meaning in it.
    enum State: Hashable, Sendable {
        case stopped
        case loading
        case unreadable
        /// The own name is new, and not stored yet.
        case naming
        case idle
        /// A search, while Bluetooth is off.
        case waiting(Search)
        case scanning(Search)
        case connecting(Search, Peer, link: Ticket, deadline: SessionTime)
        case linked(Search, ClientLink)
    }

    /// Eight: a fault, a store, the end of a link, the next scan, the screen; and, if a deadline is met in the
    /// same event, once more the first, the third and the fourth.
    typealias EffectSlots = (
        Effect?, Effect?, Effect?, Effect?, Effect?, Effect?, Effect?, Effect?
    )

    /// The largest number of effects that one event can have.
    public static let maximumEffects = EffectQueue<Effect, EffectSlots>.capacity

    var state = State.stopped
    var keeper: NameKeeper
    var isRadioOn = true
    var avoided = AvoidedPeers()
    var lastTicket = Ticket(rawValue: 0)
    var effects = EffectQueue<Effect, EffectSlots>(
        slots: (nil, nil, nil, nil, nil, nil, nil, nil))
    private(set) var now = SessionTime.zero

    /// When to hand in `timePassed`; `nil` when no deadline is set.
    public private(set) var nextDeadline: SessionTime?
    /// What the user was last shown.
    public private(set) var screen = Screen.starting

    /// The states, with the names of the table.
    public enum Phase: Hashable, Sendable, CaseIterable {
        /// Not started.
        case stopped
        /// The names are being loaded.
        case loading
        /// The store can't be read.
        case unreadable
        /// The session's own name is being stored for the first time.
        case naming
        /// The user wants no link.
        case idle
        /// Searching; Bluetooth is off.
        case waiting
        /// Searching.
        case scanning
        /// Asked the radio to connect.
        case connecting
        /// Finding out who the peer is, or pairing with it.
        case settingUp
        /// Connected to its server.
        case connected
        /// Telling the server that it is unpaired.
        case releasing
    }

    /// The current state.
    public var phase: Phase {
        switch state {
        case .stopped: .stopped
        case .loading: .loading
        case .unreadable: .unreadable
        case .naming: .naming
        case .idle: .idle
        case .waiting: .waiting
        case .scanning: .scanning
        case .connecting: .connecting
        case .linked(_, let link):
            switch link.step {
            case .discovering, .readingServerName, .readingPairedName, .claiming, .readingBack,
                .remembering, .confirming:
                .settingUp
            case .connected: .connected
            case .releasing: .releasing
            }
        }
    }

    /// The session's names; before they are loaded, the fresh one.
    public var names: PairingNames { keeper.names }

    /// Creates a session that does nothing until `start`.
    ///
    /// - Parameter freshName: the session's own name if the store has none.
    public init(freshName: PairingName) {
        keeper = NameKeeper(stored: PairingNames(own: freshName))
    }

    /// The next effect of the last event; `nil` when you have taken them all.
    ///
    /// Hand in the next event only after this has returned `nil`, even if an effect causes that event.
    public mutating func nextEffect() -> Effect? { effects.popFirst() }

    /// Takes an event, and the time at which it happened, by a clock that goes on while the device sleeps and that
    /// nobody can set, such as `ContinuousClock` (clause 10.9).
    ///
    /// - Precondition: all effects of the last event were taken: ``nextEffect()`` has returned `nil`. An event that is
    ///   handed in while effects are being taken traps as soon as one is left.
    public mutating func handle(_ event: borrowing Event, at time: SessionTime) {
        precondition(effects.isEmpty, "effects of the last event were not taken")
        now = max(now, time)
        follow(event)
        meetDeadlines()
        nextDeadline = earliestDeadline
        let next = currentScreen
        if next != screen {
            screen = next
            effects.append(.show(next))
        }
    }

    mutating func newTicket() -> Ticket {
        lastTicket = Ticket(rawValue: lastTicket.rawValue &+ 1)
        return lastTicket
    }

    /// The moment this many milliseconds from now.
    func time(after interval: UInt64) -> SessionTime { now.advanced(byMilliseconds: interval) }

    private var currentScreen: Screen {
        let server = names.peer
        switch state {
        case .stopped, .loading, .naming: return .starting
        case .unreadable: return .storeUnreadable
        case .idle: return server.map(Screen.paired) ?? .unpaired
        case .waiting(let search), .scanning(let search), .connecting(let search, _, _, _):
            return searching(search, server)
        case .linked(let search, let link):
            switch link.step {
            case .connected: return server.map(Screen.connected) ?? .discovering
            case .releasing: return server.map(Screen.unpairing) ?? .discovering
            case .discovering, .readingServerName, .readingPairedName, .claiming, .readingBack,
                .remembering, .confirming:
                return searching(search, server)
            }
        }
    }

    private func searching(_ search: Search, _ server: PairingName?) -> Screen {
        guard !search.isDiscovery, let server else { return .discovering }
        return .connecting(server)
    }
}

// For simulations and JSON forms, which treat both ends alike.
#if !hasFeature(Embedded)
    extension PairingClient.Event {
        /// The client's event for one of both ends.
        @_lifetime(immortal)
        package init(_ event: SharedPairingEvent) {
            switch event {
            case .start: self = .start
            case .loaded(let names): self = .loaded(names)
            case .loadFailed: self = .loadFailed
            case .stored(let ticket): self = .stored(ticket)
            case .storeFailed(let ticket): self = .storeFailed(ticket)
            case .unpair: self = .unpair
            case .radioOff: self = .radioOff
            case .radioOn: self = .radioOn
            case .timePassed: self = .timePassed
            }
        }
    }
#endif

// How links end, and what is due on them.
extension PairingClient {
    /// Forgets the server (clause 4.13).
    mutating func forget(_ link: ClientLink, _ search: Search) {
        keep(peer: nil)
        effects.append(.disconnect(link: link.ticket))
        guard search.isDiscovery else { return state = .idle }
        // It may become unpaired after each claim (clause 4.11).
        avoided.avoid(link.peer, from: now)
        scan(search)
    }

    /// Ends a link with a peer that is not the one that is wanted.
    mutating func leave(_ link: ClientLink, _ search: Search) {
        effects.append(.disconnect(link: link.ticket))
        searchAfterLoss(of: link, search)
    }

    /// Ends a link because of a fault.
    mutating func drop(_ link: ClientLink, _ search: Search, because fault: Fault) {
        effects.append(.fault(fault))
        leave(link, search)
    }

    /// Does what is due on a link.
    mutating func meet(_ link: ClientLink, _ search: Search) {
        guard case .connected(var connection) = link.step else {
            return drop(link, search, because: .timedOut)
        }
        guard connection.leaseEnd > now else {
            return drop(link, search, because: .leaseExpired)
        }
        var link = link
        connection.activity = .reading(readPairedName())
        link.step = .connected(connection)
        state = .linked(search, link)
    }
}
