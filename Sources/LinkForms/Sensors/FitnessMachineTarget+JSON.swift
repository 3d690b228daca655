package import CyclingSensors
package import KomootNavJSON

extension FitnessMachineTarget: SensorFormPart, SensorFormCases {
    package static var blanks: [Self] {
        [
            .speed(hundredthsOfKilometersPerHour: 0), .inclination(tenthsOfPercent: 0),
            .resistance(.blank), .power(watts: 0), .heartRate(beatsPerMinute: 0),
            .expendedEnergy(kilocalories: 0), .stepCount(0), .strideCount(0), .distance(meters: 0),
            .trainingTime(seconds: 0),
            .timeInTwoZones(fatBurn: 0, fitness: 0),
            .timeInThreeZones(light: 0, moderate: 0, hard: 0),
            .timeInFiveZones(veryLight: 0, light: 0, moderate: 0, hard: 0, maximum: 0),
            .indoorBikeSimulation(.blank), .wheelCircumference(tenthsOfMillimeters: 0),
            .cadence(halfRevolutionsPerMinute: 0),
        ]
    }

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.caseName("target", &self)
        switch self {
        case .speed(var speed):
            try fields.number(
                "value", &speed, .hundredthsOfKilometersPerHour, as: "targetSpeed")
            self = .speed(hundredthsOfKilometersPerHour: speed)
        case .inclination(var inclination):
            try fields.number("value", &inclination, .part("0.1", "%"), as: "targetInclination")
            self = .inclination(tenthsOfPercent: inclination)
        case .resistance(var level):
            try level.visit(&fields)
            self = .resistance(level)
        case .power(var power):
            try fields.number("value", &power, .watts, as: "targetPower")
            self = .power(watts: power)
        case .heartRate(var rate):
            try fields.number("value", &rate, .beatsPerMinute, as: "targetHeartRate")
            self = .heartRate(beatsPerMinute: rate)
        case .expendedEnergy(var energy):
            try fields.number("value", &energy, .kilocalories, as: "targetExpendedEnergy")
            self = .expendedEnergy(kilocalories: energy)
        case .stepCount(var count):
            try fields.number("value", &count, as: "targetStepCount")
            self = .stepCount(count)
        case .strideCount(var count):
            try fields.number("value", &count, as: "targetStrideCount")
            self = .strideCount(count)
        case .distance(var distance):
            try fields.number("value", &distance, .meters, as: "targetDistance")
            self = .distance(meters: distance)
        case .trainingTime(var time):
            try fields.number("value", &time, .seconds, as: "targetTrainingTime")
            self = .trainingTime(seconds: time)
        case .timeInTwoZones, .timeInThreeZones, .timeInFiveZones: try visitZones(&fields)
        case .indoorBikeSimulation(var simulation):
            try simulation.visit(&fields)
            self = .indoorBikeSimulation(simulation)
        case .wheelCircumference(var circumference):
            try fields.number(
                "value", &circumference, .part("0.1", "mm"), as: "wheelCircumference")
            self = .wheelCircumference(tenthsOfMillimeters: circumference)
        case .cadence(var cadence):
            try fields.number("value", &cadence, .halfPerMinute, as: "targetCadence")
            self = .cadence(halfRevolutionsPerMinute: cadence)
        }
    }

    /// Visits the times in zones of the heart rate. People are shown one list.
    private mutating func visitZones(_ fields: inout SensorFields) throws(MalformedForm) {
        switch self {
        case .timeInTwoZones(var fatBurn, var fitness):
            try fields.zone("fatBurn", &fatBurn)
            try fields.zone("fitness", &fitness)
            fields.show(zones: [fatBurn, fitness])
            self = .timeInTwoZones(fatBurn: fatBurn, fitness: fitness)
        case .timeInThreeZones(var light, var moderate, var hard):
            try fields.zone("light", &light)
            try fields.zone("moderate", &moderate)
            try fields.zone("hard", &hard)
            fields.show(zones: [light, moderate, hard])
            self = .timeInThreeZones(light: light, moderate: moderate, hard: hard)
        case .timeInFiveZones(var veryLight, var light, var moderate, var hard, var maximum):
            try fields.zone("veryLight", &veryLight)
            try fields.zone("light", &light)
            try fields.zone("moderate", &moderate)
            try fields.zone("hard", &hard)
            try fields.zone("maximum", &maximum)
            fields.show(zones: [veryLight, light, moderate, hard, maximum])
            self = .timeInFiveZones(
                veryLight: veryLight, light: light, moderate: moderate, hard: hard,
                maximum: maximum)
        default: break
        }
    }
}

extension SensorFields {
    fileprivate mutating func zone(
        _ name: String, _ time: inout UInt16
    ) throws(MalformedForm) {
        try number(name, &time, isShown: false)
    }

    fileprivate mutating func show(zones: [UInt16]) {
        show("timeInZones", numbers: zones, .seconds)
    }
}

extension ResistanceTarget: SensorFormPart, SensorFormCases {
    package static var blanks: [Self] { [.narrow(0), .wide(0)] }

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.caseName("width", &self)
        switch self {
        case .narrow(var level):
            try fields.level(&level)
            self = .narrow(level)
        case .wide(var level):
            try fields.level(&level)
            self = .wide(level)
        }
    }
}

extension SensorFields {
    fileprivate mutating func level(
        _ level: inout some FixedWidthInteger
    ) throws(MalformedForm) {
        try number("value", &level, .part("0.1", ""), as: "targetResistanceLevel")
    }
}

extension IndoorBikeSimulation: SensorFormPart {
    package static var blank: Self {
        IndoorBikeSimulation(
            windSpeedInMillimetersPerSecond: 0, gradeInHundredthsOfPercent: 0,
            rollingResistanceInTenThousandths: 0,
            windResistanceInHundredthsOfKilogramPerMeter: 0)
    }

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("windSpeed", &windSpeedInMillimetersPerSecond, .part("0.001", "m/s"))
        try fields.number("grade", &gradeInHundredthsOfPercent, .hundredthsOfPercent)
        try fields.number(
            "rollingResistance", &rollingResistanceInTenThousandths, .part("0.0001", ""))
        try fields.number(
            "windResistance", &windResistanceInHundredthsOfKilogramPerMeter, .part("0.01", "kg/m"))
    }
}
