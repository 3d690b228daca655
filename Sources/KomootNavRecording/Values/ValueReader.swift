public import KomootNav

/// Reads notified and indicated values of a Bluetooth log from its bytes, in chunks of any size.
///
/// It combines a ``CaptureReader`` and a ``ValueTraffic``. Its memory is bounded by one record, and by
/// the characteristics of the open connections.
///
/// ```swift
/// var reader = ValueReader()
/// while let chunk = nextChunk() {
///     try reader.read(chunk.span) { event, value in … } damage: { … }
/// }
/// try reader.finish { event, value in … } damage: { … }
/// ```
public struct ValueReader: Sendable {
    /// The log's format, once enough bytes are there to tell.
    public var format: CaptureFormat? { records.format }
    /// How many places could not be used.
    public private(set) var damageCount = 0

    package private(set) var records = CaptureReader()
    private var traffic: ValueTraffic
    private let connection: Int?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - handles: the characteristics whose values are at these handles, for connections that show
    ///     no discovery.
    ///   - connection: the only connection that is reported, from 1; `nil` for all.
    public init(handles: [UInt16: UUID128] = [:], connection: Int? = nil) {
        traffic = ValueTraffic(handles: handles)
        self.connection = connection
    }

    /// Reads the next bytes of the log.
    ///
    /// - Parameters:
    ///   - chunk: the bytes that follow those of the last call.
    ///   - events: called with each event, and with the value that belongs to it.
    ///   - damage: called with each place that can't be used.
    /// - Throws: ``CaptureError`` if this is not a log; nothing more can be read then.
    public mutating func read(
        _ chunk: Span<UInt8>, _ events: (ValueEvent, Span<UInt8>) -> Void,
        damage: (CaptureDamage) -> Void = { _ in }
    ) throws(CaptureError) {
        var records = CaptureReader()
        swap(&records, &self.records)
        defer { swap(&records, &self.records) }
        try records.read(
            chunk, { handle($0, $1, events, damage) }, damage: { handle($0, damage) })
    }

    #if !hasFeature(Embedded)
        /// Ends a file of a log that goes on in another one, as ``CaptureReader/endFile(_:damage:)`` does.
        ///
        /// - Parameters:
        ///   - events: called with each event of the last bytes.
        ///   - damage: called with each place that can't be used.
        /// - Throws: what ``finish(_:damage:)`` throws.
        public mutating func endFile(
            _ events: (ValueEvent, Span<UInt8>) -> Void,
            damage: (CaptureDamage) -> Void = { _ in }
        ) throws(CaptureError) {
            var records = CaptureReader()
            swap(&records, &self.records)
            defer { swap(&records, &self.records) }
            try records.endFile(
                { handle($0, $1, events, damage) }, damage: { handle($0, damage) })
        }
    #endif

    /// Ends the log: gives what the last bytes hold.
    ///
    /// - Parameters:
    ///   - events: called with each event.
    ///   - damage: called with each place that can't be used.
    /// - Throws: ``CaptureError/unknownFormat`` if the log was too short to tell its format.
    public mutating func finish(
        _ events: (ValueEvent, Span<UInt8>) -> Void,
        damage: (CaptureDamage) -> Void = { _ in }
    ) throws(CaptureError) {
        var records = CaptureReader()
        swap(&records, &self.records)
        defer { swap(&records, &self.records) }
        try records.finish({ handle($0, $1, events, damage) }, damage: { handle($0, damage) })
    }

    private mutating func handle(
        _ record: CaptureRecord, _ packet: Span<UInt8>,
        _ events: (ValueEvent, Span<UInt8>) -> Void, _ damage: (CaptureDamage) -> Void
    ) {
        var places = ContiguousArray<CaptureDamage>()
        traffic.handle(
            record, packet,
            { event, value in
                if connection == nil || connection == event.connection { events(event, value) }
            }, damage: { places.append($0) })
        for place in places { handle(place, damage) }
    }

    private mutating func handle(_ place: CaptureDamage, _ damage: (CaptureDamage) -> Void) {
        damageCount += 1
        damage(place)
    }
}
