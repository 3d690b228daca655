/// How often a wheel has turned, and when it last completed a turn. In CSC Measurement and in
/// Cycling Power Measurement.
///
/// Source: `Docs/Sensors.md`, clauses 2.1, 2.2 and 3.1.
public struct WheelRevolutionData: Hashable, Sendable {
    /// The number of turns. It can be set, goes on over a lost link, and may go down when the
    /// bicycle rolls backwards.
    public var cumulativeRevolutions: UInt32
    /// The time of the last turn, in 1/1024 s in CSC Measurement and in 1/2048 s in Cycling Power
    /// Measurement. It rolls over.
    public var lastEventTime: UInt16

    /// Creates wheel data.
    public init(cumulativeRevolutions: UInt32, lastEventTime: UInt16) {
        self.cumulativeRevolutions = cumulativeRevolutions
        self.lastEventTime = lastEventTime
    }

    /// The number of bytes.
    static let byteCount = 6

    init(reading reader: inout FieldReader) throws(SensorError) {
        cumulativeRevolutions = try reader.uint32()
        lastEventTime = try reader.uint16()
    }

    func write(to writer: inout FieldWriter, in buffer: inout MutableSpan<UInt8>) {
        writer.put(cumulativeRevolutions, in: &buffer)
        writer.put(lastEventTime, in: &buffer)
    }
}

/// How often the cranks have turned, and when they last completed a turn.
///
/// Source: `Docs/Sensors.md`, clauses 2.1, 2.2 and 3.1.
public struct CrankRevolutionData: Hashable, Sendable {
    /// The number of turns. It rolls over.
    public var cumulativeRevolutions: UInt16
    /// The time of the last turn in 1/1024 s. It rolls over.
    public var lastEventTime: UInt16

    /// Creates crank data.
    public init(cumulativeRevolutions: UInt16, lastEventTime: UInt16) {
        self.cumulativeRevolutions = cumulativeRevolutions
        self.lastEventTime = lastEventTime
    }

    /// The number of bytes.
    static let byteCount = 4

    init(reading reader: inout FieldReader) throws(SensorError) {
        cumulativeRevolutions = try reader.uint16()
        lastEventTime = try reader.uint16()
    }

    func write(to writer: inout FieldWriter, in buffer: inout MutableSpan<UInt8>) {
        writer.put(cumulativeRevolutions, in: &buffer)
        writer.put(lastEventTime, in: &buffer)
    }
}
