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

    @Test("has a row for every message, and the instruction after its last chunk")
    func rows() {
        let rows = chart().rows
        #expect(rows.count == 12)
        #expect(rows[3].message == .response("notified 0403020105d20000…"))
        #expect(rows[6].message == .request("read at 22"))
        #expect(rows[7].message == .response("3 bytes at 22"))
        #expect(rows[8].message == .result("← 210 m A<&>\u{1B}\u{202E} Straße"))
        #expect(rows[8].time == rows[7].time)
        #expect(rows[10].message == .response("refused: 0x07"))
    }

    @Test("warns of a read that was torn, unfinished or of other bytes, in another colour")
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

    @Test("as text has lines of one width, and nothing that acts on a terminal")
    func text() {
        let lines = chart().text.split(separator: "\n")
        #expect(lines.count == 13)
        #expect(lines[1] == "     0.000 s  #1  ╞════════════════ connected ═════════════════╡")
        #expect(lines[5] == "     6.000 s  #1  │── read ───────────────────────────────────▶│")
        #expect(Set(lines.dropFirst().map(\.count)) == [64])
        #expect(!chart().text.unicodeScalars.contains("\u{1B}"))
        #expect(!chart().text.unicodeScalars.contains("\u{202E}"))
    }

    @Test("as a picture is XML in which streets are text")
    func picture() {
        let svg = chart().svg
        #expect(svg.hasPrefix("<svg xmlns="))
        #expect(svg.hasSuffix("</svg>\n"))
        #expect(svg.contains("A&lt;&amp;&gt;\u{FFFD}\u{FFFD} Straße"))
        #expect(!svg.contains("A<"))
        #expect(!svg.unicodeScalars.contains("\u{1B}"))
    }

    @Test("can show a part of the time")
    func window() {
        let rows = chart(window: .seconds(3) ... .milliseconds(4500)).rows
        #expect(rows.map(\.time) == [.seconds(3), .milliseconds(4500)])
    }
}
