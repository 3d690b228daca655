import KomootNavRecording
import PairingSimulation

/// The result of an exploration of pairing.
struct PairingExplorationSummary: Encodable {
    let states: Int
    let transitions: Int
    let phases: Int
    let isExhausted: Bool
    let wallSeconds: Double
    let broken: String?
    let steps: [String]

    init(_ report: PairingExplorer.Report, wallTime: Duration) {
        states = report.states
        transitions = report.transitions
        phases = report.phases.count
        isExhausted = report.isExhausted
        wallSeconds = wallTime / .seconds(1)
        broken = report.counterexample?.0.rawValue
        steps = (report.counterexample?.1 ?? []).map { "\($0)" }
    }

    /// The summary as lines to read.
    var text: String {
        var lines: [String] = []
        if let broken {
            lines.append("\(broken) broken after \(counted(steps.count, "step")):")
            lines += steps.map { "  \($0)" }
        }
        lines.append(
            "\(counted(states, "state")), \(isExhausted ? "all visited" : "and there are more"); "
                + "\(counted(transitions, "transition")), "
                + "\(counted(phases, "combination")) of phases")
        lines.append("\(broken == nil ? 0 : 1) promises broken, \(wallSeconds.inTenths) s")
        return lines.joined(separator: "\n")
    }

    var json: String { jsonLine(self) }
}
