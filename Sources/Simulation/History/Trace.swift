import KomootNav

/// What happened in a world, as a hash, and as lines if they are wanted.
///
/// It leaves out observations that follow from others.
///
/// It may be marked as sendable because only code on its world's executor uses it.
final class Trace: @unchecked Sendable {
    private struct State {
        var hash = TraceHash()
        var entries: ContiguousArray<TraceEntry>?
    }

    private let confined = Confined(State())

    /// The hash of every event in the trace, with its time and bytes, and of nothing else.
    var hash: UInt64 { confined.value.hash.value }

    var entries: ContiguousArray<TraceEntry>? { confined.value.entries }

    func record() { confined.value.entries = [] }

    /// - Parameters:
    ///   - words: what the hash depends on; `nil` if the event is not part of the history.
    ///   - isKept: whether lines have it all the same.
    ///   - observation: what happened; only asked for where lines are wanted.
    ///   - time: when, in microseconds since the world began.
    ///   - bytes: what came with it; lent.
    @inline(__always)
    func take(
        _ words: TraceWords?, isKept: Bool = false, _ observation: @autoclosure () -> WorldEvent,
        at time: UInt64, _ bytes: Span<UInt8>
    ) {
        if let words { mix(words, time, bytes) }
        guard words != nil || isKept else { return }
        if confined.value.entries != nil { keep(observation(), time, bytes) }
    }

    private func mix(_ words: TraceWords, _ time: UInt64, _ bytes: Span<UInt8>) {
        var hash = confined.value.hash
        hash.mix(time &<< 8 | words.kind)
        hash.mix(words.first)
        hash.mix(words.second)
        if words.haveBytes { hash.mix(bytes) }
        confined.value.hash = hash
    }

    private func keep(_ observation: WorldEvent, _ time: UInt64, _ bytes: Span<UInt8>) {
        let copy = ContiguousArray(copying: bytes)
        confined.value.entries?.append(
            TraceEntry(microseconds: time, event: observation, bytes: copy))
    }
}

/// Mixes in each word with a multiplication and a shift, as in FNV (Fowler, Noll and Vo) and Murmur
/// (Appleby).
struct TraceHash: Sendable {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func mix(_ word: UInt64) {
        value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
        value ^= value >> 29
    }

    mutating func mix(_ bytes: Span<UInt8>) {
        var rest = UInt64(bytes.count)
        let wordsEnd = bytes.count & ~7
        unsafe bytes.withUnsafeBytes { bytes in
            var position = 0
            while position < wordsEnd {
                mix(
                    UInt64(
                        littleEndian: unsafe bytes.loadUnaligned(
                            fromByteOffset: position, as: UInt64.self)))
                position += 8
            }
            while position < bytes.count {
                rest = rest &<< 8 | UInt64(unsafe bytes[position])
                position += 1
            }
        }
        mix(rest)
    }
}

/// One line of a trace.
public struct TraceEntry: Hashable, Sendable {
    /// When, in microseconds since the world began.
    package let microseconds: UInt64
    /// What happened, and to whom.
    public let event: WorldEvent
    /// The bytes that came with it.
    public let bytes: ContiguousArray<UInt8>

    /// When it happened.
    public var time: VirtualClock.Instant { VirtualClock.Instant(microseconds: microseconds) }
}

extension TraceEntry: CustomStringConvertible {
    /// The time in seconds, what happened, and the bytes in hexadecimal.
    public var description: String {
        var text = "\(secondsText(microseconds, per: 1_000_000)) \(event.line)"
        if !bytes.isEmpty { text += " " }
        for byte in bytes { text += HexDigits.lowercase(byte) }
        return text
    }
}

extension WorldEvent {
    fileprivate var line: String {
        switch self {
        case .link(.sent(let link, let token, let kind, let offset, _)):
            "sent(link: \(link), token: \(token), \(kind), offset: \(offset))"
        case .link(let event): "\(event)"
        case .phone(let number, .told(.published, _)): "published(\(number))"
        case .phone(let number, .advertising(let isOn)): "advertising(\(number), isOn: \(isOn))"
        case .phone(let number, let event): "\(event) at phone \(number)"
        case .device(let number, .delivered(let extent)): "delivered(\(number), \(extent))"
        case .device(let number, .reported(let status)): "reported(\(number), \(status))"
        case .device(let number, .asksTooMuch(let kind)):
            "asksTooMuch(\(number), \(kind) while a request is unanswered)"
        case .device(let number, let event): "\(event) at device \(number)"
        case .fault(let fault): "fault(\(fault))"
        }
    }
}

extension World {
    /// Creates a world in which nothing happens yet.
    ///
    /// - Parameters:
    ///   - seed: decides every draw.
    ///   - conditions: what its links are like. It traps if a value is out of its range.
    public init(seed: UInt64, conditions: LinkConditions = LinkConditions()) {
        self.init(seed: seed, conditions: conditions, judge: nil)
    }

    /// - Parameter judge: observes everything, in addition to the trace.
    init(seed: UInt64, conditions: LinkConditions, judge: (any Observer)?) {
        self.init(seed: seed, conditions: conditions, observer: History(judge: judge))
    }

    /// A hash of everything that has happened so far.
    public var traceHash: UInt64 { history.trace.hash }

    /// From now on, keeps the lines of the trace and not only its hash.
    public func recordTrace() { history.trace.record() }

    /// The lines of the trace; none unless it is recorded.
    public var trace: ContiguousArray<TraceEntry> { history.trace.entries ?? [] }

    var history: History {
        guard let history = linkLayer.observer as? History else {
            preconditionFailure("a world is made with a history")
        }
        return history
    }
}
