import KomootNav

/// Follows the sequence numbers of a connection: which packets are sent again, and which were not heard.
///
/// Each side's packets have alternating numbers (SN), and say which number of the other side is expected next (NESN). A
/// packet with the number of the one before is that one again, if it also has the same bytes. When a side expects the
/// other number, it has heard a packet: if that was not heard here, it is missing.
///
/// Two packets of a side that are missing in a row leave no trace if their answers are missing too. A missing packet may
/// have been empty, which can't be told either.
///
/// Source: Bluetooth Core Specification, Vol 6 Part B, 4.5.9.
struct AirOrder: Sendable {
    /// What a packet is.
    struct Verdict {
        /// Whether it was heard before.
        var isRepeated = false
        /// How many packets before it are known to be missing.
        var missingCount = 0
    }

    private struct Side {
        var number: UInt8?
        var expected: UInt8?
        /// The numbers that were heard since the other side last spoke, and the one before: a bit for each.
        var heard: UInt8 = 0
        /// What the last packet held.
        var content: ContiguousArray<UInt8> = []
        var kind: UInt8 = 0
        /// Whether the last packet was heard.
        var hasContent = false
    }

    private var central = Side()
    private var peripheral = Side()

    /// Takes a packet that arrived as it was sent.
    mutating func take(
        flags: UInt8, _ payload: Span<UInt8>, isFromCentral: Bool
    ) -> Verdict {
        isFromCentral
            ? Self.take(flags, payload, of: &central, other: &peripheral)
            : Self.take(flags, payload, of: &peripheral, other: &central)
    }

    private static func take(
        _ flags: UInt8, _ payload: Span<UInt8>, of side: inout Side, other: inout Side
    ) -> Verdict {
        var verdict = Verdict()
        let number = flags >> 3 & 1
        let expected = flags >> 2 & 1
        if let earlier = side.expected, earlier != expected, other.heard & 1 << earlier == 0 {
            verdict.missingCount += 1
            other.number = earlier
            other.hasContent = false
        }
        side.expected = expected
        other.heard = other.number.map { 1 << $0 } ?? 0

        if side.number == number, side.hasContent {
            verdict.isRepeated =
                side.kind == flags & 0b11 && side.content.span.holdsSameBytes(as: payload)
            if !verdict.isRepeated { verdict.missingCount += 1 }
        }
        side.number = number
        side.heard |= 1 << number
        if !verdict.isRepeated {
            side.kind = flags & 0b11
            side.hasContent = true
            side.content.removeAll(keepingCapacity: true)
            side.content.append(payload)
        }
        return verdict
    }
}
