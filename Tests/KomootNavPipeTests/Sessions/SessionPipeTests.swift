import KomootNav
import KomootNavPipe
import Testing

@Suite("A session in a pipe")
struct SessionPipeTests {
    private let central = CentralSession.Configuration(radio: .offsetReads)

    /// The lines with which a pipe answers these.
    private func lines(
        _ pipe: inout SessionPipe, _ input: String, chunkSize: Int = 7, at time: UInt64 = 0,
        finishes: Bool = true
    ) -> [PipeLine] {
        let bytes = ContiguousArray(input.utf8)
        let now = SessionTime(milliseconds: time)
        var lines: [PipeLine] = []
        for start in stride(from: 0, to: bytes.count, by: chunkSize) {
            let end = min(start + chunkSize, bytes.count)
            pipe.handle(bytes.span.extracting(start..<end), at: now) { lines.append($0) }
        }
        if finishes { pipe.finish(at: now) { lines.append($0) } }
        return lines
    }

    private func events(_ lines: [PipeLine]) -> [SessionEvent] {
        lines.compactMap { if case .event(let taken) = $0.kind { taken.event } else { nil } }
    }

    private func effects(_ lines: [PipeLine]) -> [SessionEffect] {
        lines.compactMap { if case .effect(let effect) = $0.kind { effect } else { nil } }
    }

    private func refusals(_ lines: [PipeLine]) -> [String] {
        lines.filter { $0.kind == .refusal }.map { line in
            let refused = line.json["refused"]
            let member = refused?["member"]?.string.map { " " + $0 } ?? ""
            return "\(refused?["line"]?.unsigned ?? 0) \(refused?["reason"]?.string ?? "")\(member)"
        }
    }

