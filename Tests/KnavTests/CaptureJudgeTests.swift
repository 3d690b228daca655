import Foundation
import RepositorySupport
import Testing

@Suite("knav capture judge")
struct CaptureJudgeTests {
    /// A phone whose first object is replaced during its read, and a device that does not check, and then pauses.
    private static let ride = """
        {"at":0,"event":"startNavigation"}
        {"at":10,"event":"publish","instruction":\
        {"identifier":1,"arrow":"left","distanceInMeters":101,"street":"Große Weinmeisterstraße"}}
        {"at":20,"event":"connected","central":1,"mtu":23}
        {"at":30,"event":"read","central":1,"offset":0}
        {"at":40,"event":"publish","bytes":"020000000566000000416d204e6575656e2047617274656e20616d204e6575656e20"}
        {"at":50,"event":"read","central":1,"offset":22}
        {"at":1000,"event":"read","central":1,"offset":0}
        {"at":1010,"event":"read","central":1,"offset":22}
        {"at":8000,"event":"read","central":1,"offset":0}
        {"at":8010,"event":"read","central":1,"offset":22}
        {"at":8100,"event":"disconnected","central":1}

        """

    /// Records the ride, and gives the paths of its log and its trace.
    private func recorded(_ folder: URL) async throws -> (log: String, trace: String) {
        let log = folder.appendingPathComponent("log").path
        let trace = folder.appendingPathComponent("trace").path
        let run = try await KnavProcess(
            [
                "peripheral", "--stdio", "--clock", "given", "--profile", "ios", "--serving",
                "newestAlways", "--trace", trace, "--record", log,
            ], input: Self.ride)
        #expect(run.exitCode == 0)
        #expect(
            run.errors
                == "knav peripheral: 1 of 3 complete reads brought what was never published\n")
        return (log, trace)
    }

    @Test("A log is judged by the phone's trace, and without it by what it proves")
    func judge() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (log, trace) = try await recorded(folder)
        let alone = try await KnavProcess(["capture", "judge", log])
        #expect(alone.exitCode == 1)
        #expect(alone.lines.map { $0.prefix(9) } == ["unknown  ", "broken   ", "kept     "])
        #expect(alone.lines[1].hasSuffix("; 1 above 4.500 s; first on connection 1 at 7.980 s"))
        let judged = try await KnavProcess(
            ["capture", "judge", "--json", "--published", trace, log])
        #expect(judged.exitCode == 1)
        let expected =
            #"{"connection":1,"evidence":"3 complete reads, 1 never published","#
            + #""promise":"readsAgainWhatIsTorn","time":0.03,"verdict":"broken"}"#
        #expect(judged.lines.first.map(String.init) == expected)
        let shown = try await KnavProcess(["capture", "show", "--published", trace, log])
        #expect(shown.exitCode == 1)
        #expect(shown.lines[1].hasSuffix("(34 bytes, 2 answers, unproven, never published)"))
        #expect(shown.lines.last?.hasSuffix("1 never published") == true)
        let records = try await KnavProcess([
            "capture", "show", "--json", "--published", trace, log,
        ])
        #expect(records.lines.map { $0.contains(#""isPublished":true"#) } == [false, true, true])
        // The names of all objects are others.
        let text = try String(contentsOfFile: trace, encoding: .utf8)
        let other = folder.appendingPathComponent("other").path
        try Data(text.replacing(/"bytes":"../, with: #""bytes":"ff"#).utf8)
            .write(to: URL(fileURLWithPath: other))
        let mistaken = try await KnavProcess(["capture", "judge", "--published", other, log])
        #expect(
            mistaken.lines.first?.hasSuffix(
                "3 complete reads, 3 never published; the trace may be of another ride"
            ) == true)
        #expect(mistaken.lines.first?.hasPrefix("unknown") == true)
        let measured = try await KnavProcess(["capture", "statistics", "--json", log])
        #expect(measured.output.contains(#""unproven":3"#))
    }

    @Test(
        "The log of a ride with faults, which has what was asked on a dead link, accuses our device of nothing",
        arguments: [
            ("city-loop", "everyday", 13), ("city-loop", "rough", 4), ("long-streets", "light", 5),
        ])
    func ownDevice(_ ride: String, _ faults: String, _ seed: Int) async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appendingPathComponent("log").path
        let file = Repository.rides.appendingPathComponent("\(ride).csv").path
        let words = ["--faults", faults, "--seed", "\(seed)", "--record", log]
        #expect(try await KnavProcess(["ride", file] + words).exitCode == 0)
        let judged = try await KnavProcess(["capture", "judge", log])
        #expect(judged.exitCode == 0)
        #expect(judged.lines.map { $0.prefix(9) } == Array(repeating: "kept     ", count: 3))
        guard faults == "everyday" else { return }
        let shown = try await KnavProcess(["capture", "show", log])
        #expect(shown.output.contains("#1  unfinished  (0 bytes, 0 answers)"))
        let chart = try await KnavProcess(["capture", "diagram", log])
        #expect(chart.output.contains("! unfinished read of 0 bytes"))
        #expect(try await KnavProcess(["capture", "questions", log]).exitCode == 0)
    }

    @Test("A device is not accused by a log whose records are not in order, or that lacks some")
    func holes() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (log, trace) = try await recorded(folder)
        let file = URL(fileURLWithPath: log)
        let bytes = [UInt8](try Data(contentsOf: file))
        var records: [[UInt8]] = []
        var start = 16
        while start < bytes.count {
            let end = start + 24 + Int(bytes[start + 7])
            records.append(Array(bytes[start..<end]))
            start = end
        }
        // The last record but one comes last, or both come after packets that were dropped.
        let last = records.count - 1
        var swapped = records
        swapped.swapAt(last - 1, last)
        var dropped = records
        for place in (last - 1)...last { dropped[place][15] = 1 }
        for (changed, reason) in [
            (swapped, "; but the clock was set, or the records are not in order"),
            (dropped, "; but the log lacks packets"),
        ] {
            try Data(bytes.prefix(16) + changed.joined()).write(to: file)
            let run = try await KnavProcess(["capture", "judge", "--published", trace, log])
            #expect(
                run.lines.dropFirst().allSatisfy { $0.hasPrefix("unknown") && $0.hasSuffix(reason) }
            )
            #expect(run.lines.count == 3)
        }
    }

    @Test("A phone did not publish what its session refused")
    func refusedObjects() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appendingPathComponent("log").path
        let trace = folder.appendingPathComponent("trace").path
        let words = [
            "peripheral", "--stdio", "--clock", "given", "--profile", "ios", "--serving",
            "newestAlways", "--record", log, "--trace", trace,
        ]
        // What the torn read brings, published while nobody navigates, and then in time.
        let mixture =
            #"{"at":0,"event":"publish","bytes":"01000000056500000047726fc39f65205765696e6d65656e20616d204e6575656e20"}"#
        let refused = try await KnavProcess(words, input: mixture + "\n" + Self.ride)
        #expect(refused.exitCode == 0 && refused.output.contains("notNavigating"))
        #expect(
            refused.errors
                == "knav peripheral: 1 of 3 complete reads brought what was never published\n")
        let judged = try await KnavProcess(["capture", "judge", "--published", trace, log])
        #expect(judged.output.contains("3 complete reads, 1 never published"))
        let inTime = mixture.replacing("\"at\":0", with: "\"at\":5")
        let taken = try await KnavProcess(
            words, input: Self.ride.replacing("{\"at\":10", with: inTime + "\n{\"at\":10"))
        #expect(
            taken.errors
                == "knav peripheral: every complete read brought what was published (3)\n")
    }

    @Test("What is not a trace of a phone is refused by name, and judges nothing")
    func badTraces() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (log, trace) = try await recorded(folder)
        let text = try String(contentsOfFile: trace, encoding: .utf8)
        for (bad, exitCode, reason) in [
            ("", 65, "not a trace of 'knav peripheral'"),
            (text.replacing("peripheral", with: "central"), 65, "not a trace of 'knav peripheral'"),
            (
                text.replacing("\"deployed\"", with: "\"new\""), 65,
                "not a trace of 'knav peripheral'"
            ),
            (text + "{\"at\":1", 65, "is not one of a trace"),
            (text + #"{"event":"publish","bytes":"0"}"#, 65, "is not one of a trace"),
            (text + "\u{0}", 65, "is not one of a trace"),
        ] {
            let path = folder.appendingPathComponent("bad").path
            try bad.write(toFile: path, atomically: false, encoding: .utf8)
            for command in ["judge", "show"] {
                let run = try await KnavProcess(["capture", command, "--published", path, log])
                #expect(run.exitCode == Int32(exitCode))
                #expect(run.errors.contains("can't be compared with '\(path)': "))
                #expect(run.errors.contains(reason), "\(bad.suffix(40))")
                #expect(run.output.isEmpty)
            }
        }
        let missing = try await KnavProcess(["capture", "judge", "--published", "/no/file", log])
        #expect(missing.exitCode == 66)
    }
}
