/// What fitness equipment is doing. The raw value is that of three bits; 0 and 5 to 7 are reserved.
///
/// Source: `Docs/Sensors.md`, clause 6.3.
public struct FECState: RawRepresentable, Hashable, Sendable {
    /// The three bits.
    public let rawValue: UInt8

    /// Creates a state; only the three low bits count.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 7 }

    /// Asleep, or off.
    public static let asleep = FECState(rawValue: 1)
    /// Ready.
    public static let ready = FECState(rawValue: 2)
    /// In use.
    public static let inUse = FECState(rawValue: 3)
    /// Finished, or paused.
    public static let finished = FECState(rawValue: 4)
}

/// The kind of fitness equipment. The raw value is that of five bits.
///
/// Source: `Docs/Sensors.md`, clause 6.3.
public struct FECEquipment: RawRepresentable, Hashable, Sendable {
    /// The five bits.
    public let rawValue: UInt8

    /// Creates a kind; only the five low bits count.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 0x1F }

    /// A treadmill.
    public static let treadmill = FECEquipment(rawValue: 19)
    /// An elliptical trainer.
    public static let elliptical = FECEquipment(rawValue: 20)
    /// A stationary bike of an older kind.
    public static let stationaryBike = FECEquipment(rawValue: 21)
    /// A rower.
    public static let rower = FECEquipment(rawValue: 22)
    /// A climber.
    public static let climber = FECEquipment(rawValue: 23)
    /// A Nordic skier.
    public static let nordicSkier = FECEquipment(rawValue: 24)
    /// A trainer or stationary bike.
    public static let trainer = FECEquipment(rawValue: 25)
}

/// The pages whose last byte has the state in bits 4 to 6 and the lap in bit 7.
public protocol FECStatePage: FECTypedPage {}

extension FECStatePage {
    private static var stateBit: Int { 60 }
    private static var lapBit: Int { 63 }

    /// What the equipment is doing.
    public var state: FECState {
        get {
            FECState(rawValue: UInt8(truncatingIfNeeded: page.bits(at: Self.stateBit, count: 3)))
        }
        set { page.setBits(at: Self.stateBit, count: 3, to: UInt64(newValue.rawValue)) }
    }

    /// A bit that changes with each lap.
    public var lapToggle: Bool {
        get { page.bits(at: Self.lapBit, count: 1) == 1 }
        set { page.setBits(at: Self.lapBit, count: 1, to: newValue ? 1 : 0) }
    }

    /// Clears the last byte, which has no value that means *not available*.
    mutating func clearLastByte() { page[FECPage.byteCount - 1] = 0 }
}