    @Test("A session in a pipe first says which end it is, which version, and whose clock counts")
    func greeting() {
        let pipe = SessionPipe(central: central, clock: .given)
        #expect(
            pipe.greeting.text
                == #"{"clock":"given","layout":"auto","pipe":1,"radio":"offsetReads","role":"central"}"#
        )
        let phone = SessionPipe(
            peripheral: PeripheralSession.Configuration(layout: .deployed), clock: .wall)
        #expect(
            phone.greeting.text
                == #"{"clock":"wall","hasCCCD":true,"layout":"deployed","pipe":1,"role":"peripheral"}"#
        )
    }

    @Test("A session in a pipe answers each event with its effects, then with its state")
    func effects() {
        var pipe = SessionPipe(central: central, clock: .given)
        let found = lines(&pipe, #"{"event":"start","at":7}"# + "\n")
        #expect(events(found) == [.central(.start)])
        let isState = found.map { $0.kind == .state }
        #expect(isState == [false, false, false, true])
        #expect(effects(found) == [.central(.startScan), .central(.report(.searching))])
        #expect(
            found.map(\.text) == [
                #"{"at":7,"event":"start"}"#, #"{"effect":"startScan"}"#,
                #"{"effect":"report","status":"searching"}"#,
                #"{"at":7,"deadline":null,"phase":"scanning"}"#,
            ])
        #expect(found.map(\.isForTraces) == [true, false, false, false])
    }

    @Test("A session in a pipe delivers an object's bytes with the decoded instruction")
    func delivery() {
        var pipe = SessionPipe(central: central, clock: .wall)
        let found = lines(
            &pipe,
            """
            {"event":"start"}
            {"event":"found","peer":4294967295}
            {"event":"connected","link":1,"mtu":23}
            {"event":"discovered","ticket":2,"hasCCCD":false}
            {"event":"answered","ticket":3,"bytes":"0403020105d20000004162"}

            """)
        let deliveries = found.filter { $0.json["effect"]?.string == "deliver" }
        #expect(deliveries.last?.json["extent"] == .string("whole"))
        let instruction = deliveries.last?.json["instruction"]
        #expect(instruction?["street"] == .string("Ab"))
        #expect(instruction?["distanceInMeters"] == .number(210))
        #expect(instruction?["arrowName"] == .string("left"))
        let connect = found.first { $0.json["effect"]?.string == "connect" }
        #expect(connect?.json["peer"] == .string("4294967295"))
    }

    @Test("A session in a pipe refuses what it can't understand, says why, and stays as it was")
    func refused() {
        var pipe = SessionPipe(central: central, clock: .wall)
        let bad = """
            {"event":"nope"}
            {"event":"found"}
            {"event":"found","peer":-1}
            {"event":"connected","link":1}
            {"event":"answered","ticket":1,"bytes":"0"}
            {"event":"notified","link":1,"bytes":"0g"}
            {"event":"discovered","ticket":1,"hasCCCD":1}
            {"event":"failed","ticket":1,"attError":256}
            {"event":"start","at":5}
            {"at":5}
            []
            nonsense
            {"event":"start","more":1e400}
            {"event":"start",}
            {"event":"start","more":1,"more":2}
            {"event":"start","event":"start"}
            {"event":"found","peer":1.5}
            {"event":"start","at":1.5}

            """
        let found = lines(&pipe, bad)
        #expect(
            refusals(found) == [
                "1 unknownEvent", "2 malformedMember peer", "3 malformedMember peer",
                "4 malformedMember mtu", "5 malformedMember bytes", "6 malformedMember bytes",
                "7 malformedMember hasCCCD", "8 malformedMember attError", "9 unexpectedTime",
                "10 unexpectedTime", "11 malformedLine", "12 malformedLine", "13 malformedLine",
                "14 malformedLine", "15 malformedLine", "16 malformedLine",
                "17 malformedMember peer", "18 unexpectedTime",
            ])
        #expect(found.count == 18)
        #expect(pipe.refusedLines == 18)
        // Nobody reads these members, so they may hold any JSON.
        let start = lines(&pipe, #"{"event":"start","more":[1.5,-2e-3,{"x":null}]}"#)
        #expect(start.last?.json["phase"] == .string("scanning"))
    }

    @Test(
        "A session in a pipe refuses lines that are not UTF-8, and lines that begin with a byte-order mark"
    )
    func encodings() {
        let line = #"{"event":"start"}"#
        let utf8 = Array(line.utf8)
        let encodings: [[UInt8]] = [
            utf8.flatMap { [$0, 0] }, utf8.flatMap { [0, $0] },
            [0xFF, 0xFE] + utf8.flatMap { [$0, 0] }, utf8.flatMap { [$0, 0, 0, 0] },
            [0xEF, 0xBB, 0xBF] + utf8, Array(#"{"event":"start","x":""#.utf8) + [0xE9, 0x22, 0x7D],
        ]
        for bytes in encodings {
            var pipe = SessionPipe(central: central, clock: .wall)
            var found: [PipeLine] = []
            pipe.handle(ContiguousArray(bytes + [0x0A]).span, at: .zero) { found.append($0) }
            #expect(refusals(found) == ["1 malformedLine"])
            #expect(found.count == 1)
        }
    }

    @Test("A session in a pipe needs times if the other end gives them, and time never goes back")
    func times() {
        var pipe = SessionPipe(central: central, clock: .given)
        let found = lines(
            &pipe,
            """
            {"event":"start"}
            {"event":"start","at":"x"}
            {"event":"start","at":"9000000000"}
            {"event":"stop","at":5}
            """)
        #expect(refusals(found) == ["1 noTime", "2 malformedMember at"])
        let times = found.filter { $0.kind == .state }.map { $0.json["at"] }
        #expect(times == [.number(9_000_000_000), .number(9_000_000_000)])
        #expect(pipe.nextDeadline == nil)
    }

    @Test("A session in a pipe refuses a line that is too long, and goes on after it")
    func longLine() {
        var pipe = SessionPipe(central: central, clock: .wall)
        let blanks = String(repeating: " ", count: SessionPipe.maximumLineLength - 17)
        let fits = lines(&pipe, blanks + #"{"event":"start"}"# + "\n", chunkSize: 4096)
        #expect(fits.last?.json["phase"] == .string("scanning"))
        let long = lines(&pipe, blanks + #" {"event":"start"}"# + "\n", chunkSize: 4096)
        #expect(refusals(long) == ["2 oversized"])
        let next = lines(&pipe, #"{"event":"stop"}"# + "\n")
        #expect(next.last?.json["phase"] == .string("stopped"))
    }

    @Test(
        "A session in a pipe takes lines in chunks, with either line end or none at the end; ignores empty ones"
    )
    func chunks() {
        let text = "\r\n{\"event\":\"start\"}\r\n  \n\n{\"event\":\"stop\"}"
        let expected = [["scanning"], ["stopped"]].flatMap { $0 }
        for size in 1...text.utf8.count {
            var pipe = SessionPipe(central: central, clock: .wall)
            let found = lines(&pipe, text, chunkSize: size)
            #expect(found.compactMap { $0.json["phase"]?.string } == expected)
            #expect(refusals(found).isEmpty)
        }
    }

    @Test(
        "A session in a pipe publishes an instruction by its bytes or its fields, if they suit the layout"
    )
    func publication() {
        var pipe = SessionPipe(
            peripheral: PeripheralSession.Configuration(layout: .deployed), clock: .wall)
        let long = String(repeating: "x", count: 504)
        let found = lines(
            &pipe,
            """
            {"event":"startNavigation"}
            {"event":"connected","central":1,"mtu":23}
            {"event":"publish","instruction":{"identifier":7,"arrow":"left","distanceInMeters":3,"street":"Ä"}}
            {"event":"read","central":1,"offset":0}
            {"event":"publish","instruction":{"identifier":7,"arrow":300,"distanceInMeters":3,"street":""}}
            {"event":"publish","instruction":{"identifier":7,"arrow":3,"distanceInMeters":3,"street":"\(long)"}}
            {"event":"publish","instruction":{"arrow":3,"distanceInMeters":3,"street":""}}
            {"event":"publish","instruction":5}
            {"event":"publish","bytes":"0403020105d20000004162"}
            {"event":"read","central":1,"offset":0}

            """)
        let answers = found.filter { $0.json["effect"]?.string == "answer" }
        #expect(
            answers.map { $0.json["bytes"]?.string } == [
                "070000000503000000c384", "0403020105d20000004162",
            ])
        #expect(
            refusals(found) == [
                "5 malformedMember arrow", "6 unpublishable", "7 malformedMember identifier",
                "8 malformedMember instruction",
            ])
    }

    @Test("A session in a pipe does what is due at its deadline, by its own clock")
    func deadline() {
        var pipe = SessionPipe(central: central, clock: .wall)
        _ = lines(
            &pipe,
            """
            {"event":"start"}
            {"event":"found","peer":1}

            """, at: 100, finishes: false)
        #expect(pipe.nextDeadline == SessionTime(milliseconds: 10_100))
        var found: [PipeLine] = []
        pipe.passTime(to: SessionTime(milliseconds: 10_100)) { found.append($0) }
        #expect(events(found) == [.central(.timePassed)])
        #expect(found.last?.json["phase"] == .string("scanning"))
    }
}
