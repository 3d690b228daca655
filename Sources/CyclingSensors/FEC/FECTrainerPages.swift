/// Page 16: what all fitness equipment tells.
///
/// Source: `Docs/Sensors.md`, clause 6.3.
public struct FECGeneralData: FECStatePage {
    /// 16.
    public static let number: UInt8 = 16
    /// The page's bytes.
    public var page = FECPage(number: number)

    /// Takes a page of which the number is known to be this type's.
    init(taking page: FECPage) { self.page = page }

    /// Creates a page without speed and heart rate, of a trainer.
    public init() {
        clearLastByte()
        equipment = .trainer
    }

    /// The kind of equipment.
    public var equipment: FECEquipment {
        get { FECEquipment(rawValue: page[1]) }
        set { page.setBits(at: 8, count: 5, to: UInt64(newValue.rawValue)) }
    }
    /// The time since the session began in 0.25 s. It rolls over every 64 s.
    public var elapsedTime: UInt8 {
        get { page[2] }
        set { page[2] = newValue }
    }
    /// The distance since the session began in metres. It rolls over every 256 m.
    public var distance: UInt8 {
        get { page[3] }
        set { page[3] = newValue }
    }
    /// The speed in 0.001 m/s; `nil` if it is not available.
    public var speed: UInt16? {
        get { page.availableUInt16(at: 4) }
        set { page.setUInt16(at: 4, to: newValue ?? .max) }
    }
    /// Beats per minute; `nil` if they are not available.
    public var heartRate: UInt8? {
        get { page.available(at: 6) }
        set { page[6] = newValue ?? .max }
    }
    /// Where the heart rate comes from: 1 an ANT+ monitor, 2 an EM monitor, 3 hand contacts, 0
    /// unknown.
    public var heartRateSource: UInt8 {
        get { UInt8(truncatingIfNeeded: page.bits(at: 56, count: 2)) }
        set { page.setBits(at: 56, count: 2, to: UInt64(newValue)) }
    }
    /// Whether ``distance`` counts.
    public var hasDistance: Bool {
        get { page.bits(at: 58, count: 1) == 1 }
        set { page.setBits(at: 58, count: 1, to: newValue ? 1 : 0) }
    }
    /// Whether the speed is that of a simulation.
    public var isSpeedVirtual: Bool {
        get { page.bits(at: 59, count: 1) == 1 }
        set { page.setBits(at: 59, count: 1, to: newValue ? 1 : 0) }
    }
}

/// Page 17: how fitness equipment is set.
///
/// Source: `Docs/Sensors.md`, clause 6.3.
public struct FECGeneralSettings: FECStatePage {
    /// 17.
    public static let number: UInt8 = 17
    /// The page's bytes.
    public var page = FECPage(number: number)

    /// Takes a page of which the number is known to be this type's.
    init(taking page: FECPage) { self.page = page }

    /// The incline that means *not available*.
    private static let noIncline: Int16 = .max

    /// Creates a page in which nothing is available.
    public init() {
        clearLastByte()
        incline = nil
    }

    /// The length of a cycle in 0.01 m, a trainer's wheel circumference; `nil` if it is not
    /// available.
    public var cycleLength: UInt8? {
        get { page.available(at: 3) }
        set { page[3] = newValue ?? .max }
    }
    /// The incline in 0.01 %; `nil` if it is not available.
    public var incline: Int16? {
        get {
            let value = Int16(bitPattern: page.uint16(at: 4))
            return value == Self.noIncline ? nil : value
        }
        set { page.setUInt16(at: 4, to: UInt16(bitPattern: newValue ?? Self.noIncline)) }
    }
    /// The resistance in 0.5 % of the strongest; `nil` if it is not available.
    public var resistance: UInt8? {
        get { page.available(at: 6) }
        set { page[6] = newValue ?? .max }
    }
}

/// Page 25: what a trainer tells.
///
/// Source: `Docs/Sensors.md`, clause 6.3.
public struct FECTrainerData: FECStatePage {
    /// What a trainer needs.
    public struct Needs: OptionSet, Hashable, Sendable {
        /// The four bits.
        public let rawValue: UInt8

