import KomootNav
import KomootNavRecording
import Testing

@Suite("A sequence chart")
struct SequenceChartTests {
    private static let object: [UInt8] =
        [4, 3, 2, 1, 5, 210, 0, 0, 0] + Array("A<&>\u{1B}\u{202E} Straße".utf8)

    private static let ride: [(CapturedEvent.Kind, ArraySlice<UInt8>)] = [
        (.connected, []), (.mtuAgreed(50), []), (.discovered(handle: 18), []),
        (.notified, object.prefix(9)), (.requested(offset: 0), []),
        (.chunk(offset: 0), object.prefix(22)), (.requested(offset: 22), []),
        (.chunk(offset: 22), object.dropFirst(22)),
        (.requested(offset: 99), []), (.failed(offset: 99, .invalidOffset), []),
        (.disconnected(reason: 19), []),
    ]

    private func chart(
        of kinds: [(CapturedEvent.Kind, ArraySlice<UInt8>)] = ride,
        window: ClosedRange<Duration>? = nil
    ) -> SequenceChart {
        var chart = SequenceChart(window: window)
        for (index, (kind, value)) in kinds.enumerated() {
            let event = CapturedEvent(
                kind: kind, connection: 1,
                time: .microseconds(1_700_000_000_000_000 + Int64(index) * 1_500_000))
            chart.handle(event, ContiguousArray(value).span)
        }
        chart.finish()
        return chart
    }

