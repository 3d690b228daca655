extension SequenceChart {
    /// The chart for a terminal, with lifelines of box-drawing characters. It takes at most 80 columns.
    public var text: String { text(columns: 80) }

    /// The chart for a terminal of a width. Its lifelines are as far apart as its longest message needs; messages that
    /// do not fit are cut.
    ///
    /// - Parameter columns: the width; the chart takes at least 35 columns.
    public func text(columns: Int) -> String {
        let layout = TextColumns(rows, columns: columns)
        return (["\(layout.header)\n"] + rows.map { "\(layout.line($0))\n" }).joined()
    }
}

/// How a row is laid out in characters.
private struct TextColumns {
    /// The columns before the first lifeline.
    private static let margin = 18
    private static let timeWidth = 10
    /// The columns after the first lifeline, besides those between both: the second one, and the half of the word above it.
    private static let end = 4
    /// How many columns there are between the lifelines at least.
    private static let smallestWidth = 12
    /// How many there are if the messages need fewer, and there is room.
    private static let usualWidth = 44

    /// The columns between the lifelines.
    private let width: Int

    init(_ rows: [SequenceChart.Row], columns: Int) {
        let needed = rows.map { Self.neededWidth(of: $0.message) }.max() ?? 0
        let room = columns - Self.margin - 1 - Self.end
        width = max(Self.smallestWidth, min(room, max(Self.usualWidth, needed)))
    }

    private static func neededWidth(of message: SequenceChart.Message) -> Int {
        switch message {
        case .request(let text), .response(let text): text.displayWidth + 5
        case .agreement(let text), .link(let text): text.displayWidth + 2
        case .result(let text), .warning(let text): printable(text).displayWidth + 2
        }
    }

    var header: String {
        let margin = String(repeating: " ", count: Self.margin - 2)
        return margin + "device" + String(repeating: " ", count: width - 4) + "phone"
    }

    func line(_ row: SequenceChart.Row) -> String {
        let time = right("\(Seconds(microseconds: row.time.wholeMicroseconds))", Self.timeWidth)
        return time + " s  " + left("#\(row.connection)", 4) + message(row.message)
    }

    private func message(_ message: SequenceChart.Message) -> String {
        switch message {
        case .request(let text):
            "│" + left("── \(cut(text, 5)) ", width - 1, "─") + "▶│"
        case .response(let text): "│◀" + right(" \(cut(text, 5)) ──", width - 1, "─") + "│"
        case .agreement(let text): "│" + centered(" \(cut(text, 2)) ", "┄") + "│"
        case .link(let text): "╞" + centered(" \(cut(text, 2)) ", "═") + "╡"
        case .result(let text): "◆ " + left(cut(printable(text), 2), width - 1) + "│"
        case .warning(let text): "! " + left(cut(printable(text), 2), width - 1) + "│"
        }
    }

    /// The text, cut so that this many columns are left between the lifelines.
    private func cut(_ text: String, _ left: Int) -> String { text.cut(toColumns: width - left) }

    private func left(_ text: String, _ count: Int, _ filler: String = " ") -> String {
        text + String(repeating: filler, count: max(0, count - text.displayWidth))
    }

    private func right(_ text: String, _ count: Int, _ filler: String = " ") -> String {
        String(repeating: filler, count: max(0, count - text.displayWidth)) + text
    }

    private func centered(_ text: String, _ filler: String) -> String {
        let rest = max(0, width - text.displayWidth)
        return String(repeating: filler, count: rest / 2) + text
            + String(repeating: filler, count: rest - rest / 2)
    }
}
