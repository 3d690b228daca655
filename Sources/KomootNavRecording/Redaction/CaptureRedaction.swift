import KomootNav

/// Copies the navigation traffic of a capture, and nothing else.
///
/// The copy is not cut out of the log but written event by event: connections without navigation, other
/// characteristics, addresses, names, keys and advertisements can't get into it. It holds:
///
/// | in the log | in the copy |
/// |---|---|
/// | values of the characteristic | as they are; streets can be replaced |
/// | requests, offsets, errors, MTU, the value's handle, why a link ended | as they are |
/// | times | rebased: the first event is at ``epoch``, and intervals are as they were unless a clock was set: no event comes before the previous one, or more than an hour after it |
/// | connections | with new numbers; each begins with its first traffic |
/// | addresses | zero |
///
/// A street that is replaced keeps its length, and the places of its characters of two or more bytes. Of a value
/// that is not an object, whatever may be a street is replaced.
/// Identifiers, arrows and distances stay: anyone who knows the route may recognise it.
///
/// If the capture shows how the characteristic was found, nothing from before that is copied.
/// It takes two passes over the same events, because a late event may show that something else is at a
/// given handle, or which layout the objects have. In both passes the reader must discard learned handles
/// after a gap:
///
/// ```swift
/// var survey = CaptureSurvey()
/// var first = NavigationReader(handle: handle, forgetsAtGaps: true)
/// try first.read(log.span) { survey.handle($0, $1) }
/// survey.finish(leftOut: first.leftOut)
///
/// var redaction = CaptureRedaction(try survey.choose(), handle: handle, replacesStreets: true)
/// var second = NavigationReader(handle: handle, forgetsAtGaps: true)
/// try second.read(log.span) { redaction.handle($0, $1) }
/// file.write(redaction.takeBytes())
/// ```
public struct CaptureRedaction: Sendable {
    /// What was copied of a connection.
    public struct Kept: Hashable, Sendable {
        /// Its number in the log, from 1.
        public let connection: Int
        /// Its number in the copy, from 1.
        public let number: Int
        /// The handle of its characteristic, and how it is known; `nil` before its first event.
        public internal(set) var handle: CapturedHandle?
        /// How many answers to reads were copied, errors among them.
        public internal(set) var answerCount = 0
        /// How many notifications were copied.
        public internal(set) var notificationCount = 0
        /// How many events were left out: those before the discovery, and those of the other side.
        public internal(set) var droppedCount = 0
    }

    /// What was copied so far, in the order of the connections.
    public var kept: [Kept] { connections.values.map { $0.kept }.sorted { $0.number < $1.number } }

    /// When the first event of a copy happens: the beginning of the year 2000.
    public static let epoch = CaptureTime(microsecondsSince1970: 946_684_800_000_000)

    private struct Connection: Sendable {
        let number: Int
        let survey: CaptureSurvey.Connection
        /// Whether its beginning was seen, and the MTU that was agreed on.
        var hasBegun = false
        var mtu: Int?
        var isWritten = false
        var kept: Kept
    }

    private let handle: UInt16?
    private let replacesStreets: Bool
    private var writer = CaptureWriter()
    private var connections: [Int: Connection] = [:]
    private var pace = PlaybackPace()
    private var scratch: ContiguousArray<UInt8> = []

    /// Creates a redaction.
    ///
    /// - Parameters:
    ///   - connections: the connections to copy, as ``CaptureSurvey/choose(_:)`` gives them.
    ///   - handle: the handle of events without one.
    ///   - replacesStreets: whether streets are replaced.
    public init(
        _ connections: [CaptureSurvey.Connection], handle: UInt16? = nil, replacesStreets: Bool
    ) {
        self.handle = handle
        self.replacesStreets = replacesStreets
        for (index, found) in connections.enumerated() {
            self.connections[found.number] = Connection(
                number: index + 1, survey: found,
                kept: Kept(connection: found.number, number: index + 1))
        }
    }

    #if !hasFeature(Embedded)
        /// Creates a redaction that is a file of a form, and not btsnoop; the other parameters are as above.
        package init(
            _ connections: [CaptureSurvey.Connection], handle: UInt16? = nil,
            replacesStreets: Bool, form: WrittenForm
        ) {
            self.init(connections, handle: handle, replacesStreets: replacesStreets)
            writer = CaptureWriter(form: form)
        }
    #endif

    /// How many bytes ``takeBytes()`` would give.
    public var byteCount: Int { writer.byteCount }

    /// Gives the bytes that were copied since the last call, for the file.
    public mutating func takeBytes() -> ContiguousArray<UInt8> { writer.takeBytes() }

