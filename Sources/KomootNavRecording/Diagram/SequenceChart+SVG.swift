extension SequenceChart {
    /// The chart as a picture: one SVG 1.1 file without scripts, in the viewer's fonts.
    public var svg: String {
        let page = Page(rowCount: rows.count)
        var lines = page.head
        for (index, row) in rows.enumerated() { lines += page.elements(row, index) }
        lines.append("</svg>")
        return lines.map { $0 + "\n" }.joined()
    }
}

/// Where things are in the picture, in its units.
private struct Page {
    private let rowCount: Int
    private let rowHeight = 22
    private let top = 56
    private let deviceX = 170
    private let phoneX = 610
    private let width = 760

    init(rowCount: Int) { self.rowCount = rowCount }

    private var height: Int { top + (rowCount + 1) * rowHeight }
    private var middleX: Int { (deviceX + phoneX) / 2 }

    var head: [String] {
        [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
                + "viewBox=\"0 0 \(width) \(height)\" font-family=\"sans-serif\" font-size=\"12\">",
            "<title>Device and phone</title>",
            "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" "
                + "markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0 8 4 0 8z\" fill=\"#223\"/>"
                + "</marker></defs>",
            "<rect width=\"\(width)\" height=\"\(height)\" fill=\"#fff\"/>",
            text("device", deviceX, 26, "middle", "#223", more: " font-weight=\"bold\""),
            text("phone", phoneX, 26, "middle", "#223", more: " font-weight=\"bold\""),
            line(deviceX, 36, deviceX, height - 8, "#99a"),
            line(phoneX, 36, phoneX, height - 8, "#99a"),
        ]
    }

    func elements(_ row: SequenceChart.Row, _ index: Int) -> [String] {
        let y = top + index * rowHeight
        let seconds = Seconds(microseconds: row.time.wholeMicroseconds)
        let time = text("\(seconds) s", deviceX - 46, y + 4, "end", "#667")
        let number = text("#\(row.connection)", deviceX - 12, y + 4, "end", "#667")
        return [time, number] + message(row.message, y)
    }

    private func message(_ message: SequenceChart.Message, _ y: Int) -> [String] {
        let tip = " marker-end=\"url(#tip)\""
        switch message {
        case .request(let words):
            return [
                line(deviceX, y, phoneX - 2, y, "#223", more: tip),
                text(words, deviceX + 10, y - 4, "start", "#223"),
            ]
        case .response(let words):
            return [
                line(phoneX, y, deviceX + 2, y, "#223", more: tip),
                text(words, phoneX - 10, y - 4, "end", "#223"),
            ]
        case .agreement(let words):
            return [
                line(deviceX, y, phoneX, y, "#99a", more: " stroke-dasharray=\"3 4\""),
                text(words, middleX, y - 4, "middle", "#667"),
            ]
        case .link(let words):
            return [
                line(deviceX, y, phoneX, y, "#36c", more: " stroke-width=\"3\""),
                text(words, middleX, y - 5, "middle", "#36c"),
            ]
        case .result(let words): return result(words, y, "#2a7")
        case .warning(let words): return result(words, y, "#c33")
        }
    }

    private func result(_ words: String, _ y: Int, _ color: String) -> [String] {
        [
            "<circle cx=\"\(deviceX)\" cy=\"\(y)\" r=\"4\" fill=\"\(color)\"/>",
            text(words, deviceX + 10, y + 4, "start", color),
        ]
    }

    private func line(
        _ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int, _ color: String, more: String = ""
    ) -> String {
        "<line x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\" stroke=\"\(color)\"\(more)/>"
    }

    private func text(
        _ words: String, _ x: Int, _ y: Int, _ anchor: String, _ color: String, more: String = ""
    ) -> String {
        "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\" fill=\"\(color)\"\(more)>"
            + escaped(words) + "</text>"
    }
}
