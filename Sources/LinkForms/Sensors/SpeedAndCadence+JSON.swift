package import CyclingSensors
package import KomootNavJSON

extension CSCMeasurement: SensorForm {
    package static var blank: Self { CSCMeasurement() }

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.wheel(&wheel, .ticks)
        try fields.crank(&crank)
        try fields.otherFlags(&otherFlags)
    }
}

extension CSCFeature: SensorForm {
    package static var blank: Self { [] }

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.bits(
            "rawValue", &self,
            ["wheel revolutions", "crank revolutions", "multiple sensor locations"],
            as: "features")
    }
}

extension SensorLocation: SensorForm {
    static let meanings: SensorMeanings = [
        "other", "top of shoe", "in shoe", "hip", "front wheel", "left crank", "right crank",
        "left pedal", "right pedal", "front hub", "rear dropout", "chainstay", "rear wheel",
        "rear hub", "chest", "spider", "chain ring",
    ]

    package static var blank: Self { .other }

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try visit(&fields, as: "rawValue")
    }

    /// Visits the location as a member with this name.
    mutating func visit(
        _ fields: inout SensorFields, as name: String
    ) throws(MalformedForm) {
        try fields.code(name, &self, Self.meanings, as: "location")
    }
}

extension SCControlPointRequest: SensorForm, SensorFormCases {
    package static var blanks: [Self] {
        [
            .setCumulativeValue(0), .startSensorCalibration, .updateSensorLocation(.blank),
            .requestSupportedSensorLocations, .other(opCode: 0, parameter: ShortBytes()),
        ]
    }

    static let meanings: SensorMeanings = [
        "0", "set cumulative value", "start sensor calibration", "update sensor location",
        "request supported sensor locations",
    ]

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.caseName("kind", &self)
        fields.show("request", code: opCode, Self.meanings)
        switch self {
        case .setCumulativeValue(var value):
            try fields.number("value", &value, as: "cumulativeWheelRevolutions")
            self = .setCumulativeValue(value)
        case .updateSensorLocation(var location):
            try location.visit(&fields, as: "value")
            self = .updateSensorLocation(location)
        case .startSensorCalibration, .requestSupportedSensorLocations: break
        case .other(var opCode, var parameter):
            try fields.unknown(&opCode, &parameter)
            self = .other(opCode: opCode, parameter: parameter)
        }
    }
}

extension SensorFields {
    /// Visits an op code without a meaning, and its parameter.
    mutating func unknown(
        _ opCode: inout UInt8, _ parameter: inout ShortBytes
    ) throws(MalformedForm) {
        try number("opCode", &opCode, isShown: false)
        try self.parameter(&parameter)
    }
}
