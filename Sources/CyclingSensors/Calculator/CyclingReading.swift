/// What a rider is shown at one moment.
///
/// A value that is `nil` is not known, which is not zero.
///
/// Source: `Docs/Sensors.md`, clause 7.
public struct CyclingReading: Hashable, Sendable {
    /// The speed in millimetres per second.
    public var speed: UInt32?
    /// Whether the speed is an average over a long gap (rule S.12).
    public var isSpeedAverage = false
    /// The distance since the first measurement, in millimetres.
    public var distance: UInt64?
    /// The cadence in hundredths of a revolution per minute.
    public var cadence: UInt32?
    /// The power in watts.
    public var power: Int16?
    /// Beats per minute.
    public var heartRate: UInt16?

    /// Creates a reading in which nothing is known.
    public init() {}

    /// The speed in kilometres per hour.
    public var speedInKilometersPerHour: Double? { speed.map { Double($0) * 3.6 / 1000 } }
    /// The cadence in revolutions per minute.
    public var cadenceInRevolutionsPerMinute: Double? { cadence.map { Double($0) / 100 } }
    /// The distance in metres.
    public var distanceInMeters: Double? { distance.map { Double($0) / 1000 } }
}
