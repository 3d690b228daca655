/// The btsnoop file format.
///
/// | bytes | file header, big-endian |
/// |---|---|
/// | 0–7 | `btsnoop`, NUL |
/// | 8–11 | version: 1 |
/// | 12–15 | datalink |
///
/// | bytes | record, big-endian |
/// |---|---|
/// | 0–3 | original length of the packet |
/// | 4–7 | captured length |
/// | 8–11 | flags: bit 0 received, bit 1 command or event; for the monitor, controller × 65536 + kind |
/// | 12–15 | cumulative drops |
/// | 16–23 | microseconds since midnight, 1 January 0 |
/// | 24– | the captured part of the packet |
///
/// Source: Symbian's description of the format, which follows RFC 1761; for the monitor, BlueZ's
/// `doc/btsnoop.txt`.
enum Btsnoop {
    static let magic: [UInt8] = [0x62, 0x74, 0x73, 0x6E, 0x6F, 0x6F, 0x70, 0x00]
    static let version: UInt32 = 1
    static let fileHeaderSize = 16
    static let recordHeaderSize = 24
    /// 1 January 1970, in the format's microseconds.
    static let unixEpoch: Int64 = 0x00DC_DDB3_0F2F_8000

    static func header(
        of bytes: Span<UInt8>, _ datalink: CaptureFormat.Datalink, at fileOffset: UInt64,
        _ judge: RecordJudge
    ) -> RecordHeader {
        let headerSize = recordHeaderSize
        guard bytes.count >= headerSize else { return .needs(headerSize) }
        let original = Int(clamping: bytes.bigEndian32(at: 0))
        let captured = Int(clamping: bytes.bigEndian32(at: 4))
        let flags = bytes.bigEndian32(at: 8)
        let (difference, overflow) = Int64(bitPattern: bytes.bigEndian64(at: 16))
            .subtractingReportingOverflow(unixEpoch)
        let time = overflow ? .min : difference
        guard captured <= original, original <= maximumPacketSize else { return .damaged }
        func found(
            _ kind: CaptureRecord.Kind, isSent: Bool, controller: UInt16 = 0, prefix: Int = 0
        ) -> RecordHeader {
            var record = CaptureRecord(
                fileOffset: fileOffset, time: CaptureTime(microsecondsSince1970: time), kind: kind,
                isSent: isSent, controller: controller, missingByteCount: original - captured)
            record.droppedCount = bytes.bigEndian32(at: 12)
            return judge.header(
                of: bytes, headerSize: headerSize + prefix, packetSize: captured - prefix, record)
        }
        let isSent = flags & 1 == 0
        switch datalink {
        case .h1:
            guard flags <= 3 else { return .damaged }
            let isMessage = flags & 2 != 0
            return found(isMessage ? isSent ? .command : .event : .acl, isSent: isSent)
        case .h4:
            guard flags <= 3 else { return .damaged }
            // The packet begins with the transport's byte, which tells the packet's kind.
            guard captured > 0 else { return found(.other, isSent: isSent) }
            guard bytes.count > headerSize else { return .needs(headerSize + 1) }
            switch bytes[headerSize] {
            case 1: return found(.command, isSent: true, prefix: 1)
            case 2: return found(.acl, isSent: isSent, prefix: 1)
            case 4: return found(.event, isSent: false, prefix: 1)
            default: return found(.other, isSent: isSent, prefix: 1)
            }
        case .monitor:
            let controller = UInt16(truncatingIfNeeded: flags >> 16)
            switch flags & 0xFFFF {
            case 2: return found(.command, isSent: true, controller: controller)
            case 3: return found(.event, isSent: false, controller: controller)
            case 4: return found(.acl, isSent: true, controller: controller)
            case 5: return found(.acl, isSent: false, controller: controller)
            case 0...255: return found(.other, isSent: false, controller: controller)
            default: return .damaged
            }
        }
    }
}
