import Foundation

/// What was seen to happen in each state, as the table of a doc comment.
package struct TransitionTable {
    private var cells: [String: [String: Set<String>]] = [:]

    package init() {}

    package mutating func note(event: String, phase: String, outcome: String) {
        cells[event, default: [:]][phase, default: []].insert(outcome)
    }

    /// The lines of the table, in the order of the events and phases.
    package func lines(events: [String], phases: [String]) -> [String] {
        let order = ["·", "late"] + phases
        let head = [
            "| event | " + phases.joined(separator: " | ") + " |",
            "|" + String(repeating: "---|", count: phases.count + 1),
        ]
        return head
            + events.map { event in
                let row = phases.map { phase in
                    let outcomes = cells[event]?[phase] ?? []
                    return order.filter(outcomes.contains).joined(separator: " / ")
                }
                return "| `\(event)` | " + row.joined(separator: " | ") + " |"
            }
    }

    /// The lines of the table in a doc comment.
    package static func documented(in path: String) throws -> [String] {
        let file = Repository.root.appendingPathComponent(path)
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("/// |") }.map { String($0.dropFirst(4)) }
    }
}
