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
        let blockPlace = 7
        guard packet.count >= blockPlace, 1...3 ~= packet[3] else { return .malformed }
        let isNewest = packet[3] == 3
        let kind = packet[6]
        guard kind == 6 || isNewest && kind == 2 else { return .nothing }
        guard packet.count >= blockPlace + 10 else { return .malformed }
        let start = blockPlace + Int(packet[blockPlace])
        guard start >= blockPlace + 10, packet.count >= start + 4 else { return .malformed }
        let flags = packet[blockPlace + 1]
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
