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
        /// The numbers that were heard since the other side last spoke, and the one before.
        var heard: [Bool] = [false, false]
        /// What the last packet held; `nil` if it was not heard.
        var content: ContiguousArray<UInt8>?
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
        if let earlier = side.expected, earlier != expected, !other.heard[Int(earlier)] {
            verdict.missingCount += 1
            other.number = earlier
            other.content = nil
        }
        side.expected = expected
        other.heard = [other.number == 0, other.number == 1]

        if side.number == number, let content = side.content {
            verdict.isRepeated = content.first == flags & 0b11 && holds(content, payload)
            if !verdict.isRepeated { verdict.missingCount += 1 }
        }
        side.number = number
        side.heard[Int(number)] = true
        if !verdict.isRepeated {
            var content: ContiguousArray<UInt8> = [flags & 0b11]
            for place in 0..<payload.count { content.append(payload[place]) }
            side.content = content
        }
        return verdict
    }

    private static func holds(_ content: ContiguousArray<UInt8>, _ payload: Span<UInt8>) -> Bool {
        content.span.extracting(1...).holdsSameBytes(as: payload)
    }
}
