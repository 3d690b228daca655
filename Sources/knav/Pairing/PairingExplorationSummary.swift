import KomootNavRecording
import PairingSimulation
import Simulation

/// The result of an exploration of pairing.
struct PairingExplorationSummary: Encodable {
    let kind: String
    let clients: Int
    let tellsEnds: Bool
    let checksRecovery: Bool
    let faults: Int
    let presses: Int
    let waits: Int
    let promises: [String]
    let states: Int
    let transitions: Int
    let phases: Int
    let isExhausted: Bool
    let wallSeconds: Double
    let broken: String?
    let steps: [String]

    init(
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

    /// The summary as lines to read.
    var text: String {
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

    var json: String { jsonLine(self) }
}
