import Foundation
import RepositorySupport
import Testing

@Suite("knav sensor live")
struct SensorLiveTests {
    private func live(_ lines: [String], _ words: [String] = []) async throws -> KnavProcess {
        try await KnavProcess(
            ["sensor", "live", "--stdio", "--clock", "given"] + words,
            input: lines.joined(separator: "\n") + "\n")
    }

    private static func notified(_ bytes: String, _ name: String = "2A5B", at time: Int) -> String {
        #"{"event":"notified","characteristic":"\#(name)","bytes":"\#(bytes)","at":\#(time)}"#
    }

    @Test("knav sensor live answers each line by a reading, with null for what is not known")
    func readings() async throws {
        let run = try await live([
            Self.notified("01000000000000", at: 0), Self.notified("01040000000004", at: 1000),
            Self.notified("0050", "heart", at: 1001), #"{"event":"linkLost","at":"2000"}"#,
        ])
        #expect(run.exitCode == 0)
        func reading(_ time: Int, _ speed: String, _ distance: Int, _ heart: String) -> Substring {
            Substring(
                #"{"at":\#(time),"cadence":null,"distance":\#(distance),"heartRate":\#(heart),"#
                    + #""isSpeedAverage":false,"power":null,"speed":\#(speed)}"#)
        }
        #expect(
            run.lines == [
                #"{"clock":"given","pipe":1,"role":"sensor","wheel":2105}"#,
                reading(0, "null", 0, "null"), reading(1000, "8420", 8420, "null"),
                reading(1001, "8420", 8420, "80"), reading(2000, "null", 8420, "null"),
            ])
    }

    @Test("knav sensor live tells sensors with names apart, and says whose value each is")
    func names() async throws {
        func notified(_ sensor: String, _ bytes: String, at time: Int) -> String {
            #"{"event":"notified","characteristic":"power","bytes":"\#(bytes)","sensor":"\#(sensor)","at":\#(time)}"#
        }
        let run = try await live([
            #"{"event":"located","sensor":"R","location":256,"at":0}"#,
            #"{"event":"timePassed","at":0}"#,
            #"{"event":"located","sensor":"R","location":8,"at":0}"#,
            #"{"event":"located","sensor":"L","location":7,"at":0}"#,
            notified("R", "20001400d36e660d", at: 1), notified("L", "20004a0047698730", at: 2),
            #"{"event":"linkLost","sensor":"L","at":3}"#,
            #"{"event":"timePassed","sensor":7,"at":4}"#, notified("L", "00", at: 5),
        ])
        #expect(run.exitCode == 65 && run.lines.count == 11)
        #expect(run.lines[9].contains(#""offset":1,"sensor":"L""#), "\(run.lines[9])")
        #expect(run.lines[1].contains(#""reason":"malformedMember""#), "\(run.lines[1])")
        // A line that is refused has named nobody.
        #expect(!run.lines[2].contains("sources") && run.lines[3].contains(#""sources":{}"#))
        #expect(
            run.lines[6].contains(#""power":94,"sources":{"otherPower":"L","power":"R"}"#),
            "\(run.lines[6])")
        let balance = #""balanceInHalfPercent":157,"isBalanceOfLeftLeg":true"#
        let details = #""details":{\#(balance),"powerOver3Seconds":94}"#
        #expect(run.lines[6].contains(details), "\(run.lines[6])")
        #expect(run.lines[7].contains(#""isPowerOfOneLeg":true"#), "\(run.lines[7])")
        #expect(run.lines[7].contains(#""power":20,"sources":{"power":"R"}"#))
        #expect(run.lines[8].contains(#""member":"sensor""#), "\(run.lines[8])")
    }

    /// What knav sensor live writes except readings.
    private func effects(_ lines: [String]) async throws -> [Substring] {
        let timed = lines.enumerated().map { "\($1.dropLast()),\"at\":\($0)}" }
        return try await live(timed).lines.dropFirst().filter { !$0.contains("isSpeedAverage") }
    }

