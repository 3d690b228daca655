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

    /// The same in microseconds, which are compared faster.
    private static let longestMicroseconds = longestPause.wholeMicroseconds

    private struct Link {
        var lastRequest: CaptureTime?
        var lastEvent: CaptureTime
    }

    private var links = ConnectionTable<Link>()

    /// Creates a tracker that has seen nothing.
    public init() {}

    /// Takes an event.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - body: called with the silence that ends with this event, if there is one.
    public mutating func handle(_ event: CapturedEvent, _ body: (CapturedSilence) -> Void) {
        let time = event.time
        links.update(event.connection) { kept in
            var link = kept ?? Link(lastEvent: time)
            link.lastEvent = time
            switch event.kind {
            case .requested:
                Self.end(event.connection, link, body)
                link.lastRequest = time
            case .disconnected:
                Self.end(event.connection, link, body)
                kept = nil
                return
            case .connected, .mtuAgreed, .discovered, .foundAnother, .chunk, .failed, .notified:
                break
            }
            kept = link
        }
    }

    /// Ends the capture.
    ///
    /// - Parameter body: called with each silence that lasts until then.
    public mutating func finish(_ body: (CapturedSilence) -> Void) {
        for connection in links.keys.sorted() {
            links.update(connection) { if let link = $0 { Self.end(connection, link, body) } }
        }
        links.removeAll()
    }

    private static func end(
        _ connection: Int, _ link: Link, _ body: (CapturedSilence) -> Void
    ) {
        guard let last = link.lastRequest else { return }
        guard link.lastEvent.microseconds(since: last) > longestMicroseconds else { return }
        body(CapturedSilence(connection: connection, start: last, end: link.lastEvent))
    }
}
