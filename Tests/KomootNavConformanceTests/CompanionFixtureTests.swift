import ConnectIQBridge
import Foundation
import KomootNavConformance
import KomootNavJSON
import LinkForms
import RepositorySupport
import Testing

@Suite("The golden fixtures of a companion app's session")
struct CompanionFixtureTests {
    let suite: VectorSuite
    let vectors: [Vector]

    init() throws {
        suite = try GoldenFixtures.suite()
        vectors = suite.vectors.filter { $0.operation == .companionSession }
    }

    /// The names of the phases of devices and apps in the steps before the last event.
    private func phases(_ vector: Vector, _ kind: String) -> [String] {
        guard case .array(let steps) = vector.expected["steps"],
            case .array(let members) = steps.dropLast().last?[kind]
        else { return [] }
        return members.compactMap { $0["phase"]?.string }
    }

    @Test(
        "The golden fixtures of a companion app's session have hundreds of vectors, and one for every event in every phase of the session"
    )
    func cells() {
        #expect(vectors.count >= 800)
        let found = Set(vectors.compactMap(\.cell).map { [$0.event, $0.before] })
        for event in CompanionSession.EventName.allCases {
            for phase in CompanionSession.Phase.allCases {
                #expect(found.contains([event.rawValue, "\(phase)"]))
            }
        }
    }

    @Test(
        "A companion app's golden fixtures have a vector for every event in every phase of a device and of an app"
    )
    func innerCells() {
        var found: Set<[String]> = []
        for vector in vectors {
            guard let event = vector.cell?.event else { continue }
            for kind in ["devices", "apps"] {
                for phase in phases(vector, kind) { found.insert([event, kind, phase]) }
            }
        }
        for event in CompanionSession.EventName.allCases {
            for phase in CompanionSession.DevicePhase.allCases where phase != .unknown {
                #expect(found.contains([event.rawValue, "devices", "\(phase)"]))
            }
            for phase in CompanionSession.AppPhase.allCases where phase != .unregistered {
                #expect(found.contains([event.rawValue, "apps", "\(phase)"]))
            }
        }
    }

    @Test("The golden fixtures of a companion app's session have every clause with a rule")
    func clauses() {
        #expect(Set(vectors.map(\.clause)) == Set((2...17).map { "8.\($0)" }))
    }

    @Test(
        "The golden fixtures of a companion app's session name the bugs of plain sessions, and the page lists them"
    )
    func flags() throws {
        let files = suite.files.filter { $0.layer == "watch/session" }
        let flags = Set(files.flatMap(\.flags.keys))
        #expect(flags.count >= 30)
        let page = try String(
            contentsOf: Repository.root.appendingPathComponent("Docs/Watch.md"), encoding: .utf8)
        for flag in flags { #expect(page.contains("`\(flag)`"), "\(flag)") }
    }

    @Test(
        "The golden fixtures of a companion app's session need no feature but that of batches, and are in no C header"
    )
    func export() throws {
        var counts: [Set<Feature>: Int] = [:]
        for vector in vectors { counts[vector.features, default: 0] += 1 }
        #expect(Set(counts.keys) == [[], [.batchedMessages]])
        #expect(counts[[], default: 0] >= 800 && counts[[.batchedMessages], default: 0] >= 200)
        for vector in vectors where vector.clause == "8.16" {
            // One is a message that would be too large for a batch, and is none.
            let isPlain = vector.title.hasSuffix("in an array is sent without one")
            #expect(vector.features.isEmpty == isPlain, "\(vector.title)")
        }
        #expect(!CExport.layers.contains("watch/session"))
        #expect(try CExport.files(suite).allSatisfy { !$0.content.contains("KBC/WATCH-SESSION") })
    }

    @Test(
        "The golden fixtures of a companion app's session have no answer for an input of another form",
        arguments: [
            "{}", #"{"configuration":{},"events":[]}"#,
            #"{"configuration":{"appName":"","bundleIdentifier":"b","urlScheme":"c"},"events":[]}"#,
            given("", configured: #","overridesInstallAlert":1"#),
            given("", configured: #","maximumDepth":-1"#),
            given(#"{"event":"start"}"#), given(#"{"event":"look","at":0}"#),
            event("loaded", #""ticket":1"#), event("loaded", #""ticket":1,"devices":1"#),
            event("loaded", #""devices":null"#), event("loadFailed"),
            event("loaded", #""ticket":1,"devices":[{"id":"1","model":"","name":""}]"#),
            event("loaded", #""ticket":1,"devices":[{"id":"\#(id)","model":""}]"#),
            event(
                "loaded",
                #""ticket":1,"devices":[{"id":"\#(id)","model":"","name":"","partNumber":1}]"#),
            event("stored"), event("stored", #""ticket":-1"#),
            event("showStorePage", #""app":\#(app)"#),
            event("showStorePage", #""app":\#(app),"storeID":"1""#),
            event("urlOpened", #""url":"a""#), event("urlOpened", #""isTrusted":true"#),
            event("registerDevice", #""device":"1""#),
            event("statusChanged", #""device":"\#(id)","status":"away""#),
            event("registerApp", #""app":{"id":"\#(id)"}"#), event("openApp"),
            event("appStatusAnswered", #""ticket":1"#),
            event("appStatusAnswered", #""ticket":1,"status":{"isInstalled":true}"#),
            event(
                "appStatusAnswered",
                #""ticket":1,"status":{"isInstalled":true,"version":65536}"#),
            event("openAnswered", #""ticket":1,"result":"sent""#),
            event("send", #""app":\#(app),"id":1,"content":1,"delivery":"now""#),
            event("send", #""app":\#(app),"id":1,"delivery":"inOrder""#),
            event("send", #""app":\#(app),"content":1,"delivery":"inOrder""#),
            event("progressed", #""ticket":1,"sent":1"#),
            event("finished", #""ticket":1"#),
            event("messageReceived", #""app":\#(app),"content":{"number":1}"#),
        ])
    func malformed(_ text: String) throws {
        let input = try #require(JSONValue(line: text), "\(text)")
        #expect(LibraryTestee().answer(.companionSession, input) == nil)
    }

    @Test(
        "The golden fixtures of a companion app's session have an answer for an input of their form"
    )
    func wellFormed() throws {
        let text = event("send", #""app":\#(app),"id":1,"content":1,"delivery":"inOrder""#)
        let input = try #require(JSONValue(line: text))
        #expect(LibraryTestee().answer(.companionSession, input) != nil)
    }
}

private let id = "D0000000-0000-0000-0000-000000000001"
private let app = #"{"id":"\#(id)","device":"\#(id)"}"#

/// An input with an event that has these members.
private func event(_ name: String, _ members: String = "") -> String {
    given(#"{"event":"\#(name)","at":0\#(members.isEmpty ? "" : ",")\#(members)}"#)
}

/// An input with these events.
private func given(_ events: String, configured: String = "") -> String {
    #"{"configuration":{"appName":"a","bundleIdentifier":"b","urlScheme":"c"\#(configured)},"#
        + #""events":[\#(events)]}"#
}