    @Test("knav sensor live brings a fitness machine to a target, and says how it stands")
    func machine() async throws {
        let done = { (ticket: Int) in #"{"event":"done","sensor":"T","ticket":\#(ticket)}"# }
        let answered = { (bytes: String) in
            #"{"event":"notified","sensor":"T","characteristic":"2AD9","bytes":"\#(bytes)"}"#
        }
        let lines = try await effects([
            #"{"event":"target","sensor":"T","power":152}"#,
            #"{"event":"connected","sensor":"T","service":"ftms","feature":"0000000008000000","#
                + #""powerRange":"000020030500","resistanceRange":"01"}"#,
            #"{"event":"target","sensor":"U","power":160}"#,
            answered("800001").replacing("T", with: "U"),
            done(1), done(2), answered("800001"), done(3), answered("800501"),
            #"{"event":"notified","sensor":"T","characteristic":"2ADA","bytes":"08c800"}"#,
            answered("80"), #"{"event":"target","sensor":"T","power":160}"#,
            #"{"event":"failed","sensor":"T","ticket":4,"attError":128}"#,
            #"{"event":"startSpinDown","sensor":"T"}"#,
            #"{"event":"target","sensor":"T","resistance":null}"#,
            #"{"event":"linkLost","sensor":"T"}"#, #"{"event":"linkLost","sensor":"T"}"#, done(1),
        ])
        #expect(
            lines == [
                #"{"characteristic":"2AD6","effect":"fault","fault":"truncated","offset":1,"sensor":"T"}"#,
                #"{"effect":"subscribe","sensor":"T","ticket":1}"#,
                #"{"effect":"report","sensor":"T","state":"waiting"}"#,
                #"{"refused":{"line":3,"member":"sensor","reason":"malformedMember"}}"#,
                #"{"characteristic":"2AD9","effect":"fault","fault":"unknownCharacteristic","#
                    + #""offset":0,"sensor":"U"}"#,
                #"{"bytes":"00","characteristic":"2AD9","effect":"write","sensor":"T","ticket":2}"#,
                #"{"bytes":"059600","characteristic":"2AD9","effect":"write","sensor":"T","ticket":3}"#,
                #"{"effect":"report","power":150,"sensor":"T","state":"holding"}"#,
                #"{"effect":"report","sensor":"T","state":"changed","target":"power","value":200}"#,
                #"{"characteristic":"2AD9","effect":"fault","fault":"truncated","offset":1,"sensor":"T"}"#,
                #"{"bytes":"05a000","characteristic":"2AD9","effect":"write","sensor":"T","ticket":4}"#,
                #"{"effect":"report","sensor":"T","state":"waiting"}"#,
                #"{"code":128,"effect":"report","power":160,"refusal":"attError","sensor":"T","state":"refused"}"#,
                #"{"effect":"report","failure":"notSupported","sensor":"T","spinDown":"failed"}"#,
                #"{"bytes":"01","characteristic":"2AD9","effect":"write","sensor":"T","ticket":5}"#,
                #"{"effect":"report","sensor":"T","state":"idle"}"#,
                #"{"effect":"report","sensor":"T","state":"disconnected"}"#,
                #"{"effect":"fault","fault":"lateArrival","sensor":"T"}"#,
            ])
    }

