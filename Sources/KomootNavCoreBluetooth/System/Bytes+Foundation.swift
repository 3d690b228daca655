#if canImport(CoreBluetooth)
    import Foundation
    import KomootNav

    extension UUID128 {
        /// A version-4 UUID (RFC 9562).
        static func random(_ surroundings: any Surroundings) -> UUID128 {
            UUID128(
                high: surroundings.random() & ~0xF000 | 0x4000,
                low: surroundings.random() & ~(0b11 << 62) | 0b10 << 62)
        }
    }

    extension Data {
        /// Copies lent bytes.
        init(_ bytes: Span<UInt8>) {
            self.init(capacity: bytes.count)
            for position in bytes.indices { append(bytes[position]) }
        }
    }
#endif
