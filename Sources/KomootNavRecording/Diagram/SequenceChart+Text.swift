extension SequenceChart {
    /// The chart for a terminal: lifelines of box-drawing characters, 72 columns between times and edge.
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
        let time = right(seconds(row.timeInMicroseconds), timeWidth) + " s  "
        let number = left("#\(row.connection)", 4)
        return time + number
            + {
                switch row.message {
                case .request(let text): "│" + left("── \(text) ", width - 1, "─") + "▶│"
                case .response(let text): "│◀" + right(" \(text) ──", width - 1, "─") + "│"
                case .agreement(let text): "│" + centered(" \(text) ", "┄") + "│"
                case .link(let text): "╞" + centered(" \(text) ", "═") + "╡"
                case .result(let text):
                    "◆ " + left(cut(printable(text), width - 2), width - 1) + "│"
                }
            }()
    }

    /// Seconds with three digits behind the point.
    private func seconds(_ microseconds: Int64) -> String {
        let milliseconds = (microseconds / 1000).magnitude
        let sign = microseconds < 0 ? "-" : ""
        return sign + "\(milliseconds / 1000)." + right("\(milliseconds % 1000)", 3, "0")
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

    /// Text without what would act on a terminal instead of being shown.
    private func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isShown ? $0 : "\u{FFFD}" }))
    }
}

extension Unicode.Scalar {
    /// Whether it is shown: no control character, no separator of lines, no direction that reaches beyond
    /// its text.
    var isShown: Bool {
        switch self {
        case "\u{2028}", "\u{2029}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": false
        default: properties.generalCategory != .control
        }
    }
}
