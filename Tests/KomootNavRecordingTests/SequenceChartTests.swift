import KomootNav
import KomootNavRecording
import Testing

@Suite("A sequence chart")
struct SequenceChartTests {
    private static let object: [UInt8] =
        [4, 3, 2, 1, 5, 210, 0, 0, 0] + Array("A<&>\u{1B}\u{202E} Straße".utf8)

    private func chart(window: ClosedRange<Int64> = 0...Int64.max) -> SequenceChart {
        var chart = SequenceChart(window: window)
        let kinds: [(CapturedEvent.Kind, ArraySlice<UInt8>)] = [
            (.connected, []), (.mtuAgreed(50), []), (.discovered(handle: 18), []),
            (.notified, Self.object.prefix(9)), (.requested(offset: 0), []),
            (.piece(offset: 0), Self.object.prefix(22)), (.requested(offset: 22), []),
            (.piece(offset: 22), Self.object.dropFirst(22)),
            (.requested(offset: 99), []), (.failed(offset: 99, .invalidOffset), []),
            (.disconnected(reason: 19), []),
        ]
        for (index, (kind, value)) in kinds.enumerated() {
            let event = CapturedEvent(
                kind: kind, connection: 1,
                timeInMicroseconds: 1_700_000_000_000_000 + Int64(index) * 1_500_000)
            chart.take(event, ContiguousArray(value).span)
        }
        chart.finish()
        return chart
    }

    @Test("has a row for every message, and the instruction where its last piece came")
    func rows() {
        let rows = chart().rows
        #expect(rows.count == 12)
        #expect(rows[3].message == .response("notified 0403020105d20000…"))
        #expect(rows[6].message == .request("read at 22"))
        #expect(rows[7].message == .response("3 bytes at 22"))
        #expect(rows[8].message == .result("← 210 m A<&>\u{1B}\u{202E} Straße"))
        #expect(rows[8].timeInMicroseconds == rows[7].timeInMicroseconds)
        #expect(rows[10].message == .response("refused: 0x07"))
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

    @Test("can be of a part of the time")
    func window() {
        let rows = chart(window: 3_000_000...4_500_000).rows
        #expect(rows.map(\.timeInMicroseconds) == [3_000_000, 4_500_000])
    }
}
