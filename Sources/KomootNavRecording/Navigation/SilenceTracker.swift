import KomootNav

/// A time in which a device asked for nothing, long enough for its phone to consider it lost.
public struct CapturedSilence: Hashable, Sendable {
    /// The connection, from 1.
    public let connection: Int
    /// When the device last asked.
    public let start: CaptureTime
    /// When it asked again; if it never did, the time of the connection's last event.
    public let end: CaptureTime

    /// How long it lasted.
    public var duration: Duration { start.duration(to: end) }
}

/// Finds the silences of a capture.
public struct SilenceTracker: Sendable {
    /// The longest time between two reads that is not a silence: after it the phone considers the link lost
    /// (`NavigationTiming.lostLinkInterval`, clause 9.3).
    public static let longestPause = NavigationTiming.lostLinkInterval

    #if hasFeature(Embedded)
        private static let longestMicroseconds = longestPause.wholeMicroseconds
        private var longestMicroseconds: Int64 { Self.longestMicroseconds }
        private var isFromAnswers: Bool { false }
    #else
        /// The longest time that is not a silence, in microseconds, which are compared faster.
        private let longestMicroseconds: Int64
        /// Whether a silence begins with an answer, and not with a request.
        private let isFromAnswers: Bool
    #endif

    private struct Link {
        /// Where a silence would begin.
        var start: CaptureTime?
        var lastEvent: CaptureTime
    }

    private var links = ConnectionTable<Link>()

    #if hasFeature(Embedded)
        /// Creates a tracker that has seen nothing.
        public init() {}
    #else
        /// Creates a tracker that has seen nothing.
        public init() { self.init(longestPause: Self.longestPause, isFromAnswers: false) }

        /// Creates a tracker of pauses that are longer than this.
        ///
        /// - Parameter isFromAnswers: whether they begin with an answer, and not with a request. Then one that ends
        ///   with a lost link does not count, as nobody knows what the device still sent.
        init(longestPause: Duration, isFromAnswers: Bool) {
            longestMicroseconds = longestPause.wholeMicroseconds
            self.isFromAnswers = isFromAnswers
        }
    #endif

    /// Takes an event.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - body: called with the silence that ends with this event, if there is one.
    public mutating func handle(_ event: CapturedEvent, _ body: (CapturedSilence) -> Void) {
        let time = event.time
        let (longest, isFromAnswers) = (longestMicroseconds, isFromAnswers)
        links.update(event.connection) { kept in
            var link = kept ?? Link(lastEvent: time)
            link.lastEvent = time
            switch event.kind {
            case .requested:
                Self.end(event.connection, link, longest, body)
                link.start = isFromAnswers ? nil : time
            case .disconnected(let reason):
                if !isFromAnswers || reason != LinkEndReason.timeout {
                    Self.end(event.connection, link, longest, body)
                }
                kept = nil
                return
            case .chunk, .failed: if isFromAnswers { link.start = time }
            case .connected, .mtuAgreed, .discovered, .foundAnother, .subscribed, .notified: break
            }
            kept = link
        }
    }

    /// Ends the capture.
    ///
    /// - Parameter body: called with each silence that lasts until then.
    public mutating func finish(_ body: (CapturedSilence) -> Void) {
        let longest = longestMicroseconds
        for connection in links.keys.sorted() {
            links.update(connection) {
                if let link = $0 { Self.end(connection, link, longest, body) }
            }
        }
        links.removeAll()
    }

    private static func end(
        _ connection: Int, _ link: Link, _ longest: Int64, _ body: (CapturedSilence) -> Void
    ) {
        guard let last = link.start else { return }
        guard link.lastEvent.microseconds(since: last) > longest else { return }
        body(CapturedSilence(connection: connection, start: last, end: link.lastEvent))
    }
}
