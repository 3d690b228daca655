/// What an indoor bike notifies about once a second: a record, or a part of one.
///
/// A record that does not fit into one notification comes in several. The last one brings the
/// speed; ``IndoorBikeRecord`` puts them together.
///
/// Source: `Docs/Sensors.md`, clauses 5.2, 5.3, 9.3 and 9.12.
public struct IndoorBikeData: Hashable, Sendable {
    /// Energy since the beginning, and as it is spent.
    public struct ExpendedEnergy: Hashable, Sendable {
        /// The total in kilocalories; ``notAvailable`` if the machine does not know it.
        public var total: UInt16
        /// The kilocalories in an hour; ``notAvailable`` if the machine does not know them.
        public var perHour: UInt16
        /// The kilocalories in a minute; ``perMinuteNotAvailable`` if the machine does not know
        /// them.
        public var perMinute: UInt8

        /// The total and the energy per hour of a machine that does not know them.
        public static let notAvailable: UInt16 = 0xFFFF
        /// The energy per minute of a machine that does not know it.
        public static let perMinuteNotAvailable: UInt8 = 0xFF

        /// Creates an energy.
        public init(total: UInt16, perHour: UInt16, perMinute: UInt8) {
            self.total = total
            self.perHour = perHour
            self.perMinute = perMinute
        }
    }

    /// The speed in 0.01 km/h. It is absent while more of the record is to come.
    public var instantaneousSpeed: UInt16?
    /// The average speed in 0.01 km/h.
    public var averageSpeed: UInt16?
    /// The cadence in half revolutions per minute.
    public var instantaneousCadence: UInt16?
    /// The average cadence in half revolutions per minute.
    public var averageCadence: UInt16?
    /// The distance in metres; only 24 bits are sent.
    public var totalDistance: UInt32?
    /// The resistance level, in 0.1 by the specification and in 1 by many machines (clause 9.4).
    public var resistanceLevel: Int16?
    /// The power in watts.
    public var instantaneousPower: Int16?
    /// The average power in watts.
    public var averagePower: Int16?
    /// The energy.
    public var expendedEnergy: ExpendedEnergy?
    /// Beats per minute as they are sent; ``beatsPerMinute`` knows which numbers mean that there is no signal.
    public var heartRate: UInt8?
    /// The metabolic equivalent, in 0.1.
    public var metabolicEquivalent: UInt8?
    /// The time since the session began, in seconds.
    public var elapsedTime: UInt16?
    /// The time until the session ends, in seconds.
    public var remainingTime: UInt16?
    /// The reserved flags, bits 13 to 15. The others are ignored.
    public var otherFlags: UInt16
    /// Whether the machine sends the flag for the cadence, bit 2, as 0 if the cadence is there and as 1 if it is not
    /// (clause 9.3). It is written so again.
    public var isCadenceFlagInverted = false
    /// The flags of the fields that are announced and missing, as the value was cut. All come after the fields that are
    /// there; other flags are ignored. They are written again.
    public var missingFlags: UInt16 = 0

    /// Creates data without any field.
    public init(otherFlags: UInt16 = 0) { self.otherFlags = otherFlags & Flag.other }

    /// The bits of the flags.
    enum Flag {
        static let moreData = 0
        static let averageSpeed = 1
        static let cadence = 2
        static let averageCadence = 3
        static let distance = 4
        static let resistance = 5
        static let power = 6
        static let averagePower = 7
        static let energy = 8
        static let heartRate = 9
        static let metabolicEquivalent = 10
        static let elapsedTime = 11
        static let remainingTime = 12
        /// Those that announce a field by being set.
        static let fields: UInt16 = 0x1FFE
        static let other: UInt16 = 0xE000
    }

    /// Whether more of the record is to come.
    public var hasMoreData: Bool { instantaneousSpeed == nil }

    /// The heart rate; `nil` if there is none, or no signal, for which machines send 0 or 255.
    public var beatsPerMinute: UInt16? {
        heartRate.flatMap { HeartRateMeasurement.signal(UInt16($0)) }
    }

    /// Whether the value ended before its last field: the fields of ``missingFlags`` are not known.
    public var isCut: Bool { missingFlags != 0 }
}
