/// What a fitness machine measures, and what can be set on it. All 64 bits are kept.
///
/// Source: `Docs/Sensors.md`, clause 5.1.
public struct FitnessMachineFeature: Hashable, Sendable {
    /// What a machine measures.
    public struct Measured: OptionSet, Hashable, Sendable {
        /// The bits on the wire.
        public let rawValue: UInt32

        /// Creates a set from its bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        private init(bit: UInt32) { self.init(rawValue: 1 << bit) }

        /// The average speed.
        public static let averageSpeed = Measured(bit: 0)
        /// The cadence.
        public static let cadence = Measured(bit: 1)
        /// The total distance.
        public static let totalDistance = Measured(bit: 2)
        /// The inclination.
        public static let inclination = Measured(bit: 3)
        /// The elevation gain.
        public static let elevationGain = Measured(bit: 4)
        /// The pace.
        public static let pace = Measured(bit: 5)
        /// The number of steps.
        public static let stepCount = Measured(bit: 6)
        /// The resistance level.
        public static let resistanceLevel = Measured(bit: 7)
        /// The number of strides.
        public static let strideCount = Measured(bit: 8)
        /// The expended energy.
        public static let expendedEnergy = Measured(bit: 9)
        /// The heart rate.
        public static let heartRate = Measured(bit: 10)
        /// The metabolic equivalent.
        public static let metabolicEquivalent = Measured(bit: 11)
        /// The elapsed time.
        public static let elapsedTime = Measured(bit: 12)
        /// The remaining time.
        public static let remainingTime = Measured(bit: 13)
        /// The power.
        public static let power = Measured(bit: 14)
        /// The force on a belt, and the power.
        public static let forceOnBelt = Measured(bit: 15)
        /// It keeps the user's data.
        public static let userDataRetention = Measured(bit: 16)
    }

    /// What can be set on a machine.
    public struct Settable: OptionSet, Hashable, Sendable {
        /// The bits on the wire.
        public let rawValue: UInt32

        /// Creates a set from its bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        private init(bit: UInt32) { self.init(rawValue: 1 << bit) }

        /// A target speed.
        public static let speed = Settable(bit: 0)
        /// A target inclination.
        public static let inclination = Settable(bit: 1)
        /// A target resistance.
        public static let resistance = Settable(bit: 2)
        /// A target power.
        public static let power = Settable(bit: 3)
        /// A target heart rate.
        public static let heartRate = Settable(bit: 4)
        /// A targeted expended energy.
        public static let expendedEnergy = Settable(bit: 5)
        /// A targeted number of steps.
        public static let stepCount = Settable(bit: 6)
        /// A targeted number of strides.
        public static let strideCount = Settable(bit: 7)
        /// A targeted distance.
        public static let distance = Settable(bit: 8)
        /// A targeted training time.
        public static let trainingTime = Settable(bit: 9)
        /// A time in two heart rate zones.
        public static let timeInTwoZones = Settable(bit: 10)
        /// A time in three heart rate zones.
        public static let timeInThreeZones = Settable(bit: 11)
        /// A time in five heart rate zones.
        public static let timeInFiveZones = Settable(bit: 12)
        /// The parameters of an indoor bike simulation.
        public static let indoorBikeSimulation = Settable(bit: 13)
        /// The wheel's circumference.
        public static let wheelCircumference = Settable(bit: 14)
        /// Spin down.
        public static let spinDown = Settable(bit: 15)
        /// A targeted cadence.
        public static let cadence = Settable(bit: 16)
    }

    /// What it measures.
    public var measured: Measured
    /// What can be set on it.
    public var settable: Settable

    /// Creates a set of features.
    public init(measured: Measured, settable: Settable) {
        self.measured = measured
        self.settable = settable
    }
}

extension FitnessMachineFeature: SensorValue {
    /// Decodes the value of Fitness Machine Feature: eight bytes.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        measured = Measured(rawValue: try reader.uint32())
        settable = Settable(rawValue: try reader.uint32())
    }

    /// Eight bytes.
    public var encodedByteCount: Int { 8 }

    /// Encodes the features.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        writer.put(measured.rawValue, in: &buffer)
        writer.put(settable.rawValue, in: &buffer)
        return writer.offset
    }
}
