import KomootNav

/// A device's state machine whose states can be told apart, and kept by the million.
protocol ExplorableCentral: CentralStateMachine {
    /// A form that needs little room.
    associatedtype Kept: Sendable
    /// The form that needs little room.
    func kept() -> Kept
    /// The state machine that was kept.
    init(_ kept: Kept)
    /// What it expects of a ticket.
    func role(of ticket: Ticket) -> CentralSession.TicketRole
    /// Whether it may wait without a deadline, by `Docs/Sessions.md`.
    var isAtRest: Bool { get }
    /// Adds everything that decides what it will do from now on.
    mutating func describe(to digest: inout StateDigest, at now: SessionTime)
}

/// A phone's state machine whose states can be told apart, and kept by the million.
protocol ExplorablePeripheral: PeripheralStateMachine {
    /// A form that needs little room.
    associatedtype Kept: Sendable
    /// The form that needs little room.
    func kept() -> Kept
    /// The state machine that was kept.
    init(_ kept: Kept)
    /// Whether it may wait without a deadline, by `Docs/Sessions.md`.
    var isAtRest: Bool { get }
    /// Adds everything that decides what it will do from now on. `number` gives each central a
    /// number that does not depend on how many there were before.
    mutating func describe(
        to digest: inout StateDigest, at now: SessionTime,
        number: (PeripheralSession.Central) -> Int)
}

extension CentralSession: ExplorableCentral {
    /// The form that needs little room.
    func kept() -> SparseValue<CentralSession> { SparseValue(self) }
    /// The session that was kept.
    init(_ kept: SparseValue<CentralSession>) { self = kept.value }
    /// Whether it may wait without a deadline, by `Docs/Sessions.md`.
    var isAtRest: Bool {
        switch phase {
        case .stopped, .radioOff, .scanning: true
        case .connecting, .discovering, .subscribing, .ready, .reading: false
        }
    }
}

extension PeripheralSession: ExplorablePeripheral {
    /// The session: copies share their objects.
    func kept() -> PeripheralSession { self }
    /// The session that was kept.
    init(_ kept: PeripheralSession) { self = kept }
    /// Whether it may wait without a deadline, by `Docs/Sessions.md`.
    var isAtRest: Bool {
        switch phase {
        case .stopped, .radioOff, .advertisingAgain, .serving: true
        case .advertising: false
        }
    }
}

extension ExplorableCentral {
    /// Whether it does nothing for minutes, and comes to no rest, if nothing but time passes.
    func fallsSilent(at now: SessionTime) -> Bool {
        Silence.follows(self, at: now, isAtRest: \.isAtRest, deadline: \.nextDeadline) {
            $0.handle(.timePassed, at: $1)
            return $0.nextEffect() != nil
        }
    }
}

extension ExplorablePeripheral {
    /// Whether it does nothing for minutes, and comes to no rest, if nothing but time passes.
    func fallsSilent(at now: SessionTime) -> Bool {
        Silence.follows(self, at: now, isAtRest: \.isAtRest, deadline: \.nextDeadline) {
            $0.handle(.timePassed, at: $1)
            return $0.nextEffect() != nil
        }
    }
}
