import KomootNav

/// The address of a device that was heard in the air.
public struct AirAddress: Hashable, Sendable {
    /// The 48 bits of the address.
    public let address: UInt64
    /// Whether the address is random, and not public.
    public let isRandom: Bool

    /// Names a device by its address.
    ///
    /// - Parameters:
    ///   - address: its last 48 bits count.
    ///   - isRandom: whether the address is random, and not public.
    public init(_ address: UInt64, isRandom: Bool) {
        self.address = address & 0xFFFF_FFFF_FFFF
        self.isRandom = isRandom
    }

    /// The address as it is usually written, as in `c0:0d:04:03:02:01`.
    public var text: String {
        stride(from: UInt64(40), through: 0, by: -8)
            .map { HexDigits.lowercase(UInt8(truncatingIfNeeded: address >> $0)) }
            .joined(separator: ":")
    }
}

/// What a capture from the air shows beside what a host would have logged.
public struct AirFindings: Hashable, Sendable {
    /// A device that advertises the navigation service.
    public struct Advertiser: Hashable, Sendable {
        /// Its address. A phone changes it every few minutes.
        public let address: AirAddress
        /// When it was first heard.
        public let first: CaptureTime
        /// When it was last heard.
        public internal(set) var last: CaptureTime
    }

    /// A connection of which packets can't be read, because they are encrypted.
    public struct Encryption: Hashable, Sendable {
        /// The connection, from 1; `nil` if nothing else of it is in the capture.
        public let connection: Int?
        /// When the first packet that can't be read was heard.
        public let start: CaptureTime
    }

    /// The most devices and connections that are kept of each kind.
    static let maximumCount = 64

    /// The devices that advertise the navigation service, at most 64.
    public internal(set) var advertisers: [Advertiser] = []
    /// The connections that can't be read from some time on, at most 64.
    public internal(set) var encryptions: [Encryption] = []
    /// How many packets of the link layer were heard.
    public internal(set) var packetCount = 0
    /// How many of them arrived otherwise than they were sent, and were left out.
    public internal(set) var wrongChecksumCount = 0
    /// How many were heard before, and were left out.
    public internal(set) var repetitionCount = 0
    /// How many were left out because nothing tells which side sent them, or whether they arrived as they were sent.
    public internal(set) var undecidedCount = 0
    /// How many were left out because they are encrypted.
    public internal(set) var encryptedCount = 0
    /// How many more the sides are known to have heard of each other.
    public internal(set) var missedCount = 0
    /// How often the link layers sent each control packet, by its opcode.
    public internal(set) var controlCounts: [UInt8: Int] = [:]

    /// Nothing was heard.
    init() {}
}

extension AirFindings {
    /// The findings in words, with times from a moment on.
    package func lines(since start: CaptureTime) -> [String] {
        func seconds(_ time: CaptureTime) -> String {
            "\(Seconds(microseconds: time.microseconds(since: start))) s"
        }
        var lines = advertisers.map {
            let (first, last) = (seconds($0.first), seconds($0.last))
            return "\($0.address.text) advertised navigation "
                + (first == last ? "at \(first)" : "from \(first) to \(last)")
        }
        lines += encryptions.map {
            let name = $0.connection.map { "connection \($0)" } ?? "a connection that began unheard"
            return "\(name): encrypted from \(seconds($0.start)) on; the sniffer needs the key"
        }
        func leftOut(_ count: Int, _ why: String) {
            if count > 0 { lines.append("\(counted(count, "packet")) left out: \(why)") }
        }
        leftOut(encryptedCount, "encrypted")
        leftOut(wrongChecksumCount, "wrong checksum")
        leftOut(undecidedCount, "nothing tells the side, or whether the checksum is right")
        if missedCount > 0 {
            lines.append("the sniffer missed \(counted(missedCount, "packet")), or more")
        }
        if !controlCounts.isEmpty {
            let words = controlCounts.sorted { $0.key < $1.key }
                .map { "\($0.value) \(Self.controlName($0.key))" }
            lines.append("control packets of the link: " + words.joined(separator: ", "))
        }
        return lines
    }

    /// The name of a control packet.
    ///
    /// Source: Bluetooth Core Specification, Vol 6 Part B, 2.4.2.
    private static func controlName(_ opcode: UInt8) -> String {
        let names = [
            "CONNECTION_UPDATE_IND", "CHANNEL_MAP_IND", "TERMINATE_IND", "ENC_REQ", "ENC_RSP",
            "START_ENC_REQ", "START_ENC_RSP", "UNKNOWN_RSP", "FEATURE_REQ", "FEATURE_RSP",
            "PAUSE_ENC_REQ", "PAUSE_ENC_RSP", "VERSION_IND", "REJECT_IND",
            "PERIPHERAL_FEATURE_REQ", "CONNECTION_PARAM_REQ", "CONNECTION_PARAM_RSP",
            "REJECT_EXT_IND", "PING_REQ", "PING_RSP", "LENGTH_REQ", "LENGTH_RSP", "PHY_REQ",
            "PHY_RSP", "PHY_UPDATE_IND",
        ]
        let place = Int(opcode)
        return place < names.count ? "LL_" + names[place] : "0x" + HexDigits.uppercase(opcode)
    }
}
