import KomootNav

extension UUID128 {
    /// A version-4 UUID (RFC 9562).
    static func random(_ number: () -> UInt64) -> UUID128 {
        UUID128(high: number() & ~0xF000 | 0x4000, low: number() & ~(0b11 << 62) | 0b10 << 62)
    }
}
