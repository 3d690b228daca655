import Foundation
import RepositorySupport
import Testing

@Suite("knav watch listen")
struct WatchListenTests {
    /// `{"a": [4]}`, the example of clause 6.6 of Docs/Watch.md.
    private static let example =
        "abcdabcd0000000400026100da7ada7a000000140b0000000103000000000500000001"
        + "0100000004"
    private let example: [UInt8]
    private let shown = "Dictionary of 1\n  \"a\": Array of 1\n    Number 4\n"

    init() throws { example = try Self.bytes(Self.example) }

    private static func bytes(_ hex: some StringProtocol) throws -> [UInt8] {
        try stride(from: 0, to: hex.count, by: 2).map {
            try #require(UInt8(hex.dropFirst($0).prefix(2), radix: 16))
        }
    }

    /// Starts it on a free port.
    private func start(
        _ words: String..., standardInput text: String? = nil
    ) async throws -> (LiveKnav, UInt16) {
        let knav = try LiveKnav(
            ["watch", "listen", "--port", "0"] + words, standardInput: text)
        #expect(try await knav.tells("of this machine"))
        let port = knav.errors.split(separator: " ").compactMap { UInt16($0) }.first
        return (knav, try #require(port))
    }

    @Test("knav watch listen shows messages, however they are split and joined, and sends lines")
    func exchange() async throws {
        let (knav, port) = try await start("--once")
        try knav.send(Data("{\"dictionary\": [[\"a\", [4]]]}\n\n5\n".utf8))
        let simulator = try SimulatorStandIn(port: port)
        let number: [UInt8] = [0xDA, 0x7A, 0xDA, 0x7A, 0, 0, 0, 5, 1, 0, 0, 0, 5]
        #expect(simulator.receive(example.count + number.count) == example + number)
        simulator.send(example, inPiecesOf: 3)
        simulator.send(number + example + number)
        let all = shown + "Number 5\n" + shown + "Number 5\n"
        #expect(try await knav.prints(all))
        try knav.send(Data("6".utf8))
        try knav.endInput()
        #expect(simulator.receive(number.count) == number.dropLast() + [6])
        simulator.end()
        #expect(try await knav.exitCode() == 0)
        #expect(knav.output == all)
        #expect(knav.errors.hasSuffix("connected\nknav watch listen: the connection ended\n"))
    }

    @Test(
        "knav watch listen ends a connection with junk, a message that is too long, or one that is cut"
    )
    func refused() async throws {
        let (knav, port) = try await start("--json")
        let cases: [([UInt8], String)] = [
            (Array("GET / HTTP/1.1".utf8), "message 1: unexpectedSection at byte 0"),
            (
                example + [0xDA, 0x7A, 0xDA, 0x7A, 0, 1, 0, 0],
                "message 2: oversized at byte 16384 (the limit of a message)"
            ),
            (example + example.dropLast(), "message 3: truncated at byte 39"),
        ]
        for (bytes, text) in cases {
            let simulator = try SimulatorStandIn(port: port)
            simulator.send(bytes)
            if text.contains("truncated") {
                // Not a reset: what was sent arrives first.
                simulator.end()
            } else {
                #expect(simulator.receive(1) == [])
            }
            #expect(try await knav.tells(text), "\(text)")
        }
        // The next connection is like the first, and a message that is none does not end it.
        let simulator = try SimulatorStandIn(port: port)
        simulator.send([0xDA, 0x7A, 0xDA, 0x7A, 0, 0, 0, 1, 4] + example)
        #expect(try await knav.prints(#"{"error":{"code":"unknownType","offset":8},"input":3}"#))
        knav.interrupt()
        #expect(try await knav.exitCode() == 65)
        let message = #"{"message":{"dictionary":[["a",[4]]]}}"#
        #expect(knav.output.split(separator: "\n").filter { $0 == message }.count == 3)
    }

    @Test(
        "knav watch listen says when the other end reads nothing, and sends the rest even if that end sends nothing any more"
    )
    func slowReader() async throws {
        let line = "\"" + String(repeating: "x", count: 10_000) + "\""
        // More than the system's buffers take.
        let lines = String(repeating: line + "\n", count: 1200)
        let (knav, port) = try await start("--once", standardInput: lines)
        let simulator = try SimulatorStandIn(port: port)
        #expect(try await knav.tells("the other end has read nothing for 5 s; "))
        simulator.endSending()
        let encoded = try await KnavProcess(["watch", "encode", line])
        let size = try #require(encoded.lines.first).count / 2
        let count = simulator.receive(1200 * size).count
        // It ends between two messages, and reads no more lines.
        #expect(count > 0 && count < 1200 * size && count % size == 0, "\(count)")
        #expect(try await knav.exitCode() == 0)
    }

    @Test("knav watch listen takes one connection at a time, and goes on after it")
    func oneAtATime() async throws {
        let (knav, port) = try await start()
        let first = try SimulatorStandIn(port: port)
        #expect(try await knav.tells("connected"))
        let second = try SimulatorStandIn(port: port)
        #expect(second.receive(1) == [])
        #expect(try await knav.tells("another connection was refused: one at a time"))
        first.send(example)
        #expect(try await knav.prints(shown))
        first.end()
        #expect(try await knav.tells("the connection ended"))
        let third = try SimulatorStandIn(port: port)
        third.send(example)
        #expect(try await knav.prints(shown + shown))
        knav.interrupt()
        #expect(third.receive(1) == [])
        #expect(try await knav.exitCode() == 130)
    }

    @Test("knav watch listen refuses a line that is no value, and sends the others")
    func lines() async throws {
        let (knav, port) = try await start("--once")
        let simulator = try SimulatorStandIn(port: port)
        try knav.send(Data("a\n\"a\\u0000\"\n[1e99]\n".utf8))
        try knav.send(Data((String(repeating: "x", count: 1 << 20) + "x\n").utf8))
        try knav.send(Data("{\"dictionary\": [[\"a\", [4]]]}\n".utf8))
        #expect(simulator.receive(example.count) == example)
        simulator.end()
        #expect(try await knav.exitCode() == 65)
        #expect(knav.errors.contains("line 1: this is not JSON"))
        #expect(knav.errors.contains("line 2: zeroInString at value 0"))
        #expect(knav.errors.contains("line 3"))
        #expect(knav.errors.contains("line 4: oversized: a line has at most 1048576 bytes"))
    }

    @Test("knav watch listen sends a ride's instructions, and the newest again on a new connection")
    func ride() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("ride.csv")
        let line =
            "NEXT_DIRECTION,47.4,9.6,0,-1,5,%.0f,-1,\"%@\",In %d m,ic_nav_straight,1,%.0f,knav\n"
        let text = [(0, "Hauptstraße", 90), (400, "Am Bach", 60)].map {
            (offset, street, distance) in
            let time = 1_778_311_801_000 + Double(offset)
            return String(format: line, time, street, distance, time)
        }
        try Data(text.joined().utf8).write(to: file)
        let (knav, port) = try await start("--ride", file.path)
        let simulator = try SimulatorStandIn(port: port)
        let first = try await encoded("straight", "90", "Hauptstraße")
        let second = try await encoded("straight", "60", "Am Bach")
        #expect(simulator.receive(first.count + second.count) == first + second)
        #expect(knav.errors.contains("Hauptstraße"))
        simulator.end()
        #expect(try await knav.tells("the connection ended"))
        #expect(try SimulatorStandIn(port: port).receive(second.count) == second)
        knav.interrupt()
        #expect(try await knav.exitCode() == 130)
    }

    private func encoded(_ arrow: String, _ distance: String, _ street: String) async throws
        -> [UInt8]
    {
        let run = try await KnavProcess([
            "watch", "encode", "--instruction", "--arrow", arrow, "--distance", distance,
            "--street", street,
        ])
        return try Self.bytes(try #require(run.lines.first))
    }

    @Test("knav watch listen says that a port is taken, and what it does not take")
    func usage() async throws {
        let (knav, port) = try await start()
        let taken = try await KnavProcess(["watch", "listen", "--port", "\(port)"])
        #expect(taken.exitCode == 69 && knav.isRunning)
        #expect(taken.errors.hasPrefix("knav watch listen: can't listen on port \(port): "))
        for words in [["--port", "65536"], ["--port", "x"], ["--ride", "-"], ["1"]] {
            let run = try await KnavProcess(["watch", "listen"] + words)
            #expect(run.exitCode == 64, "\(words)")
        }
        let missing = try await KnavProcess(["watch", "listen", "--ride", "/nonexistent.csv"])
        #expect(missing.exitCode == 66)
    }
}
