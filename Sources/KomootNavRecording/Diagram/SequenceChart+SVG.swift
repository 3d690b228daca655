extension SequenceChart {
    /// The chart as a picture: one SVG 1.1 file without scripts, in the viewer's fonts. What the device has read
    /// takes as many lines as it needs.
    public var svg: String {
        var page = Page()
        let elements = rows.flatMap { page.add($0) }
        return (page.head + elements + ["</svg>"]).map { $0 + "\n" }.joined()
    }
}

/// Where things are in the picture, in its units.
private struct Page {
    private static let rowHeight = 22
    private static let lineHeight = 15
    private static let deviceX = 170
    private static let phoneX = 610
    private static let middleX = (deviceX + phoneX) / 2
    private static let width = 760
    /// How many columns of text a line has. They fit between the lifelines in most fonts, and even the widest capital
    /// letters stay inside the picture.
    private static let columns = 48

    /// Where the next row is.
    private var y = 56

    private var height: Int { y + Self.rowHeight }

    /// What is drawn before the rows; it is as high as all of those.
    var head: [String] {
        let (width, deviceX, phoneX) = (Self.width, Self.deviceX, Self.phoneX)
        return [
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

    /// Draws a row below the others.
    mutating func add(_ row: SequenceChart.Row) -> [String] {
        let seconds = Seconds(microseconds: row.time.wholeMicroseconds)
        let time = text("\(seconds) s", Self.deviceX - 46, y + 4, "end", "#667")
        let number = text("#\(row.connection)", Self.deviceX - 12, y + 4, "end", "#667")
        let message = message(row.message)
        y += Self.rowHeight
        return [time, number] + message
    }

    private mutating func message(_ message: SequenceChart.Message) -> [String] {
        let tip = " marker-end=\"url(#tip)\""
        let (deviceX, phoneX, middleX) = (Self.deviceX, Self.phoneX, Self.middleX)
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
        case .result(let words): return result(words, "#2a7")
        case .warning(let words): return result(words, "#c33")
        }
    }

    /// What the device has read, in as many lines as it needs.
    private mutating func result(_ words: String, _ color: String) -> [String] {
        let dot = "<circle cx=\"\(Self.deviceX)\" cy=\"\(y)\" r=\"4\" fill=\"\(color)\"/>"
        let lines = printable(words).lines(ofColumns: Self.columns)
        let texts = lines.enumerated().map { index, words in
            text(words, Self.deviceX + 10, y + 4 + index * Self.lineHeight, "start", color)
        }
        y += (lines.count - 1) * Self.lineHeight
        return [dot] + texts
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
