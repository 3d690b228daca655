import KomootNavRecording
package import Simulation

/// What an exploration found, whatever it is that was promised.
package protocol ExplorationResult: Encodable {
    /// Whether every state was visited, and no promise was broken in any.
    var isClean: Bool { get }
    /// The result as lines to read.
    var text: String { get }
}

/// The result of an exploration of a phone, devices and their links.
package struct ExplorationSummary: ExplorationResult, Codable, Hashable {
    /// A broken promise, and a shortest way to break it.
    struct Broken: Codable, Hashable {
        let promise: String
        let evidence: String
        let steps: Int
        let chart: String
    }

    let states: Int
    let transitions: Int
    let depth: Int
    let largestQueue: Int
    let isExhausted: Bool
    private(set) var wallSeconds: Double
    private(set) var statesPerSecond: Double
    let broken: [Broken]

    package init(_ report: ExplorationReport, wallTime: Duration) {
        let wall = max(wallTime / .seconds(1), 1e-9)
        states = report.states
        transitions = report.transitions
        depth = report.depth
        largestQueue = report.largestQueue
        isExhausted = report.isExhausted
        wallSeconds = wall
        statesPerSecond = Double(report.states) / wall
        broken = report.counterexamples.map { example in
            Broken(
                promise: example.broken.promise.rawValue, evidence: example.broken.evidence,
                steps: example.steps.count,
                chart: SequenceChart(rows: example.events.map(\.row)).text)
        }
    }

    /// The same as if it had taken no time.
    var withoutTime: Self {
        var same = self
        same.wallSeconds = 0
        same.statesPerSecond = 0
        return same
    }

    /// Whether every state was visited, and no promise was broken in any.
    package var isClean: Bool { isExhausted && broken.isEmpty }

    /// Whether the numbers can be a result at all.
    var isPlausible: Bool {
        [states, transitions, depth, largestQueue].allSatisfy { $0 >= 0 }
            && [wallSeconds, statesPerSecond].allSatisfy { 0...1e12 ~= $0 }
            && broken.allSatisfy { $0.steps >= 0 }
    }

    /// The summary as lines to read.
    package var text: String {
        var lines: [String] = []
        for broken in broken {
            lines.append(
                "\(broken.promise) broken after \(counted(broken.steps, "step")): "
                    + broken.evidence)
            lines.append(broken.chart)
        }
        let end = isExhausted ? "all visited" : "and there are more"
        lines.append(
            "\(counted(states, "state")), \(end); \(counted(transitions, "transition")), "
                + "depth \(depth), at most \(counted(largestQueue, "PDU")) in a queue")
        lines.append(
            "\(counted(broken.count, "promise")) broken, \(wallSeconds.inTenths) s, "
                + "\(Int(statesPerSecond)) states a second")
        return lines.joined(separator: "\n")
    }
}

extension ExplorationEvent {
    /// The event as a row of a chart.
    fileprivate var row: SequenceChart.Row {
        let message: SequenceChart.Message =
            switch kind {
            case .toPhone(let words): .request(words)
            case .toDevice(let words): .response(words)
            case .link(let words): .link(words)
            case .note(let words): .result(words)
            case .broken(let words): .warning(words)
            }
        return SequenceChart.Row(time: time.offset, connection: link, message: message)
    }
}