    @Test("knav sensor live has a trainer without a fitness machine imitate a road by FE-C")
    func fec() async throws {
        let lines = try await effects([
            #"{"event":"target","simulation":{"windSpeed":0,"grade":300,"rollingResistance":40,"#
                + #""windResistance":51},"configuration":{"userWeight":7500}}"#,
            #"{"event":"connected","service":"fec"}"#, #"{"event":"done","ticket":1}"#,
            #"{"event":"notified","characteristic":"fec","bytes":"a4094e0536ffffffffffff04d4"}"#,
            #"{"event":"notified","characteristic":"fec","bytes":"a4094e05"}"#,
        ])
        let written = [
            (2, "a4094f0546ffffffff80360116"), (3, "a4094f05374c1dffffffff0081"),
        ].map { ticket, bytes in
            #"{"bytes":"\#(bytes)","characteristic":"6E40FEC3-B5A3-F393-E0A9-E50E24DCCA9E","#
                + #""effect":"write","ticket":\#(ticket)}"#
        }
        #expect(
            lines.map(String.init) == [
                #"{"effect":"subscribe","ticket":1}"#, #"{"effect":"report","state":"waiting"}"#,
                written[0], written[1],
                #"{"characteristic":"6E40FEC2-B5A3-F393-E0A9-E50E24DCCA9E","effect":"fault","#
                    + #""fault":"truncated","offset":4}"#,
            ])
    }

    @Test("knav sensor live tells when a trainer must have answered, and then asks again")
    func deadline() async throws {
        let connected = #"{"event":"connected","service":"fec","at":0}"#
        let run = try await live([connected, #"{"event":"timePassed","at":40000}"#])
        #expect(run.lines[3].contains(#""deadline":40000,"#), "\(run.lines[3])")
        #expect(
            run.lines[4...5] == [
                #"{"effect":"fault","fault":"timedOut"}"#, #"{"effect":"subscribe","ticket":2}"#,
            ])
        // By the wall clock, nothing needs to come: page 71 is awaited for a second.
        let output = try await output(
            of: ["--every", "100"], afterSeconds: 2,
            [
                #"{"event":"target","power":150}"#, #"{"event":"connected","service":"fec"}"#,
                #"{"event":"done","ticket":1}"#, #"{"event":"done","ticket":2}"#,
                #"{"event":"notified","characteristic":"fec","bytes":"a4094e0536ffffffffffff02d2"}"#,
                #"{"event":"done","ticket":3}"#,
            ])
        #expect(output.contains(#"{"effect":"report","power":150,"state":"holding"}"#))
    }

    /// What knav sensor live writes by the wall clock until its input ends, a while after some lines.
    private func output(
        of words: [String], afterSeconds seconds: Double, _ lines: [String] = []
    ) async throws -> String {
        let process = Process()
        process.executableURL = KnavProcess.executable
        process.arguments = ["sensor", "live", "--stdio"] + words
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try await onOwnThread {
            try process.run()
            try input.fileHandleForWriting.write(
                contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
            Thread.sleep(forTimeInterval: seconds)
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
        #expect(process.terminationStatus == 0)
        return String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }

    @Test("knav sensor live takes only the five measurements, by name and by number")
    func measurements() async throws {
        let measured = [
            ("csc", "2A5B", "00"), ("power", "2A63", "00000000"), ("ftms", "2AD2", "0100"),
            ("fec", "6E40FEC2-B5A3-F393-E0A9-E50E24DCCA9E", "a4094e0519a500245c00002002"),
            ("heart", "2A37", "0050"),
        ]
        for (name, uuid, bytes) in measured {
            let run = try await live([
                Self.notified(bytes, name, at: 1), Self.notified(bytes, uuid, at: 2),
            ])
            #expect(run.exitCode == 0 && !run.output.contains("fault"), "\(name)")
        }
        let all = SensorDecodeTests.examples.map { ($0.name, $0.bytes) }
        for (name, bytes) in all where !measured.contains(where: { $0.0 == name }) {
            let run = try await live([Self.notified(bytes.filter { $0 != " " }, name, at: 1)])
            #expect(run.exitCode == 65, "\(name)")
            #expect(run.output.contains(#""fault":"unknownCharacteristic","offset":0"#), "\(name)")
        }
    }

    @Test(
        "knav sensor live tells of a value that can't be decoded as a fault, and keeps the reading")
    func faults() async throws {
        let run = try await live([
            Self.notified("0101", at: 5), Self.notified("00", "2A5C", at: 6),
            Self.notified("00", "71C1E128-D92F-4FA8-A2B2-0F171DB3436C", at: 7),
        ])
        #expect(run.exitCode == 65 && run.lines.count == 7)
        #expect(
            [1, 3, 5].map { run.lines[$0] } == [
                #"{"characteristic":"2A5B","effect":"fault","fault":"truncated","offset":2}"#,
                #"{"characteristic":"2A5C","effect":"fault","fault":"unknownCharacteristic","offset":0}"#,
                #"{"characteristic":"71C1E128-D92F-4FA8-A2B2-0F171DB3436C","effect":"fault","#
                    + #""fault":"unknownCharacteristic","offset":0}"#,
            ])
    }

    @Test(
        "knav sensor live refuses a line that can't be understood, with a reason",
        arguments: [
            ("x", "malformedLine"), ("[]", "malformedLine"), (#"{"at":1}"#, "unknownEvent"),
            (#"{"event":"go","at":1}"#, "unknownEvent"), (#"{"event":"timePassed"}"#, "noTime"),
            (#"{"event":"timePassed","at":-1}"#, "malformedMember"),
            (#"{"event":"timePassed","at":1.5}"#, "malformedMember"),
            (#"{"event":"timePassed","at":1,}"#, "malformedLine"),
            (#"{"event":"timePassed","at":1,"at":1}"#, "malformedLine"),
            (#"{"event":"notified","at":1,"bytes":""}"#, "malformedMember"),
            (notified("0g", at: 1), "malformedMember"),
            (#"{"event":"target","at":1}"#, "malformedMember"),
            (#"{"event":"target","power":40000,"at":1}"#, "malformedMember"),
            (#"{"event":"target","power":100,"resistance":3,"at":1}"#, "malformedMember"),
            (#"{"event":"target","simulation":{"grade":1},"at":1}"#, "malformedMember"),
            (#"{"event":"connected","service":"csc","at":1}"#, "malformedMember"),
            (#"{"event":"connected","service":"ftms","feature":1,"at":1}"#, "malformedMember"),
            (#"{"event":"done","at":1}"#, "malformedMember"),
            (#"{"event":"failed","ticket":1,"at":1}"#, "malformedMember"),
            (notified("01 02", at: 1), "malformedMember"),
            (notified("0x01", at: 1), "malformedMember"),
            (notified("00", "cscc", at: 1), "malformedMember"),
            (notified(String(repeating: "00", count: 513), at: 1), "malformedMember"),
            (
                #"{"event":"timePassed","at":1,"x":""# + String(repeating: "x", count: 70_000)
                    + "\"}", "oversized"
            ),
        ])
    func refusals(line: String, reason: String) async throws {
        let run = try await live(["", line, #"{"event":"timePassed","at":9}"#])
        #expect(run.exitCode == 65 && run.lines.count == 3)
        #expect(
            run.lines[1].contains("\"reason\":\"\(reason)\"") && run.lines[1].contains("\"line\":2")
        )
        #expect(run.lines[2].hasPrefix(#"{"at":9,"#))
    }

    @Test("Time does not go back in knav sensor live, and the latest time of all is taken")
    func times() async throws {
        let run = try await live([
            #"{"event":"timePassed","at":500}"#, #"{"event":"timePassed","at":400}"#,
            #"{"event":"timePassed","at":"18446744073709551615"}"#,
            Self.notified("01000000000000", at: 1),
        ])
        #expect(run.exitCode == 0 && run.lines.count == 5)
        #expect(run.lines[2].hasPrefix(#"{"at":500,"#))
    }

    @Test(
        "knav sensor live takes lines without a time by the wall clock, and gives readings by itself"
    )
    func wallClock() async throws {
        let refused = try await KnavProcess(
            ["sensor", "live", "--stdio"], input: #"{"event":"timePassed","at":1}"# + "\n")
        #expect(refused.exitCode == 65 && refused.lines[1].contains("unexpectedTime"))
        let clock = ContinuousClock()
        let start = clock.now
        let text = try await output(of: ["--every", "0.1"], afterSeconds: 1)
        // The greeting, and a reading each 0.1 s at most.
        let most = 1 + Int((clock.now - start) / .milliseconds(100))
        #expect((4...most).contains(text.split(separator: "\n").count))
    }
}
