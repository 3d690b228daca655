/// The pcap file format, which tcpdump, Wireshark and sniffers write.
///
/// | bytes | file header, in either byte order |
/// |---|---|
/// | 0–3 | `A1B2C3D4`, or `A1B23C4D` if times have nanoseconds |
/// | 4–7 | version: 2.4 |
/// | 8–15 | not used |
/// | 16–19 | the longest part of a packet that is captured |
/// | 20–23 | link type; the upper half has flags |
///
/// | bytes | record |
/// |---|---|
/// | 0–3 | seconds since 1970 |
/// | 4–7 | microseconds or nanoseconds |
/// | 8–11 | captured length |
/// | 12–15 | original length of the packet |
/// | 16– | the captured part of the packet |
///
/// Source: IETF, draft-ietf-opsawg-pcap.
struct Pcap: Sendable {
    static let fileHeaderSize = 24
    private static let recordHeaderSize = 16
    /// How far the time of a record in damaged bytes may be from the one before, in microseconds: nothing else marks one.
    private static let longestJump: UInt64 = 86_400_000_000

    let linkType: LinkType
    private let isLittleEndian: Bool
    private let hasNanoseconds: Bool

    /// Whether a file begins like pcap.
    static func begins(_ bytes: Span<UInt8>) -> Bool { order(bytes) != nil }

    private static func order(
        _ bytes: Span<UInt8>
    ) -> (isLittleEndian: Bool, hasNanoseconds: Bool)? {
        switch bytes.bigEndian32(at: 0) {
        case 0xA1B2_C3D4: (false, false)
        case 0xA1B2_3C4D: (false, true)
        case 0xD4C3_B2A1: (true, false)
        case 0x4D3C_B2A1: (true, true)
        default: nil
        }
    }

    /// Reads the header of a file that begins like pcap.
    init(_ bytes: Span<UInt8>) throws(CaptureError) {
        guard let order = Self.order(bytes) else { throw .unknownFormat }
        (isLittleEndian, hasNanoseconds) = order
        let number = bytes.number32(at: 20, isLittleEndian: isLittleEndian) & 0xFFFF
        guard let linkType = LinkType(readable: number) else { throw .unknownLinkType(number) }
        self.linkType = linkType
    }

    func header(
        of bytes: Span<UInt8>, at fileOffset: UInt64, _ judge: RecordJudge
    ) -> RecordHeader {
        guard bytes.count >= Self.recordHeaderSize else { return .needs(Self.recordHeaderSize) }
        func number(at offset: Int) -> Int64 {
            Int64(bytes.number32(at: offset, isLittleEndian: isLittleEndian))
        }
        let (fraction, captured, original) = (number(at: 4), number(at: 8), number(at: 12))
        guard fraction < (hasNanoseconds ? 1_000_000_000 : 1_000_000), captured <= original,
            1...Int64(maximumPacketSize) ~= original
        else { return .damaged }
        let time = number(at: 0) * 1_000_000 + (hasNanoseconds ? fraction / 1000 : fraction)
        if !judge.isExpected, let last = judge.lastTime,
            time.subtractingReportingOverflow(last).partialValue.magnitude > Self.longestJump
        {
            return .damaged
        }
        let packet = PcapPacket(
            fileOffset: fileOffset, time: CaptureTime(microsecondsSince1970: time),
            headerSize: Self.recordHeaderSize, captured: Int(captured), original: Int(original))
        guard
            case .found(let headerSize, let packetSize, _, let record) = packet.header(
                of: bytes, linkType)
        else { return .needs(Self.recordHeaderSize + Int(captured)) }
        return judge.header(of: bytes, headerSize: headerSize, packetSize: packetSize, record)
    }
}
