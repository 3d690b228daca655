extension AirFrame {
    /// Reads a record of link type 256.
    ///
    /// | bytes | little-endian |
    /// |---|---|
    /// | 0–3 | channel, signal, noise, offenses of the access address |
    /// | 4–7 | the access address that the sniffer waited for |
    /// | 8–9 | flags |
    ///
    /// | bits of the flags | |
    /// |---|---|
    /// | 0 | the packet is not whitened any more |
    /// | 3 | the packet is decrypted |
    /// | 7–9 | 0 unknown, 1 auxiliary advertising, 2 data from the central, 3 data from the peripheral, 4–6 isochronous |
    /// | 10, 11 | the checksum was checked; it is right |
    /// | 12, 13 | the check of an encrypted packet's integrity was made; it is right. In advertising, a kind |
    /// | 14–15 | PHY: 0 1M, 1 2M, 2 coded |
    ///
    /// Source: tcpdump.org's description of `LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR`; for the PHY and the kinds,
    /// Wireshark's `packet-btle_rf.c`.
    static func contentAfterHeader(of packet: Span<UInt8>, _ missing: Int) -> Content {
        let size = 10
        guard packet.count >= size else { return .malformed }
        let flags = packet.littleEndian16(at: 8)
        var remarks = Remarks(
            isDecrypted: flags & 0x0008 != 0,
            phy: PHY(rawValue: UInt8(flags >> 14)))
        if flags & 0x0400 != 0 { remarks.isSound = flags & 0x0800 != 0 }
        switch flags >> 7 & 0b111 {
        case 2: remarks.isFromCentral = true
        case 3: remarks.isFromCentral = false
        case 4...6: return .nothing
        default: break
        }
        if remarks.isFromCentral != nil, flags & 0x1000 != 0 {
            let isIntact = flags & 0x2000 != 0
            remarks.isUnreadable = !isIntact
            if !isIntact { remarks.isDecrypted = false }
        }
        return content(of: packet, from: size, remarks, missing)
    }

    /// Removes the whitening from a record of link type 256; `nil` if it has none.
    ///
    /// What follows the access address, and on the coded PHY its coding indicator, is combined with the bits of a shift
    /// register of the polynomial x⁷ + x⁴ + 1, which begins with 1 and the channel's index.
    ///
    /// Source: Bluetooth Core Specification, Vol 6 Part B, 3.2, and 1.4.1 for the index.
    static func dewhitened(_ packet: Span<UInt8>) -> ContiguousArray<UInt8>? {
        guard packet.count >= 10, packet[8] & 0x01 == 0, packet[0] < 40 else { return nil }
        let index: UInt8 =
            switch packet[0] {
            case 0: 37
            case 1...11: packet[0] - 1
            case 12: 38
            case 39: 39
            default: packet[0] - 2
            }
        // Position 0 is the most significant of seven bits, and what leaves position 6 is added.
        var register: UInt8 = 0x40 | index
        var bytes: ContiguousArray<UInt8> = []
        bytes.append(packet)
        bytes[8] |= 0x01
        let start = packet[9] >> 6 == PHY.coded.rawValue ? 15 : 14
        guard start < bytes.count else { return bytes }
        for place in start..<bytes.count {
            for bit in 0..<8 {
                let last = register & 1
                register >>= 1
                guard last == 1 else { continue }
                bytes[place] ^= 1 << UInt8(bit)
                register ^= 0x44
            }
        }
        return bytes
    }

    /// Reads a record of link type 272.
    ///
    /// | bytes | little-endian |
    /// |---|---|
    /// | 0 | board |
    /// | 1–2 | length of the rest after byte 6; in version 1, 6 and the length |
    /// | 3 | version: 1 to 3 |
    /// | 4–5 | packet counter |
    /// | 6 | kind: 6 a packet, and from version 3 on 2 a packet of advertising; anything else holds none |
    /// | 7 | length of bytes 7 to 16: 10 |
    /// | 8 | flags |
    /// | 9–10 | channel, signal |
    /// | 11–12 | connection event |
    /// | 13–16 | microseconds since the end of the last packet; from version 3 on, by the sniffer's clock |
    /// | 17– | the packet |
    ///
    /// The oldest version has `BEEF`, the kind and five other bytes before the flags.
    ///
    /// | bits of the flags | |
    /// |---|---|
    /// | 0 | the checksum is right |
    /// | 1 | in data: from the central |
    /// | 2, 3 | in data: encrypted; decrypted, and intact |
    /// | 4–6 | PHY: 0 1M, 1 2M, 2 coded |
    ///
    /// The sniffer's radio adds a byte after the PDU's header. Nordic's program drops it before it writes a record; one
    /// that is still there is skipped.
    ///
    /// Source: the comment at the head of Wireshark's `packet-nordic_ble.c`; for the byte that is added,
    /// `Packet.py` of Nordic's SnifferAPI.
    static func contentAfterNordic(of packet: Span<UInt8>, _ missing: Int) -> Content {
        guard packet.count >= 8 else { return packet.count == 7 ? .nothing : .malformed }
        let isOldest = packet[0] == 0xBE && packet[1] == 0xEF
        guard isOldest || 1...3 ~= packet[3] else { return .malformed }
        let isNewest = !isOldest && packet[3] == 3
        let kind = packet[isOldest ? 2 : 6]
        guard kind == 6 || isNewest && kind == 2 else { return .nothing }
        let start = isOldest ? 17 : 7 + Int(packet[7])
        guard start >= 17, packet.count >= start + 4 else { return .malformed }
        let flags = packet[8]
        var remarks = Remarks(
            isSound: flags & 0x01 != 0, phy: PHY(rawValue: flags >> 4 & 0b111),
            mayHavePadding: true)
        if kind == 6, packet.number32(at: start, isLittleEndian: true) != advertisingAddress {
            remarks.isFromCentral = flags & 0x02 != 0
            let isEncrypted = flags & 0x04 != 0
            remarks.isDecrypted = isEncrypted && flags & 0x08 != 0
            remarks.isUnreadable = isEncrypted && flags & 0x08 == 0
        }
        return content(of: packet, from: start, remarks, missing)
    }
}
