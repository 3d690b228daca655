import Foundation
import KomootNav
import KomootNavConformance
import KomootNavJSON
import RepositorySupport
import Testing

@Suite("The table of a session")
struct SessionTableTests {
    /// One of the two sessions.
    enum Side: String, CaseIterable {
        case central
        case peripheral

        var operation: Vector.Operation {
            self == .central ? .centralSession : .peripheralSession
        }

        var phases: [String] {
            switch self {
            case .central: CentralSession.Phase.allCases.map(\.rawValue)
            case .peripheral: PeripheralSession.Phase.allCases.map(\.rawValue)
            }
        }

        var source: String {
            switch self {
            case .central: "Sources/KomootNav/Session/Central/CentralSession.swift"
            case .peripheral: "Sources/KomootNav/Session/Peripheral/PeripheralSession.swift"
            }
        }

        /// The events, in the order in which they are declared.
        var events: [String] {
            switch self {
            case .central: CentralSession.OwnedEvent.Kind.allCases.map(\.rawValue)
            case .peripheral: PeripheralSession.OwnedEvent.Kind.allCases.map(\.rawValue)
            }
        }
    }

    @Test(
        "The table of a session has a vector for every event in every phase",
        arguments: Side.allCases)
    func everyCell(_ side: Side) throws {
        let table = try table(of: side)
        #expect(table.gaps == [])
        #expect(table.strangers == [])
    }

    @Test(
        "The table of a session is in the session's documentation as the vectors show it",
        arguments: Side.allCases)
    func documentation(_ side: Side) throws {
        let prefix = "/// "
        let found = try lines(of: side.source).filter { $0.hasPrefix(prefix + "|") }
            .map { String($0.dropFirst(prefix.count)) }
        #expect(found == (try table(of: side).lines))
    }

    @Test(
        "The table of a session is on the page as the vectors show it",
        arguments: Side.allCases)
    func page(_ side: Side) throws {
        let table = try table(of: side)
        let page = try lines(of: "Docs/Sessions.md")
        #expect(block("\(side.rawValue)-table", of: page) == table.lines)
    }

    @Test("The table of a session differs when a vector does", arguments: Side.allCases)
    func differs(_ side: Side) throws {
        let events = side.events
        let vectors = try vectors(of: side)
        let whole = SessionTable(events: events, phases: side.phases, vectors: vectors)
        let rest = vectors.filter { $0.cell?.event != events[0] }
        let less = SessionTable(events: events, phases: side.phases, vectors: rest)
        #expect(less.gaps == side.phases.map { "\(events[0]) while \($0)" })
        #expect(less.lines != whole.lines)
    }

    private func table(of side: Side) throws -> SessionTable {
        SessionTable(
            events: side.events, phases: side.phases, vectors: try vectors(of: side))
    }

    private func vectors(of side: Side) throws -> [Vector] {
        try GoldenFixtures.suite().vectors
            .filter { $0.operation == side.operation }
    }

    private func lines(of path: String) throws -> [String] {
        let file = Repository.root.appendingPathComponent(path)
        return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    }

    /// The text between the markers of a block.
    private func block(_ name: String, of page: [String]) -> [String] {
        guard let begin = page.firstIndex(of: "<!-- \(name):begin -->"),
            let end = page.firstIndex(of: "<!-- \(name):end -->"), begin < end
        else { return [] }
        return Array(page[(begin + 1)..<end])
    }
}