        /// Creates a set from its bits; only the four low bits count.
        public init(rawValue: UInt8) { self.rawValue = rawValue & 0xF }

        /// Its power measurement has to be calibrated.
        public static let powerCalibration = Needs(rawValue: 1)
        /// Its resistance has to be calibrated.
        public static let resistanceCalibration = Needs(rawValue: 2)
        /// It has to be told of the rider and the bicycle.
        public static let userConfiguration = Needs(rawValue: 4)
    }

    /// How well a trainer keeps its target power. The raw value is that of two bits.
    public enum TargetStatus: UInt8, Hashable, Sendable, CaseIterable {
        /// At the target, or there is none.
        case atTarget = 0
        /// The rider is too slow for it.
        case tooSlow = 1
        /// The rider is too fast for it.
        case tooFast = 2
        /// It can't be reached.
        case limitReached = 3
    }

    /// 25.
    public static let number: UInt8 = 25
    /// The page's bytes.
    public var page = FECPage(number: number)

    /// Takes a page of which the number is known to be this type's.
    init(taking page: FECPage) { self.page = page }

    /// Creates a page without cadence and power.
    public init() {
        clearLastByte()
        needs = []
    }

    /// How often the page was updated. It rolls over.
    public var eventCount: UInt8 {
        get { page[1] }
        set { page[1] = newValue }
    }
    /// Revolutions per minute; `nil` if they are not available.
    public var cadence: UInt8? {
        get { page.available(at: 2) }
        set { page[2] = newValue ?? .max }
    }
    /// The sum of the powers of all updates in watts. It rolls over.
    public var accumulatedPower: UInt16 {
        get { page.uint16(at: 3) }
        set { page.setUInt16(at: 3, to: newValue) }
    }

    private static let powerBit = 40
    private static let powerWidth = 12
    private static let noPower: UInt64 = 0xFFF

    /// The power in watts, from 0 to 4094; `nil` if it is not available. More is sent as 4094.
    public var power: UInt16? {
        get {
            let value = page.bits(at: Self.powerBit, count: Self.powerWidth)
            return value == Self.noPower ? nil : UInt16(value)
        }
        set {
            let value = newValue.map { min(UInt64($0), Self.noPower - 1) } ?? Self.noPower
            page.setBits(at: Self.powerBit, count: Self.powerWidth, to: value)
        }
    }
    /// What the trainer needs.
    public var needs: Needs {
        get { Needs(rawValue: UInt8(truncatingIfNeeded: page.bits(at: 52, count: 4))) }
        set { page.setBits(at: 52, count: 4, to: UInt64(newValue.rawValue)) }
    }
    /// How well the trainer keeps its target power.
    public var targetStatus: TargetStatus {
        get {
            // Two bits are always one of the four cases.
            TargetStatus(rawValue: UInt8(truncatingIfNeeded: page.bits(at: 56, count: 2)))
                ?? .atTarget
        }
        set { page.setBits(at: 56, count: 2, to: UInt64(newValue.rawValue)) }
    }
}

/// Page 26: the torque at a trainer's wheel.
///
/// Source: `Docs/Sensors.md`, clause 6.3.
public struct FECTrainerTorque: FECStatePage {
    /// 26.
    public static let number: UInt8 = 26
    /// The page's bytes.
    public var page = FECPage(number: number)

    /// Takes a page of which the number is known to be this type's.
    init(taking page: FECPage) { self.page = page }

    /// Creates a page.
    public init() { clearLastByte() }

    /// How often the page was updated. It rolls over.
    public var eventCount: UInt8 {
        get { page[1] }
        set { page[1] = newValue }
    }
    /// The wheel's revolutions. They roll over.
    public var wheelTicks: UInt8 {
        get { page[2] }
        set { page[2] = newValue }
    }
    /// The accumulated period of the wheel in 1/2048 s. It rolls over.
    public var wheelPeriod: UInt16 {
        get { page.uint16(at: 3) }
        set { page.setUInt16(at: 3, to: newValue) }
    }
    /// The accumulated torque in 1/32 N m. It rolls over.
    public var accumulatedTorque: UInt16 {
        get { page.uint16(at: 5) }
        set { page.setUInt16(at: 5, to: newValue) }
    }
}
