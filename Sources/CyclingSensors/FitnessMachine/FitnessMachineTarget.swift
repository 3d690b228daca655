/// The forces that an indoor bike imitates.
///
/// Source: `Docs/Sensors.md`, clause 5.6.
public struct IndoorBikeSimulation: Hashable, Sendable {
    /// The wind against the rider in 0.001 m/s; negative from behind.
    public var windSpeedInMillimetersPerSecond: Int16
    /// The grade in 0.01 %; positive uphill.
    public var gradeInHundredthsOfPercent: Int16
    /// The coefficient of rolling resistance, in 0.0001.
    public var rollingResistanceInTenThousandths: UInt8
    /// The coefficient of wind resistance, in 0.01 kg/m.
    public var windResistanceInHundredthsOfKilogramPerMeter: UInt8

    /// Creates parameters.
    public init(
        windSpeedInMillimetersPerSecond: Int16, gradeInHundredthsOfPercent: Int16,
        rollingResistanceInTenThousandths: UInt8,
        windResistanceInHundredthsOfKilogramPerMeter: UInt8
    ) {
        self.windSpeedInMillimetersPerSecond = windSpeedInMillimetersPerSecond
        self.gradeInHundredthsOfPercent = gradeInHundredthsOfPercent
        self.rollingResistanceInTenThousandths = rollingResistanceInTenThousandths
        self.windResistanceInHundredthsOfKilogramPerMeter =
            windResistanceInHundredthsOfKilogramPerMeter
    }
}

/// A resistance level as it is sent: specifications and machines disagree about its width.
///
/// Source: `Docs/Sensors.md`, clause 9.4.
public enum ResistanceTarget: Hashable, Sendable {
    /// One byte in 0.1, as the first specification has it in a request.
    case narrow(UInt8)
    /// Two bytes in 0.1, as the erratum has it, and as a status has it.
    case wide(Int16)
}

/// What can be set on a fitness machine. A request sets it, and a status says that it has changed;
/// both have the same parameter.
///
/// Source: `Docs/Sensors.md`, clauses 5.6 and 5.7.
public enum FitnessMachineTarget: Hashable, Sendable {
    /// A speed in 0.01 km/h.
    case speed(hundredthsOfKilometersPerHour: UInt16)
    /// An inclination in 0.1 %.
    case inclination(tenthsOfPercent: Int16)
    /// A resistance level.
    case resistance(ResistanceTarget)
    /// A power in watts.
    case power(watts: Int16)
    /// A heart rate in beats per minute.
    case heartRate(beatsPerMinute: UInt8)
    /// An energy in kilocalories.
    case expendedEnergy(kilocalories: UInt16)
    /// A number of steps.
    case stepCount(UInt16)
    /// A number of strides.
    case strideCount(UInt16)
    /// A distance in metres; only 24 bits are sent.
    case distance(meters: UInt32)
    /// A training time in seconds.
    case trainingTime(seconds: UInt16)
    /// The seconds in two heart rate zones.
    case timeInTwoZones(fatBurn: UInt16, fitness: UInt16)
    /// The seconds in three heart rate zones.
    case timeInThreeZones(light: UInt16, moderate: UInt16, hard: UInt16)
    /// The seconds in five heart rate zones.
    case timeInFiveZones(
        veryLight: UInt16, light: UInt16, moderate: UInt16, hard: UInt16, maximum: UInt16)
    /// The forces to imitate.
    case indoorBikeSimulation(IndoorBikeSimulation)
    /// The wheel's circumference in 0.1 mm.
    case wheelCircumference(tenthsOfMillimeters: UInt16)
    /// A cadence in half revolutions per minute.
    case cadence(halfRevolutionsPerMinute: UInt16)

    /// The op code of the request that sets it.
    public var requestOpCode: UInt8 {
        switch self {
        case .speed: 2
        case .inclination: 3
        case .resistance: 4
        case .power: 5
        case .heartRate: 6
        case .expendedEnergy: 9
        case .stepCount: 10
        case .strideCount: 11
        case .distance: 12
        case .trainingTime: 13
        case .timeInTwoZones: 14
        case .timeInThreeZones: 15
        case .timeInFiveZones: 16
        case .indoorBikeSimulation: 17
        case .wheelCircumference: 18
        case .cadence: 20
        }
    }

    /// The op code of the status that says that it has changed.
    public var statusOpCode: UInt8 {
        let opCode = requestOpCode
        // Requests 7, 8 and 19 set no target.
        return opCode <= 6 ? opCode + 3 : opCode + 1
    }
}
