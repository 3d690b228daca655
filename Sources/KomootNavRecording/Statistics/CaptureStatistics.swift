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

    private let from: CaptureTime?
    private let to: CaptureTime?
    private var tracker = ReadTracker()
    private var silences = SilenceTracker()
    private var links: [Int: Link] = [:]
    private var results: [Int: ConnectionStatistics] = [:]

    /// What has to be known of an open connection.
    fileprivate struct Link: Sendable {
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
        self.from = from
        self.to = to
    }

    /// The connections that had traffic of a navigation characteristic in the time that counts, in the order
    /// of the log.
    public var connections: [ConnectionStatistics] {
        results.sorted { $0.key < $1.key }.map { $0.value }
    }

    /// Takes the next event of the log.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - value: the bytes that belong to it.
    public mutating func handle(_ event: CapturedEvent, _ value: Span<UInt8>) {
        let number = event.connection
        var link = links.removeValue(forKey: number) ?? Link()
        let counts = counts(event.time)
        if counts { open(event, link) }
        let moment = link.advance(to: event.time) {
            if counts { results[number]?.clockStepCount += 1 }
        }
        var silence: CapturedSilence?
        silences.handle(event) { silence = $0 }
        if let silence { add(silence) }
        let isReading = tracker.isReading(on: number)
        var reads: [CapturedRead] = []
        tracker.handle(event, value) { reads.append($0) }
        for read in reads { add(read, of: &link) }
        switch event.kind {
        case .connected, .discovered: break
        case .mtuAgreed(let mtu):
            link.mtu = mtu
            results[number]?.mtu = mtu
        case .foundAnother: forget(event, &link)
        case .requested(let offset):
            if counts { results[number]?.requestCount += 1 }
            dropRequest(of: &link, number, counts)
            link.request = (offset, moment)
            if offset == 0 {
                link.identifier = nil
                link.hasNotified = false
            }
        case .chunk(let offset):
            takeAnswer(offset, &link, number, moment, counts)
            if counts { results[number]?.chunkSizes.add(value.count) }
            guard isReading else { break }
            if offset == 0 {
                link.identifier = Self.identifier(value)
                if let identifier = link.identifier, !link.hasNotified {
                    link.display.see(identifier, at: moment, counts: counts)
                }
            }
            link.display.answer(link.identifier, at: moment, counts: counts)
        case .failed(let offset, _):
            takeAnswer(offset, &link, number, moment, counts)
            guard isReading else { break }
            link.display.answer(link.identifier, at: moment, counts: counts)
        case .notified:
            if counts { results[number]?.notificationCount += 1 }
            if let identifier = Self.identifier(value) {
                link.hasNotified = true
                link.display.notify(identifier, at: moment, counts: counts)
            }
        case .disconnected(let reason):
            if counts { results[number]?.endReason = reason }
            dropRequest(of: &link, number, counts)
            link.display.end(at: moment, counts: counts)
        }
        take(link.display.take(), number)
        guard case .disconnected = event.kind else {
            links[number] = link
            return
        }
    }

    /// Ends the log: counts the reads and the times that are still open.
    public mutating func finish() {
        var last: [CapturedSilence] = []
        silences.finish { last.append($0) }
        for silence in last { add(silence) }
        var reads: [CapturedRead] = []
        tracker.finish { reads.append($0) }
        for read in reads {
            var link = links[read.connection] ?? Link()
            add(read, of: &link)
            links[read.connection] = link
        }
        for (number, var link) in links {
            guard let latest = link.latest else { continue }
            link.display.end(at: latest, counts: counts(latest.time))
            take(link.display.take(), number)
        }
        links = [:]
    }

    private func counts(_ time: CaptureTime) -> Bool {
        if let from, time < from { return false }
        if let to, to < time { return false }
        return true
    }

    /// Begins the numbers of a connection with its first traffic, and notes that it lasts until now.
    private mutating func open(_ event: CapturedEvent, _ link: Link) {
        let number = event.connection
        if results[number] != nil {
            results[number]?.end = event.time
            return
        }
        guard event.kind.isTraffic else { return }
        guard results.count < Self.mostConnections else {
            hasOmittedConnections = true
            return
        }
        var result = ConnectionStatistics(
            connection: number, start: event.time, end: event.time)
        result.mtu = link.mtu
        results[number] = result
    }

    /// Forgets what was counted, because the traffic was not navigation.
    private mutating func forget(_ event: CapturedEvent, _ link: inout Link) {
        results[event.connection] = nil
        let end = CapturedEvent(
            kind: .disconnected(reason: LinkEndReason.unspecified), connection: event.connection,
            time: event.time)
        tracker.handle(end, Span()) { _ in }
        silences.handle(end) { _ in }
        link.request = nil
        link.identifier = nil
        link.hasNotified = false
        link.display = DisplayTracker()
        if let mtu = link.mtu {
            let agreed = CapturedEvent(
                kind: .mtuAgreed(mtu), connection: event.connection, time: event.time)
            tracker.handle(agreed, Span()) { _ in }
        }
    }

    private mutating func dropRequest(of link: inout Link, _ number: Int, _ counts: Bool) {
        if link.request != nil && counts { results[number]?.unansweredCount += 1 }
        link.request = nil
    }

    private mutating func takeAnswer(
        _ offset: Int, _ link: inout Link, _ number: Int, _ moment: Moment, _ counts: Bool
    ) {
        guard let request = link.request, request.offset == offset else { return }
        link.request = nil
        guard counts, let microseconds = moment.microseconds(since: request.moment) else { return }
        results[number]?.answerLatency.add(microseconds: microseconds)
    }

    private mutating func take(_ findings: DisplayTracker.Findings, _ number: Int) {
        guard results[number] != nil else { return }
        results[number]?.readLatency.add(findings.readLatencies)
        results[number]?.instructionInterval.add(findings.instructionIntervals)
        results[number]?.staleTime.add(findings.staleTimes)
        results[number]?.missedCount += findings.missedCount
    }

    private mutating func add(_ silence: CapturedSilence) {
        guard counts(silence.end) else { return }
        results[silence.connection]?.gaps.add(
            microseconds: silence.end.microseconds(since: silence.start))
    }

    private mutating func add(_ read: CapturedRead, of link: inout Link) {
        let isInstruction =
            read.outcome == .complete
            && (try? NavigationInstruction(decoding: read.bytes.span)) != nil
        // A read that may be torn is given only when the next one is over, and by then something else is to settle.
        if !read.mayBeTorn { link.display.settle(isShown: isInstruction) }
        guard counts(read.end) else { return }
        let number = read.connection
        results[number]?.readCount += 1
        switch read.integrity {
        case .torn: results[number]?.tornCount += 1
        case .unproven where read.outcome == .complete: results[number]?.unprovenCount += 1
        case .unproven, .proven: break
        }
        switch read.outcome {
        case .complete where isInstruction: results[number]?.instructionCount += 1
        case .complete: results[number]?.undecodableCount += 1
        case .refused(let error): results[number]?.refusals[error, default: 0] += 1
        case .unfinished: results[number]?.unfinishedCount += 1
        }
    }

    /// The bytes by which objects are told apart; `nil` if there are too few.
    private static func identifier(_ value: Span<UInt8>) -> DisplayTracker.Identifier? {
        value.count >= 4 ? value.bigEndian32(at: 0) : nil
    }
}

extension CaptureStatistics.Link {
    /// Goes on to the next event.
    ///
    /// - Parameter stepped: called if the clock went back.
    /// - Returns: the moment of the event.
    fileprivate mutating func advance(to time: CaptureTime, _ stepped: () -> Void) -> Moment {
        var clockSteps = 0
        if let latest {
            clockSteps = latest.clockSteps
            if time < latest.time {
                clockSteps += 1
                stepped()
            }
        }
        let moment = Moment(time: time, clockSteps: clockSteps)
        latest = moment
        return moment
    }
}
