/// The checksum of a packet of the link layer: 24 bits, with the polynomial
/// x²⁴ + x¹⁰ + x⁹ + x⁶ + x⁴ + x³ + x + 1.
///
/// Registers and checksums are in the order of sending here: the bit sent first is the least significant one.
///
/// Source: Bluetooth Core Specification, Vol 6 Part B, 3.1.1.
enum AirChecksum {
    private static let polynomial: UInt32 = 0xDA_6000
    private static let lastBit: UInt32 = 0x80_0000

    /// The register before a packet of advertising.
    static let advertising = register(0x55_5555)

    /// The register that a CRCInit field stands for, whose least significant bit is at the register's end.
    static func register(_ field: UInt32) -> UInt32 {
        var (rest, register): (UInt32, UInt32) = (field, 0)
        for _ in 0..<24 {
            register = register << 1 | rest & 1
            rest >>= 1
        }
        return register
    }

    /// The checksum of a PDU.
    static func checksum(of pdu: Span<UInt8>, from register: UInt32) -> UInt32 {
        var register = register
        let tables = tables.span
        var place = 0
        while place + 4 <= pdu.count {
            let bytes = register ^ pdu.number32(at: place, isLittleEndian: true)
            register = tables[Int(bytes >> 24)] ^ tables[256 | Int(bytes >> 16 & 0xFF)]
            register ^= tables[512 | Int(bytes >> 8 & 0xFF)] ^ tables[768 | Int(bytes & 0xFF)]
            place += 4
        }
        while place < pdu.count {
            register = register >> 8 ^ tables[Int((register ^ UInt32(pdu[place])) & 0xFF)]
            place += 1
        }
        return register
    }

    /// What each byte adds to the register, if no, one, two or three bytes follow it, so that four are taken at once.
    private static let tables: ContiguousArray<UInt32> = {
        var tables: ContiguousArray<UInt32> = []
        for place in 0..<1024 {
            var register = place < 256 ? UInt32(place) : tables[place - 256]
            for _ in 0..<8 {
                register = register >> 1 ^ (register & 1 == 1 ? polynomial : 0)
            }
            tables.append(register)
        }
        return tables
    }()

    /// The register from which a PDU has the checksum: the same, backwards.
    static func register(before pdu: Span<UInt8>, with checksum: UInt32) -> UInt32 {
        var register = checksum
        for place in (0..<pdu.count).reversed() {
            for _ in 0..<8 {
                let isReduced = register & lastBit != 0
                register = (register ^ (isReduced ? polynomial : 0)) << 1 | (isReduced ? 1 : 0)
            }
            register ^= UInt32(pdu[place])
        }
        return register
    }
}
