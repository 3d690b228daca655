extension FitnessMachineTarget {
    /// Reads the parameter of a request; `nil` if the op code sets no target.
    init?(requestOpCode: UInt8, reading reader: inout FieldReader) throws(SensorError) {
        switch requestOpCode {
        case 2: self = .speed(hundredthsOfKilometersPerHour: try reader.uint16())
        case 3: self = .inclination(tenthsOfPercent: try reader.int16())
        case 4:
            self =
                reader.remaining == 1
                ? .resistance(.narrow(try reader.uint8()))
                : .resistance(.wide(try reader.int16()))
        case 5: self = .power(watts: try reader.int16())
        case 6: self = .heartRate(beatsPerMinute: try reader.uint8())
        case 9: self = .expendedEnergy(kilocalories: try reader.uint16())
        case 10: self = .stepCount(try reader.uint16())
        case 11: self = .strideCount(try reader.uint16())
        case 12: self = .distance(meters: try reader.uint24())
        case 13: self = .trainingTime(seconds: try reader.uint16())
        case 14:
            self = .timeInTwoZones(fatBurn: try reader.uint16(), fitness: try reader.uint16())
        case 15:
            self = .timeInThreeZones(
                light: try reader.uint16(), moderate: try reader.uint16(),
                hard: try reader.uint16())
        case 16:
            self = .timeInFiveZones(
                veryLight: try reader.uint16(), light: try reader.uint16(),
                moderate: try reader.uint16(), hard: try reader.uint16(),
                maximum: try reader.uint16())
        case 17:
            self = .indoorBikeSimulation(
                IndoorBikeSimulation(
                    windSpeedInMillimetersPerSecond: try reader.int16(),
                    gradeInHundredthsOfPercent: try reader.int16(),
                    rollingResistanceInTenThousandths: try reader.uint8(),
                    windResistanceInHundredthsOfKilogramPerMeter: try reader.uint8()))
        case 18: self = .wheelCircumference(tenthsOfMillimeters: try reader.uint16())
        case 20: self = .cadence(halfRevolutionsPerMinute: try reader.uint16())
        default: return nil
        }
    }

    /// The request's op code for a status.
    static func requestOpCode(ofStatus opCode: UInt8) -> UInt8? {
        switch opCode {
        case 5...9: opCode - 3
        case 10...19, 21: opCode - 1
        default: nil
        }
    }

    var parameterByteCount: Int {
        switch self {
        case .heartRate, .resistance(.narrow): 1
        case .distance: 3
        case .timeInTwoZones: 4
        case .timeInThreeZones, .indoorBikeSimulation: 6
        case .timeInFiveZones: 10
        case .speed, .inclination, .resistance(.wide), .power, .expendedEnergy, .stepCount,
            .strideCount, .trainingTime, .wheelCircumference, .cadence:
            2
        }
    }

    func write(to writer: inout FieldWriter, in buffer: inout MutableSpan<UInt8>) {
        switch self {
        case .speed(let value), .expendedEnergy(let value), .stepCount(let value),
            .strideCount(let value), .trainingTime(let value), .wheelCircumference(let value),
            .cadence(let value):
            writer.put(value, in: &buffer)
        case .inclination(let value), .power(let value), .resistance(.wide(let value)):
            writer.put(value, in: &buffer)
        case .heartRate(let value), .resistance(.narrow(let value)):
            writer.put(value, in: &buffer)
        case .distance(let value): writer.put24(value, in: &buffer)
        case .timeInTwoZones(let fatBurn, let fitness):
            writer.put(fatBurn, in: &buffer)
            writer.put(fitness, in: &buffer)
        case .timeInThreeZones(let light, let moderate, let hard):
            writer.put(light, in: &buffer)
            writer.put(moderate, in: &buffer)
            writer.put(hard, in: &buffer)
        case .timeInFiveZones(let veryLight, let light, let moderate, let hard, let maximum):
            writer.put(veryLight, in: &buffer)
            writer.put(light, in: &buffer)
            writer.put(moderate, in: &buffer)
            writer.put(hard, in: &buffer)
            writer.put(maximum, in: &buffer)
        case .indoorBikeSimulation(let simulation):
            writer.put(simulation.windSpeedInMillimetersPerSecond, in: &buffer)
            writer.put(simulation.gradeInHundredthsOfPercent, in: &buffer)
            writer.put(simulation.rollingResistanceInTenThousandths, in: &buffer)
            writer.put(simulation.windResistanceInHundredthsOfKilogramPerMeter, in: &buffer)
        }
    }
}
