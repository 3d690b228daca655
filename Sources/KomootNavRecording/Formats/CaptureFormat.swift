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
    /// pcap, which tcpdump and sniffers write.
    case pcap(LinkType)
    /// pcapng, which Wireshark writes.
    case pcapng
}

/// Why a file can't be read as a capture.
public enum CaptureError: Error, Hashable, Sendable {
    /// It does not begin like any known capture.
    case unknownFormat
    /// It is btsnoop, but not version 1.
    case unknownVersion(UInt32)
    /// It is btsnoop of something that is not Bluetooth HCI.
    case unknownDatalink(UInt32)
    /// It is pcap or pcapng of something that is not Bluetooth, or of a form that can't be read.
    case unknownLinkType(UInt32)
    /// It has no bytes.
    case empty
    /// It ends within the header that its first bytes begin.
    case cutHeader
    /// A program has to turn it into a log first.
    case foreign(ForeignFile)
    #if !hasFeature(Embedded)
        /// It begins before the file of the log that was read before it ends.
        case overlapping
        /// It is from the air, and the file of the log that was read before it is of a host, or the other way round.
        case mixed
    #endif

    /// Files that are made of logs.
    public enum ForeignFile: Hashable, Sendable, CaseIterable {
        /// Compressed with gzip.
        case gzip
        /// An archive, such as Android's bug reports.
        case zip
        /// The text in Android's bug reports, which can have a compressed log in it.
        case bugReport
        /// What `btmon` prints.
        case btmon
    }
}

extension CaptureError: CustomStringConvertible {
    /// Why the file can't be read, in words.
    public var description: String {
        switch self {
        case .unknownFormat: "neither btsnoop, PacketLogger, pcap nor pcapng"
        case .unknownVersion(let version): "btsnoop of version \(version); only 1 can be read"
        case .unknownDatalink(let number):
            "btsnoop of datalink \(number); only 1001, 1002 and 2001 can be read"
        case .unknownLinkType(let number):
            "a capture of link type \(number); only 187, 192, 201, 251, 254, 256 and 272 can be read"
        case .empty: "an empty file"
        case .cutHeader: "cut within its header"
        case .foreign(.gzip): "compressed; 'gunzip' gives the log"
        case .foreign(.zip):
            "an archive; 'unzip' gives its files. A bug report has the log in FS/data/misc/bluetooth/logs or FS/data/log/bt"
        case .foreign(.bugReport):
            "the text of a bug report; 'btsnooz.py FILE > LOG', of Android's sources, gives the log that is in it"
        case .foreign(.btmon): "what btmon prints; 'btmon -w FILE' writes a log"
        #if !hasFeature(Embedded)
            case .overlapping:
                "not one log, or the clock was set: the later file begins before the earlier one ends"
            case .mixed: "not one log: only one of the two files is a sniffer's"
        #endif
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
