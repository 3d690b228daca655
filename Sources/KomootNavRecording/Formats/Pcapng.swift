/// The pcapng file format, which Wireshark writes: blocks, in the byte order that each section begins with.
///
/// | bytes | block |
/// |---|---|
/// | 0–3 | type |
/// | 4–7 | length of the block, a multiple of 4 |
/// | 8– | content, then options |
/// | the last 4 | the length again |
///
/// | type | content |
/// |---|---|
/// | 0A0D0D0A | a section begins: `1A2B3C4D`, versions, length |
/// | 1 | an interface: link type (2), reserved (2), longest captured part (4) |
/// | 6 | a packet: interface (4), time (4 + 4, upper half first), captured and original length (4 each), bytes |
/// | 2 | the same, obsolete: interface (2), drops (2), the rest as above |
/// | 3 | a packet without time, on the first interface: original length (4), bytes |
/// | 5 | statistics of an interface: interface (4), time (4 + 4) |
///
/// Packets were dropped before one with the option 4 that is not 0, or with drops in its block of type 2, and before the
/// first one after statistics whose option 5, a sum, has grown.
///
/// All other blocks, and packets of interfaces that are not Bluetooth's, are passed over.
///
/// Source: IETF, draft-ietf-opsawg-pcapng.
struct Pcapng: Sendable {
    /// What an interface says of its packets.
    private struct Interface {
        let linkType: LinkType?
        var clock = PcapngClock()
        let longestCapture: UInt32
        /// How many packets it has dropped, by its last statistics.
        var droppedCount: UInt64 = 0
    }

    private static let sectionHeader: UInt32 = 0x0A0D_0D0A
    /// A longer block is taken for damage, so that memory stays bounded.
    private static let maximumBlockSize = 1 << 20
    /// Packets of later interfaces are passed over.
    private static let maximumInterfaceCount = 1024

    private var isLittleEndian = true
    private var interfaces: ContiguousArray<Interface> = []
    /// The link type of an interface that can't be read, as long as no other one can.
    private(set) var unknownLinkType: UInt32?
    private var hasKnownLinkType = false
    /// How often statistics have said that packets were dropped.
    private var dropCount: UInt32 = 0
    /// How many packets of interfaces that are not Bluetooth's were passed over.
    private(set) var foreignCount = 0
    /// Whether there are more interfaces than are kept.
    private(set) var hasOmittedInterfaces = false

    /// Whether a file begins like pcapng.
    static func begins(_ bytes: Span<UInt8>) -> Bool {
        bytes.bigEndian32(at: 0) == sectionHeader && byteOrder(bytes) != nil
    }

    /// Whether a section is little-endian; `nil` if it is none.
    private static func byteOrder(_ bytes: Span<UInt8>) -> Bool? {
        switch bytes.bigEndian32(at: 8) {
        case 0x4D3C_2B1A: true
        case 0x1A2B_3C4D: false
        default: nil
        }
    }

    private func number(_ bytes: Span<UInt8>, _ offset: Int) -> UInt32 {
        bytes.number32(at: offset, isLittleEndian: isLittleEndian)
    }

    private func shortNumber(_ bytes: Span<UInt8>, _ offset: Int) -> Int {
        let number = bytes.littleEndian16(at: offset)
        return Int(isLittleEndian ? number : number.byteSwapped)
    }

    /// The block that the bytes begin with.
    ///
    /// - Parameter judge: has the time of a packet that has none. In damaged bytes, where a block can begin anywhere, only
    ///   the types that files have are blocks.
    func header(
        of bytes: Span<UInt8>, at fileOffset: UInt64, _ judge: RecordJudge
    ) -> RecordHeader {
        guard bytes.count >= 12 else { return .needs(12) }
        var section = self
        if bytes.bigEndian32(at: 0) == Self.sectionHeader {
            guard let order = Self.byteOrder(bytes) else { return .damaged }
            section.isLittleEndian = order
        }
        guard judge.isExpected || section.isUsualType(bytes) else { return .damaged }
        return section.block(of: bytes, at: fileOffset, after: judge.lastTime)
    }

