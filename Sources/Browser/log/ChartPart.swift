import KomootNavRecording

/// Draws a part of a log.
final class ChartPart: Job {
    /// How many rows the page gets at most.
    private static let maximumRowCount = 1000

    private var chart: SequenceChart
    private var isCut = false

    init(_ reader: NavigationReader, window: ClosedRange<Duration>) {
        chart = SequenceChart(window: window)
        super.init(reader)
    }

    override func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
        isCut = isCut || chart.rows.count >= Self.maximumRowCount
        if !isCut { chart.handle(event, value) }
    }

    override func end() -> Bool {
        chart.finish()
        for row in chart.rows { write(row) }
        output.add("chart") { $0.member("isCut", self.isCut) }
        return false
    }

    private func write(_ row: SequenceChart.Row) {
        let (type, words): (StaticString, String) =
            switch row.message {
            case .request(let words): ("request", words)
            case .response(let words): ("response", words)
            case .agreement(let words): ("agreement", words)
            case .link(let words): ("link", words)
            case .result(let words): ("result", words)
            case .warning(let words): ("warning", words)
            }
        output.add("row") {
            $0.member("time", row.time.wholeMicroseconds)
            $0.member("connection", row.connection)
            $0.member("message", type)
            $0.member("words", printable(words))
        }
    }
}
