import Foundation
import KomootNav
import KomootNavPipe
import RepositorySupport
import Testing

@Suite("The names of events, effects and faults")
struct VocabularyTests {
    /// One of the two ends, with the heading of its part of the page, and its definitions in the schema.
    struct Side: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let heading: String
        let events: [String]
        let effects: [String]
        let faults: [String]
        let phases: [String]

        static let all = [
            Side(
                testDescription: "central", heading: "## The device's end",
                events: CentralSession.OwnedEvent.Kind.allCases.map(\.rawValue),
                effects: CentralSession.OwnedEffect.Kind.allCases.map(\.rawValue),
                faults: CentralSession.Fault.Kind.allCases.map(\.rawValue),
                phases: CentralSession.Phase.allCases.map(\.rawValue)),
            Side(
                testDescription: "peripheral", heading: "## The phone's end",
                events: PeripheralSession.OwnedEvent.Kind.allCases.map(\.rawValue),
                effects: PeripheralSession.OwnedEffect.Kind.allCases.map(\.rawValue),
                faults: PeripheralSession.Fault.Kind.allCases.map(\.rawValue),
                phases: PeripheralSession.Phase.allCases.map(\.rawValue)),
        ]
    }

    @Test(
        "The names of events, effects and faults are in the page's tables, each once",
        arguments: Side.all)
    func page(_ side: Side) throws {
        let path = Repository.root.appendingPathComponent("Docs/Pipe.md")
        let lines = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n")
        let start = try #require(lines.firstIndex(of: side.heading))
        let part = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
        #expect(names(inTable: "event", of: part).sorted() == side.events.sorted())
        #expect(names(inTable: "effect", of: part).sorted() == side.effects.sorted())
    }

    /// The names in a table's first column. After a colon, the column lists members.
    private func names(inTable head: String, of lines: ArraySlice<String>) -> [String] {
        let rows = lines.drop { !$0.hasPrefix("| \(head) |") }.dropFirst(2)
        return rows.prefix { $0.hasPrefix("|") }.flatMap { row -> [String] in
            let column = row.split(separator: "|")[0].split(separator: ":")[0]
            return column.matches(of: /`(\w+)`/).map { String($0.1) }
        }
    }

    @Test(
        "The names of events, effects and faults are in the schema of the fixtures, each once",
        arguments: Side.all)
    func schema(_ side: Side) throws {
        let path = Repository.fixtures.appendingPathComponent("schema/session.schema.json")
        let schema = try #require(JSONValue(line: try String(contentsOf: path, encoding: .utf8)))
        let end = side.testDescription
        let definitions = schema["$defs"]
        #expect(words("event", of: definitions?["\(end)Event"]).sorted() == side.events.sorted())
        let effect = definitions?["\(end)Effect"]
        #expect(Set(words("effect", of: effect)) == Set(side.effects))
        #expect(Set(words("fault", of: effect)) == Set(side.faults))
        let step = definitions?["\(end)Step"]
        #expect(words("phase", of: step) == side.phases)
        let isCentral = end == "central"
        let statuses = isCentral ? CentralSession.Status.allCases.map(\.rawValue) : []
        #expect(words("status", of: effect) == statuses)
    }

    /// The words that a definition allows for a member, in any of its forms.
    private func words(_ member: String, of definition: JSONValue?) -> [String] {
        var forms = [definition]
        if case .array(let several) = definition?["oneOf"] { forms = several }
        return forms.flatMap { form -> [String] in
            let property = form?["properties"]?[member]
            if case .array(let words) = property?["enum"] { return words.compactMap(\.string) }
            return (property?["const"]?.string).map { [$0] } ?? []
        }
    }

    @Test("The reasons to refuse a line are in the page's table, each once")
    func reasons() throws {
        let path = Repository.root.appendingPathComponent("Docs/Pipe.md")
        let lines = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n")
        let found = names(inTable: "reason", of: lines[...])
        #expect(found.sorted() == RefusalReason.allCases.map(\.rawValue).sorted())
    }
}
