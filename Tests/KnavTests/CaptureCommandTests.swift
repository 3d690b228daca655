import Foundation
import KomootNav
import KomootNavRecording
import RepositorySupport
import Simulation
import Testing

@Suite("knav capture")
struct CaptureCommandTests {
    static let object = [4, 3, 2, 1, 5, 210, 0, 0, 0] + Array("Am Park".utf8)

    /// A log with one instruction every six seconds.
    private func log(discovered: Bool = true) -> Data {
        var writer = CaptureWriter()
        var time: Int64 = 1_700_000_000_000_000
        writer.write(.connected, at: .microseconds(time))
        if discovered {
            writer.write(.discovered(handle: CaptureWriter.valueHandle), at: .microseconds(time))
        }
        for _ in 0..<3 {
            time += 6_000_000
            writer.write(.requested(offset: 0), at: .microseconds(time))
            writer.write(
                .chunk(offset: 0), ContiguousArray(Self.object).span, at: .microseconds(time + 1000)
            )
        }
        return Data(writer.takeBytes())
    }

    private func show(_ data: Data, _ words: [String] = []) async throws -> KnavProcess {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("capture")
        try data.write(to: file)
        return try await KnavProcess(["capture", "show"] + words + [file.path])
    }

    @Test("knav capture show lists instructions with their times, and what went wrong")
    func text() async throws {
        let run = try await show(log())
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        #expect(run.lines.count == 7)
        #expect(run.lines[0].hasSuffix(" · 2023-11-14T22:13:20Z"))
        #expect(
            run.lines[1] == "    6.001 s  #1  ←    210 m  Am Park  (16 bytes, 1 answer, proven)")
        #expect(run.lines[2] == "   12.000 s  #1  no read for 6.0 s")
        let summary =
            "btsnoop, H4, 3 instructions, 3 reads, 0 torn, 0 unproven, 0 unfinished, 2 gaps above 5 s"
        #expect(run.lines[6] == summary)
    }

    @Test(
        "knav capture show reports every long time without a read, even at the end, and nothing else"
    )
    func silences() async throws {
        var writer = CaptureWriter()
        var time: Int64 = 1_700_000_000_000_000
        writer.write(.connected, at: .microseconds(time))
        writer.write(.discovered(handle: CaptureWriter.valueHandle), at: .microseconds(time))
        let long = ContiguousArray(Self.object + Array("und weiter".utf8))
        func read(_ offset: Int, _ count: Int) {
            writer.write(.requested(offset: offset), at: .microseconds(time))
            let chunk = ContiguousArray(long.dropFirst(offset).prefix(count))
            writer.write(.chunk(offset: offset), chunk.span, at: .microseconds(time + 1000))
        }
        read(0, 22)
        read(22, 22)
        // Only the first chunk is read again, every four seconds.
        for _ in 0..<3 {
            time += 4_000_000
            read(0, 22)
        }
        // There are notifications, but nobody reads.
        for _ in 0..<6 {
            time += 1_000_000
            writer.write(.notified, long.span.extracting(..<4), at: .microseconds(time))
        }
        writer.write(.disconnected(reason: 8), at: .microseconds(time))
        let run = try await show(Data(writer.takeBytes()))
        #expect(run.lines.filter { $0.contains("no read for") }.count == 1)
        #expect(run.lines.contains("   18.000 s  #1  no read for 6.0 s"))
        #expect(
            run.lines.last
                == "btsnoop, H4, 1 instruction, 1 read, 0 torn, 1 unproven, 0 unfinished, 1 gap above 5 s"
        )
    }

    @Test(
        "knav capture show does not take a read for whole if the reader went on at another offset")
    func hole() async throws {
        var writer = CaptureWriter()
        writer.write(.discovered(handle: CaptureWriter.valueHandle), at: .microseconds(0))
        writer.write(.requested(offset: 0), at: .microseconds(1000))
        let first = ContiguousArray((Self.object + Array("straße".utf8)).prefix(20))
        writer.write(.chunk(offset: 0), first.span, at: .microseconds(2000))
        writer.write(.requested(offset: 22), at: .microseconds(3000))
        writer.write(.chunk(offset: 22), at: .microseconds(4000))
        let run = try await show(Data(writer.takeBytes()))
        #expect(run.output.contains("0 instructions, 1 read, 0 torn, 0 unproven, 1 unfinished"))
    }

    @Test("knav capture show --events has subscriptions, and why they were refused")
    func subscriptions() async throws {
        var writer = CaptureWriter()
        writer.write(.discovered(handle: CaptureWriter.valueHandle), at: .microseconds(0))
        for (time, isOn, error) in [
            (1, true, .insufficientAuthentication), (2, true, nil),
            (3, false, .insufficientAuthentication), (4, false, nil),
        ] as [(Int64, Bool, ATTError?)] {
            writer.write(.subscribed(isOn: isOn, error: error), at: .microseconds(time * 1_000_000))
        }
        let log = Data(writer.takeBytes())
        let text = try await show(log, ["--events"])
        #expect(
            text.lines.dropFirst() == [
                "    1.000 s  #1  subscription refused: 0x05 Insufficient Authentication",
                "    2.000 s  #1  subscribed",
                "    3.000 s  #1  unsubscribing refused: 0x05 Insufficient Authentication",
                "    4.000 s  #1  unsubscribed",
            ])
        let json = try await show(log, ["--events", "--json"])
        #expect(
            json.lines.dropFirst() == [
                #"{"attError":5,"attErrorName":"Insufficient Authentication","connection":1,"event":"subscribed","#
                    + #""isOn":true,"microseconds":1000000}"#,
                #"{"connection":1,"event":"subscribed","isOn":true,"microseconds":2000000}"#,
                #"{"attError":5,"attErrorName":"Insufficient Authentication","connection":1,"event":"subscribed","#
                    + #""isOn":false,"microseconds":3000000}"#,
                #"{"connection":1,"event":"subscribed","isOn":false,"microseconds":4000000}"#,
            ])
    }

    @Test("knav capture show prints one JSON object for each read")
    func json() async throws {
        let run = try await show(log(), ["--json"])
        #expect(run.exitCode == 0)
        #expect(run.lines.count == 3)
        for line in run.lines {
            let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(json?["street"] as? String == "Am Park")
            #expect(json?["integrity"] as? String == "proven")
            #expect(json?["connection"] as? Int == 1)
        }
    }

    @Test("knav capture show needs the handle if the log shows no discovery")
    func handle() async throws {
        let without = try await show(log(discovered: false))
        #expect(without.exitCode == 65)
        #expect(
            without.errors.hasSuffix(
                ": no navigation traffic found; if the log does not show how the characteristic was "
                    + "found, name the log before it too ('btsnoop_hci.log.last'), or give its "
                    + "handle with '--handle'\n"))
        let number = CaptureWriter.valueHandle
        for text in ["\(number)", "0x" + String(number, radix: 16)] {
            let run = try await show(log(discovered: false), ["--handle", text])
            #expect(run.exitCode == 0)
            #expect(run.lines.count == 7)
        }
        for text in ["0", "0x", "70000", "x"] {
            #expect(try await show(log(), ["--handle", text]).exitCode == 64)
        }
    }

    @Test("knav capture show says which connection shows no discovery, and what to try")
    func reconnection() async throws {
        var silent = CaptureWriter()
        silent.write(.connected, connection: 1, at: .microseconds(0))
        silent.write(
            .discovered(handle: CaptureWriter.valueHandle), connection: 1, at: .microseconds(0))
        silent.write(.connected, connection: 2, at: .microseconds(1000))
        silent.write(.requested(offset: 0), connection: 2, at: .microseconds(2000))
        silent.write(
            .chunk(offset: 0), ContiguousArray(Self.object).span, connection: 2,
            at: .microseconds(3000))
        let run = try await show(Data(silent.takeBytes()))
        #expect(run.exitCode == 0)
        #expect(
            run.errors.contains(
                "connection 2 shows no discovery; the handle of connection 1 was 18: try '--handle 18'"
            ))
    }

    @Test(
        "knav capture show gives all that is whole in a damaged log, and says where the damage is")
    func damaged() async throws {
        let cut = try await show(log().dropLast(3))
        #expect(cut.exitCode == 65)
        #expect(cut.lines.contains { $0.contains("Am Park") })
        #expect(cut.errors.contains("bytes into a record"))
        #expect(cut.lines.last?.contains("1 damaged place") == true)
        #expect(try await show(Data("hello, this is not a log".utf8)).exitCode == 65)
        #expect(try await show(Data()).exitCode == 65)
        #expect(try await KnavProcess(["capture", "show", "/nowhere/log"]).exitCode == 66)
        #expect(try await KnavProcess(["capture", "show"]).exitCode == 64)
        #expect(try await KnavProcess(["capture"]).exitCode == 64)
    }

    @Test(
        "knav capture show finds in a recorded ride what the device showed, with every profile",
        arguments: PhoneProfile.allCases, [23, 185])
    func recordedRide(_ profile: PhoneProfile, _ mtu: Int) async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("ride.btsnoop")
        let ride = try await KnavProcess([
            "ride", Repository.cityLoop, "--json",
            "--profile", profile.rawValue, "--mtu", "\(mtu)", "--record", file.path,
        ])
        #expect(ride.exitCode == 0)
        let show = try await KnavProcess(["capture", "show", "--json", file.path])
        #expect(show.exitCode == 0)
        let shown = try identifiers(ride)
        // A log may show an object twice, because the device read it again.
        let captured = try identifiers(show).reduce(into: [Int]()) { found, identifier in
            if found.last != identifier { found.append(identifier) }
        }
        #expect(shown.count == 52)
        #expect(captured == shown)
        #expect(show.errors.contains(" 0 torn, "))
    }

    @Test(
        "knav ride records a ride with faults too, and ends with an error if it can't write the log"
    )
    func faultyRide() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("ride.btsnoop")
        let city = Repository.cityLoop
        for seed in ["1", "2", "3"] {
            let words = ["ride", city, "--faults", "heavy", "--seed", seed, "--record"]
            #expect(try await KnavProcess(words + [file.path]).exitCode == 0)
            let show = try await KnavProcess(["capture", "show", file.path])
            #expect(show.exitCode == 0, "\(show.errors)")
            #expect(show.output.contains("btsnoop, H4, "))
        }
        let lost = try await KnavProcess(["ride", city, "--record", "/nowhere/x.btsnoop"])
        #expect(lost.exitCode == 74)
        #expect(lost.errors.contains("knav ride: '/nowhere/x.btsnoop' can't be written"))
    }

    @Test("knav capture says why a log can't be read, or its picture can't be written")
    func reasons() async throws {
        for (path, reason) in [
            ("/", "Is a directory"), ("/nowhere/x", "No such file or directory"),
        ] {
            for command in ["show", "diagram", "replay"] {
                let run = try await KnavProcess(["capture", command, path])
                #expect(run.exitCode == 66)
                let errors = "knav capture \(command): '\(path)': can't be read: \(reason)\n"
                #expect(run.errors == errors)
            }
        }
        let run = try await KnavProcess([
            "capture", "diagram", "--seed", "1", "--svg", "/nowhere/x.svg",
        ])
        #expect(run.exitCode == 74)
        #expect(
            run.errors
                == "knav capture diagram: '/nowhere/x.svg' can't be written: No such file or directory\n"
        )
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let ride = Repository.cityLoop
        let log = folder.appendingPathComponent("log").path
        #expect(try await KnavProcess(["ride", ride, "--record", log]).exitCode == 0)
        let inTheWay = try await KnavProcess(["capture", "fixtures", log, log])
        #expect(inTheWay.exitCode == 74)
        let errors = "knav capture fixtures: '\(log)' can't be written: Not a directory\n"
        #expect(inTheWay.errors == errors)
    }

    private func identifiers(_ run: KnavProcess) throws -> [Int] {
        try run.lines.compactMap { line in
            let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return json?["identifier"] as? Int
        }
    }
}
