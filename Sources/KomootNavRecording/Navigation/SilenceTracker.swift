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

    private struct Link {
        var lastRequest: CaptureTime?
        var lastEvent: CaptureTime
    }

    private var links: [Int: Link] = [:]

    /// Creates a tracker that has seen nothing.
    public init() {}

    /// Takes an event.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - body: called with the silence that ends with this event, if there is one.
    public mutating func handle(_ event: CapturedEvent, _ body: (CapturedSilence) -> Void) {
        let time = event.time
        links[event.connection, default: Link(lastEvent: time)].lastEvent = time
        switch event.kind {
        case .requested:
            end(event.connection, body)
            links[event.connection]?.lastRequest = time
        case .disconnected:
            end(event.connection, body)
            links[event.connection] = nil
        case .connected, .mtuAgreed, .discovered, .foundAnother, .chunk, .failed, .notified: break
        }
    }

    /// Ends the capture.
    ///
    /// - Parameter body: called with each silence that lasts until then.
    public mutating func finish(_ body: (CapturedSilence) -> Void) {
        for connection in links.keys.sorted() { end(connection, body) }
        links = [:]
    }

    private func end(_ connection: Int, _ body: (CapturedSilence) -> Void) {
        guard let link = links[connection], let last = link.lastRequest else { return }
        let silence = CapturedSilence(
            connection: connection, start: last, end: link.lastEvent)
        if silence.duration > Self.longestPause { body(silence) }
    }
}
