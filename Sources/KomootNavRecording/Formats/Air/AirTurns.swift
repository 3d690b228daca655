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
        let durations: [Int64]
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
        let durations = frame.durations
        let side = frame.remarks.isFromCentral ?? side(at: time, durations, parity)
        last = Last(time: time, durations: durations, isFromCentral: side)
        if let parity { reference = side.map { ($0, parity) } }
        return side
    }

    private mutating func side(at time: CaptureTime, _ durations: [Int64], _ parity: UInt8?)
        -> Bool?
    {
        guard let last else { return hasHeardStart ? parity.map { $0 == 0 } : nil }
        let distance = time.microseconds(since: last.time)
        let isAnswer = (last.durations + durations).contains {
            let expected = $0 + Self.interframeSpace
            return expected - Self.tolerance...expected + Self.tolerance ~= distance
        }
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

extension AirFrame {
    /// How long the packet may have taken, in microseconds.
    fileprivate var durations: [Int64] {
        let bytes = Int64(sentSize)
        let (slow, fast) = (8 * (1 + bytes), 4 * (2 + bytes))
        // Preamble, access address and its code take 376 µs; S=8 or S=2 for the rest.
        let coded = [376 + 64 * (bytes - 4) + 24, 376 + 16 * (bytes - 4) + 6]
        return switch remarks.phy {
        case .uncoded1M: [slow]
        case .uncoded2M: [fast]
        case .coded: coded
        case nil: [slow, fast]
        }
    }
}
