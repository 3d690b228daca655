import KomootNav

/// What has to be known of a capture before a part of it can be copied: one pass over its events.
public struct CaptureSurvey: Sendable {
    /// A connection of the capture with traffic of a navigation characteristic.
    public struct Connection: Hashable, Sendable {
        /// Its number, from 1, in the order of the capture.
        public let number: Int
        /// Whether the capture shows how the characteristic was found. If not, its traffic is whatever
        /// passed at the handle that was given.
        public let isDiscovered: Bool
        /// Whether the characteristic is the host's own, whose log it is.
        public let isHostServing: Bool
        /// Where the street begins in its objects; the smallest offset, if they differ. `nil` if no
        /// whole object was seen.
        public let streetOffset: Int?
    }

    /// What one side of a connection serves.
    fileprivate struct Side: Sendable {
        var isDiscovered = false
        var hasTraffic = false
        /// Something else was found at the handle that was given.
        var isDenied = false
        var streetOffset: Int?
        var tracker = ReadTracker()
    }

    private struct Sides: Sendable {
        var host = Side()
        var peer = Side()
    }

    private var found: [Int: Sides] = [:]

    /// Creates one that has seen nothing.
    public init() {}

    /// The connections with traffic of a navigation characteristic.
    public var connections: [Connection] {
        found.keys.sorted().compactMap { number in
            guard let sides = found[number], let isHost = serving(sides) else { return nil }
            let side = isHost ? sides.host : sides.peer
            return Connection(
                number: number, isDiscovered: side.isDiscovered, isHostServing: isHost,
                streetOffset: side.streetOffset)
        }
    }

    /// The connections on which both sides have something at the handle that was given.
    public var ambiguousConnections: [Int] {
        found.keys.sorted().filter { number in
            guard let sides = found[number] else { return false }
            return isCandidate(sides.host) && isCandidate(sides.peer)
                && !sides.host.isDiscovered && !sides.peer.isDiscovered
        }
    }

    /// Whether the host serves the characteristic; `nil` if neither side does, or nobody can tell.
    private func serving(_ sides: Sides) -> Bool? {
        if sides.peer.isDiscovered { return false }
        if sides.host.isDiscovered { return true }
        switch (isCandidate(sides.host), isCandidate(sides.peer)) {
        case (true, false): return true
        case (false, true): return false
        case (true, true), (false, false): return nil
        }
    }

    private func isCandidate(_ side: Side) -> Bool { side.hasTraffic && !side.isDenied }

    /// Takes an event.
    public mutating func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
        let side: WritableKeyPath<Sides, Side> = event.isHostServing ? \.host : \.peer
        switch event.kind {
        case .connected, .mtuAgreed: return
        case .disconnected:
            found[event.connection]?.host.take(event, value)
            found[event.connection]?.peer.take(event, value)
            return
        case .discovered:
            // What came before it was at a handle that was given, and may have been anything.
            var discovered = Side()
            discovered.isDiscovered = true
            discovered.hasTraffic = true
            if found[event.connection]?[keyPath: side].isDiscovered != true {
                found[event.connection, default: Sides()][keyPath: side] = discovered
            }
        case .foundAnother: found[event.connection, default: Sides()][keyPath: side].isDenied = true
        case .requested, .piece, .failed, .notified:
            found[event.connection, default: Sides()][keyPath: side].take(event, value)
        }
    }

    /// Ends the pass.
    public mutating func finish() {
        for number in Array(found.keys) {
            found[number]?.host.finish()
            found[number]?.peer.finish()
        }
    }
}

extension CaptureSurvey.Side {
    fileprivate mutating func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
        if event.kind.isTraffic { hasTraffic = true }
        var reads: [CapturedRead] = []
        tracker.take(event, value) { reads.append($0) }
        for read in reads { take(read) }
    }

    fileprivate mutating func finish() {
        var reads: [CapturedRead] = []
        tracker.finish { reads.append($0) }
        for read in reads { take(read) }
    }

    private mutating func take(_ read: CapturedRead) {
        guard read.outcome == .complete, read.integrity != .torn,
            let view = try? NavigationInstructionView(decoding: read.bytes.span)
        else { return }
        streetOffset = min(streetOffset ?? .max, view.layout.streetOffset)
    }
}