    private func isUsualType(_ bytes: Span<UInt8>) -> Bool {
        (1...6).contains(number(bytes, 0)) || number(bytes, 0) == Self.sectionHeader
    }

    private func block(
        of bytes: Span<UInt8>, at fileOffset: UInt64, after lastTime: Int64?
    ) -> RecordHeader {
        let size = Int(clamping: number(bytes, 4))
        guard size % 4 == 0, 12...Self.maximumBlockSize ~= size else { return .damaged }
        guard bytes.count >= size else { return .needs(size) }
        guard Int(clamping: number(bytes, size - 4)) == size else { return .damaged }
        let end = size - 4
        switch number(bytes, 0) {
        case 6 where end >= 28:
            return packet(
                of: bytes, end, interface: Int(clamping: number(bytes, 8)), headerSize: 28,
                captured: number(bytes, 20), number(bytes, 24), fileOffset, lastTime)
        case 2 where end >= 28:
            return packet(
                of: bytes, end, interface: shortNumber(bytes, 8), headerSize: 28,
                captured: number(bytes, 20), number(bytes, 24), fileOffset, lastTime)
        case 3 where end >= 12:
            let original = number(bytes, 8)
            let longest = interfaces.first?.longestCapture ?? 0
            return packet(
                of: bytes, end, interface: 0, headerSize: 12,
                captured: longest == 0 ? original : min(original, longest), original,
                fileOffset, lastTime)
        default: return .block(size: size)
        }
    }

    private func packet(
        of bytes: Span<UInt8>, _ end: Int, interface number: Int, headerSize: Int,
        captured: UInt32, _ original: UInt32, _ fileOffset: UInt64, _ lastTime: Int64?
    ) -> RecordHeader {
        let size = end + 4
        let captured = Int(clamping: captured)
        let original = Int(clamping: original)
        // A packet of an interface that was not described, or lost with damage.
        guard interfaces.indices.contains(number) || number >= Self.maximumInterfaceCount else {
            return .damaged
        }
        guard number < interfaces.count, let linkType = interfaces[number].linkType else {
            return .block(size: size)
        }
        guard captured <= end - headerSize, captured <= original, original <= maximumPacketSize
        else { return .damaged }
        var time = lastTime ?? 0
        if headerSize == 28 {
            let ticks = UInt64(self.number(bytes, 12)) << 32 | UInt64(self.number(bytes, 16))
            time = interfaces[number].clock.microseconds(ticks)
        }
        var packet = PcapPacket(
            fileOffset: fileOffset, time: CaptureTime(microsecondsSince1970: time),
            headerSize: headerSize, captured: captured, original: original)
        packet.droppedCount = dropCount
        if self.number(bytes, 0) == 2 {
            // All ones stand for an unknown number.
            packet.isAfterGap = 1..<0xFFFF ~= shortNumber(bytes, 10)
        }
        let options = headerSize == 28 ? headerSize + (captured + 3) & ~3 : end
        // All kinds of packets have the same flags: bits 0 and 1 are 1 if received, 2 if sent.
        forEachOption(of: bytes, options, end) { code, value in
            switch (code, value.count) {
            case (2, 4):
                switch self.number(value, 0) & 3 {
                case 1: packet.isSent = false
                case 2: packet.isSent = true
                default: break
                }
            case (4, 8) where value.bigEndian64(at: 0) != 0: packet.isAfterGap = true
            default: break
            }
        }
        return packet.header(of: bytes, linkType, trailerSize: size - headerSize - captured)
    }

    /// Learns from a whole block without a packet.
    mutating func take(_ block: Span<UInt8>) {
        if block.bigEndian32(at: 0) == Self.sectionHeader {
            guard let order = Self.byteOrder(block) else { return }
            isLittleEndian = order
            interfaces.removeAll(keepingCapacity: true)
            return
        }
        switch number(block, 0) {
        case 1 where interfaces.count < Self.maximumInterfaceCount: addInterface(block)
        case 1: hasOmittedInterfaces = true
        case 5 where block.count >= 24: takeStatistics(block)
        case 2, 3,
            6 where !hasOmittedInterfaces:
            foreignCount += 1
        default: break
        }
    }

