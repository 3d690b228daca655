import KomootNavRecording
import Simulation

/// The result of an exploration of pairing.
package struct PairingExplorationSummary: Encodable {
    package let kind: String
    package let clients: Int
    package let tellsEnds: Bool
    package let checksRecovery: Bool
    package let faults: Int
    package let presses: Int
    package let waits: Int
    package let promises: [String]
    package let states: Int
    package let transitions: Int
    package let phases: Int
    package let isExhausted: Bool
    package let wallSeconds: Double
    package let broken: String?
    package let steps: [String]

    package init(
        _ report: PairingExplorer.Report, of start: ExploredPairing,
        promises: Set<PairingPromise>, kind: PairingContestants.Kind, checksRecovery: Bool,
        wallTime: Duration
    ) {
        let budget = start.budget
        self.kind = kind.rawValue
        clients = start.clientCount
        tellsEnds = start.tellsDisconnections
        self.checksRecovery = checksRecovery
        faults = budget.faults
        presses = budget.presses
        waits = budget.waits
        self.promises = PairingPromise.names(of: promises)
        states = report.states
        transitions = report.transitions
        phases = report.tally.count
        isExhausted = report.isExhausted
        wallSeconds = wallTime / .seconds(1)
        let counterexample = report.counterexamples.first
        broken = counterexample?.promise.rawValue
        steps = (counterexample?.steps ?? []).map { "\($0)" }
    }

    /// Whether every state was visited, and no promise was broken in any.
    package var isClean: Bool { isExhausted && broken == nil }

    /// The summary as lines to read.
    package var text: String {
        var lines: [String] = []
        if let broken {
            lines.append("\(broken) broken after \(counted(steps.count, "step")):")
            lines += steps.map { "  \($0)" }
        }
        let budget =
            "\(counted(faults, "fault")), \(presses) press\(presses == 1 ? "" : "es") and "
            + counted(waits, "wait")
        let extent = isExhausted ? "all that need no more than" : "and there are more, with"
        lines.append("\(counted(states, "state")), \(extent) \(budget)")
        lines.append(
            "\(counted(transitions, "transition")), \(counted(phases, "combination")) of phases")
        lines.append("checked: \(promises.joined(separator: ", "))")
        lines.append("\(broken == nil ? 0 : 1) promises broken, \(wallSeconds.inTenths) s")
        return lines.joined(separator: "\n")
    }
}
