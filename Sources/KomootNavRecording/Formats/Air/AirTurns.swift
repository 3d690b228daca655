/// Tells which side sent a packet of a connection where the capture does not say it.
///
/// A connection event begins with a packet of the central; each further packet begins 150 µs after the end of the one
/// before, and is the other side's. So:
///
/// - A packet that begins 150 µs after another ended is the other side's. Some sniffers note a packet's end instead of
///   its beginning, so that distance counts too.
/// - Otherwise the numbers tell: SN ⊕ NESN is the same in all packets of a side, and differs between both, as soon as the
///   peripheral has heard a packet. What is sent again changes neither.
/// - After a long distance another event has begun, and the packet should be the central's. If the numbers say otherwise,
///   the central's was not heard, or it was not heard when the sides were first told apart. The numbers are believed if
///   they were right after more pauses than not; else the packet is left out, and the next pause decides anew.
///
/// It can't tell anything before the first pause that it hears, of a connection whose beginning it did not hear.
///
/// Source: Bluetooth Core Specification, Vol 6 Part B, 4.1 (spaces), 4.5.1 (events), 4.5.9 (numbers).
struct AirTurns: Sendable {
    private static let interframeSpace: Int64 = 150
    /// How inexact a sniffer's times may be.
    private static let tolerance: Int64 = 40
    /// Longer than the longest packet with its spaces, shorter than the shortest interval between events.
    private static let longestTurn: Int64 = 2_500

    private struct Last {
        let time: CaptureTime
        let durations: AirDurations
        let isFromCentral: Bool?
    }

    private var last: Last?
    /// The side and SN ⊕ NESN of the last packet that arrived as it was sent, if its side is known.
    private var reference: (isFromCentral: Bool, parity: UInt8)?
    private let hasHeardStart: Bool
    /// After how many pauses more the numbers were right than wrong, at most `fullTrust`.
    private var trust: Int
    private static let fullTrust = 4

    init(hasHeardStart: Bool) {
        self.hasHeardStart = hasHeardStart
        trust = hasHeardStart ? Self.fullTrust : 0
    }

    /// Takes a packet, and tells whether it is the central's; `nil` if that can't be told.
    mutating func take(_ frame: AirFrame, at time: CaptureTime, isSound: Bool) -> Bool? {
        let parity = isSound ? (frame.flags >> 2 ^ frame.flags >> 3) & 1 : nil
        let durations = AirDurations(frame)
        let side = frame.remarks.isFromCentral ?? side(at: time, durations, parity)
        last = Last(time: time, durations: durations, isFromCentral: side)
        if let parity { reference = side.map { ($0, parity) } }
        return side
    }

    private mutating func side(at time: CaptureTime, _ durations: AirDurations, _ parity: UInt8?)
        -> Bool?
    {
        guard let last else { return hasHeardStart ? parity.map { $0 == 0 } : nil }
        let distance = time.microseconds(since: last.time)
        func mayEnd(after duration: Int64) -> Bool {
            distance > 0
                && (distance - duration - Self.interframeSpace).magnitude <= Self.tolerance
        }
        let isAnswer =
            mayEnd(after: last.durations.slow) || mayEnd(after: last.durations.fast)
            || mayEnd(after: durations.slow) || mayEnd(after: durations.fast)
        if isAnswer { return last.isFromCentral.map { !$0 } }
        var byNumbers: Bool?
        if let parity, let reference {
            byNumbers = (parity == reference.parity) == reference.isFromCentral
        }
        if 0...Self.longestTurn ~= distance { return byNumbers }
        guard byNumbers == false else {
            if byNumbers != nil { trust = min(trust + 1, Self.fullTrust) }
            return true
        }
        guard trust > 0 else { return nil }
        trust -= 1
        return false
    }
}

/// How long a packet may have taken, in microseconds: both are the same if the capture tells.
private struct AirDurations {
    let slow: Int64
    let fast: Int64

    init(_ frame: AirFrame) {
        let bytes = Int64(frame.sentSize)
        let (uncoded1M, uncoded2M) = (8 * (1 + bytes), 4 * (2 + bytes))
        switch frame.remarks.phy {
        case .uncoded1M: (slow, fast) = (uncoded1M, uncoded1M)
        case .uncoded2M: (slow, fast) = (uncoded2M, uncoded2M)
        // Preamble, access address and its code take 376 µs; S=8 or S=2 for the rest.
        case .coded: (slow, fast) = (376 + 64 * (bytes - 4) + 24, 376 + 16 * (bytes - 4) + 6)
        case nil: (slow, fast) = (uncoded1M, uncoded2M)
        }
    }
}
