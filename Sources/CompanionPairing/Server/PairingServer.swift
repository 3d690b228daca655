/// The server's end of pairing: the phone that shows its navigation on one client, and on nobody else's.
///
/// It does no input or output and reads no clock. Hand each event to ``handle(_:at:)`` with the time at
/// which it happened. Then take every effect from ``nextEffect()`` and do it. When ``nextDeadline`` comes,
/// hand in `timePassed`. ``client`` is the link of the client that may be shown something:
///
/// ```swift
/// var session = PairingServer(PairingServer.Configuration(freshName: name))
/// session.handle(.start, at: now)
/// while let effect = session.nextEffect() { app.perform(effect) }
/// ```
///
/// Take all effects of one event before you hand in the next: the session traps if you don't. So `perform` must not
/// hand in an event itself, such as `stored` when the store completes at once: put it into a queue, and hand it in
/// after the loop. The module's page has a complete loop. Nothing
/// that a client, a radio or a store does can make it trap. The program may end at any moment, even
/// between two effects of one event.
///
/// **Promises.** There is one ``client`` at a time. A second claimant is refused. Nobody is told that the server
/// is paired or unpaired before that is stored, except that a claimant reads its own claim once. Each request on a
/// link that is up is answered once, within ``PairingTiming/leaseWithMargin`` or when the store allows.
/// An event has at most ``maximumEffects`` effects. No heap is needed.
///
/// The state after each event. `·` has no effect; `late` is reported and has none. The radio tells the ends of links.
///
/// | event | stopped | loading | unreadable | naming | unpaired | waiting | claimed | pairing | paired | takingOver | unpairing |
/// |---|---|---|---|---|---|---|---|---|---|---|---|
/// | `start` | loading | · | loading | · | · | · | · | · | · | · | · |
/// | `loaded` | late | naming / unpaired / paired | late | late | late | late | late | late | late | late | late |
/// | `loadFailed` | late | unreadable | late | late | late | late | late | late | late | late | late |
/// | `stored` | late | late | late | late / unpaired | late | late | late | late / paired | late | late | late / unpaired / unpairing |
/// | `storeFailed` | late | late | late | late / naming | late | late | late | late / pairing | late | late | late / unpairing |
/// | `unpair` | · | · | · | · | · | unpaired | unpaired | unpairing | unpairing | unpairing | · |
/// | `radioOff` | · | · | · | · | · | unpaired | unpaired | · / pairing | · / paired | paired | · / unpairing |
/// | `radioOn` | · | · | · | · | · / unpaired | · / waiting | · / claimed | · / pairing | · / paired | · / takingOver | · / unpairing |
/// | `connected` | · | · | · | · | · | · | · | · | · | · | · |
/// | `disconnected` | · | · | · | · | · | · / unpaired | · / unpaired | · / pairing | · / paired | · / paired | · / unpairing |
/// | `read` | stopped | loading | unreadable | naming | unpaired | waiting | claimed / pairing | pairing | paired | paired / takingOver | unpairing |
/// | `write` | stopped | loading | unreadable | naming | unpaired / waiting / claimed | waiting | unpaired / claimed | pairing / unpairing | paired / takingOver / unpairing | takingOver / unpairing | unpairing |
/// | `timePassed` | · | · | · | · / naming | · | · / claimed | · / pairing | · / pairing | · | · / paired | · / unpairing |
///
/// Source: `Docs/Pairing.md`.
public struct PairingServer: Sendable {
    /// What stays the same while a session lives.
    public struct Configuration: Hashable, Sendable {
        /// The session's own name if the store has none.
        public var freshName: PairingName
        /// Whether the radio tells the end of each link. Core Bluetooth tells it only of subscribed
        /// centrals. If not, a claim that was not confirmed ends by time, and so does a client's presence.
        public var tellsDisconnections = true

        /// Creates a configuration.
        public init(freshName: PairingName) { self.freshName = freshName }
    }

    /// A client that has written its name to an unpaired server (clause 4.1).
    struct Claim: Hashable, Sendable {
        let name: PairingName
        var link: Link
    }

