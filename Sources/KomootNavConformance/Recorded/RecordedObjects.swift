import KomootNav
import KomootNavRecording

/// Makes a codec input from each object that a capture proves.
struct RecordedObjects {
    /// The inputs, without repeats.
    private(set) var inputs: [RecordedVectors.Input] = []
    /// The objects that the capture shows whole and not torn.
    private(set) var shown: Set<ContiguousArray<UInt8>> = []

    private let name: String
    private var seen: Set<ContiguousArray<UInt8>> = []
    private var tracker = ReadTracker()
    private var start: CaptureTime?

    /// - Parameter name: the capture's name.
    init(name: String) { self.name = name }

    mutating func handle(_ event: CapturedEvent, _ value: Span<UInt8>) {
        start = start ?? event.time
        var reads: [CapturedRead] = []
        tracker.handle(event, value) { reads.append($0) }
        for read in reads { handle(read) }
    }

    mutating func finish() {
        var reads: [CapturedRead] = []
        tracker.finish { reads.append($0) }
        for read in reads { handle(read) }
    }

    private mutating func handle(_ read: CapturedRead) {
        guard read.outcome == .complete, read.integrity != .torn else { return }
        shown.insert(read.bytes)
        guard read.integrity == .proven, seen.insert(read.bytes).inserted else { return }
        let time = Seconds(microseconds: read.start.microseconds(since: start ?? read.start))
        inputs.append(
            .init(
                title: "An object of \(counted(read.bytes.count, "byte"))",
                origin: "\(name) at \(time) s",
                input: .object([
                    "bytes": .bytes(read.bytes), "layout": .string("auto"),
                    "extent": .string(ObjectExtent.whole.rawValue),
                ])))
    }
}
