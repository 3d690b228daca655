import Foundation
import RepositorySupport
import Testing

/// What was seen to happen in each phase, as the table of a doc comment.
struct TransitionTable {
    let events: [String]
    let phases: [String]
    private var cells: [String: [String: Set<String>]] = [:]

    init(events: [String], phases: [String]) {
        self.events = events
        self.phases = phases
    }

    mutating func note(event: String, phase: String, outcome: String) {
        guard events.contains(event) else { return }
        cells[event, default: [:]][phase, default: []].insert(outcome)
    }

    /// The lines of the table. A cell of which nothing was seen is empty.
    var lines: [String] {
        let order = ["·", "late", "refused", "fault"] + phases
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

    /// The lines of the table in a source file's doc comments.
    static func documented(in name: String) throws -> [String] {
        let path = "Sources/ConnectIQBridge/Session/\(name).swift"
        let file = Repository.root.appendingPathComponent(path)
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .map { $0.drop { $0 == " " } }
            .filter { $0.hasPrefix("/// |") }.map { String($0.dropFirst(4)) }
    }
}
