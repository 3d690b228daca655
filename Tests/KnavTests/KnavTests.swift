import Foundation
import RepositorySupport
import Testing

@testable import knav

@Suite("knav")
struct KnavTests {
    @Test("knav tells what it can do")
    func help() async throws {
        let named = try await KnavProcess(["help", "capture", "show"])
        #expect(named.output == CaptureShowCommand.help + "\n")
        for word in ["--help", "-h", "help"] {
            let run = try await KnavProcess([word])
            #expect(run.exitCode == 0)
            #expect(run.errors.isEmpty)
            for command in CommandList.all {
                let line = run.lines.first { $0.hasPrefix("  \(command.name) ") }
                #expect(line?.hasSuffix(" \(command.summary)") == true, "\(command.name)")
            }
            for code in ExitCode.allCases { #expect(run.output.contains(code.meaning)) }
        }
    }

    @Test("knav says its version, which is the newest one of the changelog")
    func version() async throws {
        let run = try await KnavProcess(["--version"])
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        let changelog = try String(
            contentsOf: Repository.root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
        let headings = changelog.matches(of: /(?m)^## \[(.*?)\]/).map { String($0.1) }
        #expect(headings.first == "Unreleased")
        #expect(run.output == "knav \(try #require(headings.dropFirst().first))\n")
        let more = try await KnavProcess(["--version", "--json"])
        #expect(more.exitCode == 64)
        let testee = try await KnavProcess(
            ["conformance", "testee"],
            input:
                "{\"request\":\"describe\",\"protocol\":1,\"suite\":\"KBC\",\"suiteVersion\":\"10.0.0\"}"
        )
        #expect(testee.output.contains("\"version\":\"\(KnavVersion.text)\""))
    }

    @Test("knav helps with every command, and with every option of each")
    func commandHelp() async throws {
        for command in CommandList.all {
            let words = command.name.split(separator: " ").map(String.init)
            let run = try await KnavProcess(words + ["--help"])
            #expect(run.exitCode == 0)
            #expect(run.errors.isEmpty)
            #expect(run.output == command.help + "\n")
            #expect(run.output.hasPrefix("usage: knav \(command.name)"))
            let syntax = command.syntax
            for option in syntax.options.union(syntax.lists).union(syntax.flags) {
                #expect(run.output.contains(option), "\(command.name) \(option)")
            }
        }
    }

    @Test("knav has commands of one or two words, each with a name of its own")
    func commandNames() async throws {
        let names = CommandList.all.map { (command: any Command.Type) -> String in command.name }
        #expect(Set(names).count == names.count)
        for name in names {
            let words = name.split(separator: " ").map(String.init)
            #expect(words.count <= 2)
            #expect(CommandList.command(named: name)?.name == name)
            guard words.count == 2 else { continue }
            #expect(CommandList.members(of: words[0]).contains(words[1]))
            // The group's name alone says what is missing. It may be a command too, which takes no words.
            let group = try await KnavProcess([words[0]])
            let isCommand = CommandList.command(named: words[0]) != nil
            #expect(group.exitCode == 64)
            #expect(group.errors.contains(isCommand ? "'--seeds' is missing" : words[1]))
        }
    }

    @Test(
        "knav refuses a wrong command line with exit code 64, and says why",
        arguments: [
            [], ["fly"], ["--fast"], ["decode"], ["decode", "--layout", "new", "00"],
            ["decode", "--layout"], ["decode", "--json=yes", "00"], ["decode", "--jason", "00"],
            ["decode", "--as", "packet", "00"], ["encode"], ["ride"], ["ride", "a", "b"],
            ["ride", "a", "--mtu", "22"], ["ride", "a", "--mtu", "518"],
            ["ride", "a", "--units", "vendor"], ["ride", "a", "--profile", "symbian"],
            ["ride", "a", "--mtu", "23", "--mtu", "23"], ["ride", "a", "--faults", "some"],
            ["ride", "a", "--seed", "-1"], ["campaign"], ["campaign", "--seeds", "5..<5"],
            ["campaign", "--seeds", "9..<3"], ["campaign", "--seeds", "0..<x"],
            ["campaign", "--seeds", "0..<9", "--jobs", "0"],
            ["campaign", "--seeds", "0..<9", "--profile", "none"], ["bench", "fast"],
        ])
    func usage(_ words: [String]) async throws {
        let run = try await KnavProcess(words)
        #expect(run.exitCode == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("knav"))
    }

    @Test("knav bench says that the benchmark is another program, and how to run it")
    func bench() async throws {
        for words in [["bench"], ["bench", "--json", "--pairs"], ["bench", "--extra", "10"]] {
            let run = try await KnavProcess(words)
            #expect(run.exitCode == 64)
            #expect(run.errors.contains("'swift run -c release knav-bench'"))
        }
    }
}

@Suite("knav decode")
struct DecodeCommandTests {
    private static let deployed = "4d00000005a80700004c656e6ec3a9"

    private func object(_ line: some StringProtocol) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        return try #require(object as? [String: Any])
    }

    @Test("knav decode shows an object")
    func text() async throws {
        let run = try await KnavProcess(["decode", Self.deployed])
        #expect(run.exitCode == 0)
        #expect(
            run.output == "←  2.0 km  Lenné  (deployed, identifier 77, arrow 5 left, 1960 m)\n")
    }

    @Test("knav decode gives all fields as JSON")
    func json() async throws {
        let run = try await KnavProcess(["decode", "--json", Self.deployed])
        let record = try object(try #require(run.lines.first))
        #expect(record["layout"] as? String == "deployed")
        #expect(record["identifier"] as? Int == 77)
        #expect(record["arrow"] as? Int == 5)
        #expect(record["arrowName"] as? String == "left")
        #expect(record["distanceInMeters"] as? Int == 1960)
        #expect(record["street"] as? String == "Lenné")
        #expect(record["display"] as? String == "2.0 km")
    }

    @Test(
        "knav decode says what is perhaps cut, or perhaps not komoot's, and nothing of the others")
    func doubts() async throws {
        let cut = "perhaps cut: at MTU 23 an answer holds 22 bytes, a notification 20"
        let start = "4d00000005a8070000"
        for (hex, doubt) in [
            (start + String(repeating: "41", count: 10), nil),
            (start + String(repeating: "41", count: 11), cut),
            (start + String(repeating: "41", count: 12), nil),
            (start + String(repeating: "41", count: 13), cut),
            (start + String(repeating: "41", count: 14), nil),
            // 7156 km and a reserved arrow; then only one of these and of ill-formed text.
            ("4d000000c8a0316d0041", "perhaps not komoot's"),
            ("4d00000005a0316d0041", nil), ("4d000000c8a807000041", nil),
            ("4d00000005a8070000c3", nil), ("4d00000005a0316d00c3", "perhaps not komoot's"),
            ("4d000000c8a80700001b5b", "perhaps not komoot's"),
            // 1000 km and a reserved arrow, and 1 m more; half of the equator, and 1 m more.
            ("4d000000c840420f0041", nil), ("4d000000c841420f0041", "perhaps not komoot's"),
            ("4d0000000584bf310141", nil), ("4d0000000585bf310141", "perhaps not komoot's"),
        ] {
            let run = try await KnavProcess(["decode", hex])
            #expect(run.output.contains("perhaps") == (doubt != nil), "\(hex)")
            #expect(doubt.map { run.output.contains($0) } ?? true, "\(hex)")
        }
        let json = try await KnavProcess(["decode", "--json", "4d000000c8a0316d0041"])
        #expect(json.output.contains(#""doubts":["perhapsForeign"]"#))
        let notified = try await KnavProcess(
            ["decode", "--as", "notification", start + String(repeating: "41", count: 11)])
        #expect(!notified.output.contains("perhaps"))
    }

    @Test("knav decode escapes in JSON what a terminal obeys and does not show")
    func escapedJSON() async throws {
        let run = try await KnavProcess(["decode", "--json", "4d00000005a8070000e280ae41"])
        #expect(run.output.contains(#""street":"\u202eA""#))
        #expect(!run.output.unicodeScalars.contains("\u{202E}"))
    }

    @Test("knav decode gives a legacy identifier as an uppercase hyphenated UUID")
    func legacy() async throws {
        let hex = "0123456789ab4def8123456789abcdef" + "05" + "a8070000" + "41"
        let run = try await KnavProcess(["decode", "--json", hex])
        let record = try object(try #require(run.lines.first))
        #expect(record["layout"] as? String == "legacy")
        #expect(record["identifier"] as? String == "01234567-89AB-4DEF-8123-456789ABCDEF")
    }

    @Test("knav decode goes on after bad lines, says what is wrong with each, and ends with 65")
    func badLines() async throws {
        let input = "00\n\nxyz\n\(Self.deployed)\n123\n"
        let json = try await KnavProcess(["decode", "--json", "-"], input: input)
        #expect(json.exitCode == 65)
        let records = try json.lines.map { try object($0) }
        let errors = records.map { $0["error"] as? [String: Any] }
        #expect(
            errors.map { $0?["code"] as? String } == [
                "truncated", "malformedHex", nil, "malformedHex",
            ])
        #expect(errors.map { $0?["offset"] as? Int } == [1, 0, nil, 3])
        #expect(records.map { $0["input"] as? Int } == [1, 3, nil, 5])
        let text = try await KnavProcess(["decode", "-"], input: input)
        #expect(text.exitCode == 65)
        #expect(text.lines.count == 1)
        #expect(text.errors.contains("input 1: truncated at byte 1"))
        #expect(text.errors.contains("input 5: malformedHex at character 3"))
    }

    @Test("knav decode decodes in the layout that is given, whatever the bytes look like")
    func pinned() async throws {
        let hex = "4d00000005a8070000" + "000000000000000000000001"
        let run = try await KnavProcess(["decode", "--layout=published", "--json", hex])
        #expect(run.exitCode == 65)
        #expect(run.output.contains(#""code":"reservedNotZero","offset":20"#))
    }

    @Test("knav decode reads notifications: an identifier alone, and a cut object with a note")
    func notifications() async throws {
        let run = try await KnavProcess(["decode", "--as", "notification", "0102 0304"])
        #expect(run.output == "identifier 67305985\n")
        let cut = try await KnavProcess([
            "decode", "--as=notification", "4d00000005a80700004c656e6ec3a9737472c3",
            "4d00000005a80700004c656e6ec3a973747261c3",
        ])
        #expect(cut.lines.first?.contains("possibly cut") == false)
        #expect(cut.lines.last?.hasPrefix("←  2.0 km  Lennéstra  (") == true)
        #expect(cut.lines.last?.contains("possibly cut") == true)
    }

    @Test("knav decode says where in the given text hexadecimal is bad")
    func hexPlaces() async throws {
        let run = try await KnavProcess(["decode", "--json", "0x4d:0g", " 4d 0", ""])
        try #require(run.lines.count == 3)
        #expect(run.lines[0].contains(#""code":"malformedHex","offset":6"#))
        #expect(run.lines[1].contains(#""code":"malformedHex","offset":5"#))
        #expect(run.lines[2].contains(#""code":"truncated","offset":0"#))
    }

    @Test("knav decode shows no control characters and says where a street is not UTF-8")
    func hostileStreet() async throws {
        let run = try await KnavProcess(["decode", "4d00000005a8070000" + "411b5b324aff42"])
        #expect(run.output.contains("A\u{FFFD}[2J\u{FFFD}B"))
        let override = try await KnavProcess(["decode", "4d00000005a8070000" + "41e280ae42"])
        #expect(override.output.contains("A\u{FFFD}B"))
        #expect(run.output.contains("invalid UTF-8 at byte 14"))
    }
}

@Suite("knav, when nobody can read what it writes")
struct ClosedOutputTests {
    /// Runs a line of shell with `knav` as `$0`.
    private func shell(_ line: String) async throws -> Int32 {
        try await KnavProcess([], script: line).exitCode
    }

    @Test("knav goes on without standard error, and says so when standard output is full")
    func closed() async throws {
        #expect(try await shell("exec \"$0\" decode zz 2>&-") == 65)
        if FileManager.default.fileExists(atPath: "/dev/full") {
            #expect(try await shell("exec \"$0\" decode zz 2>/dev/full") == 65)
            #expect(try await shell("exec \"$0\" --help >/dev/full 2>/dev/null") == 74)
        }
    }
}

@Suite("knav encode")
struct EncodeCommandTests {
    @Test("knav encode writes what decode reads, in every layout")
    func roundTrip() async throws {
        let identifiers = [
            "published": "4294967295", "deployed": "7",
            "legacy": "01234567-89ab-4def-8123-456789abcdef",
        ]
        for (layout, identifier) in identifiers {
            let encoded = try await KnavProcess([
                "encode", "--layout", layout, "--identifier", identifier, "--arrow",
                "roundaboutClockwise2of3", "--distance", "300", "--street", "Große Straße",
            ])
            #expect(encoded.exitCode == 0)
            let hex = try #require(encoded.lines.first)
            let decoded = try await KnavProcess(["decode", "--layout", layout, String(hex)])
            #expect(decoded.output.hasPrefix("❷  300 m  Große Straße  (\(layout), identifier"))
            #expect(decoded.output.contains(identifier.uppercased()))
        }
    }

    @Test(
        "knav encode refuses what no object can hold",
        arguments: [
            ["--identifier", "7", "--arrow", "4", "--distance", "1", "--layout", "legacy"],
            ["--identifier", "-7", "--arrow", "4", "--distance", "1", "--layout", "deployed"],
            ["--identifier", "7", "--arrow", "256", "--distance", "1", "--layout", "deployed"],
            ["--identifier", "7", "--arrow", "bend", "--distance", "1", "--layout", "deployed"],
            [
                "--identifier", "7", "--arrow", "4", "--distance", "4294967296", "--layout",
                "deployed",
            ],
            ["--identifier", "7", "--arrow", "4", "--layout", "deployed"],
        ])
    func refusals(_ words: [String]) async throws {
        let run = try await KnavProcess(["encode"] + words)
        #expect(run.exitCode == 64)
        #expect(run.output.isEmpty && !run.errors.isEmpty)
    }

    @Test("knav encode writes a street of any bytes")
    func streetHex() async throws {
        let words = [
            "--layout", "deployed", "--identifier", "1", "--arrow", "5", "--distance", "9",
        ]
        let run = try await KnavProcess(["encode"] + words + ["--street-hex", "41ff"])
        #expect(run.output == "010000000509000000" + "41ff\n")
        let both = try await KnavProcess(
            ["encode"] + words + ["--street-hex", "41", "--street", "A"])
        #expect(both.exitCode == 64)
    }

    @Test("knav encode refuses a street that is too long with exit code 65")
    func oversized() async throws {
        let run = try await KnavProcess([
            "encode", "--layout", "deployed", "--identifier", "1", "--arrow", "1", "--distance",
            "1", "--street", String(repeating: "x", count: 504),
        ])
        #expect(run.exitCode == 65)
        #expect(run.errors.contains("oversized at byte 512"))
    }
}
