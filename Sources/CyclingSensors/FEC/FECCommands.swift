/// Page 48: sets a constant resistance.
///
/// Source: `Docs/Sensors.md`, clause 6.4.
public struct FECBasicResistance: FECTypedPage {
    /// 48.
    public static let number: UInt8 = 48
    /// The page's bytes.
    public var page = FECPage(number: number)

    /// Takes a page of which the number is known to be this type's.
    init(taking page: FECPage) { self.page = page }

    /// Creates a page that asks for no resistance.
    public init() { resistance = 0 }

    /// Creates a page.
    ///
    /// - Parameter halfPercents: of the strongest; 200 is all of it.
    public init(halfPercents: UInt8) { resistance = halfPercents }

    /// The resistance in 0.5 % of the strongest.
    public var resistance: UInt8 {
        get { page[7] }
        set { page[7] = newValue }
    }
}

/// Page 49: sets a power to keep.
///
/// Source: `Docs/Sensors.md`, clause 6.4.
public struct FECTargetPower: FECTypedPage {
    /// 49.
    public static let number: UInt8 = 49
    /// The page's bytes.
    public var page = FECPage(number: number)

    /// Takes a page of which the number is known to be this type's.
    init(taking page: FECPage) { self.page = page }

    /// Creates a page that asks for no power.
    public init() { quarterWatts = 0 }

    /// Creates a page.
    ///
    /// - Parameter watts: the power in W, as in ``FitnessMachineTarget/power(watts:)``. A negative one is
    ///   sent as 0, and one above 16,383 W as the greatest that can be sent, 16,383.75 W.
    public init(watts: Int16) {
        let quarters = Int32(watts) * Self.quartersPerWatt
        quarterWatts = UInt16(clamping: quarters)
    }

    /// Creates a page.
    ///
    /// - Parameter quarterWatts: the power in 0.25 W; 800 is 200 W.
    public init(quarterWatts: UInt16) { self.quarterWatts = quarterWatts }

    private static let quartersPerWatt: Int32 = 4

    /// The power in 0.25 W; 800 is 200 W.
    public var quarterWatts: UInt16 {
        get { page.uint16(at: 6) }
        set { page.setUInt16(at: 6, to: newValue) }
    }
}

/// Page 50: sets the wind to imitate.
///
/// Source: `Docs/Sensors.md`, clause 6.4.
public struct FECWindResistance: FECTypedPage {
    /// 50.
    public static let number: UInt8 = 50
    /// The page's bytes.
    public var page = FECPage(number: number)

    /// Takes a page of which the number is known to be this type's.
    init(taking page: FECPage) { self.page = page }

    /// Creates a page with the trainer's defaults.
    public init() {}

    /// The speed that is sent as zero, in km/h.
    private static let windSpeedOffset: Int16 = 127

    /// The coefficient of wind resistance in 0.01 kg/m; `nil` for the trainer's default.
    public var coefficient: UInt8? {
        get { page.available(at: 5) }
        set { page[5] = newValue ?? .max }
    }
    /// The wind against the rider in km/h, from −127 to 127; `nil` for the trainer's default. More
    /// is sent as the nearest of these.
    public var windSpeed: Int16? {
        get { page.available(at: 6).map { Int16($0) - Self.windSpeedOffset } }
        set {
            page[6] =
                newValue.map {
                    UInt8(
                        min(max($0, -Self.windSpeedOffset), Self.windSpeedOffset)
                            + Self.windSpeedOffset)
                } ?? .max
        }
    }
    /// The share of the wind that reaches the rider in 0.01; `nil` for the trainer's default.
    public var draftingFactor: UInt8? {
        get { page.available(at: 7) }
        set { page[7] = newValue ?? .max }
    }
}

/// Page 51: sets the slope to imitate.
///
/// Source: `Docs/Sensors.md`, clause 6.4.
public struct FECTrackResistance: FECTypedPage {
    /// 51.
    public static let number: UInt8 = 51
    /// The page's bytes.
    public var page = FECPage(number: number)

    /// Takes a page of which the number is known to be this type's.
    init(taking page: FECPage) { self.page = page }

    /// Creates a page with the trainer's defaults.
    public init() {}

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - grade: in 0.01 %, positive uphill.
    ///   - rollingResistance: in 0.00005; `nil` for the trainer's default.
    public init(
        gradeInHundredthsOfPercent grade: Int32,
        rollingResistanceInTwentyThousandths rollingResistance: UInt8? = nil
    ) {
        self.grade = grade
        self.rollingResistance = rollingResistance
    }

