import CompanionPairing
package import Simulation

/// Visits every state that clients and a server can reach within a budget, the nearest first, and checks the promises
/// in each.
package struct PairingExplorer: Sendable {
    /// What an exploration found.
    package typealias Report = ExplorationFindings<ExploredPairing>

    /// Why an exploration does not begin: it would find nothing, whatever the ends do.
    package enum Refusal: Error, Hashable, Sendable {
        /// These promises were asked for, and an exploration can't find them broken.
        case uncheckable(Set<PairingPromise>)
        /// No promise is left: an exploration can't check any of those that the ends keep.
        case nothingToCheck
    }

    /// Where it begins, as it judges it.
    package let start: ExploredPairing
    /// The promises that it checks.
    package let promises: Set<PairingPromise>
    /// It ends, unfinished, when it has found this many states.
    package var maximumStates = 5_000_000

    /// - Parameters:
    ///   - start: where it begins.
    ///   - promises: the promises to check; `nil` for those that the ends keep and an exploration can check.
    ///   - checksRecovery: whether to let each state go on without faults, and check that each client can
    ///     connect.
    ///   - allows: which steps may be taken.
    /// - Throws: ``Refusal`` if it can't check one of the promises, or has none to check.
    package init(
        _ start: ExploredPairing, checking promises: Set<PairingPromise>? = nil,
        checksRecovery: Bool,
        allows: @escaping @Sendable (ExploredPairing, ExploredPairing.Step) -> Bool = { _, _ in
            true
        }
    ) throws(Refusal) {
        let checkable = Self.promises(checksRecovery: checksRecovery)
        let checked = promises ?? start.setting.promises.intersection(checkable)
        guard checked.isSubset(of: checkable) else {
            throw .uncheckable(checked.subtracting(checkable))
        }
        guard !checked.isEmpty else { throw .nothingToCheck }
        self.promises = checked
        self.start = start.judged(by: checked, checksRecovery: checksRecovery, allows: allows)
    }

    /// The promises that an exploration can find broken.
    package static func promises(checksRecovery: Bool) -> Set<PairingPromise> {
        let moment: Set<PairingPromise> = [
            .oneIsConnected, .forgetsWithCause, .serverRemembers, .serverIsRemembered,
            .serverIsThere,
        ]
        return checksRecovery ? moment.union([.nobodyIsStuck, .comesToRest]) : moment
    }

    /// Visits all states, until a promise is broken.
    ///
    /// - Parameter goesOn: is asked now and then, with what was found.
    package func run(goesOn: @escaping (Report) -> Bool = { _ in true }) -> Report {
        var exploration = Exploration(start, maximumStates: maximumStates, tally: [])
        return exploration.run { $0.counterexamples.isEmpty && goesOn($0) }
    }
}

extension ExploredPairing: ExplorableWorld {
    /// A way to break a promise.
    package struct Counterexample: Sendable {
        package let promise: PairingPromise
        /// The steps from the beginning. If none of them breaks it, the ends do not recover from the last one.
        package let steps: [Step]
    }

    /// A state as the frontier keeps it.
    package struct Kept: Sendable {
        /// It refers to its setting only, which lives as long as the exploration.
        fileprivate let world: SparseValue<ExploredPairing>
        fileprivate let server: (@Sendable () -> any ExplorableServer)?
        fileprivate let clients: ContiguousArray<KeptClient>
        fileprivate let ghosts: [Ghost]
    }

    fileprivate struct KeptClient: Sendable {
        let client: SparseValue<Client>
        let machine: (@Sendable () -> any ExplorableClient)?
    }

    package func kept() -> Kept {
        // What is left in the copies refers to the setting and to empty arrays, which are never freed.
        var bare = self
        bare.server = nil
        bare.clients = []
        bare.ghosts = []
        let clients = clients.map { client in
            var bare = client
            bare.machine = nil
            return KeptClient(client: SparseValue(unowned: bare), machine: client.machine?.kept())
        }
        return Kept(
            world: SparseValue(unowned: bare), server: server?.kept(),
            clients: ContiguousArray(clients),
            ghosts: ghosts)
    }

    package func world(_ kept: Kept) -> Self {
        var world = kept.world.value
        world.server = kept.server?()
        world.clients = kept.clients.map { kept in
            var client = kept.client.value
            client.machine = kept.machine?()
            return client
        }
        world.ghosts = kept.ghosts
        return world
    }

    package func forEachStep(_ body: (Step) -> Void) {
        for step in steps where setting.allows(self, step) { body(step) }
    }

    /// The phases of the server and of the clients that were met together.
    package func add(to tally: inout Set<String>) { tally.insert(phases) }

    package func counterexample(
        _ broken: PairingPromise, after steps: [Step]
    ) -> Counterexample {
        Counterexample(promise: broken, steps: steps)
    }
}

extension PairingPromise: Breach {
    package var promise: Self { self }
}
