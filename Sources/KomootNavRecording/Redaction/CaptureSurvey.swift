public import KomootNav

/// What has to be known of a capture before a part of it can be copied: one pass over its events.
public struct CaptureSurvey: Sendable {
    /// A connection of the capture.
    public struct Connection: Hashable, Sendable {
        /// Its number, from 1, in the order of the capture.
        public let number: Int
        /// Whether the capture shows how the navigation characteristic was found. If not, its traffic is
        /// whatever passed at the handle that was given.
        public internal(set) var isDiscovered = false
        /// Whether anything passed at the characteristic's handle.
        public internal(set) var hasTraffic = false
        /// The handle that was found.
        public internal(set) var handle: UInt16?
        /// The layout of its first whole object; `nil` if it has none.
        public internal(set) var layout: InstructionLayout?
    }

    private var tracker = ReadTracker()
    private var found: [Int: Connection] = [:]

    /// Creates one that has seen nothing.
    public init() {}

    /// The connections with traffic of a navigation characteristic.
    public var connections: [Connection] {
        found.values.filter(\.hasTraffic).sorted { $0.number < $1.number }
    }

    /// Takes an event.
    public mutating func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
        var connection = found[event.connection] ?? Connection(number: event.connection)
        switch event.kind {
        case .discovered(let handle):
            connection.isDiscovered = true
            connection.hasTraffic = true
            connection.handle = handle
        case .requested, .piece, .failed, .notified: connection.hasTraffic = true
        case .connected, .mtuAgreed, .disconnected: break
        }
        found[event.connection] = connection
        var reads: [CapturedRead] = []
        tracker.take(event, value) { reads.append($0) }
        for read in reads { take(read) }
    }

    /// Ends the pass.
    public mutating func finish() {
        var reads: [CapturedRead] = []
        tracker.finish { reads.append($0) }
        for read in reads { take(read) }
    }

    private mutating func take(_ read: CapturedRead) {
        guard read.outcome == .complete, read.integrity != .torn,
            found[read.connection]?.layout == nil,
            let view = try? NavigationInstructionView(decoding: read.bytes.span)
        else { return }
        found[read.connection]?.layout = view.layout
    }
}
