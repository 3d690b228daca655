extension SequenceChart {
    /// The chart for a terminal, with lifelines of box-drawing characters.
    public var text: String {
        let columns = TextColumns()
        var lines = [columns.header]
        lines += rows.map { columns.line($0) }
        return lines.map { $0 + "\n" }.joined()
    }
}

/// How a row is laid out in characters.
private struct TextColumns {
    /// The columns between the lifelines.
    private let width = 44
    private let timeWidth = 10

    var header: String {
        let margin = String(repeating: " ", count: timeWidth + 6)
        let middle = String(repeating: " ", count: width - 4)
        return margin + "device" + middle + "phone"
    }

    func line(_ row: SequenceChart.Row) -> String {
        let time = right("\(Seconds(microseconds: row.time.wholeMicroseconds))", timeWidth) + " s  "
        let number = left("#\(row.connection)", 4)
        return time + number
            + {
                switch row.message {
                case .request(let text): "│" + left("── \(text) ", width - 1, "─") + "▶│"
                case .response(let text): "│◀" + right(" \(text) ──", width - 1, "─") + "│"
                case .agreement(let text): "│" + centered(" \(text) ", "┄") + "│"
                case .link(let text): "╞" + centered(" \(text) ", "═") + "╡"
                case .result(let text), .warning(let text):
                    "◆ " + left(cut(printable(text), width - 2), width - 1) + "│"
                }
            }()
    }

    private func left(_ text: String, _ count: Int, _ filler: String = " ") -> String {
        text + String(repeating: filler, count: max(0, count - text.count))
    }

    private func right(_ text: String, _ count: Int, _ filler: String = " ") -> String {
        String(repeating: filler, count: max(0, count - text.count)) + text
    }

    private func centered(_ text: String, _ filler: String) -> String {
        let rest = max(0, width - text.count)
        return String(repeating: filler, count: rest / 2) + text
            + String(repeating: filler, count: rest - rest / 2)
    }

    private func cut(_ text: String, _ count: Int) -> String {
        text.count <= count ? text : text.prefix(count - 1) + "…"
    }
}
