import KomootNav

/// Copies of a capture what passed at the navigation characteristic, and nothing else.
///
/// The copy is written anew, event by event, and not cut out of the log: connections without navigation,
/// other characteristics, addresses, names, keys and advertisements have no way into it. What it holds:
///
/// | of the log | in the copy |
/// |---|---|
/// | values of the characteristic | as they are; streets can be replaced |
/// | requests, offsets, errors, MTU, the value's handle, the reason of an end | as they are |
/// | times | rebased: the first event is at ``epoch``; the distances are as they were, but for clocks that were set (``PlaybackPace``) |
/// | connections | numbered anew; each begins with its first traffic |
/// | addresses | zero |
///
/// Where streets are replaced their lengths stay, and where characters of two and more bytes stand.
/// Identifiers, arrows and distances stay: who knows the route may know it again.
///
/// Where the capture shows how the characteristic was found, nothing of what came before that is copied.
/// It takes two passes over the same events, because whether something else is at a given handle, and
/// what an object's layout is, may be known late. Behind damage nothing may count
/// (``NavigationTraffic/init(handle:forgetsAtGaps:)``):
///
/// ```swift
/// var traffic = NavigationTraffic(handle: handle, forgetsAtGaps: true)
/// var redaction = CaptureRedaction(survey, replacesStreets: true)
/// traffic.take(record, packet) { redaction.take($0, $1) }
/// file.write(redaction.takeBytes())
/// ```
public struct CaptureRedaction: Sendable {
    /// When the first event of a copy happens, in microseconds since 1970: the beginning of the year 2000.
    public static let epoch: Int64 = 946_684_800_000_000

    private struct Connection: Sendable {
        let number: Int
        let survey: CaptureSurvey.Connection
        /// Whether its beginning was seen, and the MTU since.
        var hasBegun = false
        var mtu: Int?
        var isWritten = false
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
    ///   - survey: what the first pass has found.
    ///   - connection: the only connection that is copied; `nil` for each that has traffic.
    ///   - handle: the handle that was given for connections that show no discovery.
    ///   - replacesStreets: whether streets are replaced.
    public init(
        _ survey: CaptureSurvey, connection: Int? = nil, handle: UInt16? = nil,
        replacesStreets: Bool
    ) {
        self.handle = handle
        self.replacesStreets = replacesStreets
        for found in survey.connections where connection == nil || connection == found.number {
            connections[found.number] = Connection(number: connections.count + 1, survey: found)
        }
    }

    /// How many bytes ``takeBytes()`` would give.
    public var byteCount: Int { writer.byteCount }

    /// What was copied since the last call, to be put into the file.
    public mutating func takeBytes() -> ContiguousArray<UInt8> { writer.takeBytes() }

    /// Takes an event of the second pass.
    public mutating func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
        guard let connection = connections[event.connection] else { return }
        switch event.kind {
        case .connected: connections[event.connection]?.hasBegun = true
        case .mtuAgreed(let mtu): connections[event.connection]?.mtu = mtu
        case .foundAnother, .disconnected: break
        case .discovered, .requested, .piece, .failed, .notified:
            guard event.isHostServing == connection.survey.isHostServing else { return }
            var isDiscovery = false
            if case .discovered = event.kind { isDiscovery = true }
            // What passed at a given handle before one was found may have been anything.
            let counts = connection.isWritten || isDiscovery || !connection.survey.isDiscovered
            guard counts else { return }
            if !connection.isWritten { begin(event) }
        }
        if connections[event.connection]?.isWritten == true { write(event, value, connection) }
    }

    /// Writes what led to the first event that counts.
    private mutating func begin(_ event: CapturedEvent) {
        guard let connection = connections[event.connection] else { return }
        connections[event.connection]?.isWritten = true
        writer.host = connection.survey.isHostServing ? .peripheral : .central
        func write(_ kind: CapturedEvent.Kind) {
            writer.write(
                kind, connection: connection.number, at: rebased(event.timeInMicroseconds))
        }
        if connection.hasBegun { write(.connected) }
        if let mtu = connection.mtu { write(.mtuAgreed(mtu)) }
        if !connection.survey.isDiscovered, let handle {
            // So that the copy can be read without being told the handle.
            write(.discovered(handle: handle))
        }
    }

    private mutating func write(
        _ event: CapturedEvent, _ value: Span<UInt8>, _ connection: Connection
    ) {
        let time = rebased(event.timeInMicroseconds)
        writer.host = connection.survey.isHostServing ? .peripheral : .central
        guard replacesStreets else {
            return writer.write(event.kind, value, connection: connection.number, at: time)
        }
        var replaced: ContiguousArray<UInt8> = []
        swap(&replaced, &scratch)
        replaced.removeAll(keepingCapacity: true)
        var offset = 0
        if case .piece(let start) = event.kind { offset = start }
        let street = connection.survey.streetOffset ?? Self.identifierSize
        for position in 0..<value.count {
            let byte = value[position]
            replaced.append(offset + position < street ? byte : byte.streetReplacement)
        }
        writer.write(event.kind, replaced.span, connection: connection.number, at: time)
        swap(&replaced, &scratch)
    }

    /// What is kept of objects whose layout is not known.
    private static let identifierSize = 4

    private mutating func rebased(_ time: Int64) -> Int64 {
        Self.epoch &+ Int64(clamping: pace.offset(of: UInt64(clamping: time)))
    }
}

extension UInt8 {
    /// A byte of the same length class in UTF-8 that tells nothing: `x` for ASCII; `ä`, U+4924 or U+24924
    /// for characters of two, three and four bytes. What is ill-formed stays so, or becomes one of these.
    fileprivate var streetReplacement: UInt8 {
        switch self {
        case 0x00..<0x80: UInt8(ascii: "x")
        case 0x80..<0xC0: 0xA4
        case 0xC2..<0xE0: 0xC3
        case 0xE0..<0xF0: 0xE4
        case 0xF0..<0xF5: 0xF0
        default: self
        }
    }
}
