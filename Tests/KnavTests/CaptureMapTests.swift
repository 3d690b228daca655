import Foundation
import KomootNavRecording
import RepositorySupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("knav capture map")
struct CaptureMapTests {
    /// A line of a ride file.
    private func line(
        _ latitude: String, _ longitude: String, street: String = "Weg",
        distance: String = "In 90 m",
        arrow: Int = 5
    ) -> String {
        "T,\(latitude),\(longitude),0,0,0,0,0,\"\(street)\",\(distance),i,\(arrow),1469106318564,x\n"
    }

    private func way(_ lines: String...) throws -> RideWay {
        try #require(RideWay(RideFile(ContiguousArray(lines.joined().utf8).span)))
    }

    private func isXML(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }

    @Test(
        "knav capture map draws each instruction once, with number, arrow and street, to a file or to standard output"
    )
    func cityLoop() async throws {
        let ride = Repository.cityLoop
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("map.svg")
        let run = try await KnavProcess(["capture", "map", ride])
        #expect(run.exitCode == 0 && run.errors.isEmpty)
        #expect(isXML(run.output))
        let written = try await KnavProcess(["capture", "map", "--svg", file.path, ride])
        #expect(written.exitCode == 0 && written.output.isEmpty)
        #expect(try String(contentsOf: file, encoding: .utf8) == run.output)
        // Fifteen arrows and streets follow each other in the file; both the map and the list have each.
        #expect(run.output.matches(of: /<rect class="label"/).count == 15)
        #expect(run.output.matches(of: /<svg class="ink"/).count == 30)
        #expect(run.output.contains(">Alte Färberei</text>"))
        #expect(run.output.contains("<title>9 uTurn Steiler Pfad</title>"))
        #expect(run.output.contains("prefers-color-scheme:dark"))
        #expect(!run.output.contains("<script"))
    }

    @Test(
        "knav capture map ends a street that is too long for the list with an ellipsis, and has all of it in the title"
    )
    func longStreet() async throws {
        let ride = Repository.rides.appendingPathComponent("long-streets.csv").path
        let output = try await KnavProcess(["capture", "map", ride]).output
        let texts = output.matches(of: /<text [^>]*>(Straße[^<]*)<\/text>/).map(\.1)
        let titles = output.matches(of: /<title>\d+ \w+ (Straße[^<]*)<\/title>/).map(\.1)
        #expect(texts.count == titles.count && texts.contains { !$0.hasSuffix("…") })
        for (text, title) in zip(texts, titles) where text.hasSuffix("…") {
            #expect(text.count < title.count && title.hasPrefix(text.dropLast()))
        }
        #expect(texts.contains { $0.hasSuffix("…") })
    }

    @Test("knav capture map is true to scale east and north, also across the date line")
    func projection() throws {
        // A thousandth of a degree is 111.19 m; at 60° north, half of that to the east.
        let north = try way(line("59.9995", "10"), line("60.0005", "10"))
        #expect(abs(north.points[0].y - north.points[1].y - 111.19) < 0.01)
        #expect(north.points[0].x == north.points[1].x)
        let east = try way(line("60", "10"), line("60", "10.001"))
        #expect(abs(east.points[1].x - east.points[0].x - 55.6) < 0.01)
        for (from, to, sign) in [("179.9995", "-179.9995", 1.0), ("-179.9995", "179.9995", -1.0)] {
            let date = try way(line("-60", from), line("-60", to))
            #expect(abs((date.points[1].x - date.points[0].x) * sign - 55.6) < 0.01)
        }
    }

    @Test(
        "knav capture map takes lines that count down the distance for one instruction, and a rising one for the next"
    )
    func maneuvers() throws {
        let ride = try way(
            line("1", "1"), line("1.1", "1", distance: "In 30 m"),
            line("1.2", "1", distance: "Jetzt"), line("1.3", "1", distance: "In 20 m"),
            line("1.4", "1", distance: "In 20 m", arrow: 4),
            line("1.5", "1", street: "Platz", distance: "In 20 m", arrow: 4))
        #expect(ride.maneuvers.map(\.distanceInMeters) == [90, 20, 20, 20])
        #expect(ride.maneuvers.map(\.point) == [2, 3, 4, 5].map { ride.points[$0] })
    }

    @Test(
        "knav capture map escapes streets and the file's name, and draws a single place, and far ones, on the page"
    )
    func strange() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("<a> & \"b\".csv")
        let street = "<script>&amp; \u{1}\u{202E}]]>"
        for content in [
            line("52.4", "13", street: street),
            line("52.4", "13", street: street) + line("52.4", "13", arrow: 200),
            line("-90", "-180", street: street) + line("90", "180"),
            String(repeating: line("0", "0") + line("0.001", "0", arrow: 4), count: 300)
                + line("0", "0", street: street),
        ] {
            try Data(content.utf8).write(to: file)
            let run = try await KnavProcess(["capture", "map", file.path])
            #expect(run.exitCode == 0)
            #expect(isXML(run.output))
            #expect(run.output.contains("<title>Map of &lt;a&gt; &amp; &quot;b&quot;.csv</title>"))
            #expect(run.output.contains(">&lt;script&gt;&amp;amp; \u{FFFD}\u{FFFD}]]&gt;</text>"))
            #expect(!run.output.contains("nan") && !run.output.contains("inf"))
            for match in run.output.matches(of: /<circle class="point" cx="(.*?)" cy="(.*?)"/) {
                #expect((0...912).contains(try #require(Double(match.1))))
                #expect((0...760).contains(try #require(Double(match.2))))
            }
        }
    }

    @Test("knav capture map says that a file has no coordinates, and in which line they are wrong")
    func withoutCoordinates() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("r.csv")
        try Data(line("", "").utf8).write(to: file)
        let none = try await KnavProcess(["capture", "map", file.path])
        #expect(none.exitCode == 65 && none.output.isEmpty)
        #expect(
            none.errors.hasSuffix(
                "/r.csv': no coordinates found; they are in columns 1 and 2 of a ride file, and a log has none\n"
            ))
        let log = folder.appendingPathComponent("ride.btsnoop").path
        let ride = Repository.cityLoop
        _ = try await KnavProcess(["ride", "--record", log, ride])
        let captured = try await KnavProcess(["capture", "map", log])
        #expect(captured.exitCode == 65 && captured.errors.contains("no coordinates found"))
        let bad = [
            ("91", "0"), ("x", "1"), ("1", ""), ("1e1", "1"), ("nan", "1"), ("1", "180.1"),
            (".5", "1"), ("+1", "1"),
        ]
        let lines = bad.map { line($0.0, $0.1) }.joined()
        try Data((lines + "stray\n" + line("-1.5", "13.25")).utf8).write(to: file)
        let run = try await KnavProcess(["capture", "map", file.path])
        #expect(run.exitCode == 65)
        for number in 1...bad.count {
            #expect(
                run.errors.contains("r.csv:\(number): columns 1 and 2: not a position in degrees\n")
            )
        }
        #expect(run.errors.contains("r.csv:9: skipped: 1 column instead of 14\n"))
        #expect(run.output.matches(of: /<rect class="label"/).count == 1)
        let refused = try await KnavProcess([
            "capture", "map", "--svg", "/nowhere/map.svg", file.path,
        ])
        #expect(refused.exitCode == 74)
        #expect(
            try await KnavProcess(["capture", "map", "--svg", file.path, file.path]).exitCode == 64)
    }
}
