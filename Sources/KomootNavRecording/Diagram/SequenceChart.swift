import KomootNav

/// A message sequence chart of a device and a phone: what a capture shows, line by line.
///
/// ```swift
/// var chart = SequenceChart()
/// try reader.read(log) { chart.handle($0, $1) }  // a NavigationReader
/// try reader.finish { chart.handle($0, $1) }
/// chart.finish()
/// print(chart.text)
/// ```
public struct SequenceChart: Sendable {
    /// What a row shows.
    public enum Message: Hashable, Sendable {
        /// The device sends something.
        case request(String)
        /// The phone sends something.
        case response(String)
        /// Both agree on something.
        case agreement(String)
        /// The link comes or goes.
        case link(String)
        /// What the device has read.
        case result(String)
        /// What the device has read, if it is not a good instruction: torn, unfinished, or other bytes.
        case warning(String)
    }

    /// One line of the chart.
    public struct Row: Hashable, Sendable {
        /// When, since the chart's beginning; negative if the log's clock was set back to before it.
        public let time: Duration
        /// The connection, from 1.
        public let connection: Int
        /// What it shows.
        public let message: Message

        /// Creates a row.
        public init(time: Duration, connection: Int, message: Message) {
            self.time = time
            self.connection = connection
            self.message = message
        }
    }

    /// The rows in order of time.
    public private(set) var rows: [Row] = []

    private var tracker = ReadTracker()
    private var start: CaptureTime?
    /// The part that is shown, since the beginning; `nil` for all.
    private let window: ClosedRange<Duration>?
    /// The only connection that is shown; `nil` for all.
    private let connection: Int?

    /// Creates an empty chart.
    ///
    /// - Parameters:
    ///   - window: the part that is shown, since the first event; `nil` for all. If the clock was set back,
    ///     later events can have negative times.
    ///   - connection: the only connection that is shown, from 1; `nil` for all. Times still count from the
    ///     first event of any connection.
    public init(window: ClosedRange<Duration>? = nil, connection: Int? = nil) {
        self.window = window
        self.connection = connection
    }

    /// Creates a chart of rows that you have, in order of time.
    public init(rows: [Row]) {
        self.init()
        self.rows = rows
    }

    /// Takes an event.
    public mutating func handle(_ event: CapturedEvent, _ value: Span<UInt8>) {
        guard let message = event.kind.message(value) else { return }
        let time = event.time
        start = start ?? time
        guard connection ?? event.connection == event.connection else { return }
        add(message, event.connection, time)
        var reads: [CapturedRead] = []
        tracker.handle(event, value) { reads.append($0) }
        for read in reads { add(read) }
    }

    /// Ends the capture and completes the chart.
    public mutating func finish() {
        var reads: [CapturedRead] = []
        tracker.finish { reads.append($0) }
        for read in reads { add(read) }
    }

    private mutating func add(_ read: CapturedRead) {
        guard let message = read.message else { return }
        add(message, read.connection, read.end)
    }

    /// Inserts a row after those of the same time. Rows may come late: a read's result is known only later.
    private mutating func add(_ message: Message, _ connection: Int, _ time: CaptureTime) {
        let sinceStart = (start ?? time).duration(to: time)
        if let window, !window.contains(sinceStart) { return }
        var place = rows.count
        while place > 0 && rows[place - 1].time > sinceStart && isResult(message) { place -= 1 }
        rows.insert(Row(time: sinceStart, connection: connection, message: message), at: place)
    }

    private func isResult(_ message: Message) -> Bool {
        switch message {
        case .result, .warning: true
        case .request, .response, .agreement, .link: false
        }
    }
}

extension CapturedEvent.Kind {
    /// What the chart has of it; `nil` for nothing.
    fileprivate func message(_ value: Span<UInt8>) -> SequenceChart.Message? {
        switch self {
        case .connected: .link("connected")
        case .mtuAgreed(let mtu): .agreement("MTU \(mtu)")
        case .discovered(let handle): .agreement("characteristic at handle \(handle)")
        case .foundAnother(let handle): .agreement("another characteristic at handle \(handle)")
        case .subscribed: nil
        case .requested(let offset): .request(offset == 0 ? "read" : "read at \(offset)")
        case .chunk(let offset):
            .response(counted(value.count, "byte") + (offset == 0 ? "" : " at \(offset)"))
        case .failed(_, let error): .response("refused: \(error.words)")
        case .notified: .response("notified " + hexadecimal(value))
        case .disconnected(let reason):
            .link("disconnected: \(LinkEndReason.words(reason))")
        }
    }

    /// The first eight bytes in hexadecimal.
    private func hexadecimal(_ value: Span<UInt8>) -> String {
        var text = ""
        for position in 0..<min(value.count, 8) {
            text += HexDigits.lowercase(value[position])
        }
        return value.count > 8 ? text + "…" : text
    }
}

extension CapturedRead {
    /// What the device has at the end of the read; `nil` if a refusal said so already.
    fileprivate var message: SequenceChart.Message? {
        switch outcome {
        case .refused: return nil
        case .unfinished: return .warning("unfinished read of \(counted(bytes.count, "byte"))")
        case .complete:
            guard let instruction = try? NavigationInstruction(decoding: bytes.span) else {
                return .warning("no instruction in \(counted(bytes.count, "byte"))")
            }
            let distance = DistanceDisplay(
                distanceInMeters: instruction.distanceInMeters, style: .metric)
            let words = [instruction.arrow.glyph, "\(distance)", "\(instruction.street)"]
            let shown = words.filter { !$0.isEmpty }.joined(separator: " ")
            return integrity == .torn ? .warning("torn: " + shown) : .result(shown)
        }
    }
}
