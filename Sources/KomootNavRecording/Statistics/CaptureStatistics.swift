import KomootNav

/// Counts and measures what a log shows of each connection with navigation.
///
/// ```swift
/// var statistics = CaptureStatistics()
/// try reader.read(log) { statistics.handle($0, $1) }  // a NavigationReader
/// try reader.finish { statistics.handle($0, $1) }
/// statistics.finish()
/// for connection in statistics.connections { … }
/// ```
///
/// Memory does not grow with the log: see ``mostConnections`` and ``DurationDistribution``.
public struct CaptureStatistics: Sendable {
    /// How many connections are measured. Those that come later in the log are left out.
    public static let mostConnections = 256

    /// Whether connections were left out, because there were more than ``mostConnections``.
    public private(set) var hasOmittedConnections = false

    private let window: Window
    private var tracker = ReadTracker()
    private var silences = SilenceTracker()
    private var links = ConnectionTable<Link>()
    /// How many connections have numbers.
    private var measuredCount = 0

    /// The time that counts.
    fileprivate struct Window: Sendable {
        let from: CaptureTime?
        let to: CaptureTime?

        func contains(_ time: CaptureTime) -> Bool {
            if let from, time < from { return false }
            if let to, to < time { return false }
            return true
        }
    }

    /// What has to be known of a connection: once it has ended, only its numbers.
    fileprivate struct Link: Sendable {
        /// Its numbers; `nil` before its first traffic in the time that counts.
        var result: ConnectionStatistics?
        var mtu: Int?
        var latest: Moment?
        /// The request that is not answered yet.
        var request: (offset: Int, moment: Moment)?
        /// The first bytes of the read that is going on.
        var identifier: DisplayTracker.Identifier?
        /// Whether the phone notified an object after the read was requested: then the read's first chunk may be
        /// older.
        var hasNotified = false
        var display = DisplayTracker()
    }

    /// Creates statistics of nothing.
    ///
    /// - Parameters:
    ///   - from: the first moment that counts; `nil` for the log's beginning. Durations count, and reads, if
    ///     they end at that moment or later.
    ///   - to: the last moment that counts; `nil` for the log's end.
    public init(from: CaptureTime? = nil, to: CaptureTime? = nil) {
        window = Window(from: from, to: to)
    }

    /// The connections that had traffic of a navigation characteristic in the time that counts, in the order
    /// of the log.
    public var connections: [ConnectionStatistics] {
        links.keys.sorted().compactMap { links[$0]?.result }
    }

    /// Takes the next event of the log.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - value: the bytes that belong to it.
    public mutating func handle(_ event: CapturedEvent, _ value: Span<UInt8>) {
        var links = takeLinks()
        links.update(event.connection) { link in
            if link == nil { link = Link() }
            link?.handle(event, value, in: &self)
            if case .disconnected = event.kind { link = link?.ended }
        }
        self.links = links
    }

    /// Ends the log: counts the reads and the times that are still open.
    public mutating func finish() {
        var links = takeLinks()
        var silences = SilenceTracker()
        var tracker = ReadTracker()
        swap(&silences, &self.silences)
        swap(&tracker, &self.tracker)
        silences.finish { silence in
            links.update(silence.connection) { $0?.add(silence, in: window) }
        }
        tracker.finish { read in
            links.update(read.connection) { $0?.add(read, in: window) }
        }
        for number in links.keys {
            links.update(number) { link in
                link?.endDisplay(in: window)
                link = link?.ended
            }
        }
        self.links = links
    }

    /// Takes the connections out, so that they are changed in place.
    private mutating func takeLinks() -> ConnectionTable<Link> {
        var links = ConnectionTable<Link>()
        swap(&links, &self.links)
        return links
    }
}

extension CaptureStatistics.Link {
    /// What is left of it when the connection has ended; `nil` for nothing.
    fileprivate var ended: Self? { result == nil ? nil : Self(result: result) }

    fileprivate mutating func handle(
        _ event: CapturedEvent, _ value: Span<UInt8>, in statistics: inout CaptureStatistics
    ) {
        let counts = statistics.window.contains(event.time)
        if counts { open(event, in: &statistics) }
        let moment = advance(to: event.time, counts)
        var silence: CapturedSilence?
        statistics.silences.handle(event) { silence = $0 }
        if let silence { add(silence, in: statistics.window) }
        let isReading = statistics.tracker.isReading(on: event.connection)
        let window = statistics.window
        statistics.tracker.handle(event, value) { add($0, in: window) }
        switch event.kind {
        case .connected, .discovered, .subscribed: break
        case .mtuAgreed(let mtu):
            self.mtu = mtu
            result?.mtu = mtu
        case .foundAnother: forget(event, in: &statistics)
        case .requested(let offset):
            if counts { result?.requestCount += 1 }
            dropRequest(counts)
            request = (offset, moment)
            if offset == 0 {
                identifier = nil
                hasNotified = false
            }
        case .chunk(let offset):
            takeAnswer(offset, moment, counts)
            if counts { result?.chunkSizes.add(value.count) }
            guard isReading else { break }
            if offset == 0 {
                identifier = Self.identifier(value)
                if let identifier, !hasNotified {
                    display.see(identifier, at: moment, counts: counts)
                }
            }
            display.answer(identifier, at: moment, counts: counts)
        case .failed(let offset, _):
            takeAnswer(offset, moment, counts)
            guard isReading else { break }
            display.answer(identifier, at: moment, counts: counts)
        case .notified:
            if counts { result?.notificationCount += 1 }
            if let identifier = Self.identifier(value) {
                hasNotified = true
                display.notify(identifier, at: moment, counts: counts)
            }
        case .disconnected(let reason):
            if counts { result?.endReason = reason }
            dropRequest(counts)
            display.end(at: moment, counts: counts)
        }
        takeFindings()
    }

