/// What a fitness machine is doing: one byte. Any value is kept; 16 to 255 are reserved.
///
/// Source: `Docs/Sensors.md`, clause 5.4.
public struct TrainingStatus: RawRepresentable, Hashable, Sendable {
    /// The byte on the wire.
    public let rawValue: UInt8

    /// Creates a status from its byte, which can have any value.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Something else.
    public static let other = TrainingStatus(rawValue: 0)
    /// Nothing.
    public static let idle = TrainingStatus(rawValue: 1)
    /// Warming up.
    public static let warmingUp = TrainingStatus(rawValue: 2)
    /// An interval of low intensity.
    public static let lowIntensityInterval = TrainingStatus(rawValue: 3)
    /// An interval of high intensity.
    public static let highIntensityInterval = TrainingStatus(rawValue: 4)
    /// An interval of recovery.
    public static let recoveryInterval = TrainingStatus(rawValue: 5)
    /// Isometric.
    public static let isometric = TrainingStatus(rawValue: 6)
    /// It keeps the heart rate.
    public static let heartRateControl = TrainingStatus(rawValue: 7)
    /// A fitness test.
    public static let fitnessTest = TrainingStatus(rawValue: 8)
    /// The speed is too low to be controlled.
    public static let speedTooLow = TrainingStatus(rawValue: 9)
    /// The speed is too high to be controlled.
    public static let speedTooHigh = TrainingStatus(rawValue: 10)
    /// Cooling down.
    public static let coolDown = TrainingStatus(rawValue: 11)
    /// It keeps the power.
    public static let wattControl = TrainingStatus(rawValue: 12)
    /// Manual mode.
    public static let manualMode = TrainingStatus(rawValue: 13)
    /// Before a workout.
    public static let preWorkout = TrainingStatus(rawValue: 14)
    /// After a workout.
    public static let postWorkout = TrainingStatus(rawValue: 15)
}

/// The value of Training Status, read in place: the status, and a text of the machine's own.
///
/// Source: `Docs/Sensors.md`, clause 5.4.
public struct TrainingStatusView: ~Escapable {
    /// What the machine is doing.
    public let status: TrainingStatus
    /// The flags as they are on the wire.
    public let flags: UInt8
    /// The text's bytes, in UTF-8; empty if there is none. A notification may cut it anywhere.
    public let text: Span<UInt8>

    private static let textBit = 0
    private static let extendedBit = 1

    /// Reads the value of Training Status.
    ///
    /// - Throws: ``SensorError/Code/truncated``.
    @_lifetime(copy bytes)
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        flags = try reader.uint8()
        status = TrainingStatus(rawValue: try reader.uint8())
        let hasText = FlagField(bits: flags).has(Self.textBit)
        text = bytes.extracting((hasText ? reader.offset : bytes.count)...)
    }

    /// Whether the text is longer than what fitted into the notification. Read the characteristic
    /// to get all of it.
    public var isTextCut: Bool { FlagField(bits: flags).has(Self.extendedBit) }

    /// Encodes a value at the beginning of a buffer. Writes either the whole value or nothing.
    ///
    /// - Parameters:
    ///   - status: what the machine is doing.
    ///   - flags: the flags. Bit 0 is set if there is a text.
    ///   - text: the text in UTF-8.
    ///   - buffer: where to write.
    /// - Returns: the number of bytes written.
    /// - Throws: ``SensorError/Code/bufferTooSmall``.
    public static func encode(
        _ status: TrainingStatus, flags: UInt8 = 0, text: Span<UInt8>,
        into buffer: inout MutableSpan<UInt8>
    ) throws(SensorError) -> Int {
        var writer = try FieldWriter(2 + text.count, in: buffer)
        var field = FlagField(bits: flags)
        if text.count > 0 { field.set(textBit, if: true) }
        writer.put(field.bits, in: &buffer)
        writer.put(status.rawValue, in: &buffer)
        for position in text.indices { writer.put(text[position], in: &buffer) }
        return writer.offset
    }
}
