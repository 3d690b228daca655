/// Reads the navigation traffic of a Bluetooth log from its bytes, in chunks of any size.
///
/// It combines a ``CaptureReader``, a ``NavigationTraffic`` and, if you ask for reads, a ``ReadTracker``.
/// Its memory is bounded by one record, and by one read for each open connection.
///
/// ```swift
/// var reader = NavigationReader()
/// while let chunk = nextChunk() {
///     try reader.read(chunk.span) { event, value in … } reads: { … } damage: { … }
/// }
/// try reader.finish { event, value in … } reads: { … } damage: { … }
/// guard reader.hasTraffic else { … }
/// ```
public struct NavigationReader: Sendable {
    /// The log's format, once enough bytes are there to tell.
    public var format: CaptureFormat? { records.format }
    /// Whether any traffic of a navigation characteristic was seen.
    public private(set) var hasTraffic = false
    /// The handle that was given, if the log shows that something else is there, or navigation elsewhere.
    package private(set) var deniedHandle: UInt16?
    #if !hasFeature(Embedded)
        /// The handle that was given.
        package let givenHandle: UInt16?
        /// What the log shows of its links beside navigation, if that is wanted.
        package var survey: LinkSurvey?
        /// Whether packets are missing before some record.
        private(set) var hasGap = false
        /// Whether a file of the log is left out: then each one begins after a gap.
        package var lacksFile: Bool {
            get { records.lacksFile }
            set { records.lacksFile = newValue }
        }
    #endif
    /// How many connections there were so far, with navigation or without.
    public var connectionCount: Int { traffic.connectionCount }
    /// What a capture from the air shows beside what a host would have logged; `nil` for a host's log.
    public var airFindings: AirFindings? { records.airFindings }
    /// How many records have a time outside of 1970 to 2100.
    public var oddTimeCount: Int { records.oddTimeCount }
    /// What may be navigation's, and was not reported, so far: on connections without discovery, at most 256.
    public var leftOut: [LeftOutTraffic] {
        traffic.leftOut.filter { connection == nil || connection == $0.connection }
    }
    /// Whether ``leftOut`` may lack some, because more than 256 connections show no discovery.
    public var hasOmittedLeftOut: Bool { traffic.hasOmittedLeftOut }
    /// How many places could not be used.
    public private(set) var damageCount = 0

    package private(set) var records = CaptureReader()
    private var traffic: NavigationTraffic
    private var tracker = ReadTracker()
    private let connection: Int?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - handle: the characteristic's value handle, for connections that show no discovery.
    ///   - connection: the only connection that is reported, from 1; `nil` for all.
    ///   - forgetsAtGaps: whether to discard learned handles after a gap; see
    ///     ``NavigationTraffic/init(handle:forgetsAtGaps:)``.
    public init(handle: UInt16? = nil, connection: Int? = nil, forgetsAtGaps: Bool = false) {
        traffic = NavigationTraffic(handle: handle, forgetsAtGaps: forgetsAtGaps)
        self.connection = connection
        #if !hasFeature(Embedded)
            givenHandle = handle
        #endif
    }

    /// Reads the next bytes of the log.
    ///
    /// - Parameters:
    ///   - chunk: the bytes that follow those of the last call.
    ///   - events: called with each event, and with the bytes that belong to it.
    ///   - damage: called with each place that can't be used.
    /// - Throws: ``CaptureError`` if this is not a log; nothing more can be read then.
    public mutating func read(
        _ chunk: Span<UInt8>, _ events: (CapturedEvent, Span<UInt8>) -> Void,
        damage: (CaptureDamage) -> Void = { _ in }
    ) throws(CaptureError) {
        var records = CaptureReader()
        var traffic = NavigationTraffic()
        swap(&records, &self.records)
        swap(&traffic, &self.traffic)
        defer {
            swap(&records, &self.records)
            swap(&traffic, &self.traffic)
        }
        try records.read(
            chunk, { handle($0, $1, &traffic, events, damage) }, damage: { handle($0, damage) })
    }

