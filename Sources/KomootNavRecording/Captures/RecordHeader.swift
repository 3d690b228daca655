/// What a record's header says: how long the record is, and what is in it.
enum RecordHeader {
    /// A header cannot be told yet: that many bytes are needed for it.
    case needs(Int)
    /// No record begins here.
    case damaged
    /// A record: its header's and its packet's size in bytes.
    case found(headerSize: Int, packetSize: Int, CaptureRecord)
}

/// The longest packet that a record may hold: HCI's longest, 65 535 bytes of ACL data behind their
/// header and the transport's byte. A longer one is damage.
let maximumPacketSize = 65_540

extension CaptureFormat {
    /// The header that the bytes begin with.
    ///
    /// - Parameters:
    ///   - bytes: the file from the record's start on, as far as it is there.
    ///   - fileOffset: where that is.
    ///   - lastTime: the time of the record before, to tell a record from what only looks like one.
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

    /// The shortest header of the format.
    var headerSize: Int {
        switch self {
        case .btsnoop: Btsnoop.recordHeaderSize
        case .packetLogger: PacketLogger.recordHeaderSize
        }
    }
}

/// Whether a record may have that time: within a century of ours, and within ten years of the one
/// before. Clocks of phones jump, when they learn the time, from 1970.
func isPlausible(_ time: Int64, after lastTime: Int64?) -> Bool {
    let year: Int64 = 31_557_600_000_000
    guard (0..<130 * year).contains(time) else { return false }
    guard let lastTime else { return true }
    return abs(time - lastTime) < 70 * year
}
