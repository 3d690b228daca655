package import CyclingSensors

extension CyclingPowerRequest: SensorForm {
    private enum Kind: String {
        case setCumulativeValue, updateSensorLocation, requestSupportedSensorLocations
        case setCrankLength, requestCrankLength, setChainLength, requestChainLength
        case setChainWeight, requestChainWeight, setSpanLength, requestSpanLength
        case startOffsetCompensation, maskMeasurement, requestSamplingRate
        case requestFactoryCalibrationDate, startEnhancedOffsetCompensation, other
    }

    package init(json: JSONValue) throws(MalformedForm) {
        switch try json.requiredWord("kind", of: Kind.self) {
        case .setCumulativeValue: self = .setCumulativeValue(try json.required("value"))
        case .updateSensorLocation:
            self = .updateSensorLocation(try json.required("value", SensorLocation.self))
        case .requestSupportedSensorLocations: self = .requestSupportedSensorLocations
        case .setCrankLength: self = .setCrankLength(try json.required("value"))
        case .requestCrankLength: self = .requestCrankLength
        case .setChainLength: self = .setChainLength(try json.required("value"))
        case .requestChainLength: self = .requestChainLength
        case .setChainWeight: self = .setChainWeight(try json.required("value"))
        case .requestChainWeight: self = .requestChainWeight
        case .setSpanLength: self = .setSpanLength(try json.required("value"))
        case .requestSpanLength: self = .requestSpanLength
        case .startOffsetCompensation: self = .startOffsetCompensation
        case .maskMeasurement:
            self = .maskMeasurement(try json.required("value", CyclingPowerMask.self))
        case .requestSamplingRate: self = .requestSamplingRate
        case .requestFactoryCalibrationDate: self = .requestFactoryCalibrationDate
        case .startEnhancedOffsetCompensation: self = .startEnhancedOffsetCompensation
        case .other:
            self = .other(
                opCode: try json.required("opCode"), parameter: try json.requiredParameter())
        }
    }

    private var kind: Kind {
        switch self {
        case .setCumulativeValue: .setCumulativeValue
        case .updateSensorLocation: .updateSensorLocation
        case .requestSupportedSensorLocations: .requestSupportedSensorLocations
        case .setCrankLength: .setCrankLength
        case .requestCrankLength: .requestCrankLength
        case .setChainLength: .setChainLength
        case .requestChainLength: .requestChainLength
        case .setChainWeight: .setChainWeight
        case .requestChainWeight: .requestChainWeight
        case .setSpanLength: .setSpanLength
        case .requestSpanLength: .requestSpanLength
        case .startOffsetCompensation: .startOffsetCompensation
        case .maskMeasurement: .maskMeasurement
        case .requestSamplingRate: .requestSamplingRate
        case .requestFactoryCalibrationDate: .requestFactoryCalibrationDate
        case .startEnhancedOffsetCompensation: .startEnhancedOffsetCompensation
        case .other: .other
        }
    }

    package var members: [String: JSONValue] {
        var members: [String: JSONValue] = ["kind": .string(kind.rawValue)]
        switch self {
        case .setCumulativeValue(let value): members["value"] = .field(value)
        case .updateSensorLocation(let location): members["value"] = .field(location.rawValue)
        case .setCrankLength(let value), .setChainLength(let value), .setChainWeight(let value),
            .setSpanLength(let value):
            members["value"] = .field(value)
        case .maskMeasurement(let mask): members["value"] = .field(mask.rawValue)
        case .requestSupportedSensorLocations, .requestCrankLength, .requestChainLength,
            .requestChainWeight, .requestSpanLength, .startOffsetCompensation,
            .requestSamplingRate, .requestFactoryCalibrationDate,
            .startEnhancedOffsetCompensation:
            break
        case .other(let opCode, let parameter):
            members["opCode"] = .field(opCode)
            members["parameter"] = parameter.json
        }
        return members
    }
}
