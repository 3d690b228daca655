package import CompanionPairing
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

    /// How many links of whose end the server is not told yet there may be before it gets another. A plain client
    /// that leaves a server meets it again at once, without end; this library's avoids it for a while.
    private(set) var maximumGhosts = Int.max

    let makeClient: @Sendable (PairingName) -> any ExplorableClient
    let makeServer: @Sendable (PairingName) -> any ExplorableServer
    /// Whether the server's system tells when a link ends. If not, it names all links of one client alike.
    package let tellsDisconnections: Bool
    /// The promises that count; at first those that the ends keep.
    var promises = PairingPromise.promised
    /// Whether two clients may both be connected for as long as a lease.
    private(set) var allowsOverlaps = false
    /// Since when both clients are connected.
    var overlapSince: SessionTime?
    /// How often a client's user has to press at most to be connected, when everything is at rest.
    private(set) var patience = PairingPatience.presses(.library)
    /// Whether a search has to lead to a connection without a press.
    private(set) var expectsSearches = true
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

    /// These ends, and the promises that they keep.
    package init(
        _ contestants: PairingContestants, clientCount: Int = 2, tellsDisconnections: Bool = true,
        budget: Budget
    ) {
        self.init(
            clientCount: clientCount, tellsDisconnections: tellsDisconnections, budget: budget,
            makeClient: contestants.makeClient
        ) { contestants.makeServer($0, tellsDisconnections: tellsDisconnections) }
        promises = contestants.kind.promises
        expectsSearches = PairingPatience.goesOnWithoutPress(contestants.kind)
        allowsOverlaps = contestants.kind == .plainServer
        patience = PairingPatience.presses(contestants.kind)
        switch contestants.kind {
        case .library, .plainServer: break
        case .plain, .plainClients: maximumGhosts = 2
        }
    }

    /// Clients that run, and a server that is launched for the first time.
    package init(
        clientCount: Int = 2, tellsDisconnections: Bool = true, budget: Budget,
        makeClient: @escaping @Sendable (PairingName) -> any ExplorableClient,
        makeServer: @escaping @Sendable (PairingName) -> any ExplorableServer
    ) {
        self.budget = budget
        self.tellsDisconnections = tellsDisconnections
        self.makeClient = makeClient
        self.makeServer = makeServer
        clients = (0..<clientCount).map { _ in Client() }
        for number in clients.indices {
            clients[number].disk = PairingNames(own: Self.name(UInt64(number)))
            launch(number)
            finishWork(of: number, succeeds: true, lands: true)
        }
        launchServer()
        finishServerWork(succeeds: true, lands: true)
    }

    package var clientCount: Int { clients.count }

    static func name(_ number: UInt64) -> PairingName { PairingName(random: number) }

    mutating func launch(_ number: Int) {
        clients[number].machine = makeClient(Self.name(UInt64(number) + 100))
        handle(.start, by: number)
        if !clients[number].isRadioOn { handle(.radioOff, by: number) }
    }

    mutating func launchServer() {
        serverLaunches += 1
        server = makeServer(Self.name(200 + serverLaunches))
        handle(.start)
        if !isServerRadioOn { handle(.radioOff) }
    }
}
