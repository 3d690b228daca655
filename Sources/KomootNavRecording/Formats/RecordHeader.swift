/// What a record's header says: how long the record is, and what it holds.
enum RecordHeader {
    /// The header is not all there yet; it needs this many bytes.
    case needs(Int)
    /// No record begins here.
    case damaged
    /// A record, with the sizes of its header and its packet in bytes.
    case found(headerSize: Int, packetSize: Int, CaptureRecord)
}

/// The longest packet that a record may hold: HCI's longest, which is 65 535 bytes of ACL data with their
/// header and the transport's byte. A longer one is damage.
let maximumPacketSize = 65_540

extension CaptureFormat {
    /// The header that the bytes begin with.
    ///
    /// - Parameters:
    ///   - bytes: the file from the record's start on, as much of it as there is.
    ///   - fileOffset: where the record starts.
    ///   - lastTime: the time of the record before. Bytes that only look like a record rarely give a
    ///     time near it, so one with another time must hold a packet whose own length fits.
    ///   - isExpected: whether a record should begin here, because the one before ends here. In damaged bytes
    ///     a record can begin anywhere, and its time must be near the last one.
    func header(
        of bytes: Span<UInt8>, at fileOffset: UInt64, after lastTime: Int64?, isExpected: Bool
    ) -> RecordHeader {
        let judge = RecordJudge(lastTime: lastTime, isExpected: isExpected)
        return switch self {
        case .btsnoop(let datalink): Btsnoop.header(of: bytes, datalink, at: fileOffset, judge)
        case .packetLogger(let isLittleEndian):
            PacketLogger.header(of: bytes, isLittleEndian, at: fileOffset, judge)
        }
    }
}
