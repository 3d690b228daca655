/// The formats of captures that can be read.
public enum CaptureFormat: Hashable, Sendable {
    /// What a btsnoop file holds. The raw values are the file's datalink numbers.
    public enum Datalink: UInt32, Hashable, Sendable {
        /// HCI packets, told apart by the record's flags.
        case h1 = 1001
        /// HCI packets, each after the UART transport's byte, which tells its kind. Android writes these.
        case h4 = 1002
        /// Linux's monitor channel, with controller and kind in the record's flags.
        case monitor = 2001
    }

    /// btsnoop, which Android calls "Bluetooth HCI snoop log".
    case btsnoop(Datalink)
    /// Apple's PacketLogger, in either byte order.
    case packetLogger(isLittleEndian: Bool)
}

/// Why a file can't be read as a capture.
public enum CaptureError: Error, Hashable, Sendable {
    /// It does not begin like any known capture.
    case unknownFormat
    /// It is btsnoop, but not version 1.
    case unknownVersion(UInt32)
    /// It is btsnoop of something that is not Bluetooth HCI.
    case unknownDatalink(UInt32)
}

extension CaptureError: CustomStringConvertible {
    /// Why the file can't be read, in words.
    public var description: String {
        switch self {
        case .unknownFormat: "neither btsnoop nor a PacketLogger file"
        case .unknownVersion(let version): "btsnoop of version \(version); only 1 can be read"
        case .unknownDatalink(let number):
            "btsnoop of datalink \(number); only 1001, 1002 and 2001 can be read"
        }
    }
}

/// Something in a capture that could not be used. The rest could.
public struct CaptureDamage: Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// No record begins here; everything up to the next possible record was skipped.
        case notARecord(byteCount: UInt64)
        /// The file ends within a record.
        case truncated(byteCount: Int)
        /// The packet's own lengths do not fit what was captured.
        case malformedPacket
        /// The segments of an L2CAP packet do not fit together.
        case malformedSegment
        /// A packet of the Attribute Protocol was not captured whole; this many bytes are missing.
        case cutPacket(missingByteCount: Int)
    }

    /// Where, in bytes from the start of the file.
    public let fileOffset: UInt64
    /// What is wrong.
    public let reason: Reason
}