    /// The grade that is sent as zero is minus this, in 0.01 %.
    private static let gradeOffset: Int32 = 20_000
    private static let largestGrade = Int32(UInt16.max) - 1 - gradeOffset

    /// The grade in 0.01 %, positive uphill; `nil` for the trainer's default, a flat road. A grade
    /// that can't be sent is sent as the nearest one that can.
    public var grade: Int32? {
        get { page.availableUInt16(at: 5).map { Int32($0) - Self.gradeOffset } }
        set {
            let value = newValue.map {
                UInt16(min(max($0, -Self.gradeOffset), Self.largestGrade) + Self.gradeOffset)
            }
            page.setUInt16(at: 5, to: value ?? .max)
        }
    }
    /// The coefficient of rolling resistance in 0.00005; `nil` for the trainer's default.
    public var rollingResistance: UInt8? {
        get { page.available(at: 7) }
        set { page[7] = newValue ?? .max }
    }
}

/// Page 55: tells a trainer of the rider and the bicycle.
///
/// Source: `Docs/Sensors.md`, clause 6.4.
public struct FECUserConfiguration: FECTypedPage {
    /// 55.
    public static let number: UInt8 = 55
    /// The page's bytes.
    public var page = FECPage(number: number)

    /// Takes a page of which the number is known to be this type's.
    init(taking page: FECPage) { self.page = page }

    /// Creates a page that tells nothing.
    public init() { page[7] = 0 }

    private static let offsetBit = 32
    private static let offsetWidth = 4
    private static let noOffset: UInt64 = 0xF
    private static let bicycleBit = 36
    private static let bicycleWidth = 12
    private static let noBicycleWeight: UInt64 = 0xFFF

    /// The rider's weight in 0.01 kg; `nil` if it is not known.
    public var userWeight: UInt16? {
        get { page.availableUInt16(at: 1) }
        set { page.setUInt16(at: 1, to: newValue ?? .max) }
    }
    /// What to add to the wheel's diameter, in millimetres from 0 to 14; `nil` if it is not known.
    public var wheelDiameterOffset: UInt8? {
        get {
            let value = page.bits(at: Self.offsetBit, count: Self.offsetWidth)
            return value == Self.noOffset ? nil : UInt8(value)
        }
        set {
            page.setBits(
                at: Self.offsetBit, count: Self.offsetWidth,
                to: newValue.map { min(UInt64($0), Self.noOffset - 1) } ?? Self.noOffset)
        }
    }
    /// The bicycle's weight in 0.05 kg, below 4095; `nil` if it is not known.
    public var bicycleWeight: UInt16? {
        get {
            let value = page.bits(at: Self.bicycleBit, count: Self.bicycleWidth)
            return value == Self.noBicycleWeight ? nil : UInt16(value)
        }
        set {
            page.setBits(
                at: Self.bicycleBit, count: Self.bicycleWidth,
                to: newValue.map { min(UInt64($0), Self.noBicycleWeight - 1) }
                    ?? Self.noBicycleWeight)
        }
    }
    /// The wheel's diameter in 0.01 m; `nil` if it is not known.
    public var wheelDiameter: UInt8? {
        get { page.available(at: 6) }
        set { page[6] = newValue ?? .max }
    }
    /// The gear ratio in 0.03; `nil` if it is not known.
    public var gearRatio: UInt8? {
        get { page[7] == 0 ? nil : page[7] }
        set { page[7] = newValue ?? 0 }
    }
}

/// Page 70: asks for a page.
///
/// Source: `Docs/Sensors.md`, clause 6.4.
public struct FECPageRequest: FECTypedPage {
    /// 70.
    public static let number: UInt8 = 70
    /// The page's bytes.
    public var page = FECPage(number: number)

    /// Takes a page of which the number is known to be this type's.
    init(taking page: FECPage) { self.page = page }

    /// The byte that asks for one answer, until it has arrived.
    private static let untilReceived: UInt8 = 0x80
    /// The command type that asks for a page.
    private static let requestsPage: UInt8 = 1

    /// Creates a request for page 54, ``FECCapabilities``.
    public init() { self.init(for: FECCapabilities.number) }

    /// Creates a request for a page.
    public init(for requestedPage: UInt8) {
        page[5] = Self.untilReceived
        page[6] = requestedPage
        page[7] = Self.requestsPage
    }

    /// The page that is asked for.
    public var requestedPage: UInt8 {
        get { page[6] }
        set { page[6] = newValue }
    }
}
