import KomootNavRecording

/// A pcap or pcapng file written packet by packet, with what files of other programs can have in them.
struct PcapFile {
    var isLittleEndian = true
    private(set) var bytes: ContiguousArray<UInt8> = []

    func number(_ value: UInt64, _ count: Int) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isLittleEndian ? bytes : bytes.reversed()
    }

    private func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0xAA, count: -bytes.count & 3)
    }

    mutating func add(_ more: [UInt8]) { bytes += more }

    /// The header of a pcap file.
    mutating func addHeader(linkType: UInt64, magic: UInt64 = 0xA1B2_C3D4) {
        add(number(magic, 4) + number(2, 2) + number(4, 2) + number(0, 8))
        add(number(262_144, 4) + number(linkType, 4))
    }

    /// A record of a pcap file.
    mutating func addRecord(seconds: UInt64, fraction: UInt64, _ packet: [UInt8]) {
        add(number(seconds, 4) + number(fraction, 4))
        add(number(UInt64(packet.count), 4) + number(UInt64(packet.count), 4) + packet)
    }

    mutating func addBlock(_ type: UInt64, _ content: [UInt8]) {
        let size = number(UInt64(content.count + 12), 4)
        add(number(type, 4) + size + content + size)
    }

    func option(_ code: UInt64, _ value: [UInt8]) -> [UInt8] {
        number(code, 2) + number(UInt64(value.count), 2) + padded(value)
    }

    /// Begins a section of a pcapng file.
    mutating func addSection() {
        addBlock(
            0x0A0D_0D0A, number(0x1A2B_3C4D, 4) + number(1, 2) + number(0, 2) + number(.max, 8))
    }

    mutating func addInterface(linkType: UInt64, options: [UInt8] = []) {
        addBlock(1, number(linkType, 2) + number(0, 2) + number(0, 4) + options)
    }

    mutating func addPacket(
        interface: UInt64 = 0, ticks: UInt64, _ packet: [UInt8], options: [UInt8] = []
    ) {
        let size = number(UInt64(packet.count), 4)
        addBlock(
            6,
            number(interface, 4) + number(ticks >> 32, 4) + number(ticks & 0xFFFF_FFFF, 4)
                + size + size + padded(packet) + options)
    }
}
