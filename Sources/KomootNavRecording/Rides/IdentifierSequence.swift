package import KomootNav

/// Identifiers that look random and are the same on every run. Identifiers of four bytes repeat only after
/// 2³² of them.
package struct IdentifierSequence: Hashable, Sendable {
    private var count: UInt64

    /// Begins the sequence at one of its members.
    package init(startingAt count: UInt64 = 0) { self.count = count }

    /// The next identifier, in the format of a layout; a UUID is a version-4 one.
    package mutating func next(
        _ format: InstructionLayout.IdentifierFormat
    ) -> InstructionIdentifier {
        count &+= 1
        switch format {
        case .uint32:
            // On 32 bits, multiplying by an odd number is one-to-one, and so is a shift xored in.
            var number = UInt32(truncatingIfNeeded: count) &* 0x9E37_79B1
            number ^= number >> 15
            number &*= 0x85EB_CA77
            number ^= number >> 13
            return .uint32(number)
        case .uuid:
            let high = Self.mix(count)
            let low = Self.mix(high ^ count)
            return .uuid(
                UUID128(
                    high: high & ~0xF000 | 0x4000, low: low & ~(0b11 << 62) | 0b10 << 62))
        }
    }

    /// A one-to-one mixture of 64 bits: the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
    private static func mix(_ value: UInt64) -> UInt64 {
        var bits = value &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
