/// One record of a capture: a packet between a host and its Bluetooth controller.
public struct CaptureRecord: Hashable, Sendable {
    /// What the packet is.
    public enum Kind: Hashable, Sendable {
        /// An HCI command.
        case command
        /// An HCI event.
        case event
        /// HCI ACL data.
        case acl
        /// Anything else: audio, notes of the logger, the coming and going of controllers.
        case other
    }

    /// Where the record begins, in bytes from the start of the file.
    public let fileOffset: UInt64
    /// When the packet passed.
    public let time: CaptureTime
    /// What the packet is.
    public let kind: Kind
    /// Whether it went from the host to the controller.
    public internal(set) var isSent: Bool
    /// The controller, if the capture has several; otherwise 0.
    public let controller: UInt16
    /// How many bytes of the packet were not captured.
    public let missingByteCount: Int
    /// Whether records are missing before this one: the capture is damaged there, or its writer counted
    /// packets that it dropped.
    public internal(set) var isAfterGap = false
    /// Whether the file says whether it was sent.
    var isDirectionKnown = true
    /// How a packet from the air begins, which is still to be translated; `nil` for those of a host.
    var airForm: AirFrame.Form?
    /// How many packets the writer has dropped so far, by its own count.
    var droppedCount: UInt32 = 0

    /// Creates a record.
    public init(
        fileOffset: UInt64, time: CaptureTime, kind: Kind, isSent: Bool,
        controller: UInt16 = 0, missingByteCount: Int = 0
    ) {
        self.fileOffset = fileOffset
        self.time = time
        self.kind = kind
        self.isSent = isSent
        self.controller = controller
        self.missingByteCount = missingByteCount
    }
}

/// What a record's header says: how long the record is, and what it holds.
enum RecordHeader {
    /// The header is not all there yet; it needs this many bytes.
    case needs(Int)
    /// No record begins here.
    case damaged
    /// A record, with the sizes in bytes of its header, its packet and what comes after that.
    case found(headerSize: Int, packetSize: Int, trailerSize: Int = 0, CaptureRecord)
    /// A block without a packet.
    case block(size: Int)
}

/// The longest packet that a record may hold: HCI's longest, which is 65 535 bytes of ACL data with their
/// header and the transport's byte. A longer one is damage.
let maximumPacketSize = 65_540

/// The format of a file, with what its header says.
enum CaptureContainer: Sendable {
    case btsnoop(CaptureFormat.Datalink)
    case packetLogger(isLittleEndian: Bool)
    case pcap(Pcap)
    case pcapng(Pcapng)

    var format: CaptureFormat {
        switch self {
        case .btsnoop(let datalink): .btsnoop(datalink)
        case .packetLogger(let isLittleEndian): .packetLogger(isLittleEndian: isLittleEndian)
        case .pcap(let pcap): .pcap(pcap.linkType)
        case .pcapng: .pcapng
        }
    }

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
        case .pcap(let pcap): pcap.header(of: bytes, at: fileOffset, judge)
        case .pcapng(let pcapng): pcapng.header(of: bytes, at: fileOffset, judge)
        }
    }

    /// Learns from a whole block without a packet.
    mutating func take(_ block: Span<UInt8>) {
        guard case .pcapng(var pcapng) = self else { return }
        #if !hasFeature(Embedded)
            // Only one may have its interfaces, so that they are changed in place.
            self = .packetLogger(isLittleEndian: false)
        #endif
        pcapng.take(block)
        self = .pcapng(pcapng)
    }
}

extension Span<UInt8> {
    /// Two bytes, the least significant first.
    func littleEndian16(at offset: Int) -> UInt16 {
        UInt16(littleEndian: number(at: offset))
    }

    /// Eight bytes, the least significant first.
    func littleEndian64(at offset: Int) -> UInt64 {
        UInt64(littleEndian: number(at: offset))
    }

    /// Four bytes, the most significant first.
    func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(bigEndian: number(at: offset))
    }

    /// Four bytes, in either order.
    func number32(at offset: Int, isLittleEndian: Bool) -> UInt32 {
        let number = bigEndian32(at: offset)
        return isLittleEndian ? number.byteSwapped : number
    }

    /// Eight bytes, the most significant first.
    func bigEndian64(at offset: Int) -> UInt64 {
        UInt64(bigEndian: number(at: offset))
    }

    /// The bytes as a number of the machine. It traps if they are not all there.
    @inline(__always)
    private func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self)
    }
}
