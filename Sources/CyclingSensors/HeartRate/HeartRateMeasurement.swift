/// What a heart rate sensor says beside the intervals between beats.
///
/// Source: `Docs/Sensors.md`, clause 4.1.
public struct HeartRateMeasurement: Hashable, Sendable {
    /// What the sensor knows of its contact with the skin. The raw value is that of the flags' bits
    /// 1 and 2.
    public enum SkinContact: UInt8, Hashable, Sendable, CaseIterable {
        /// It does not tell.
        case notSupported = 0
        /// It does not tell, and sets the bit all the same.
        case notSupportedButSet = 1
        /// It has none, or a poor one.
        case notDetected = 2
        /// It has contact.
        case detected = 3
    }

    /// Beats per minute as they are sent; ``beatsPerMinute`` knows which numbers mean that there is no signal.
    public var heartRate: UInt16
    /// Whether the rate is sent in two bytes. A rate above 255 always is.
    public var isHeartRateWide: Bool
    /// The contact with the skin.
    public var skinContact: SkinContact
    /// The energy since the last reset in kilojoules; 65 535 means that much or more.
    public var energyExpended: UInt16?
    /// Whether intervals between beats are announced.
    public var hasRRIntervals: Bool
    /// The reserved flags, bits 5 to 7. The others are ignored.
    public var otherFlags: UInt8

    /// Creates the fixed part of a measurement.
    public init(
        heartRate: UInt16, isHeartRateWide: Bool = false, skinContact: SkinContact = .notSupported,
        energyExpended: UInt16? = nil, hasRRIntervals: Bool = false, otherFlags: UInt8 = 0
    ) {
        self.heartRate = heartRate
        self.isHeartRateWide = isHeartRateWide || heartRate > UInt16(UInt8.max)
        self.skinContact = skinContact
        self.energyExpended = energyExpended
        self.hasRRIntervals = hasRRIntervals
        self.otherFlags = otherFlags & Self.otherFlagBits
    }

    /// The resolution of an interval between beats, in ticks per second.
    public static let rrTicksPerSecond: UInt64 = 1024

    /// The heart rate; `nil` if the sensor has no signal, for which it sends 0 or a number of which all bits are set.
    public var beatsPerMinute: UInt16? { Self.signal(heartRate) }

    /// A heart rate that was sent in one byte or two; `nil` if it means that there is no signal.
    static func signal(_ heartRate: UInt16) -> UInt16? {
        switch heartRate {
        case 0, UInt16(UInt8.max), .max: nil
        default: heartRate
        }
    }

    private static let wideBit = 0
    private static let contactShift: UInt8 = 1
    private static let contactBits: UInt8 = 3
    private static let energyBit = 3
    private static let intervalsBit = 4
    private static let otherFlagBits: UInt8 = 0xE0

    fileprivate init(reading reader: inout FieldReader) throws(SensorError) {
        let flags = FlagField(bits: try reader.uint8())
        isHeartRateWide = flags.has(Self.wideBit)
        heartRate = isHeartRateWide ? try reader.uint16() : UInt16(try reader.uint8())
        // Two bits are always one of the four cases.
        skinContact =
            SkinContact(rawValue: flags.bits >> Self.contactShift & Self.contactBits)
            ?? .notSupported
        energyExpended = flags.has(Self.energyBit) ? try reader.uint16() : nil
        hasRRIntervals = flags.has(Self.intervalsBit)
        otherFlags = flags.bits & Self.otherFlagBits
    }

    private var isSentWide: Bool { isHeartRateWide || heartRate > UInt16(UInt8.max) }

    private var flags: FlagField<UInt8> {
        var flags = FlagField(
            bits: otherFlags & Self.otherFlagBits | skinContact.rawValue << Self.contactShift)
        flags.set(Self.wideBit, if: isSentWide)
        flags.set(Self.energyBit, if: energyExpended != nil)
        flags.set(Self.intervalsBit, if: hasRRIntervals)
        return flags
    }

    /// Encodes a measurement at the beginning of a buffer. Writes either the whole value or
    /// nothing. Without ``hasRRIntervals`` no intervals are written.
    ///
    /// - Parameters:
    ///   - rrIntervals: the intervals between beats in 1/1024 s, oldest first.
    ///   - buffer: where to write.
    /// - Returns: the number of bytes written.
    /// - Throws: ``SensorError/Code/bufferTooSmall``.
    public func encode(
        rrIntervals: Span<UInt16>, into buffer: inout MutableSpan<UInt8>
    ) throws(SensorError) -> Int {
        let intervalCount = hasRRIntervals ? rrIntervals.count : 0
        var writer = try FieldWriter(encodedByteCount(intervals: intervalCount), in: buffer)
        writer.put(flags.bits, in: &buffer)
        if isSentWide {
            writer.put(heartRate, in: &buffer)
        } else {
            writer.put(UInt8(truncatingIfNeeded: heartRate), in: &buffer)
        }
        if let energyExpended { writer.put(energyExpended, in: &buffer) }
        for position in 0..<intervalCount { writer.put(rrIntervals[position], in: &buffer) }
        return writer.offset
    }

    private func encodedByteCount(intervals: Int) -> Int {
        1 + (isSentWide ? 2 : 1) + (energyExpended == nil ? 0 : 2)
            + SensorNumbers.numberSize * intervals
    }

    /// Encodes a measurement. Without ``hasRRIntervals`` no intervals are written.
    ///
    /// - Parameter rrIntervals: the intervals between beats in 1/1024 s, oldest first.
    public func encoded(rrIntervals: Span<UInt16>) -> ContiguousArray<UInt8> {
        let count = encodedByteCount(intervals: hasRRIntervals ? rrIntervals.count : 0)
        return ContiguousArray(count: count) { (span) throws(SensorError) in
            try encode(rrIntervals: rrIntervals, into: &span)
        }
    }
}

/// What a heart rate sensor notifies, read in place: the intervals are not copied.
///
/// ```swift
/// let view = try HeartRateMeasurementView(decoding: value.span)
/// print(view.measurement.heartRate, view.rrIntervals.count)
/// ```
///
/// Source: `Docs/Sensors.md`, clause 4.1.
public struct HeartRateMeasurementView: ~Escapable {
    /// The rate, and all that has a fixed place.
    public let measurement: HeartRateMeasurement
    /// The intervals between beats in 1/1024 s, oldest first.
    public let rrIntervals: SensorNumbers

    /// Reads the value of Heart Rate Measurement.
    ///
    /// - Throws: ``SensorError/Code/truncated``.
    @_lifetime(copy bytes)
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        measurement = try HeartRateMeasurement(reading: &reader)
        let start = measurement.hasRRIntervals ? reader.offset : bytes.count
        rrIntervals = SensorNumbers(bytes.extracting(start...))
    }
}
