import CyclingSensors

extension FitnessMachineTarget {
    private enum Name: String {
        case speed, inclination, resistance, power, heartRate, expendedEnergy, stepCount
        case strideCount, distance, trainingTime, timeInTwoZones, timeInThreeZones
        case timeInFiveZones, indoorBikeSimulation, wheelCircumference, cadence
    }

    init(json: JSONValue) throws(MalformedForm) {
        switch try json.requiredWord("target", of: Name.self) {
        case .speed: self = .speed(try json.required("value"))
        case .inclination: self = .inclination(try json.required("value"))
        case .resistance: self = .resistance(try ResistanceTarget(json: json))
        case .power: self = .power(try json.required("value"))
        case .heartRate: self = .heartRate(try json.required("value"))
        case .expendedEnergy: self = .expendedEnergy(try json.required("value"))
        case .stepCount: self = .stepCount(try json.required("value"))
        case .strideCount: self = .strideCount(try json.required("value"))
        case .distance: self = .distance(try json.required("value"))
        case .trainingTime: self = .trainingTime(try json.required("value"))
        case .timeInTwoZones:
            self = .timeInTwoZones(
                fatBurn: try json.required("fatBurn"), fitness: try json.required("fitness"))
        case .timeInThreeZones:
            self = .timeInThreeZones(
                light: try json.required("light"), moderate: try json.required("moderate"),
                hard: try json.required("hard"))
        case .timeInFiveZones:
            self = .timeInFiveZones(
                veryLight: try json.required("veryLight"), light: try json.required("light"),
                moderate: try json.required("moderate"), hard: try json.required("hard"),
                maximum: try json.required("maximum"))
        case .indoorBikeSimulation:
            self = .indoorBikeSimulation(try IndoorBikeSimulation(json: json))
        case .wheelCircumference: self = .wheelCircumference(try json.required("value"))
        case .cadence: self = .cadence(try json.required("value"))
        }
    }

    var members: [String: JSONValue] {
        switch self {
        case .speed(let value): Self.form(.speed, value)
        case .inclination(let value): Self.form(.inclination, value)
        case .resistance(let target): Self.form(.resistance, target.members)
        case .power(let value): Self.form(.power, value)
        case .heartRate(let value): Self.form(.heartRate, value)
        case .expendedEnergy(let value): Self.form(.expendedEnergy, value)
        case .stepCount(let value): Self.form(.stepCount, value)
        case .strideCount(let value): Self.form(.strideCount, value)
        case .distance(let value): Self.form(.distance, value)
        case .trainingTime(let value): Self.form(.trainingTime, value)
        case .timeInTwoZones(let fatBurn, let fitness):
            Self.form(.timeInTwoZones, ["fatBurn": .field(fatBurn), "fitness": .field(fitness)])
        case .timeInThreeZones(let light, let moderate, let hard):
            Self.form(
                .timeInThreeZones,
                ["light": .field(light), "moderate": .field(moderate), "hard": .field(hard)])
        case .timeInFiveZones(let veryLight, let light, let moderate, let hard, let maximum):
            Self.form(
                .timeInFiveZones,
                [
                    "veryLight": .field(veryLight), "light": .field(light),
                    "moderate": .field(moderate), "hard": .field(hard),
                    "maximum": .field(maximum),
                ])
        case .indoorBikeSimulation(let simulation):
            Self.form(.indoorBikeSimulation, simulation.members)
        case .wheelCircumference(let value): Self.form(.wheelCircumference, value)
        case .cadence(let value): Self.form(.cadence, value)
        }
    }

    private static func form(
        _ name: Name, _ value: some FixedWidthInteger
    ) -> [String: JSONValue] {
        form(name, ["value": .field(value)])
    }

    private static func form(
        _ name: Name, _ members: [String: JSONValue]
    ) -> [String: JSONValue] {
        members.merging(["target": .string(name.rawValue)]) { $1 }
    }
}

extension ResistanceTarget {
    fileprivate init(json: JSONValue) throws(MalformedForm) {
        switch try json.requiredWord("width", of: ResistanceWidth.self) {
        case .narrow: self = .narrow(try json.required("value"))
        case .wide: self = .wide(try json.required("value"))
        }
    }

    fileprivate var members: [String: JSONValue] {
        switch self {
        case .narrow(let value):
            ["width": ResistanceWidth.narrow.json, "value": .field(value)]
        case .wide(let value): ["width": ResistanceWidth.wide.json, "value": .field(value)]
        }
    }
}

extension IndoorBikeSimulation {
    fileprivate init(json: JSONValue) throws(MalformedForm) {
        self.init(
            windSpeed: try json.required("windSpeed"), grade: try json.required("grade"),
            rollingResistance: try json.required("rollingResistance"),
            windResistance: try json.required("windResistance"))
    }

    fileprivate var members: [String: JSONValue] {
        [
            "windSpeed": .field(windSpeed), "grade": .field(grade),
            "rollingResistance": .field(rollingResistance),
            "windResistance": .field(windResistance),
        ]
    }
}
