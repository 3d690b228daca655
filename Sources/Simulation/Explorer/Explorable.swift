import KomootNav

/// A world whose states can be told apart, and kept by the million.
protocol ExplorableWorld: Sendable {
    /// A form that needs little room.
    associatedtype Kept: Sendable
    /// The form that needs little room.
    func kept() -> Kept
    /// Another state of the same world, which was kept.
    func world(_ kept: Kept) -> Self
    /// Everything that can happen next.
    func forEachStep(_ body: (ExplorationStep) -> Void)
    /// Makes a step happen.
    mutating func perform(_ step: ExplorationStep)
    /// The digest of everything that decides what can happen from now on.
    ///
    /// - Parameter countsBudget: whether what may still go wrong is part of it.
    mutating func digest(countsBudget: Bool) -> StateDigest
    /// Microseconds since the beginning.
    var microseconds: UInt64 { get }
    /// The first promise that was broken.
    var broken: BrokenPromise? { get }
    /// Whether something will happen before time passes.
    var isUnderWay: Bool { get }
    /// Lets the first thing that is under way arrive.
    mutating func letArrive()
    /// The largest number of PDUs under way in one direction.
    var longestQueue: Int { get }
    /// Lets the world go on without faults.
    ///
    /// - Returns: the promise that was broken; `nil` if it recovered.
    mutating func recover() -> BrokenPromise?
    /// Writes down what happens; `nil` while all states are visited.
    var recorder: ExplorationRecorder? { get set }
}

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
}

extension PeripheralSession: ExplorablePeripheral {
    /// The session: copies share their objects.
    func kept() -> PeripheralSession { self }
    /// The session that was kept.
    init(_ kept: PeripheralSession) { self = kept }
}
