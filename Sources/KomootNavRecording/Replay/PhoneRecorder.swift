import KomootNav

/// Makes of a capture's events what the phone did.
///
/// Only what was read whole is known of its objects. An object counts from the notification on that named
/// it, else from the read that brought it; when the phone had it first is not in a capture. Of
/// connections that last at the same time the first one counts.
public struct PhoneRecorder: Sendable {
    private var tracker = ReadTracker()
    private var acts: [(time: Int64, act: PhoneRecording.Act)] = []
    /// The connection that is followed, and the one that is the only one to be.
    private var current: Int?
    private let only: Int?
    /// Where in `acts` the last object is published, and what it is.
    private var lastPublication = -1
    private var lastObject: ContiguousArray<UInt8> = []

    /// Creates a recorder.
    ///
    /// - Parameter connection: the only connection that counts; `nil` for one after the other.
    public init(connection: Int? = nil) { only = connection }

    /// Takes an event.
    public mutating func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
        guard only == nil || only == event.connection else { return }
        guard current == nil || current == event.connection else { return }
        if current == nil {
            current = event.connection
            add(.appeared(mtu: ATT.defaultMTU), event.timeInMicroseconds)
        }
        switch event.kind {
        case .connected, .discovered, .requested, .piece: break
        case .mtuAgreed(let mtu): add(.changedMTU(mtu), event.timeInMicroseconds)
        case .failed(_, let error):
            if !error.endsObject { add(.refused(error), event.timeInMicroseconds) }
        case .notified:
            var bytes: ContiguousArray<UInt8> = []
            for position in 0..<value.count { bytes.append(value[position]) }
            add(.notified(bytes), event.timeInMicroseconds)
        case .disconnected:
            add(.left, event.timeInMicroseconds)
            current = nil
        }
        var reads: [CapturedRead] = []
        tracker.take(event, value) { reads.append($0) }
        for read in reads { take(read) }
    }

    /// Ends the capture.
    public mutating func finish() -> PhoneRecording {
        var reads: [CapturedRead] = []
        tracker.finish { reads.append($0) }
        for read in reads { take(read) }
        let start = acts.map(\.time).min() ?? 0
        var latest: Int64 = 0
        return PhoneRecording(
            moments: acts.map { time, act in
                // Clocks are set meanwhile: no moment comes before the one before it.
                latest = max(latest, time &- start)
                let milliseconds = UInt64(clamping: latest / 1000)
                return PhoneRecording.Moment(
                    time: SessionTime(milliseconds: milliseconds), act: act)
            })
    }

    private mutating func add(_ act: PhoneRecording.Act, _ time: Int64) {
        acts.append((time, act))
    }

    /// A whole object is put where it was first heard of.
    private mutating func take(_ read: CapturedRead) {
        guard read.outcome == .complete, read.integrity != .torn, read.bytes != lastObject else {
            return
        }
        lastObject = read.bytes
        var place = acts.count
        var time = read.startInMicroseconds
        while place > lastPublication + 1 && acts[place - 1].time > time { place -= 1 }
        var earlier = place
        while earlier > lastPublication + 1 {
            earlier -= 1
            if case .notified(let bytes) = acts[earlier].act, bytes.count >= 4,
                read.bytes.starts(with: bytes.prefix(4))
            {
                place = earlier
                time = acts[earlier].time
            }
        }
        acts.insert((time, .published(read.bytes)), at: place)
        lastPublication = place
    }
}

extension ATTError {
    /// Whether it only says that a read is at the object's end.
    fileprivate var endsObject: Bool { self == .invalidOffset || self == .attributeNotLong }
}
