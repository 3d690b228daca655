/// A page of fitness equipment as it is sent over Bluetooth: in an ANT frame.
///
/// | bytes | field |
/// |---|---|
/// | 0 | `A4` |
/// | 1 | the length of channel and page, 9 |
/// | 2 | the message: `4E` broadcast, `4F` acknowledged |
/// | 3 | the channel, usually 5 |
/// | 4–11 | the page |
/// | 12 | the checksum: the exclusive or of all bytes before it |
///
/// ```swift
/// let frame = FECFrame(FECTargetPower(watts: 200).page)
/// write(frame.encoded())
/// ```
///
/// Source: `Docs/Sensors.md`, clauses 6.1, 6.2 and 9.1.
public struct FECFrame: Hashable, Sendable {
    /// The kind of an ANT message: one byte. Any value is kept.
    public struct Message: RawRepresentable, Hashable, Sendable {
        /// The byte on the wire.
        public let rawValue: UInt8

        /// Creates a kind from its byte, which can have any value.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// What a trainer sends.
        public static let broadcast = Message(rawValue: 0x4E)
        /// What a trainer is to confirm; commands are sent so.
        public static let acknowledged = Message(rawValue: 0x4F)
    }

    /// The kind of message.
    public var message: Message
    /// The ANT channel.
    public var channel: UInt8
    /// The page.
    public var page: FECPage

    /// Creates a frame.
    public init(_ page: FECPage, message: Message = .acknowledged, channel: UInt8 = usualChannel) {
        self.page = page
        self.message = message
        self.channel = channel
    }

    /// The channel that trainers use.
    public static let usualChannel: UInt8 = 5
    /// The number of bytes.
    public static let byteCount = 13

    private static let sync: UInt8 = 0xA4
    private static let length: UInt8 = 9
    private static let pageOffset = 4
    private static let checksumOffset = 12

    /// The checksum: the exclusive or of all bytes before it.
    public var checksum: UInt8 {
        var sum = Self.sync ^ Self.length ^ message.rawValue ^ channel
        for position in 0..<FECPage.byteCount { sum ^= page[position] }
        return sum
    }
}

extension FECFrame: SensorValue {
    /// Decodes a frame whose checksum is right.
    ///
    /// - Throws: what ``init(decoding:verifiesChecksum:)`` throws.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        try self.init(decoding: bytes, verifiesChecksum: true)
    }

    /// Decodes a frame.
    ///
    /// - Parameters:
    ///   - bytes: the frame.
    ///   - verifiesChecksum: whether a wrong checksum is an error. Some programs add up bytes
    ///     (clause 9.1); pass `false` to read what they write.
    /// - Throws: ``SensorError/Code/truncated``; ``SensorError/Code/unexpectedByte`` if the first
    ///   byte is not `A4` or the second is not 9; ``SensorError/Code/checksumMismatch``.
    public init(decoding bytes: Span<UInt8>, verifiesChecksum: Bool) throws(SensorError) {
        var reader = FieldReader(bytes)
        guard try reader.uint8() == Self.sync else { throw SensorError(.unexpectedByte, at: 0) }
        guard try reader.uint8() == Self.length else { throw SensorError(.unexpectedByte, at: 1) }
        message = Message(rawValue: try reader.uint8())
        channel = try reader.uint8()
        let low = try reader.uint32()
        page = FECPage(word: UInt64(low) | UInt64(try reader.uint32()) << 32)
        guard try reader.uint8() == checksum || !verifiesChecksum else {
            throw SensorError(.checksumMismatch, at: Self.checksumOffset)
        }
    }

    /// Thirteen bytes.
    public var encodedByteCount: Int { Self.byteCount }

    /// Encodes the frame with its checksum.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        writer.put(Self.sync, in: &buffer)
        writer.put(Self.length, in: &buffer)
        writer.put(message.rawValue, in: &buffer)
        writer.put(channel, in: &buffer)
        for position in 0..<FECPage.byteCount { writer.put(page[position], in: &buffer) }
        writer.put(checksum, in: &buffer)
        return writer.offset
    }
}
