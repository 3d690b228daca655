import CompanionPairing
import LinkVocabulary

/// Visits every state that clients and a server can reach within a budget, and checks the promises in each.
package struct PairingExplorer {
    /// What an exploration found.
    package struct Report: Sendable {
        /// The promises that were checked.
        package let promises: Set<PairingPromise>
        package var states = 0
        package var transitions = 0
        /// Whether all states within the budget were visited.
        package var isExhausted = false
        /// The way to the first state in which a promise was broken.
        package var counterexample: (PairingPromise, [ExploredPairing.Step])?
        /// The phases of the server and of the clients that were met together.
        package var phases: Set<String> = []
    }

    /// Why an exploration does not begin: it would find nothing, whatever the ends do.
    package enum Refusal: Error, Hashable, Sendable {
        /// These promises were asked for, and an exploration can't find them broken.
        case uncheckable(Set<PairingPromise>)
        /// No promise is left: an exploration can't check any of those that the ends keep.
        case nothingToCheck
    }

    private var visited: Set<StateDigest> = []
    private var recovered: Set<StateDigest> = []
    private let maximumStates: Int
    /// Which steps may be taken; all by default.
    package var allows: (ExploredPairing, ExploredPairing.Step) -> Bool = { _, _ in true }

    package init(maximumStates: Int = 20_000_000) { self.maximumStates = maximumStates }

    /// The promises that an exploration can find broken.
    package static func promises(checksRecovery: Bool) -> Set<PairingPromise> {
        let moment: Set<PairingPromise> = [
            .oneIsConnected, .forgetsWithCause, .serverRemembers, .serverIsRemembered,
            .serverIsThere,
        ]
        return checksRecovery ? moment.union([.nobodyIsStuck, .comesToRest]) : moment
    }

    private func steps(of world: ExploredPairing) -> [ExploredPairing.Step] {
        world.steps.filter { allows(world, $0) }
    }

    /// Visits all states from this one on, depth first.
    ///
    /// - Parameters:
    ///   - promises: the promises to check; `nil` for those that the ends keep and an exploration can check.
    ///   - checksRecovery: whether to let each state go on without faults, and check that each client can
    ///     connect.
    ///   - goesOn: is asked now and then, with what was found.
    /// - Throws: ``Refusal`` if it can't check one of the promises, or has none to check.
    package mutating func run(
        _ start: ExploredPairing, checking promises: Set<PairingPromise>? = nil,
        checksRecovery: Bool, goesOn: (Report) -> Bool = { _ in true }
    ) throws(Refusal) -> Report {
        let checkable = Self.promises(checksRecovery: checksRecovery)
        let checked = promises ?? start.promises.intersection(checkable)
        guard checked.isSubset(of: checkable) else {
            throw .uncheckable(checked.subtracting(checkable))
        }
        guard !checked.isEmpty else { throw .nothingToCheck }
        var start = start
        start.promises = checked
        var report = Report(promises: checked)
        var stack: [(world: ExploredPairing, steps: [ExploredPairing.Step])] = [
            (start, steps(of: start))
        ]
        _ = visited.insert(start.digest(countsBudget: true))
        var path: [ExploredPairing.Step] = []
        report.states = 1
        while let last = stack.indices.last {
            guard let step = stack[last].steps.popLast() else {
                stack.removeLast()
                if !path.isEmpty { path.removeLast() }
                continue
            }
            var world = stack[last].world
            world.perform(step)
            report.transitions += 1
            if let broken = world.broken {
                report.counterexample = (broken, path + [step])
                return report
            }
            guard visited.insert(world.digest(countsBudget: true)).inserted else { continue }
            report.states += 1
            report.phases.insert(world.phases)
            if checksRecovery, recovered.insert(world.digest(countsBudget: false)).inserted {
                for number in world.clients.indices {
                    var copy = world
                    copy.recover(number)
                    guard let broken = copy.broken else { continue }
                    report.counterexample = (broken, path + [step])
                    return report
                }
            }
            if report.states >= maximumStates { return report }
            if report.states % 1000 == 0, !goesOn(report) { return report }
            path.append(step)
            stack.append((world, steps(of: world)))
        }
        report.isExhausted = true
        return report
    }
}