    /// The link of the paired client.
    struct ServedLink: Hashable, Sendable {
        let link: Link
        /// When a read of it was last answered with its name.
        var grantedAt: SessionTime
    }

    /// A request that waits for its answer.
    struct Waiting: Hashable, Sendable {
        let link: Link
        let request: Request
    }

    /// Each state holds only the values that have a meaning in it.
    enum State: Hashable, Sendable {
        case stopped
        case loading
        case unreadable
        /// The own name is new, and not stored yet.
        case naming
        /// Claims are confirmed from this time on (clause 4.7).
        case unpaired(freeAt: SessionTime)
        /// A claim's write is held back until then.
        case waiting(Claim, Request, freeAt: SessionTime)
        /// A claim was accepted, in memory only.
        case claimed(Claim, acceptedAt: SessionTime, wasReadBack: Bool)
        /// The claim is being stored. A read waits for that.
        case pairing(PairingName, link: Link?, Request?)
        case paired(PairingName, ServedLink?)
        /// The paired client's name was written on another link (clause 4.8).
        case takingOver(PairingName, ServedLink, Waiting, until: SessionTime)
        /// `UNPAIRED` is being stored. A write waits for that.
        case unpairing(PairingName, link: Link?, Request?)
    }

    /// Eight: a fault, a store, answers to two requests, a notification, the screen; and two to spare.
    typealias EffectSlots = (
        Effect?, Effect?, Effect?, Effect?, Effect?, Effect?, Effect?, Effect?
    )

    /// The largest number of effects that one event can have.
    public static let maximumEffects = EffectQueue<Effect, EffectSlots>.capacity

    /// The configuration that the session was made with.
    public let configuration: Configuration
    var state = State.stopped
    var keeper: NameKeeper
    var isRadioOn = true
    var links = ServerLinks()
    /// When a read was last answered with a client's name.
    var lastGrant: SessionTime?
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
        /// Ready for a client.
        case unpaired
        /// A claim waits until the last client's lease is over.
        case waiting
        /// A claim was accepted.
        case claimed
        /// A claim is being stored.
        case pairing
        /// Paired.
        case paired
        /// Paired; the client seems to be back on another link.
        case takingOver
        /// `UNPAIRED` is being stored.
        case unpairing
    }

    /// The current state.
    public var phase: Phase {
        switch state {
        case .stopped: .stopped
        case .loading: .loading
        case .unreadable: .unreadable
        case .naming: .naming
        case .unpaired: .unpaired
        case .waiting: .waiting
        case .claimed: .claimed
        case .pairing: .pairing
        case .paired: .paired
        case .takingOver: .takingOver
        case .unpairing: .unpairing
        }
    }

    /// The link of the client that may be shown something: the paired client's, or a claimant's; `nil` if
    /// nobody is connected.
    public var client: Link? {
        switch state {
        case .stopped, .loading, .unreadable, .naming, .unpaired, .waiting: nil
        case .claimed(let claim, _, _): claim.link
        case .pairing(_, let link, _), .unpairing(_, let link, _): link
        case .paired(_, let served): served?.link
        case .takingOver(_, let served, _, _): served.link
        }
    }

    /// The session's names; before they are loaded, the fresh one.
    public var names: PairingNames { keeper.names }

    /// Creates a session that does nothing until `start`.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        keeper = NameKeeper(stored: PairingNames(own: configuration.freshName))
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

    private var currentScreen: Screen {
        switch state {
        case .stopped, .loading, .naming: .starting
        case .unreadable: .storeUnreadable
        case .unpaired: .expecting
        case .waiting(let claim, _, _), .claimed(let claim, _, _): .pairing(claim.name)
        case .pairing(let name, _, _): .pairing(name)
        case .paired(let name, let served):
            served == nil ? .expectingClient(name) : .connected(name)
        case .takingOver(let name, _, _, _): .connected(name)
        case .unpairing(let name, _, _): .unpairing(name)
        }
    }
}

// For simulations and JSON forms, which treat both ends alike.
#if !hasFeature(Embedded)
    extension PairingServer.Event {
        /// The server's event for one of both ends.
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
