import KomootNav

/// Finds out, in one pass over a capture's events, what a copy of its navigation traffic needs to know.
public struct CaptureSurvey: Sendable {
    /// A connection of the capture with traffic of a navigation characteristic.
    public struct Connection: Hashable, Sendable {
        /// Its number, from 1, in the order of the capture.
        public let number: Int
        /// Whether the capture shows how the characteristic was found. If not, its traffic is whatever
        /// passed at the given handle.
        public let isDiscovered: Bool
        /// Whether the host that wrote the log has the characteristic.
        public let isHostServing: Bool
        /// Where the street begins in its objects; the smallest offset if they differ, `nil` if no whole
        /// object was seen.
        public let streetOffset: Int?
    }

    /// What one side of a connection serves.
    fileprivate struct Side: Sendable {
        var isDiscovered = false
        var hasTraffic = false
        /// Whether something else was found at the given handle.
        var isDenied = false
        var streetOffset: Int?
        var tracker = ReadTracker()
    }

    private struct Sides: Sendable {
        var host = Side()
        var peer = Side()

        /// Changes the side that has the characteristic.
        mutating func change(isHostServing: Bool, _ change: (inout Side) -> Void) {
            if isHostServing { change(&host) } else { change(&peer) }
        }
    }

    private var found: [Int: Sides] = [:]

    /// Creates a survey that has seen nothing.
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

    /// The connections on which both sides have something at the given handle.
    private var ambiguousConnections: [Int] {
        found.keys.sorted().filter { number in
            guard let sides = found[number] else { return false }
            return isCandidate(sides.host) && isCandidate(sides.peer)
                && !sides.host.isDiscovered && !sides.peer.isDiscovered
        }
    }

    /// Why it is not clear which connections to copy.
    public enum Doubt: Error, Hashable, Sendable {
        /// None has traffic of a navigation characteristic.
        case withoutTraffic
        /// The one that was asked for has none.
        case connectionWithoutTraffic
        /// On the one that was asked for, both sides have something at the given handle.
        case servedByBothSides
        /// On these, the given handle may be another device's characteristic. Ask for one of them.
        case perhapsForeign([Int])
    }

    /// Chooses the connections to copy. If several have traffic, one without a discovery is copied only if
    /// it was asked for.
    ///
    /// - Parameter connection: the only connection to copy, from 1; `nil` for each that has traffic.
    public func choose(_ connection: Int? = nil) throws(Doubt) -> [Connection] {
        let chosen = connections.filter { connection == nil || connection == $0.number }
        let ambiguous = ambiguousConnections.filter { connection == nil || connection == $0 }
        guard !chosen.isEmpty || !ambiguous.isEmpty else {
            throw connection == nil ? .withoutTraffic : .connectionWithoutTraffic
        }
        guard connection == nil else {
            guard ambiguous.isEmpty else { throw .servedByBothSides }
            return chosen
        }
        let unknown = chosen.filter { !$0.isDiscovered }.map { $0.number } + ambiguous
        guard unknown.isEmpty || (chosen.count == 1 && ambiguous.isEmpty) else {
            throw .perhapsForeign(unknown.sorted())
        }
        return chosen
    }

    /// Whether the host serves the characteristic; `nil` if neither side does, or the events do not tell.
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
    public mutating func handle(_ event: CapturedEvent, _ value: Span<UInt8>) {
        switch event.kind {
        case .connected, .mtuAgreed: return
        case .disconnected:
            found[event.connection]?.host.handle(event, value)
            found[event.connection]?.peer.handle(event, value)
            return
        case .discovered:
            // Traffic before the discovery was at the given handle, and may have been anything.
            var discovered = Side()
            discovered.isDiscovered = true
            discovered.hasTraffic = true
            change(event) { if !$0.isDiscovered { $0 = discovered } }
        case .foundAnother: change(event) { $0.isDenied = true }
        case .requested, .chunk, .failed, .notified: change(event) { $0.handle(event, value) }
        }
    }

    private mutating func change(_ event: CapturedEvent, _ change: (inout Side) -> Void) {
        found[event.connection, default: Sides()].change(
            isHostServing: event.isHostServing, change)
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
    fileprivate mutating func handle(_ event: CapturedEvent, _ value: Span<UInt8>) {
        if event.kind.isTraffic { hasTraffic = true }
        var reads: [CapturedRead] = []
        tracker.handle(event, value) { reads.append($0) }
        for read in reads { handle(read) }
    }

    fileprivate mutating func finish() {
        var reads: [CapturedRead] = []
        tracker.finish { reads.append($0) }
        for read in reads { handle(read) }
    }

    private mutating func handle(_ read: CapturedRead) {
        guard read.outcome == .complete, read.integrity != .torn,
            let view = try? NavigationInstructionView(decoding: read.bytes.span)
        else { return }
        streetOffset = min(streetOffset ?? .max, view.layout.streetOffset)
    }
}

extension CaptureSurvey.Doubt: CustomStringConvertible {
    /// The doubt in words.
    public var description: String {
        switch self {
        case .withoutTraffic: "no navigation traffic found"
        case .connectionWithoutTraffic: "no navigation traffic found on this connection"
        case .servedByBothSides: "on this connection both sides have something at the handle"
        case .perhapsForeign(let numbers):
            "the handle may be another device's on "
                + (numbers.count == 1 ? "connection " : "connections ")
                + numbers.map { "\($0)" }.joined(separator: ", ")
        }
    }
}
