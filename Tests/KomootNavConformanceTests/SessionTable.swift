import KomootNavConformance
import KomootNavJSON

/// What the vectors of one session show, as the table of its page.
struct SessionTable {
    /// The rows, in the order of the vocabulary.
    let events: [String]
    /// The columns.
    let phases: [String]
    /// The outcomes by event and phase.
    private var outcomes: [String: [String: Set<String>]] = [:]

    init(events: [String], phases: [String], vectors: [Vector]) {
        self.events = events
        self.phases = phases
        for cell in vectors.compactMap(\.cell) {
            outcomes[cell.event, default: [:]][cell.before, default: []].insert(cell.outcome)
        }
    }

    /// The cells that no vector ends in.
    var gaps: [String] {
        events.flatMap { event in
            phases.filter { outcomes(of: event, in: $0).isEmpty }.map { "\(event) while \($0)" }
        }
    }

    /// The vectors' events and phases that are not in the table.
    var strangers: [String] {
        let known = Set(events)
        let places = Set(phases)
        return outcomes.keys.filter { !known.contains($0) }
            + outcomes.values.flatMap(\.keys).filter { !places.contains($0) }
    }

    /// The table in Markdown.
    var lines: [String] {
        let order = ["·", "late"] + phases + ["loss"]
        let rows = events.map { event in
            let cells = phases.map { phase in
                let found = outcomes(of: event, in: phase)
                return order.filter(found.contains).joined(separator: " / ")
            }
            return "| `\(event)` | " + cells.joined(separator: " | ") + " |"
        }
        let rule = String(repeating: "|---", count: phases.count + 1) + "|"
        return ["| event | " + phases.joined(separator: " | ") + " |", rule] + rows
    }

    private func outcomes(of event: String, in phase: String) -> Set<String> {
        outcomes[event]?[phase] ?? []
    }
}