    private mutating func takeStatistics(_ block: Span<UInt8>) {
        let place = Int(clamping: number(block, 8))
        guard interfaces.indices.contains(place), interfaces[place].linkType != nil else { return }
        var dropped: UInt64 = 0
        forEachOption(of: block, 20, block.count - 4) { code, value in
            if code == 5, value.count == 8 { dropped = longNumber(value) }
        }
        if dropped > interfaces[place].droppedCount {
            interfaces[place].droppedCount = dropped
            dropCount &+= 1
        }
    }

    private func longNumber(_ value: Span<UInt8>) -> UInt64 {
        let number = value.littleEndian64(at: 0)
        return isLittleEndian ? number : number.byteSwapped
    }

    private mutating func addInterface(_ block: Span<UInt8>) {
        guard block.count >= 20 else {
            // It counts, so that later ones keep their numbers.
            return interfaces.append(Interface(linkType: nil, longestCapture: 0))
        }
        let linkType = UInt32(shortNumber(block, 8))
        var interface = Interface(
            linkType: LinkType(readable: linkType), longestCapture: number(block, 12))
        if interface.linkType != nil {
            hasKnownLinkType = true
            unknownLinkType = nil
        } else if !hasKnownLinkType, unknownLinkType == nil {
            unknownLinkType = linkType
        }
        forEachOption(of: block, 16, block.count - 4) { code, value in
            switch (code, value.count) {
            case (9, 1): interface.clock.resolution = value[0]
            case (14, 8):
                interface.clock.offsetInSeconds = Int64(bitPattern: longNumber(value))
            default: break
            }
        }
        interfaces.append(interface)
    }

    /// Code (2), length (2), value, padded to a multiple of 4.
    private func forEachOption(
        of block: Span<UInt8>, _ start: Int, _ end: Int, _ body: (Int, Span<UInt8>) -> Void
    ) {
        var position = start
        while position + 4 <= end {
            let code = shortNumber(block, position)
            let count = shortNumber(block, position + 2)
            guard code != 0, position + 4 + count <= end else { return }
            body(code, block.extracting((position + 4)..<(position + 4 + count)))
            position += 4 + (count + 3) & ~3
        }
    }
}

/// How an interface's time stamps count.
struct PcapngClock: Hashable, Sendable {
    /// A tick is 10⁻ⁿ s, or 2⁻ⁿ s if the most significant bit is set.
    var resolution: UInt8 = 6
    /// What is added to each time.
    var offsetInSeconds: Int64 = 0

    /// A time stamp in microseconds since 1970, rounded down; the nearest possible number if it would overflow.
    func microseconds(_ ticks: UInt64) -> Int64 {
        let exponent = Int(resolution & 0x7F)
        let microseconds: Int64
        if resolution & 0x80 != 0 {
            let (high, low) = ticks.multipliedFullWidth(by: 1_000_000)
            let rest = exponent < 64 ? low >> exponent : 0
            let upper: UInt64 =
                switch exponent {
                case 0: high == 0 ? 0 : .max
                case 1..<64:
                    high >> exponent == 0 ? high << (64 - exponent) : .max
                case 64..<128: high >> (exponent - 64)
                default: 0
                }
            microseconds = upper == .max ? .max : Int64(clamping: upper | rest)
        } else if exponent <= 6 {
            let factor = Self.power(6 - exponent)
            let (product, overflow) = ticks.multipliedReportingOverflow(by: factor)
            microseconds = overflow ? .max : Int64(clamping: product)
        } else {
            microseconds = exponent - 6 > 19 ? 0 : Int64(clamping: ticks / Self.power(exponent - 6))
        }
        let (offset, overflow) = offsetInSeconds.multipliedReportingOverflow(by: 1_000_000)
        let bounded = overflow ? (offsetInSeconds < 0 ? Int64.min : .max) : offset
        let (sum, sumOverflow) = microseconds.addingReportingOverflow(bounded)
        return sumOverflow ? (bounded < 0 ? .min : .max) : sum
    }

    private static func power(_ exponent: Int) -> UInt64 {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}
