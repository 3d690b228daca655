package import CyclingSensors
package import KomootNavJSON

extension CyclingPowerRequest: SensorForm, SensorFormCases {
    package static var blanks: [Self] {
        [
            .setCumulativeValue(0), .updateSensorLocation(.blank),
            .requestSupportedSensorLocations, .setCrankLength(0), .requestCrankLength,
            .setChainLength(0), .requestChainLength, .setChainWeight(0), .requestChainWeight,
            .setSpanLength(0), .requestSpanLength, .startOffsetCompensation, .maskMeasurement([]),
            .requestSamplingRate, .requestFactoryCalibrationDate,
            .startEnhancedOffsetCompensation, .other(opCode: 0, parameter: ShortBytes()),
        ]
    }

    static let meanings: SensorMeanings = [
        "0", "set cumulative value", "update sensor location",
        "request supported sensor locations", "set crank length", "request crank length",
        "set chain length", "request chain length", "set chain weight", "request chain weight",
        "set span length", "request span length", "start offset compensation",
        "mask measurement", "request sampling rate", "request factory calibration date",
        "start enhanced offset compensation",
    ]

    private static let maskedFields = [
        "pedal power balance", "accumulated torque", "wheel revolutions", "crank revolutions",
        "extreme magnitudes", "extreme angles", "top dead spot angle", "bottom dead spot angle",
        "accumulated energy",
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
        case .setCrankLength(var length):
            try fields.number("value", &length, .part("0.5", "mm"), as: "crankLength")
            self = .setCrankLength(length)
        case .setChainLength(var length):
            try fields.number("value", &length, .plain("mm"), as: "chainLength")
            self = .setChainLength(length)
        case .setChainWeight(var weight):
            try fields.number("value", &weight, .plain("g"), as: "chainWeight")
            self = .setChainWeight(weight)
        case .setSpanLength(var length):
            try fields.number("value", &length, .plain("mm"), as: "spanLength")
            self = .setSpanLength(length)
        case .maskMeasurement(var mask):
            try fields.bits("value", &mask, Self.maskedFields, as: "switchedOff")
            self = .maskMeasurement(mask)
        case .requestSupportedSensorLocations, .requestCrankLength, .requestChainLength,
            .requestChainWeight, .requestSpanLength, .startOffsetCompensation,
            .requestSamplingRate, .requestFactoryCalibrationDate,
            .startEnhancedOffsetCompensation:
            break
        case .other(var opCode, var parameter):
            try fields.unknown(&opCode, &parameter)
            self = .other(opCode: opCode, parameter: parameter)
        }
    }
}
