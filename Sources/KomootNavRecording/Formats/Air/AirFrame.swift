/// A packet of the link layer in a capture: where its parts are, and what the sniffer says of it.
///
/// | bytes | after the header of the link type |
/// |---|---|
/// | 0–3 | access address, little-endian |
/// | 4 | only on the coded PHY, and only if a header tells the PHY: the coding indicator |
/// | 4–5 | the PDU's header: flags, length of the payload |
/// | 6 | only in data with constant tone extension: its information |
/// | 6– | payload |
/// | | checksum, 3 bytes |
///
/// Source: Bluetooth Core Specification, Vol 6 Part B, 2.1 to 2.4.
struct AirFrame {
    /// What the capture is of: what comes before each packet.
    enum Form: Hashable, Sendable {
        /// Nothing: link type 251.
        case bare
        /// Ten bytes that all sniffers can write: link type 256.
        case withHeader
        /// What Nordic's sniffer says: link type 272.
        case nordic
    }

    /// What is in a record.
    enum Content {
        case packet(AirFrame)
        /// Something else of the sniffer, or of isochronous channels.
        case nothing
        /// Less than its lengths say, or of an unknown version.
        case malformed
    }

    enum PHY: UInt8 {
        case uncoded1M = 0
        case uncoded2M = 1
        case coded = 2
    }

    /// What the sniffer says of its packet.
    struct Remarks {
        var isSound: Bool?
        var isFromCentral: Bool?
        /// Whether the sniffer had the key, and the packet is as it was before encryption.
        var isDecrypted = false
        /// Whether the sniffer knows that the packet is encrypted, and could not decrypt it.
        var isUnreadable = false
        var phy: PHY?
        /// Whether a byte that was not sent may follow the PDU's header.
        var mayHavePadding = false
    }

    static let advertisingAddress: UInt32 = 0x8E89_BED6
    private static let checksumSize = 3

    let remarks: Remarks
    let accessAddress: UInt32
    /// The first byte of the PDU's header.
    let flags: UInt8
    /// The PDU, as far as it was captured.
    let pdu: Range<Int>
    /// Its payload, as far as it was captured.
    let payload: Range<Int>
    /// How many bytes of the payload were not captured.
    let missingByteCount: Int
    /// The checksum, if it was captured.
    let checksum: UInt32?

    var isAdvertising: Bool { accessAddress == Self.advertisingAddress }

    /// How many bytes were sent after the preamble.
    var sentSize: Int { 4 + pdu.count + missingByteCount + Self.checksumSize }

    /// Reads a record.
    static func content(
        of packet: Span<UInt8>, _ form: Form, missingByteCount: Int
    ) -> Content {
        switch form {
        case .bare: content(of: packet, from: 0, Remarks(), missingByteCount)
        case .withHeader: contentAfterHeader(of: packet, missingByteCount)
        case .nordic: contentAfterNordic(of: packet, missingByteCount)
        }
    }

    static func content(
        of packet: Span<UInt8>, from start: Int, _ remarks: Remarks, _ missing: Int
    ) -> Content {
        let headerPlace = start + (remarks.phy == .coded ? 5 : 4)
        guard packet.count >= headerPlace + 2 else { return .malformed }
        let address = packet.number32(at: start, isLittleEndian: true)
        let flags = packet[headerPlace]
        let hasToneInformation = address != advertisingAddress && flags & 0x20 != 0
        let headerEnd = headerPlace + (hasToneInformation ? 3 : 2)
        let length = Int(packet[headerPlace + 1])
        let surplus = packet.count + missing - headerEnd - length - checksumSize
        let padding = remarks.mayHavePadding && surplus == 1 ? 1 : 0
        let first = headerEnd + padding
        let end = first + length
        guard surplus >= 0, missing > 0 || packet.count >= end + checksumSize else {
            return .malformed
        }
        let capturedEnd = min(end, packet.count)
        guard capturedEnd >= first else { return .malformed }
        var checksum: UInt32?
        if packet.count >= end + checksumSize && padding == 0 {
            checksum = UInt32(packet.littleEndian16(at: end)) | UInt32(packet[end + 2]) << 16
        }
        return .packet(
            AirFrame(
                remarks: remarks, accessAddress: address, flags: flags,
                pdu: headerPlace..<capturedEnd, payload: first..<capturedEnd,
                missingByteCount: end - capturedEnd, checksum: checksum))
    }

    /// Whether the packet arrived as it was sent; `nil` if nothing tells.
    ///
    /// - Parameter register: the checksum's beginning, if it is known.
    func isSound(_ packet: Span<UInt8>, from register: UInt32?) -> Bool? {
        if let isSound = remarks.isSound { return isSound }
        // The checksum is that of the encrypted packet.
        guard let checksum, let register, !remarks.isDecrypted else { return nil }
        return AirChecksum.checksum(of: packet.extracting(pdu), from: register) == checksum
    }
}
