import Foundation
import KomootNav
import KomootNavConformance
import KomootNavJSON
import RepositorySupport
import Testing

@Suite("The golden fixtures")
struct FixtureTests {
    let suite: VectorSuite

    init() throws {
        suite = try GoldenFixtures.suite()
    }

    @Test("The golden fixtures are all answered by the library as they expect")
    func libraryPasses() {
        let testee = LibraryTestee()
        for vector in suite.vectors {
            let answer = testee.answer(vector.operation, vector.input)
            #expect(answer == vector.expected, "\(vector.id): \(vector.title)")
        }
    }

    @Test("The golden fixtures are many, and cover every operation and every arrow up to 40")
    func coverage() {
        #expect(suite.vectors.count >= 1500)
        #expect(Set(suite.vectors.map(\.operation)) == Set(Vector.Operation.allCases))
        let arrows = Set(
            suite.vectors.compactMap { $0.expected["arrow"].flatMap(\.unsigned) })
        #expect(arrows.isSuperset(of: 0...40))
    }

    @Test(
        "The golden fixtures have more than a hundred reassembly scripts, for every radio and every clause with a rule"
    )
    func reassemblyCoverage() {
        let scripts = suite.vectors.filter { $0.operation == .reassembly }
        #expect(scripts.count >= 140)
        #expect(Set(scripts.map(\.clause)) == Set([3, 4, 5, 6, 7, 9, 10, 11].map { "8.\($0)" }))
        let radios = scripts.compactMap { $0.input["radio"]?.string }
        #expect(Set(radios) == Set(ChunkReassembler.Radio.allCases.map(\.name)))
    }

    @Test("The golden fixtures have hundreds of vectors for each session")
    func sessionCoverage() {
        let central = suite.vectors.filter { $0.operation == .centralSession }
        let peripheral = suite.vectors.filter { $0.operation == .peripheralSession }
        #expect(central.count >= 400)
        #expect(peripheral.count >= 200)
        #expect(Set(central.map(\.clause)) == Set((1...14).map { "C.\($0)" }))
        #expect(Set(peripheral.map(\.clause)) == Set((1...12).map { "P.\($0)" }))
    }

    @Test("The golden fixtures have whole objects of every length from 0 to 64 and around 512")
    func lengths() {
        let lengths = Set(
            suite.vectors.filter {
                $0.operation == .decode && $0.input["extent"]?.string == "whole"
            }.compactMap { $0.input["bytes"]?.string.map { $0.utf8.count / 2 } })
        #expect(lengths.isSuperset(of: Set(0...64).union([511, 512, 513])))
    }

    @Test(
        "The golden fixtures have the distances at the limits, in every style and in every layout")
    func distances() {
        let distances: Set<UInt32> = [
            0, 5, 6, 9, 14, 15, 94, 95, 255, 256, 994, 995, 996, 999, 1000, 1960, 9999, 65535,
            65536, 16_777_215, 16_777_216, 2_147_483_647, 2_147_483_648, 4_294_967_295,
        ]
        for style in ["vendor", "metric", "imperial", "uk"] {
            let found = suite.vectors.filter { $0.input["style"]?.string == style }
                .compactMap { $0.input["distanceInMeters"]?.unsigned }
            #expect(distances.isSubset(of: found), "\(style)")
        }
        for layout in ["published", "deployed", "legacy"] {
            let found = suite.vectors.filter { $0.expected["layout"]?.string == layout }
                .compactMap { $0.expected["distanceInMeters"]?.unsigned }
            #expect(distances.isSubset(of: found), "\(layout)")
        }
    }

    @Test("The golden fixtures have ids of one form, which say whether the case must work")
    func ids() throws {
        let form = /KBC\/[A-Z-]+\/[A-Z0-9-]+\/B[VI]-[0-9]{2,}/
        for vector in suite.vectors {
            #expect(try form.wholeMatch(in: vector.id) != nil, "\(vector.id)")
            let mustFail =
                vector.expected["error"] != nil || vector.changesNothing || vector.endsInError
            #expect(vector.id.contains("/BI-") == mustFail, "\(vector.id)")
        }
    }

