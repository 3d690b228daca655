import KomootNav

/// Works out from a capture's events what the phone did.
///
/// It knows only objects that were read whole. A capture does not show when the phone first had an object,
/// so it counts from the notification that named it, or else from the read that brought it. If
/// connections overlap, the one that is already being followed counts. It ends, whatever the capture shows, when the
/// same device connects again.
public struct PhoneRecorder: Sendable {
    private var tracker = ReadTracker()
    private var acts: [(time: CaptureTime, act: PhoneRecording.Act)] = []
    /// The connection that is followed now.
    private var current: Int?
    /// The device of that connection, as ``CapturedEvent/device`` names it.
    private var device: Int?
    /// The only connection that may be followed; `nil` if any may.
    private let only: Int?
    /// The MTUs of connections that are not followed.
    private var mtus: [Int: Int] = [:]
    /// Where in `acts` the last object is published, and what it is.
    private var lastPublication = -1
    private var lastObject: ContiguousArray<UInt8> = []

    /// Creates a recorder.
    ///
    /// - Parameter connection: the only connection that counts; `nil` for one after the other.
    public init(connection: Int? = nil) { only = connection }

    /// Takes an event.
    public mutating func handle(_ event: CapturedEvent, _ value: Span<UInt8>) {
        guard only == nil || only == event.connection else { return }
        if case .connected = event.kind, current != nil, event.connection != current,
            let device, device == event.device
        {
            leave(event.time)
        }
        if event.connection != current && !follow(event) { return }
        switch event.kind {
        case .connected, .discovered, .foundAnother, .subscribed, .requested, .chunk: break
        case .mtuAgreed(let mtu): add(.changedMTU(mtu), event.time)
        case .failed(_, let error):
            if !error.endsObject { add(.refused(error), event.time) }
        case .notified:
            add(.notified(ContiguousArray(copying: value)), event.time)
        case .disconnected: leave(event.time)
        }
        var reads: [CapturedRead] = []
        tracker.handle(event, value) { reads.append($0) }
        for read in reads { handle(read) }
    }

    /// Follows the event's connection from now on, if none is followed and it has to do with navigation.
    private mutating func follow(_ event: CapturedEvent) -> Bool {
        switch event.kind {
        case .connected: mtus[event.connection] = ATT.defaultMTU
        case .mtuAgreed(let mtu): mtus[event.connection] = mtu
        case .disconnected: mtus[event.connection] = nil
        case .discovered, .foundAnother, .subscribed, .requested, .chunk, .failed, .notified: break
        }
        guard current == nil, event.kind.isTraffic else { return false }
        current = event.connection
        device = event.device
        let mtu = mtus[event.connection] ?? ATT.defaultMTU
        add(.appeared(mtu: mtu), event.time)
        return true
    }

    private mutating func leave(_ time: CaptureTime) {
        add(.left, time)
        current = nil
    }

    /// Ends the capture.
    public mutating func finish() -> PhoneRecording {
        var reads: [CapturedRead] = []
        tracker.finish { reads.append($0) }
        for read in reads { handle(read) }
        var pace = PlaybackPace()
        return PhoneRecording(
            moments: acts.map { time, act in
                PhoneRecording.Moment(time: SessionTime(pace.offset(of: time)), act: act)
            })
    }

    private mutating func add(_ act: PhoneRecording.Act, _ time: CaptureTime) {
        acts.append((time, act))
    }

    /// Puts a whole object where the capture first mentions it.
    private mutating func handle(_ read: CapturedRead) {
        guard read.outcome == .complete, read.integrity != .torn, read.bytes != lastObject else {
            return
        }
        lastObject = read.bytes
        var place = acts.count
        var time = read.start
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
