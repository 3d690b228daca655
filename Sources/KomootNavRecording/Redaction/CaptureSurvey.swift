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
        /// Where the street begins in what was read, whole or not; the smallest offset if that differs, `nil` if no
        /// object was seen.
        public let streetOffset: Int?
        /// How many of its whole reads look like an instruction.
        public let instructionCount: Int
        /// How many of its whole reads do not: perhaps they are something else, and private.
        public let otherValueCount: Int
    }

    /// What one side of a connection serves.
    fileprivate struct Side: Sendable {
        var isDiscovered = false
        /// Whether an earlier connection with the same device showed the handle.
        var isRemembered = false
        var instructionCount = 0
        var otherValueCount = 0
        /// The log's first connection with the same device.
        var device: Int?
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

    /// A device, or the host, that was found to have something else at the given handle.
    private struct Denial: Hashable {
        let isHostServing: Bool
        /// The log's first connection with the device; the host is the same on all.
        let device: Int?
    }

    private var found: [Int: Sides] = [:]
    private var denials: Set<Denial> = []
    private var leftOut: [LeftOutTraffic] = []

    /// Creates a survey that has seen nothing.
    public init() {}

    /// The connections with traffic of a navigation characteristic.
    public var connections: [Connection] {
        found.keys.sorted().compactMap { number in
            guard let sides = found[number], let isHost = serving(sides) else { return nil }
            let side = isHost ? sides.host : sides.peer
            return Connection(
                number: number, isDiscovered: side.isDiscovered, isHostServing: isHost,
                streetOffset: side.streetOffset, instructionCount: side.instructionCount,
                otherValueCount: side.otherValueCount)
        }
    }

    /// The connections on which both sides have something at the given handle.
    private var ambiguousConnections: [Int] {
        found.keys.sorted().filter { number in
            guard let sides = found[number] else { return false }
            return isCandidate(sides.host, isHostServing: true)
                && isCandidate(sides.peer, isHostServing: false) && !sides.host.isDiscovered
                && !sides.peer.isDiscovered
        }
    }

    /// Why it is not clear which connections to copy.
    public enum Doubt: Error, Hashable, Sendable {
        /// None has traffic of a navigation characteristic.
        case withoutTraffic
        /// This one was asked for, and has none.
        case connectionWithoutTraffic(Int)
        /// This one was asked for, or is the only one, and both its sides have something at the given handle.
        case servedByBothSides(Int)
        /// On these, the given handle may be another device's characteristic. Ask for those that are to be copied.
        case perhapsForeign([Int])
        /// On these, what was read at the handle is not an instruction. Ask for those that are to be copied nevertheless.
        case withoutInstruction([Int])
    }

    /// Chooses the connections to copy. If several have traffic, or may have, one without a discovery is copied only
    /// if it was asked for; so is one whose values are not instructions.
    ///
    /// - Parameter numbers: the only connections to copy, from 1; `nil` for each that has traffic.
    /// - Returns: the connections, in the order of the capture.
    public func choose(_ numbers: [Int]? = nil) throws(Doubt) -> [Connection] {
        let all = connections
        let ambiguous = ambiguousConnections
        if let numbers {
            for number in numbers where !all.contains(where: { $0.number == number }) {
                throw ambiguous.contains(number)
                    ? .servedByBothSides(number) : .connectionWithoutTraffic(number)
            }
            return all.filter { numbers.contains($0.number) }
        }
        guard !all.isEmpty || !ambiguous.isEmpty else { throw .withoutTraffic }
        let unknown = all.filter { isOnlyGiven($0) }.map { $0.number } + ambiguous
        // What damage left out may be the navigation, and what is left another device's.
        let others = leftOut.filter { left in !all.contains { $0.number == left.connection } }
        guard unknown.isEmpty || (all.count == 1 && ambiguous.isEmpty && others.isEmpty) else {
            // There is nothing to choose from.
            if all.isEmpty, ambiguous.count == 1 { throw .servedByBothSides(ambiguous[0]) }
            throw .perhapsForeign(unknown.sorted())
        }
        let strange = all.filter {
            !$0.isDiscovered && $0.instructionCount == 0 && $0.otherValueCount > 0
        }
        guard strange.isEmpty else { throw .withoutInstruction(strange.map { $0.number }) }
        return all
    }

    /// Whether nothing in the log speaks for the handle.
    private func isOnlyGiven(_ connection: Connection) -> Bool {
        guard !connection.isDiscovered, let sides = found[connection.number] else { return false }
        return !(connection.isHostServing ? sides.host : sides.peer).isRemembered
    }

    /// Whether the host serves the characteristic; `nil` if neither side does, or the events do not tell.
    private func serving(_ sides: Sides) -> Bool? {
        if sides.peer.isDiscovered { return false }
        if sides.host.isDiscovered { return true }
        let isHost = isCandidate(sides.host, isHostServing: true)
        switch (isHost, isCandidate(sides.peer, isHostServing: false)) {
        case (true, false): return true
        case (false, true): return false
        case (true, true), (false, false): return nil
        }
    }

    private func isCandidate(_ side: Side, isHostServing: Bool) -> Bool {
        guard side.hasTraffic, !side.isDenied else { return false }
        if isHostServing { return !denials.contains(Denial(isHostServing: true, device: nil)) }
        guard let device = side.device else { return true }
        return !denials.contains(Denial(isHostServing: false, device: device))
    }

    /// Takes an event.
    public mutating func handle(_ event: CapturedEvent, _ value: Span<UInt8>) {
        switch event.kind {
        case .connected, .mtuAgreed, .subscribed: return
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
        case .foundAnother:
            change(event) {
                $0.isDenied = true
                $0.device = event.device
            }
            // If a discovery follows, a remembered handle held until the characteristic moved.
            if case .remembered? = event.handle?.source { return }
            deny(event.device, isHostServing: event.isHostServing)
        case .requested, .chunk, .failed, .notified: change(event) { $0.handle(event, value) }
        }
    }

    private mutating func change(_ event: CapturedEvent, _ change: (inout Side) -> Void) {
        found[event.connection, default: Sides()].change(
            isHostServing: event.isHostServing, change)
    }

    /// Notes that something else is at the handle. It holds for the device's other connections too.
    private mutating func deny(_ device: Int?, isHostServing: Bool) {
        guard isHostServing || device != nil else { return }
        denials.insert(
            Denial(isHostServing: isHostServing, device: isHostServing ? nil : device))
    }

    /// Ends the pass.
    ///
    /// - Parameter leftOut: what the reader left out (``NavigationReader/leftOut``). It may be the navigation, so it
    ///   makes the other connections doubtful.
    public mutating func finish(leftOut: [LeftOutTraffic] = []) {
        self.leftOut = leftOut
        for number in Array(found.keys) {
            found[number]?.host.finish()
            found[number]?.peer.finish()
            guard let sides = found[number] else { continue }
            if sides.host.isDenied { deny(nil, isHostServing: true) }
            if sides.peer.isDenied { deny(sides.peer.device, isHostServing: false) }
        }
    }
}