    @Test(
        "The golden fixtures are in the order of the layers, each with its hand-written ones first")
    func order() {
        for layer in VectorSuite.layers {
            let topics = suite.files.filter { $0.layer == layer }.map(\.topic)
            let handWritten = topics.filter { $0 == "hand-written" }
            #expect(topics == handWritten + topics.filter { $0 != "hand-written" }.sorted())
        }
        #expect(suite.files.first?.layer == "codec")
        #expect(suite.files.first?.topic == "hand-written")
    }

    @Test(
        "The golden fixtures have the ids that the documents name, and the page on porting names every flag"
    )
    func documents() throws {
        let ids = Set(suite.vectors.map(\.id))
        let documents = Repository.root.appendingPathComponent("Docs")
        let files = try #require(
            FileManager.default.enumerator(at: documents, includingPropertiesForKeys: nil))
        var named = 0
        for case let file as URL in files where file.pathExtension == "md" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /KBC\/[A-Z-]+\/[A-Z0-9-]+\/B[VI]-[0-9]+/) {
                named += 1
                #expect(ids.contains(String(match.output)), "\(file.lastPathComponent)")
            }
        }
        #expect(named >= 20)
        let porting = try String(
            contentsOf: documents.appendingPathComponent("Porting.md"), encoding: .utf8)
        let ported = suite.files.filter { CExport.layers.contains($0.layer) }
        for flag in Set(ported.flatMap(\.flags.keys)) {
            #expect(
                porting.contains("| `\(flag)`") || porting.contains("`\(flag)`,")
                    || porting.contains(", `\(flag)`"))
        }
        for row in porting.split(separator: "\n") where row.hasPrefix("| `") {
            let id = row.firstMatch(of: /KBC\/[A-Z0-9\/-]+/).map { String($0.output) }
            let flag = row.firstMatch(of: /`([A-Za-z0-9]+)`/).map { String($0.output.1) }
            guard let id, let flag else { continue }
            let vector = try #require(suite.vectors.first { $0.id == id })
            #expect(vector.flags.contains(flag), "\(id) is not about \(flag)")
        }
    }

    @Test("The golden fixtures fail to load from a folder without them, and with a wrong count")
    func loadingFails() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("fixtures-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(throws: VectorSuite.LoadingError.missingFolder(folder.path)) {
            try VectorSuite(contentsOf: folder)
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #expect(throws: VectorSuite.LoadingError.missingLayer("codec")) {
            try VectorSuite(contentsOf: folder)
        }
        let layer = folder.appendingPathComponent("codec")
        try FileManager.default.createDirectory(at: layer, withIntermediateDirectories: true)
        let file = #"""
            {"suite": "KBC", "suiteVersion": "0", "layer": "codec", "topic": "x", "count": 1,
             "flags": {}, "vectors": []}
            """#
        try Data(file.utf8).write(to: layer.appendingPathComponent("x.json"))
        #expect(
            throws: VectorSuite.LoadingError.wrongCount(file: "codec/x.json", declared: 1, found: 0)
        ) {
            try VectorSuite(contentsOf: folder)
        }
    }

    /// A file of one vector that names one flag.
    private static let file = #"""
        {"suite":"KBC","suiteVersion":"0","layer":"codec","topic":"x","count":1,
         "flags":{"bug":{"bugType":"LENGTH","effect":"e"}},
         "vectors":[{"id":"a","title":"t","clause":"1","level":"required","since":"0",
         "provenance":"p","flags":["bug"],"operation":"decode","input":{},"expected":{},
         "wrongAnswers":{"bug":{"street":null}}}]}
        """#

    /// Two scripts, of which the second begins as the first.
    private static let scripts = #"""
        {"suite":"KBC","suiteVersion":"\#(VectorSuite.currentVersion)","layer":"session/central","topic":"x","count":2,
         "flags":{},"vectors":[
         {"id":"a","title":"t","clause":"C.1","level":"required","since":"0","provenance":"p",
         "flags":[],"operation":"centralSession","input":{"configuration":7,"events":[1,2,3]},
         "expected":{"steps":[10,20,30]},"wrongAnswers":{"first":{"steps":{"2":21}},
         "third":{"steps":{"3":31}},"both":[{"steps":{"1":11}},{"steps":{"2":22}}],
         "own":{"steps":{"1":12}},"any":"anything","either":[{"steps":{"1":13}},"crash"]}},
         {"id":"b","title":"t","clause":"C.1","level":"required","since":"0","provenance":"p",
         "flags":[],"operation":"centralSession","begins":{"as":"a","events":2},
         "input":{"events":[4]},"expected":{"steps":[40]},
         "wrongAnswers":{"own":{"steps":{"3":41}}}}]}
        """#

    @Test("A fixture's script that begins as another one is loaded whole")
    func beginnings() throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("x.json")
        try Data(Self.scripts.utf8).write(to: url)
        let vectors = try suite.adding([url]).vectors.suffix(2)
        let vector = try #require(vectors.last)
        #expect(
            vector.input
                == .object([
                    "configuration": .number(7), "events": .array([1, 2, 4].map(JSONValue.number)),
                ]))
        #expect(vector.expected == .object(["steps": .array([10, 20, 40].map(JSONValue.number))]))
        let whole = try #require(vectors.first?.wrongAnswers)
        let answers = try #require(vector.wrongAnswers)
        #expect(answers.keys.sorted() == ["both", "first", "own"])
        #expect(answers["first"] == whole["first"] && answers["both"] == whole["both"])
        #expect(answers["own"]?.alternatives == [.step(3, .number(41))])
    }

    @Test(
        "The golden fixtures fail to load if what a script says of its beginning is wrong",
        arguments: [
            (#""as":"a""#, #""as":"b""#), (#""as":"a","#, ""), (#""as":"a""#, #""as":1"#),
            (#""events":2"#, #""events":0"#), (#""events":2"#, #""events":4"#),
            (#""begins":{"as":"a","events":2}"#, #""begins":"a""#),
            (#"{"events":[4]}"#, #"{"events":4}"#), (#"{"steps":[40]}"#, "{}"),
            (#""expected":{"steps":[10,20,30]}"#, #""expected":{"text":"x"}"#),
            (#"{"configuration":7,"events":[1,2,3]}"#, #"{"configuration":7}"#),
            (#""input":{"events":[4]}"#, #""input":{"configuration":8,"events":[4]}"#),
            (#"{"steps":[40]}"#, #"{"steps":[40],"text":"x"}"#),
            (
                #""operation":"centralSession","begins""#,
                #""operation":"peripheralSession","begins""#
            ),
            (#"[4]"#, "[\((1...10_000).map(String.init).joined(separator: ","))]"),
        ])
    func badBeginning(_ part: String, _ fault: String) throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("x.json")
        let text = Self.scripts.replacing(part, with: fault, maxReplacements: 1)
        #expect(text != Self.scripts)
        try Data(text.utf8).write(to: url)
        #expect(throws: VectorSuite.LoadingError.badFile(url.path)) { try suite.adding([url]) }
    }

    @Test(
        "The golden fixtures fail to load with a file that is something else",
        arguments: [
            (#""suite":"KBC","#, ""), (#""count":1"#, #""count":1.5"#),
            (#""count":1"#, #""count":"x""#), (#""flags":{"#, #""flags":[],"more":{"#),
            (#""effect":"e""#, #""effect":1"#), (#""vectors":["#, #""vectors":[1,"#),
            (#""id":"a","#, ""), (#""required""#, #""urgent""#), (#"["bug"]"#, #"["bug",1]"#),
            (#""decode""#, #""guess""#), (#""input":{},"#, ""), (#","expected":{}"#, ""),
            (#"{"street":null}"#, "7"), (#"{"bug":{"street":null}}"#, "7"), ("]}", "]"), ("{", "["),
        ])
    func badFile(_ part: String, _ fault: String) throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("codec/x.json")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(Self.file.utf8).write(to: url)
        #expect(throws: VectorSuite.LoadingError.missingLayer("notification")) {
            try VectorSuite(contentsOf: folder)
        }
        let text = Self.file.replacing(part, with: fault, maxReplacements: 1)
        #expect(text != Self.file)
        try Data(text.utf8).write(to: url)
        #expect(throws: VectorSuite.LoadingError.badFile("codec/x.json")) {
            try VectorSuite(contentsOf: folder)
        }
    }
}