    /// Reads the next bytes of the log, and puts its reads together.
    ///
    /// - Parameters:
    ///   - chunk: the bytes that follow those of the last call.
    ///   - events: called with each event, and with the bytes that belong to it.
    ///   - reads: called with each read, before the event that shows that it is over.
    ///   - damage: called with each place that can't be used.
    /// - Throws: ``CaptureError`` if this is not a log; nothing more can be read then.
    public mutating func read(
        _ chunk: Span<UInt8>, _ events: (CapturedEvent, Span<UInt8>) -> Void,
        reads: (CapturedRead) -> Void, damage: (CaptureDamage) -> Void = { _ in }
    ) throws(CaptureError) {
        var tracker = ReadTracker()
        swap(&tracker, &self.tracker)
        defer { swap(&tracker, &self.tracker) }
        try read(
            chunk,
            { event, value in
                tracker.handle(event, value, reads)
                events(event, value)
            }, damage: damage)
    }

    #if !hasFeature(Embedded)
        /// Ends a file of a log that goes on in another one, as ``CaptureReader/endFile(_:damage:)`` does: connections
        /// and reads go on there.
        ///
        /// - Parameters:
        ///   - events: called with each event of the last bytes.
        ///   - reads: called with each read that is over.
        ///   - damage: called with each place that can't be used.
        /// - Throws: what ``finish(_:reads:damage:)`` throws.
        public mutating func endFile(
            _ events: (CapturedEvent, Span<UInt8>) -> Void,
            reads: (CapturedRead) -> Void = { _ in }, damage: (CaptureDamage) -> Void = { _ in }
        ) throws(CaptureError) {
            var records = CaptureReader()
            var traffic = NavigationTraffic()
            var tracker = ReadTracker()
            swap(&records, &self.records)
            swap(&traffic, &self.traffic)
            swap(&tracker, &self.tracker)
            defer {
                swap(&records, &self.records)
                swap(&traffic, &self.traffic)
                swap(&tracker, &self.tracker)
            }
            try records.endFile(
                {
                    handle(
                        $0, $1, &traffic,
                        { event, value in
                            tracker.handle(event, value, reads)
                            events(event, value)
                        }, damage)
                }, damage: { handle($0, damage) })
        }
    #endif

    /// Ends the log: gives what the last bytes hold, and the reads that are still open.
    ///
    /// - Parameters:
    ///   - events: called with each event.
    ///   - reads: called with each read.
    ///   - damage: called with each place that can't be used.
    /// - Throws: ``CaptureError/unknownFormat`` if the log was too short to tell its format.
    public mutating func finish(
        _ events: (CapturedEvent, Span<UInt8>) -> Void,
        reads: (CapturedRead) -> Void = { _ in }, damage: (CaptureDamage) -> Void = { _ in }
    ) throws(CaptureError) {
        var records = CaptureReader()
        var traffic = NavigationTraffic()
        var tracker = ReadTracker()
        swap(&records, &self.records)
        swap(&traffic, &self.traffic)
        swap(&tracker, &self.tracker)
        defer {
            swap(&records, &self.records)
            swap(&traffic, &self.traffic)
        }
        try records.finish(
            {
                handle(
                    $0, $1, &traffic,
                    { event, value in
                        tracker.handle(event, value, reads)
                        events(event, value)
                    }, damage)
            }, damage: { handle($0, damage) })
        tracker.finish(reads)
    }

    /// Stops before the log's end: gives the reads that are still open. A record of which only the beginning was
    /// read is not damage.
    ///
    /// - Parameter reads: called with each read.
    public mutating func stop(reads: (CapturedRead) -> Void) { tracker.finish(reads) }

    @inline(__always)  // It runs for every record.
    private mutating func handle(
        _ record: CaptureRecord, _ packet: Span<UInt8>, _ traffic: inout NavigationTraffic,
        _ events: (CapturedEvent, Span<UInt8>) -> Void, _ damage: (CaptureDamage) -> Void
    ) {
        #if !hasFeature(Embedded)
            hasGap = hasGap || record.isAfterGap
            survey?.take(record, packet)
        #endif
        traffic.handle(
            record, packet,
            { event, value in
                guard connection == nil || connection == event.connection else { return }
                hasTraffic = hasTraffic || event.kind.isTraffic
                if case .foundAnother(let handle) = event.kind, event.handle?.source == .given {
                    deniedHandle = handle
                }
                events(event, value)
            }, damage: { handle($0, damage) })
    }

    private mutating func handle(_ place: CaptureDamage, _ damage: (CaptureDamage) -> Void) {
        damageCount += 1
        damage(place)
    }
}
