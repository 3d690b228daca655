/// What a power meter notifies: the power, and whatever else it measures.
///
/// Source: `Docs/Sensors.md`, clauses 3.1 and 9.12.
public struct CyclingPowerMeasurement: Hashable, Sendable {
    /// Two extremes of one quantity.
    public struct Extremes<Value: Hashable & Sendable>: Hashable, Sendable {
        /// The largest value of the last revolution.
        public var maximum: Value
        /// The smallest value of the last revolution.
        public var minimum: Value

        /// Creates a pair.
        public init(maximum: Value, minimum: Value) {
            self.maximum = maximum
            self.minimum = minimum
        }
    }

    /// The power in watts. It can be negative.
    public var instantaneousPower: Int16
    /// One pedal's share of the power, in 0.5 %. ``isBalanceOfLeftPedal`` says whose.
    public var pedalPowerBalance: UInt8?
    /// The torque of all revolutions, in 1/32 N m. It rolls over.
    public var accumulatedTorque: UInt16?
    /// The wheel's counter; its time is in **1/2048 s**.
    public var wheel: WheelRevolutionData?
    /// The cranks' counter; its time is in 1/1024 s.
    public var crank: CrankRevolutionData?
    /// The extreme forces in newtons.
    public var forceMagnitudes: Extremes<Int16>?
    /// The extreme torques in 1/32 N m.
    public var torqueMagnitudes: Extremes<Int16>?
    /// The crank's angles at the extremes, in degrees; of each number only 12 bits are sent.
    public var angles: Extremes<UInt16>?
    /// The angle of the top dead spot, in degrees.
    public var topDeadSpotAngle: UInt16?
    /// The angle of the bottom dead spot, in degrees.
    public var bottomDeadSpotAngle: UInt16?
    /// The energy since the last reset, in kilojoules. It does not roll over.
    public var accumulatedEnergy: UInt16?
    /// The flags that announce no field: bits 1, 3 and 12, and the reserved bits 13 to 15. The
    /// others are ignored.
    public var otherFlags: UInt16
    /// The flags of the fields that are announced and missing, as the value was cut. All come after the fields that are
    /// there; other flags are ignored. They are written again.
    public var missingFlags: UInt16 = 0

    /// Creates a measurement with nothing but the power.
    public init(instantaneousPower: Int16, otherFlags: UInt16 = 0) {
        self.instantaneousPower = instantaneousPower
        self.otherFlags = otherFlags & Flag.other
    }

    /// The resolution of the wheel's event time, in ticks per second.
    public static let wheelTicksPerSecond: UInt64 = 2048
    /// The resolution of the cranks' event time, in ticks per second.
    public static let crankTicksPerSecond: UInt64 = 1024

    /// The bits of the flags.
    enum Flag {
        static let balance = 0
        static let balanceOfLeftPedal = 1
        static let torque = 2
        static let torqueAtCrank = 3
        static let wheel = 4
        static let crank = 5
        static let forceMagnitudes = 6
        static let torqueMagnitudes = 7
        static let angles = 8
        static let topDeadSpot = 9
        static let bottomDeadSpot = 10
        static let energy = 11
        static let offsetCompensation = 12
        /// Those that announce a field.
        static let fields: UInt16 = 0x0FF5
        static let other: UInt16 = 0xF00A
    }

    /// Whether the value ended before its last field: the fields of ``missingFlags`` are not known.
    public var isCut: Bool { missingFlags != 0 }

    private func otherFlag(_ bit: Int) -> Bool { otherFlags & (1 << bit) != 0 }

    private mutating func setOtherFlag(_ bit: Int, _ isSet: Bool) {
        if isSet { otherFlags |= 1 << bit } else { otherFlags &= ~(1 << bit) }
    }

    /// Whether the balance is the left pedal's share; otherwise it is not known whose it is.
    public var isBalanceOfLeftPedal: Bool {
        get { otherFlag(Flag.balanceOfLeftPedal) }
        set { setOtherFlag(Flag.balanceOfLeftPedal, newValue) }
    }

    /// Whether the torque was measured at the crank; otherwise it was at the wheel.
    public var isTorqueMeasuredAtCrank: Bool {
        get { otherFlag(Flag.torqueAtCrank) }
        set { setOtherFlag(Flag.torqueAtCrank, newValue) }
    }

    /// Whether the sensor asks for an offset compensation.
    public var needsOffsetCompensation: Bool {
        get { otherFlag(Flag.offsetCompensation) }
        set { setOtherFlag(Flag.offsetCompensation, newValue) }
    }
}