    @Test("A sequence chart has a row for every message, and the instruction after its last chunk")
    func rows() {
        let rows = chart().rows
        #expect(rows.count == 12)
        #expect(rows[3].message == .response("notified 0403020105d20000…"))
        #expect(rows[6].message == .request("read at 22"))
        #expect(rows[7].message == .response("3 bytes at 22"))
        #expect(rows[8].message == .result("← 210 m A<&>\u{1B}\u{202E} Straße"))
        #expect(rows[8].time == rows[7].time)
        #expect(rows[10].message == .response("refused: 0x07 Invalid Offset"))
        #expect(
            rows[11].message == .link("disconnected: 0x13 Remote User Terminated Connection"))
    }

    @Test(
        "A sequence chart warns of a read that was torn, unfinished or of other bytes, in another colour"
    )
    func warnings() {
        let other: [UInt8] = [9, 3, 2, 1]
        let torn = chart(of: [
            (.requested(offset: 0), []), (.chunk(offset: 0), Self.object.prefix(22)),
            (.notified, other[...]), (.requested(offset: 22), []),
            (.chunk(offset: 22), Self.object.suffix(1)),
            // The object that was notified ends with the same byte.
            (.requested(offset: 0), []),
            (.chunk(offset: 0), (other + [5, 9, 0, 0, 0] + Array("Am Neuen Gart".utf8))[...]),
            (.requested(offset: 22), []),
            (.chunk(offset: 22), Self.object.suffix(1)), (.disconnected(reason: 19), []),
        ])
        #expect(torn.rows[4].message == .response("1 byte at 22"))
        #expect(torn.rows[5].message == .warning("torn: ← 210 m A<&>\u{1B}\u{202E} Strae"))
        #expect(torn.svg.contains("#c33"))
        #expect(!chart().svg.contains("#c33") && chart().svg.contains("#2a7"))
        let strange = chart(of: [
            (.requested(offset: 0), []), (.chunk(offset: 0), [7]), (.requested(offset: 0), []),
            (.chunk(offset: 0), Self.object.prefix(22)), (.disconnected(reason: 19), []),
        ])
        let warnings = strange.rows.map(\.message).filter {
            if case .warning = $0 { true } else { false }
        }
        #expect(
            warnings == [
                .warning("no instruction in 1 byte"), .warning("unfinished read of 22 bytes"),
            ])
    }

    @Test("A sequence chart as text has lines of one width, and nothing that acts on a terminal")
    func text() {
        let lines = chart().text.split(separator: "\n")
        #expect(lines.count == 13)
        #expect(lines[1].hasPrefix("     0.000 s  #1  ╞═════"))
        #expect(lines[1].hasSuffix("═ connected ══════════════════════╡"))
        #expect(lines[5].hasPrefix("     6.000 s  #1  │── read ────"))
        #expect(lines[5].hasSuffix("────▶│"))
        #expect(Set(lines.dropFirst().map(\.count)) == [74])
        #expect(!chart().text.unicodeScalars.contains("\u{1B}"))
        #expect(!chart().text.unicodeScalars.contains("\u{202E}"))
    }

    @Test(
        "A sequence chart as text has lines of one width, whatever script a street has",
        arguments: [
            ("東京都千代田区", 14), ("서울특별시", 10), ("한", 2), ("ｱｲｳ", 3), ("Ｗ", 2),
            ("🚲🚴🏽‍♀️", 4), ("👨‍👩‍👧", 2), ("☂️", 2), ("☂", 1), ("1️⃣", 2), ("🇩🇪", 2), ("👍🏽", 2),
            ("महात्मा गांधी मार्ग", 16), ("ถนนสุขุมวิท", 8), ("Cafe\u{301}", 4),
            ("a\u{200B}\u{200D}\u{FEFF}b", 2), ("שדרות", 5), ("→◆│", 3),
        ])
    func widths(_ street: String, _ columns: Int) throws {
        let lines = [street, String(repeating: "x", count: columns)].map { text in
            SequenceChart(rows: [
                .init(time: .zero, connection: 1, message: .result(text)),
                .init(time: .zero, connection: 1, message: .link(text)),
            ]).text.split(separator: "\n").map { $0.replacing(text, with: "") }
        }
        #expect(lines[0] == lines[1])
    }

    @Test(
        "A sequence chart as text is cut at whole letters where it does not fit, and needs no more room than it has"
    )
    func narrow() {
        let chart = SequenceChart(rows: [
            .init(time: .zero, connection: 1, message: .request("read at 220")),
            .init(
                time: .zero, connection: 1, message: .response("refused: 0x0A Attribute Not Found")),
            .init(time: .zero, connection: 1, message: .result("← 20 m 東京都千代田区")),
            .init(time: .zero, connection: 1, message: .warning("torn: ← 20 m Große Straße")),
            .init(
                time: .zero, connection: 1, message: .link("disconnected: 0x08 Connection Timeout")),
        ])
        #expect(
            chart.text(columns: 40) == """
                                device             phone
                     0.000 s  #1  │── read at 220 ─▶│
                     0.000 s  #1  │◀ refused: 0x… ──│
                     0.000 s  #1  ◆ ← 20 m 東京都…  │
                     0.000 s  #1  ! torn: ← 20 m G… │
                     0.000 s  #1  ╞ disconnected: … ╡

                """)
        for columns in [-1, 0, 20, 35] {
            #expect(chart.text(columns: columns) == chart.text(columns: 35))
        }
        #expect(chart.text(columns: 80).contains(" disconnected: 0x08 Connection Timeout "))
        let street = String(repeating: "Straße ", count: 30)
        let long = SequenceChart(rows: [.init(time: .zero, connection: 1, message: .result(street))]
        )
        #expect(long.text(columns: 300).contains("◆ \(street)"))
        #expect(long.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("A sequence chart tells results from warnings without colours")
    func marks() {
        let rows: [SequenceChart.Message] = [.result("a"), .warning("unfinished read of 22 bytes")]
        let lines = SequenceChart(rows: rows.map { .init(time: .zero, connection: 1, message: $0) })
            .text.split(separator: "\n").map { $0.dropFirst(18).prefix(5) }
        #expect(lines[1...] == ["◆ a  ", "! unf"])
    }

    @Test("A sequence chart as a picture has the whole street, in lines between the lifelines")
    func longStreets() {
        let words = (1...60).map { "Wort\($0)" }.joined(separator: " ")
        let wide = String(repeating: "東", count: 100)
        let marks = "e" + String(repeating: "\u{301}", count: 200)
        let rows = [words, wide, marks, ""].map {
            SequenceChart.Row(time: .zero, connection: 1, message: .result($0))
        }
        let svg = SequenceChart(rows: rows).svg
        let texts = svg.split(separator: "\n").filter { $0.contains("#2a7\">") }.map { line in
            line.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
        }
        #expect(texts.filter { $0.hasPrefix("Wort") }.joined(separator: " ") == words)
        #expect(
            texts.filter { $0.hasPrefix("Wort") }.allSatisfy {
                (40...48).contains($0.count) || $0.hasSuffix("60")
            })
        #expect(texts.filter { $0.hasPrefix("東") }.map(\.count) == [24, 24, 24, 24, 4])
        #expect(texts.contains(Substring(marks)))
        // The picture is as high as its lines, and none stands on another.
        let places = svg.matches(of: /y="(\d+)" text-anchor="start"/).compactMap { Int($0.1) }
        #expect(places == places.sorted() && Set(places).count == places.count)
        let height = svg.firstMatch(of: /height="(\d+)"/).flatMap { Int($0.1) }
        #expect((places.last ?? 0) < (height ?? 0))
    }

    @Test("A sequence chart as a picture is XML in which streets are text")
    func picture() {
        let svg = chart().svg
        #expect(svg.hasPrefix("<svg xmlns="))
        #expect(svg.hasSuffix("</svg>\n"))
        #expect(svg.contains("A&lt;&amp;&gt;\u{FFFD}\u{FFFD} Straße"))
        #expect(!svg.contains("A<"))
        #expect(!svg.unicodeScalars.contains("\u{1B}"))
    }

    @Test("A sequence chart can show a part of the time")
    func window() {
        let rows = chart(window: .seconds(3) ... .milliseconds(4500)).rows
        #expect(rows.map(\.time) == [.seconds(3), .milliseconds(4500)])
    }
}
