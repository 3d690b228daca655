import KomootNav

/// One line of a trace.
public struct TraceEntry: Hashable, Sendable {
    /// When, in microseconds since the world began.
    package let microseconds: UInt64
    /// What happened, and to whom.
    public let event: Observation
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

extension Observation {
    fileprivate var line: String {
        switch self {
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