extension CaptureSurvey.Side {
    fileprivate mutating func handle(_ event: CapturedEvent, _ value: Span<UInt8>) {
        if event.kind.isTraffic {
            hasTraffic = true
            device = event.device
            if case .remembered? = event.handle?.source { isRemembered = true }
        }
        if case .chunk(offset: 0) = event.kind,
            let view = try? NavigationInstructionView(decoding: value, extent: .possiblyCut)
        {
            streetOffset = min(streetOffset ?? .max, view.layout.streetOffset)
        }
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
        guard read.outcome == .complete, read.integrity != .torn else { return }
        guard let view = try? NavigationInstructionView(decoding: read.bytes.span) else {
            otherValueCount += 1
            return
        }
        if view.looksMeant { instructionCount += 1 } else { otherValueCount += 1 }
    }
}

extension NavigationInstructionView {
    /// Whether it looks like what a phone sends: other bytes can be decoded too, a name for example.
    fileprivate var looksMeant: Bool {
        let lastArrow: UInt8 = 30
        guard arrow.rawValue <= lastArrow, distanceInMeters <= InstructionFacts.halfEquator else {
            return false
        }
        do throws(KomootNavError) { try street.validate() } catch { return false }
        for position in 0..<street.bytes.count where street.bytes[position] < 0x20 { return false }
        return true
    }
}

extension CaptureSurvey.Doubt: CustomStringConvertible {
    /// The doubt in words.
    public var description: String {
        switch self {
        case .withoutTraffic: "no navigation traffic found"
        case .connectionWithoutTraffic(let number):
            "no navigation traffic found on connection \(number)"
        case .servedByBothSides(let number):
            "on connection \(number) both sides have something at the handle"
        case .perhapsForeign(let numbers):
            "the handle may be another device's on \(Self.listed(numbers))"
        case .withoutInstruction(let numbers):
            "what was read at the handle is not an instruction on \(Self.listed(numbers))"
        }
    }

    /// The first of the connections, and how many more there are.
    private static func listed(_ numbers: [Int]) -> String {
        let mostListed = 10
        let first = numbers.prefix(mostListed).map { "\($0)" }.joined(separator: ", ")
        let rest = numbers.count - mostListed
        return (numbers.count == 1 ? "connection " : "connections ") + first
            + (rest > 0 ? " and \(rest) more" : "")
    }
}