    /// Begins the numbers of a connection with its first traffic, and notes that it lasts until now.
    private mutating func open(_ event: CapturedEvent, in statistics: inout CaptureStatistics) {
        guard result == nil else {
            result?.end = event.time
            return
        }
        guard event.kind.isTraffic else { return }
        guard statistics.measuredCount < CaptureStatistics.mostConnections else {
            statistics.hasOmittedConnections = true
            return
        }
        statistics.measuredCount += 1
        result = ConnectionStatistics(
            connection: event.connection, start: event.time, end: event.time)
        result?.mtu = mtu
    }

    /// Forgets what was counted, because the traffic was not navigation.
    private mutating func forget(_ event: CapturedEvent, in statistics: inout CaptureStatistics) {
        if result != nil { statistics.measuredCount -= 1 }
        result = nil
        let end = CapturedEvent(
            kind: .disconnected(reason: LinkEndReason.unspecified), connection: event.connection,
            time: event.time)
        statistics.tracker.handle(end, Span()) { _ in }
        statistics.silences.handle(end) { _ in }
        request = nil
        identifier = nil
        hasNotified = false
        display = DisplayTracker()
        if let mtu {
            let agreed = CapturedEvent(
                kind: .mtuAgreed(mtu), connection: event.connection, time: event.time)
            statistics.tracker.handle(agreed, Span()) { _ in }
        }
    }

    private mutating func dropRequest(_ counts: Bool) {
        if request != nil && counts { result?.unansweredCount += 1 }
        request = nil
    }

    private mutating func takeAnswer(_ offset: Int, _ moment: Moment, _ counts: Bool) {
        guard let request, request.offset == offset else { return }
        self.request = nil
        guard counts, let microseconds = moment.microseconds(since: request.moment) else { return }
        result?.answerLatency.add(microseconds: microseconds)
    }

    private mutating func takeFindings() {
        guard let findings = display.take() else { return }
        result?.readLatency.add(findings.readLatencies)
        result?.instructionInterval.add(findings.instructionIntervals)
        result?.staleTime.add(findings.staleTimes)
        result?.missedCount += findings.missedCount
    }

    fileprivate mutating func endDisplay(in window: CaptureStatistics.Window) {
        guard let latest else { return }
        display.end(at: latest, counts: window.contains(latest.time))
        takeFindings()
    }

    fileprivate mutating func add(_ silence: CapturedSilence, in window: CaptureStatistics.Window) {
        guard window.contains(silence.end) else { return }
        result?.gaps.add(microseconds: silence.end.microseconds(since: silence.start))
    }

    fileprivate mutating func add(_ read: CapturedRead, in window: CaptureStatistics.Window) {
        let isInstruction =
            read.outcome == .complete
            && (try? NavigationInstructionView(decoding: read.bytes.span)) != nil
        // A read that may be torn is given only when the next one is over, and by then something else is to settle.
        if !read.mayBeTorn { display.settle(isShown: isInstruction) }
        guard window.contains(read.end) else { return }
        result?.readCount += 1
        switch read.integrity {
        case .torn: result?.tornCount += 1
        case .unproven where read.outcome == .complete: result?.unprovenCount += 1
        case .unproven, .proven: break
        }
        switch read.outcome {
        case .complete where isInstruction: result?.instructionCount += 1
        case .complete: result?.undecodableCount += 1
        case .refused(let error): result?.refusals[error, default: 0] += 1
        case .unfinished: result?.unfinishedCount += 1
        }
    }

    /// The bytes by which objects are told apart; `nil` if there are too few.
    private static func identifier(_ value: Span<UInt8>) -> DisplayTracker.Identifier? {
        value.count >= 4 ? value.bigEndian32(at: 0) : nil
    }

    /// Goes on to the next event, and notes if the clock went back.
    private mutating func advance(to time: CaptureTime, _ counts: Bool) -> Moment {
        var clockSteps = latest?.clockSteps ?? 0
        if let latest, time < latest.time {
            clockSteps += 1
            if counts { result?.clockStepCount += 1 }
        }
        let moment = Moment(time: time, clockSteps: clockSteps)
        latest = moment
        return moment
    }
}
