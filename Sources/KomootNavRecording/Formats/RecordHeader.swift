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
    ///     time near it.
    func header(
        of bytes: Span<UInt8>, at fileOffset: UInt64, after lastTime: Int64?
    ) -> RecordHeader {
        switch self {
        case .btsnoop(let datalink):
            Btsnoop.header(of: bytes, datalink, at: fileOffset, after: lastTime)
        case .packetLogger(let isLittleEndian):
            PacketLogger.header(of: bytes, isLittleEndian, at: fileOffset, after: lastTime)
        }
    }
}

/// The latest time that a record may have, in microseconds since 1970: the year 2100.
private let latestTime: Int64 = 130 * microsecondsPerYear

/// How far a record's time may be from that of the record before. A phone's clock jumps from 1970 to the
/// present when the phone learns the time.
private let longestJump: Int64 = 70 * microsecondsPerYear

private let microsecondsPerYear: Int64 = 31_557_600_000_000

/// Whether a record may have that time: between 1970 and 2100, and within 70 years of the record before.
func isPlausible(_ time: Int64, after lastTime: Int64?) -> Bool {
    guard (0..<latestTime).contains(time) else { return false }
    guard let lastTime else { return true }
    return abs(time - lastTime) < longestJump
}
