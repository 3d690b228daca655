package import CyclingSensors

extension CSCFeature: SensorForm {}
extension SensorLocation: SensorForm {}

extension CSCMeasurement: SensorForm {
    package init(json: JSONValue) throws(MalformedForm) {
        self.init(
            wheel: try json.wheel, crank: try json.crank,
            otherFlags: try json.required("otherFlags"))
    }

    package var members: [String: JSONValue] {
        var members: [String: JSONValue] = ["otherFlags": .field(otherFlags)]
        members["wheel"] = wheel?.json
        members["crank"] = crank?.json
        return members
    }
}

extension SCControlPointRequest: SensorForm {
    private enum Kind: String {
        case setCumulativeValue, startSensorCalibration, updateSensorLocation
        case requestSupportedSensorLocations, other
    }

    package init(json: JSONValue) throws(MalformedForm) {
        switch try json.requiredWord("kind", of: Kind.self) {
        case .setCumulativeValue: self = .setCumulativeValue(try json.required("value"))
        case .startSensorCalibration: self = .startSensorCalibration
        case .updateSensorLocation:
            self = .updateSensorLocation(try json.required("value", SensorLocation.self))
        case .requestSupportedSensorLocations: self = .requestSupportedSensorLocations
        case .other:
            self = .other(
                opCode: try json.required("opCode"), parameter: try json.requiredParameter())
        }
    }

    private var kind: Kind {
        switch self {
        case .setCumulativeValue: .setCumulativeValue
        case .startSensorCalibration: .startSensorCalibration
        case .updateSensorLocation: .updateSensorLocation
        case .requestSupportedSensorLocations: .requestSupportedSensorLocations
        case .other: .other
        }
    }

    package var members: [String: JSONValue] {
        var members: [String: JSONValue] = ["kind": .string(kind.rawValue)]
        switch self {
        case .setCumulativeValue(let value): members["value"] = .field(value)
        case .updateSensorLocation(let location): members["value"] = .field(location.rawValue)
        case .startSensorCalibration, .requestSupportedSensorLocations: break
        case .other(let opCode, let parameter):
            members["opCode"] = .field(opCode)
            members["parameter"] = parameter.json
        }
        return members
    }
}
