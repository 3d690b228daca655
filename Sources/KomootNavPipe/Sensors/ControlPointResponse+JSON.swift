package import CyclingSensors

extension ControlPointResponse: SensorForm {
    package init(json: JSONValue) throws(MalformedForm) {
        self.init(
            try json.requiredCase("controlPoint", of: ControlPoint.self),
            to: try json.required("requestOpCode"),
            result: try json.required("result", ControlPointResult.self),
            parameter: try json.requiredParameter())
    }

    package var members: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "controlPoint": .string("\(controlPoint)"), "requestOpCode": .field(requestOpCode),
            "result": .field(result.rawValue), "parameter": parameter.json,
        ]
        guard result == .success else { return members }
        switch (controlPoint, requestOpCode) {
        case (.speedAndCadence, SCControlPointRequest.requestSupportedSensorLocations.opCode),
            (.cyclingPower, CyclingPowerRequest.requestSupportedSensorLocations.opCode):
            members["supportedSensorLocations"] = .array(
                supportedSensorLocations.map { .field($0.rawValue) })
        case (.cyclingPower, let opCode): addPowerAnswer(to: opCode, &members)
        case (.fitnessMachine, FitnessMachineCommand.spinDown(.start).opCode):
            members["spinDownSpeeds"] = spinDownSpeeds.map { speeds in
                .object(["low": .field(speeds.lowerBound), "high": .field(speeds.upperBound)])
            }
        case (.speedAndCadence, _), (.fitnessMachine, _): break
        }
        return members
    }

    private func addPowerAnswer(to opCode: UInt8, _ members: inout [String: JSONValue]) {
        switch opCode {
        case CyclingPowerRequest.requestCrankLength.opCode,
            CyclingPowerRequest.requestChainLength.opCode,
            CyclingPowerRequest.requestChainWeight.opCode,
            CyclingPowerRequest.requestSpanLength.opCode:
            members.set("lengthOrWeight", lengthOrWeight)
        case CyclingPowerRequest.startOffsetCompensation.opCode: members.set("offset", offset)
        case CyclingPowerRequest.requestSamplingRate.opCode:
            members.set("samplingRate", samplingRate)
        case CyclingPowerRequest.requestFactoryCalibrationDate.opCode:
            members["factoryCalibrationDate"] = factoryCalibrationDate?.json
        case CyclingPowerRequest.startEnhancedOffsetCompensation.opCode:
            members["enhancedOffset"] = enhancedOffset?.json
        default: break
        }
    }
}

extension SensorDate {
    fileprivate var json: JSONValue {
        .object([
            "year": .field(year), "month": .field(month), "day": .field(day),
            "hour": .field(hour), "minute": .field(minute), "second": .field(second),
        ])
    }
}

extension EnhancedOffset {
    fileprivate var json: JSONValue {
        .object([
            "rawOffset": .field(rawOffset), "companyIdentifier": .field(companyIdentifier),
            "dataBytes": data.json,
        ])
    }
}
