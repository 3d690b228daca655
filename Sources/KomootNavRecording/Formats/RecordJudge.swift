/// What a record's time says of the bytes that are taken for one.
enum TimePlausibility {
    /// Between 1970 and 2100, and within 70 years of the record before.
    case usual
    /// Outside of 1970 to 2100, and within 70 years of the record before.
    case likeTheLast
    /// Anything else: a clock that was never set, or bytes that are not a record.
    case odd

    /// How far a record's time may be from that of the record before. A phone's clock jumps from 1970 to the
    /// present when the phone learns the time.
    private static let longestJump = UInt64(70 * microsecondsPerYear)
    private static let microsecondsPerYear: Int64 = 31_557_600_000_000

    /// Judges a time, in microseconds since 1970.
    init(_ time: Int64, after lastTime: Int64?) {
        let isNear: Bool
        if let lastTime {
            let (difference, overflow) = time.subtractingReportingOverflow(lastTime)
            isNear = !overflow && difference.magnitude < Self.longestJump
        } else {
            isNear = Self.isUsual(time)
        }
        self = isNear ? Self.isUsual(time) ? .usual : .likeTheLast : .odd
    }

    /// Whether a time is between 1970 and 2100.
    static func isUsual(_ time: Int64) -> Bool { (0..<130 * microsecondsPerYear).contains(time) }
}

/// Tells records from bytes that only look like one.
struct RecordJudge {
    /// The time of the record before; `nil` for the first one.
    let lastTime: Int64?
    /// Whether a record should begin here, because the one before ends here.
    let isExpected: Bool

    /// A record, if it is one: by its time or, if that is odd, by the length of the packet that it holds.
    ///
    /// - Parameters:
    ///   - bytes: the file from the record's start on.
    ///   - headerSize: the bytes before the packet.
    ///   - packetSize: the bytes of the packet that are in the file.
    ///   - record: what the header says.
    func header(
        of bytes: Span<UInt8>, headerSize: Int, packetSize: Int, _ record: CaptureRecord
    ) -> RecordHeader {
        let found = RecordHeader.found(headerSize: headerSize, packetSize: packetSize, record)
        let plausibility = TimePlausibility(record.time.microsecondsSince1970, after: lastTime)
        if plausibility == .usual { return found }
        guard isExpected || plausibility == .likeTheLast && record.missingByteCount == 0 else {
            return .damaged
        }
        guard let sizeOfLength = record.kind.headerSize else {
            // Nothing tells its length. Bytes that are all zero look like such a record of the year 0, but an
            // empty one.
            let isKnown = plausibility == .likeTheLast || lastTime == nil
            return isKnown && packetSize > 0 ? found : .damaged
        }
        guard packetSize >= sizeOfLength else { return .damaged }
        guard bytes.count >= headerSize + sizeOfLength else {
            return .needs(headerSize + sizeOfLength)
        }
        let size = packetSize + record.missingByteCount
        return record.kind.contentSize(bytes, at: headerSize) == size - sizeOfLength
            ? found : .damaged
    }
}

extension CaptureRecord.Kind {
    /// How many bytes a packet has before its content, with the content's size; `nil` if nothing tells that.
    ///
    /// Source: Bluetooth Core Specification, Vol 4 Part E, 5.4.
    fileprivate var headerSize: Int? {
        switch self {
        case .command: 3
        case .event: 2
        case .acl: 4
        case .other: nil
        }
    }

    /// How many bytes of content a packet has, by its own header.
    fileprivate func contentSize(_ packet: Span<UInt8>, at start: Int) -> Int {
        switch self {
        case .command: Int(packet[start + 2])
        case .event: Int(packet[start + 1])
        case .acl, .other: Int(packet.littleEndian16(at: start + 2))
        }
    }
}
