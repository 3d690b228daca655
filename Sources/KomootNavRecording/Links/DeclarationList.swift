import KomootNav

/// The characteristic declarations in a Read By Type response.
///
/// | bytes | entry, after opcode and entry length |
/// |---|---|
/// | 0–1 | the declaration's handle |
/// | 2 | properties |
/// | 3–4 | the value's handle |
/// | 5–20, or 5–6 | UUID, the last byte of its text first; or its 16-bit number |
///
/// Source: Bluetooth Core Specification, Vol 3 Part F, 3.4.4.2, and Part G, 3.3.1.
struct DeclarationList: ~Escapable {
    /// The type of characteristic declarations.
    static let type: UInt16 = 0x2803
    /// The bytes before the first entry: opcode and entry length.
    private static let headSize = 2
    private static let shortEntrySize = 7
    private static let longEntrySize = 21

    private let packet: Span<UInt8>
    private let entrySize: Int

    /// Takes the packet, from the opcode on. A packet with entries of any other size has none.
    @_lifetime(copy packet)
    init(_ packet: Span<UInt8>) {
        self.packet = packet
        let size = packet.count >= Self.headSize ? Int(packet[1]) : 0
        entrySize = [Self.shortEntrySize, Self.longEntrySize].contains(size) ? size : 0
    }

    /// The number of whole entries.
    var count: Int { entrySize == 0 ? 0 : (packet.count - Self.headSize) / entrySize }

    /// The value's handle in an entry.
    func valueHandle(at position: Int) -> UInt16 {
        packet.littleEndian16(at: Self.headSize + position * entrySize + 3)
    }

    /// The characteristic's UUID in an entry.
    func uuid(at position: Int) -> UUID128 {
        let start = Self.headSize + position * entrySize + 5
        guard entrySize == Self.longEntrySize else {
            return UUID128(assignedNumber: packet.littleEndian16(at: start))
        }
        return UUID128(
            high: packet.littleEndian64(at: start + 8), low: packet.littleEndian64(at: start))
    }
}