    /// Takes an event of the second pass.
    public mutating func handle(_ event: CapturedEvent, _ value: Span<UInt8>) {
        guard let connection = connections[event.connection] else { return }
        switch event.kind {
        case .connected: connections[event.connection]?.hasBegun = true
        case .mtuAgreed(let mtu): connections[event.connection]?.mtu = mtu
        case .subscribed: return
        case .foundAnother, .disconnected: break
        case .discovered, .requested, .chunk, .failed, .notified:
            guard event.isHostServing == connection.survey.isHostServing else {
                connections[event.connection]?.kept.droppedCount += 1
                return
            }
            var isDiscovery = false
            if case .discovered = event.kind { isDiscovery = true }
            // Before the discovery, traffic at the given handle may have been anything.
            let counts = connection.isWritten || isDiscovery || !connection.survey.isDiscovered
            guard counts else {
                connections[event.connection]?.kept.droppedCount += 1
                return
            }
            count(event)
            if !connection.isWritten { begin(event) }
        }
        if connections[event.connection]?.isWritten == true { write(event, value, connection) }
    }

    private mutating func count(_ event: CapturedEvent) {
        if let handle = event.handle { connections[event.connection]?.kept.handle = handle }
        switch event.kind {
        case .chunk, .failed: connections[event.connection]?.kept.answerCount += 1
        case .notified: connections[event.connection]?.kept.notificationCount += 1
        case .connected, .mtuAgreed, .discovered, .foundAnother, .subscribed, .requested,
            .disconnected:
            break
        }
    }

    /// Writes the beginning that leads to the first event of the copy.
    private mutating func begin(_ event: CapturedEvent) {
        guard let connection = connections[event.connection] else { return }
        connections[event.connection]?.isWritten = true
        writer.host = connection.survey.isHostServing ? .peripheral : .central
        func write(_ kind: CapturedEvent.Kind) {
            writer.write(
                kind, connection: connection.number, at: rebased(event.time))
        }
        if connection.hasBegun { write(.connected) }
        if let mtu = connection.mtu { write(.mtuAgreed(mtu)) }
        if !connection.survey.isDiscovered, let handle = event.handle?.number ?? handle {
            // This lets the copy be read without '--handle'.
            write(.discovered(handle: handle))
        }
    }

    private mutating func write(
        _ event: CapturedEvent, _ value: Span<UInt8>, _ connection: Connection
    ) {
        let time = rebased(event.time)
        writer.host = connection.survey.isHostServing ? .peripheral : .central
        guard replacesStreets else {
            return writer.write(event.kind, value, connection: connection.number, at: time)
        }
        var replaced: ContiguousArray<UInt8> = []
        swap(&replaced, &scratch)
        replaced.removeAll(keepingCapacity: true)
        var offset = 0
        if case .chunk(let start) = event.kind { offset = start }
        let street = streetOffset(of: event, value, connection)
        for position in 0..<value.count {
            let byte = value[position]
            replaced.append(offset + position < street ? byte : byte.streetReplacement)
        }
        writer.write(event.kind, replaced.span, connection: connection.number, at: time)
        swap(&replaced, &scratch)
    }

    /// How many bytes of a value are kept: as many as come before the street in its own layout, and in that of
    /// everything that was read on the connection. No packet is so short that a later chunk has other fields.
    private func streetOffset(
        of event: CapturedEvent, _ value: Span<UInt8>, _ connection: Connection
    ) -> Int {
        let own: Int? =
            switch event.kind {
            case .chunk(offset: 0): Self.streetOffset(ofRead: value)
            case .notified: Self.streetOffset(ofNotification: value)
            case .connected, .mtuAgreed, .discovered, .foundAnother, .subscribed, .requested,
                .chunk, .failed, .disconnected:
                nil
            }
        return min(
            own ?? Self.identifierSize, connection.survey.streetOffset ?? Self.identifierSize)
    }

    /// How many bytes come before the street of a value that was read; `nil` if it is not an object.
    static func streetOffset(ofRead value: Span<UInt8>) -> Int? {
        let view = try? NavigationInstructionView(decoding: value, extent: .possiblyCut)
        return view?.layout.streetOffset
    }

    /// How many bytes come before a notification's street: all of them if it is an identifier. `nil` if it is neither.
    static func streetOffset(ofNotification value: Span<UInt8>) -> Int? {
        switch try? NotificationPayload(decoding: value) {
        case .identifier?: value.count
        case .instruction(let view)?: view.layout.streetOffset
        case nil: nil
        }
    }

    /// How many bytes of a value are kept if its layout is not known.
    static let identifierSize = 4

    private mutating func rebased(_ time: CaptureTime) -> CaptureTime {
        Self.epoch.advanced(by: pace.offset(of: time))
    }
}

extension UInt8 {
    /// A neutral byte with the same role in UTF-8. Such bytes make `x` for ASCII, and `ä`, U+4924 or
    /// U+24924 for characters of two, three and four bytes. Ill-formed text stays ill-formed, or becomes
    /// one of these characters; bytes that UTF-8 never has become one of them.
    var streetReplacement: UInt8 {
        switch self {
        case 0x00..<0x80: UInt8(ascii: "x")
        case 0x80..<0xC0: 0xA4
        case 0xC2..<0xE0: 0xC3
        case 0xE0..<0xF0: 0xE4
        case 0xF0..<0xF5: 0xF0
        default: 0xFF
        }
    }
}
