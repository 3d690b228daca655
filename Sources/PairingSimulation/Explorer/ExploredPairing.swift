import CompanionPairing
import LinkVocabulary

/// One or two clients, a server and their links, as one value: everything that may happen next can be tried.
///
/// Finding a peer, connecting, discovery and reading the server's name are one step: in between,
/// nothing can happen that could not happen before or after.
package struct ExploredPairing: Sendable {
    /// What an app has asked its store.
    enum Work: Hashable, Sendable {
        case load
        case store(PairingNames, Ticket)
    }

    /// A request on a link, and where it is.
    enum Exchange: Hashable, Sendable {
        case none
        case read(Ticket)
        case write(PairedName, Ticket)
        case atServer(Ticket, isWrite: Bool)
        case value(Ticket, PairedName)
        case accepted(Ticket)
        case refused(Ticket, ATTError)
    }

    struct Link: Hashable, Sendable {
        let number: UInt64
        let ticket: Ticket
        var exchange = Exchange.none
        /// It carries nothing any more, and the client does not know.
        var isLost = false
    }

    /// A link of which the server does not know that it is gone.
    struct Ghost: Hashable, Sendable {
        let number: UInt64
        let since: SessionTime
    }

    struct Client: Sendable {
        var machine: (any ExplorableClient)?
        var disk: PairingNames?
        var work: Work?
        var link: Link?
        var isScanning = false
        var isRadioOn = true
        /// What the judge knows about it.
        var record = PairingRecord()
    }

    /// How much may still happen.
    package struct Budget: Hashable, Sendable {
        /// Losses, kills, failed stores and radios that are switched off.
        package var faults: Int
        /// How often a user unpairs or disconnects.
        package var presses: Int
        /// How often time passes, with nothing else happening meanwhile.
        package var waits: Int

        package init(faults: Int, presses: Int, waits: Int) {
            self.faults = faults
            self.presses = presses
            self.waits = waits
        }
    }

    /// A ghost is told before this much time has passed: the longest supervision time-out, in milliseconds.
    static let supervisionTimeout: UInt64 = 32_000

    /// How long a client counts as connected after its last answered read, in milliseconds (4.7).
    static let lease: UInt64 = 6000

    private(set) var setting: PairingSetting
    /// Since when both clients are connected.
    var overlapSince: SessionTime?
    var now = SessionTime.zero
    var server: (any ExplorableServer)?
    var serverDisk: PairingNames?
    var serverWork: Work?
    var isAdvertising = false
    var isServerRadioOn = true
    var clients: [Client]
    var ghosts: [Ghost] = []
    /// A press of *Unpair* at the server that has not had its effect yet.
    var serverUnpairing: ServerUnpairing?
    package internal(set) var budget: Budget
    var lastLink: UInt64 = 0
    /// The first promise that was broken.
    package var broken: PairingPromise?
    /// Kill the app that handles the next event, after so many effects.
    var effectsToLive: Int?
    /// How many effects the last event had.
    var effectCount = 0
    /// How often the server's app was launched: each time it has another fresh name.
    private var serverLaunches: UInt64 = 0

    /// Clients that run, and a server that is launched for the first time.
    package init(
        _ contestants: PairingContestants, clientCount: Int = 2, tellsDisconnections: Bool = true,
        budget: Budget
    ) {
        self.budget = budget
        setting = PairingSetting(contestants, tellsDisconnections: tellsDisconnections)
        clients = (0..<clientCount).map { _ in Client() }
        for number in clients.indices {
            clients[number].disk = PairingNames(own: Self.name(UInt64(number)))
            launch(number)
            finishWork(of: number, succeeds: true, lands: true)
        }
        launchServer()
        finishServerWork(succeeds: true, lands: true)
    }

    /// The same world, in which other promises count, and only some steps may be taken.
    func judged(
        by promises: Set<PairingPromise>, checksRecovery: Bool,
        allows: @escaping PairingSetting.Filter
    ) -> Self {
        var world = self
        world.setting = PairingSetting(
            setting.contestants, tellsDisconnections: setting.tellsDisconnections,
            promises: promises, checksRecovery: checksRecovery, allows: allows)
        return world
    }

    package var clientCount: Int { clients.count }
    /// Whether the server's system tells when a link ends. If not, it names all links of one client alike.
    package var tellsDisconnections: Bool { setting.tellsDisconnections }

    static func name(_ number: UInt64) -> PairingName { PairingName(random: number) }

    mutating func launch(_ number: Int) {
        let name = Self.name(UInt64(number) + 100)
        clients[number].machine = setting.contestants.makeClient(name)
        handle(.start, by: number)
        if !clients[number].isRadioOn { handle(.radioOff, by: number) }
    }

    mutating func launchServer() {
        serverLaunches += 1
        server = setting.contestants.makeServer(
            Self.name(200 + serverLaunches), tellsDisconnections: tellsDisconnections)
        handle(.start)
        if !isServerRadioOn { handle(.radioOff) }
    }
}

/// What stays the same in all states of an exploration.
final class PairingSetting: Sendable {
    /// Says which steps may be taken.
    typealias Filter = @Sendable (ExploredPairing, ExploredPairing.Step) -> Bool

    let contestants: PairingContestants
    let tellsDisconnections: Bool
    /// The promises that count.
    let promises: Set<PairingPromise>
    /// Whether each state goes on without faults.
    let checksRecovery: Bool
    let allows: Filter

    /// - Parameter promises: the promises that count; `nil` for those that the ends keep.
    init(
        _ contestants: PairingContestants, tellsDisconnections: Bool,
        promises: Set<PairingPromise>? = nil, checksRecovery: Bool = false,
        allows: @escaping Filter = { _, _ in true }
    ) {
        self.contestants = contestants
        self.tellsDisconnections = tellsDisconnections
        self.promises = promises ?? contestants.kind.promises
        self.checksRecovery = checksRecovery
        self.allows = allows
    }

    /// Whether two clients may both be connected for as long as a lease.
    var allowsOverlaps: Bool { contestants.kind == .plainServer }

    /// How many links of whose end the server is not told yet there may be before it gets another. A plain client
    /// that leaves a server meets it again at once, without end; this library's avoids it for a while.
    var maximumGhosts: Int {
        switch contestants.kind {
        case .library, .plainServer: .max
        case .plain, .plainClients: 2
        }
    }
}
