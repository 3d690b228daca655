import Foundation
import RepositorySupport
import Testing

@Suite("In a terminal")
struct TerminalTests {
    /// Writes to a screen that becomes narrower after some frames; each frame erases the one before.
    private func screen(
        _ output: String, narrowedTo columns: Int, afterFrames count: Int
    ) -> ReflowingScreen {
        var screen = ReflowingScreen(columns: 80)
        for (number, frame) in frames(output).enumerated() {
            if number == count { screen.columns = columns }
            screen.write((number == 0 ? "" : Self.erasing) + frame)
        }
        return screen
    }

    private static let erasing = "\r\u{1B}[J"

    private func frames(_ output: String) -> [String] {
        output.components(separatedBy: Self.erasing)
    }

    @Test(
        "In a terminal, a reading is drawn over the one before, even if the window became narrower")
    func readings() async throws {
        let run = try await PseudoTerminal(
            ["sensor", "ride", "--duration", "5", "--pace", "1000"], columns: 80)
        #expect(frames(run.output).count == 8)
        let shown = screen(run.output, narrowedTo: 20, afterFrames: 4).text
        #expect(shown.count == 3 && shown[2].isEmpty)
        #expect(shown[0].hasPrefix("     5.000 s ") && shown[0].count <= 20)
        #expect(shown[1].hasPrefix("5.000 s, "))
    }

    @Test(
        "In a terminal, an instruction is drawn over the one before, even if the window became narrower"
    )
    func instructions() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("ride.csv")
        let lines = (1...3).map { number in
            "NEXT_DIRECTION,0,0,0,-1,5,0,-1,\"Straße der langen Namen Nummer \(number)\","
                + "In \(number)0 m,ic_nav_straight,1,1778311800\(number)00.0,knav\n"
        }
        try Data(lines.joined().utf8).write(to: file)
        let run = try await PseudoTerminal(["ride", "--realtime", file.path], columns: 80)
        #expect(frames(run.output).count > 3)
        let shown = screen(run.output, narrowedTo: 20, afterFrames: 2).text
        #expect(shown.count == 7 && shown[0].hasPrefix("ride.csv · "))
        #expect(shown[1].contains("30 m"))
        #expect(shown[2].hasPrefix("      Straße der l") && shown[2].count <= 20)
        #expect(shown[3] == "      navigating")
        #expect(shown[4].hasPrefix("newest on the "))
        #expect(shown[5].hasPrefix("3 instructions, "))
    }

    @Test(
        "In a terminal, an interrupted ride leaves what is drawn, prints the summary and writes its trace"
    )
    func interruptedRide() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let trace = folder.appendingPathComponent("trace.txt")
        let city = Repository.cityLoop
        let run = try await PseudoTerminal(
            ["ride", "--realtime", "--trace", trace.path, city], columns: 80,
            interruptedAfter: "Bahnhofplatz")
        #expect(run.exitCode == 130)
        let shown = screen(run.output, narrowedTo: 80, afterFrames: 0).text
        #expect(shown.contains { $0.contains("Bahnhofplatz") })
        // Its street is drawn before all of it has come.
        #expect(shown.contains { $0.contains("1 instruction, 0 min 0 s of riding") }, "\(shown)")
        #expect(try String(contentsOf: trace, encoding: .utf8).contains(" delivered("))
    }

    @Test(
        "In a terminal, the progress of a long task is erased, even if the window became narrower")
    func progress() async throws {
        // It is drawn five times a second.
        #if DEBUG
            let count = 40
        #else
            let count = 150
        #endif
        let run = try await PseudoTerminal(
            ["campaign", "--seeds", "0..<\(count)", "--jobs", "1"], columns: 80)
        #expect(frames(run.output).count > 2, "\(run.output)")
        let shown = screen(run.output, narrowedTo: 10, afterFrames: 2).text
        // The result stands where the progress was.
        #expect(shown.first?.hasPrefix("\(count) runs") == true, "\(shown)")
        #expect(!shown.contains { $0.contains(" of \(count) runs") })
    }

    @Test(
        "In a terminal, a diagram is as wide as the window, from 35 columns on",
        arguments: [20, 35, 60, 100])
    func diagram(columns: Int) async throws {
        let run = try await PseudoTerminal(
            ["capture", "diagram", "--seed", "7"], columns: UInt16(columns))
        var screen = ReflowingScreen(columns: columns)
        screen.write(run.output)
        #expect(screen.text.count > 20)
        #expect(screen.lines.map(\.count).max() ?? 0 <= columns)
        #expect(screen.text[0].hasSuffix("phone") == (columns >= 35))
    }
}
