import CompanionPairing
import Foundation
import KomootNavConformance
import KomootNavJSON
import LinkForms
import RepositorySupport
import Testing

@Suite("The golden fixtures of pairing")
struct PairingFixtureTests {
    let suite: VectorSuite

    init() throws {
        suite = try GoldenFixtures.suite()
    }

    private func vectors(_ operation: Vector.Operation) -> [Vector] {
        suite.vectors.filter { $0.operation == operation }
    }

    @Test(
        "The golden fixtures of pairing have hundreds of vectors for each end, and one for every event in every phase"
    )
    func cells() {
        func check(_ operation: Vector.Operation, _ events: [String], _ phases: [String]) {
            let found = Set(vectors(operation).compactMap(\.cell).map { [$0.event, $0.before] })
            for event in events {
                for phase in phases { #expect(found.contains([event, phase])) }
            }
        }
        #expect(vectors(.pairingClient).count >= 500)
        #expect(vectors(.pairingServer).count >= 400)
        check(
            .pairingClient, PairingClient.eventNames,
            PairingClient.Phase.allCases.map { "\($0)" })
        check(
            .pairingServer, PairingServer.eventNames,
            PairingServer.Phase.allCases.map { "\($0)" })
    }

    @Test(
        "The golden fixtures of pairing have every rule of clause 4, and every race of clause 3 at both ends"
    )
    func clauses() {
        let races = Set((1...11).map { "3.\($0)" })
        let ends = [Vector.Operation.pairingClient, .pairingServer].map { operation in
            Set(vectors(operation).map(\.clause))
        }
        for clauses in ends { #expect(clauses.isSuperset(of: races)) }
        #expect(ends[0].union(ends[1]).isSuperset(of: Set((1...14).map { "4.\($0)" })))
    }

    @Test(
        "The golden fixtures of pairing name the bugs of plain implementations, and the page lists them"
    )
    func flags() throws {
        let files = suite.files.filter { $0.layer.hasPrefix("pairing/") }
        let flags = Set(files.flatMap(\.flags.keys))
        #expect(flags.count >= 17)
        let page = try String(
            contentsOf: Repository.root.appendingPathComponent("Docs/Pairing.md"), encoding: .utf8)
        for flag in flags { #expect(page.contains("`\(flag)`")) }
    }

    @Test("The golden fixtures of pairing need no feature, and are in no C header")
    func export() throws {
        for vector in vectors(.pairingClient) + vectors(.pairingServer) {
            #expect(vector.features.isEmpty)
        }
        #expect(try CExport.files(suite).allSatisfy { !$0.content.contains("KBC/PAIRING") })
    }

    @Test(
        "The golden fixtures of pairing have no answer for an input of another form",
        arguments: [
            "{}", #"{"configuration":{"freshName":""},"events":[]}"#,
            #"{"configuration":{"freshName":"554e504149524544"},"events":[]}"#,
            given(#"{"event":"start"}"#), given(#"{"event":"look","at":0}"#),
            given(#"{"event":"stored","at":0}"#),
            given(#"{"event":"stored","at":0,"ticket":-1}"#),
            given(#"{"event":"loaded","at":0}"#),
            given(#"{"event":"loaded","at":0,"names":{"own":"41"}}"#),
            given(#"{"event":"loaded","at":0,"names":{"own":"","peer":null}}"#),
            given(#"{"event":"loaded","at":0,"names":{"own":"41","peer":4}}"#),
            given(#"{"event":"connected","at":0}"#),
        ])
    func malformed(_ text: String) throws {
        let input = try #require(JSONValue(line: text))
        #expect(LibraryTestee().answer(.pairingClient, input) == nil)
        #expect(LibraryTestee().answer(.pairingServer, input) == nil)
    }

    @Test(
        "The golden fixtures of pairing have no answer for events that only one end has",
        arguments: [
            (Vector.Operation.pairingClient, #"{"event":"found","at":0,"peer":null}"#),
            (.pairingClient, #"{"event":"answered","at":0,"ticket":1,"bytes":"0"}"#),
            (.pairingClient, #"{"event":"failed","at":0,"ticket":1,"attError":256}"#),
            (.pairingClient, #"{"event":"read","at":0,"link":1,"request":1}"#),
            (.pairingServer, #"{"event":"found","at":0,"peer":7}"#),
            (.pairingServer, #"{"event":"write","at":0,"link":1,"bytes":"41"}"#),
            (
                .pairingServer,
                #"{"event":"read","at":0,"link":1,"request":1,"characteristic":"name","offset":0}"#
            ),
            (
                .pairingServer,
                #"{"event":"read","at":0,"link":1,"request":1,"characteristic":"serverName","offset":-1}"#
            ),
        ] as [(Vector.Operation, String)])
    func malformedEvent(_ operation: Vector.Operation, _ event: String) throws {
        let input = try #require(JSONValue(line: given(event)))
        #expect(LibraryTestee().answer(operation, input) == nil)
    }
}

/// An input with one event.
private func given(_ event: String) -> String {
    #"{"configuration":{"freshName":"41"},"events":["# + event + "]}"
}
