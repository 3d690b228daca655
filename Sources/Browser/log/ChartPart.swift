import KomootNavRecording

/// Gives what happened in a part of a log, for a chart of it: events, and reads with what the device has at their end.
///
/// A read is given after the event that shows that it is over.
final class ChartPart: Job {
    /// How many events and reads the page gets at most.
    private static let maximumCount = 1000
    /// How many bytes of a notification the page gets: more than name an object.
    private static let shownByteCount = 8

    private let window: ClosedRange<Int64>
    private var reads = ReadTracker()
    private var start: CaptureTime?
    private var count = 0
    private var isCut = false

    /// - Parameter window: the part, in microseconds since the first event.
    init(_ reader: NavigationReader, window: ClosedRange<Int64>) {
        self.window = window
        super.init(reader)
    }

    override func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
        if start == nil { start = event.time }
        if let time = timeToShow(event.time) {
            output.add("event") {
                $0.member("time", time)
                $0.member("connection", event.connection)
                $0.add(event.kind)
                $0.member("size", value.count)
                $0.member("bytes", value.extracting(first: Self.shownByteCount))
            }
        }
        reads.handle(event, value) { self.show($0) }
    }

    override func end() -> Bool {
        reads.finish { self.show($0) }
        output.add("chart") { $0.member("isCut", self.isCut) }
        return false
    }

    private func show(_ read: CapturedRead) {
        // The event of a refusal says it all.
        if case .refused = read.outcome { return }
        guard let time = timeToShow(read.end) else { return }
        output.add("read") {
            $0.member("time", time)
            $0.add(read)
        }
    }

    /// The time since the first event, if the page gets what happened then.
    private func timeToShow(_ time: CaptureTime) -> Int64? {
        let sinceStart = time.microseconds(since: start ?? time)
        guard window.contains(sinceStart) else { return nil }
        isCut = count == Self.maximumCount
        guard !isCut else { return nil }
        count += 1
        return sinceStart
    }
}
