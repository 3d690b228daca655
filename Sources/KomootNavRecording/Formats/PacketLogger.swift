/// Apple's PacketLogger file format: records, with no file header.
///
/// | bytes | record, in either byte order |
/// |---|---|
/// | 0–3 | length of what follows |
/// | 4–7 | seconds since 1970 |
/// | 8–11 | microseconds |
/// | 12 | kind: 0 command, 1 event, 2 ACL sent, 3 ACL received; others are ignored |
/// | 13– | the packet |
///
/// Source: Wireshark, `wiretap/packetlogger.c`, whose authors worked it out from files.
enum PacketLogger {
    static let recordHeaderSize = 13
    /// What the length counts besides the packet: time and kind.
    private static let countedHeaderSize = 9

    /// Whether the logger writes this kind.
    private static func isKnown(_ kind: UInt8) -> Bool {
        kind <= 0x03 || 0x08...0x0B ~= kind || kind >= 0xF7 && kind != 0xFF
    }

    static func header(
        of bytes: Span<UInt8>, _ isLittleEndian: Bool, at fileOffset: UInt64, _ judge: RecordJudge
    ) -> RecordHeader {
        guard bytes.count >= recordHeaderSize else { return .needs(recordHeaderSize) }
        func number(at offset: Int) -> Int64 {
            let number = bytes.bigEndian32(at: offset)
            return Int64(isLittleEndian ? number.byteSwapped : number)
        }
        let length = Int(clamping: number(at: 0))
        let microseconds = number(at: 8)
        let time = number(at: 4) * 1_000_000 + microseconds
        let kind = bytes[12]
        guard countedHeaderSize...(countedHeaderSize + maximumPacketSize) ~= length,
            microseconds < 1_000_000, isKnown(kind)
        else { return .damaged }
        let meant: CaptureRecord.Kind =
            switch kind {
            case 0: .command
            case 1: .event
            case 2, 3: .acl
            default: .other
            }
        return judge.header(
            of: bytes, headerSize: recordHeaderSize, packetSize: length - countedHeaderSize,
            CaptureRecord(
                fileOffset: fileOffset, time: CaptureTime(microsecondsSince1970: time), kind: meant,
                isSent: kind == 0 || kind == 2))
    }
}
