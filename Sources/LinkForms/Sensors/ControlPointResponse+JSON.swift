package import CyclingSensors
package import KomootNavJSON

extension ControlPointResponse: SensorForm {
    package static var blank: Self {
        ControlPointResponse(.speedAndCadence, to: 0, result: .success)
    }

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.word("controlPoint", &controlPoint)
        try fields.number("requestOpCode", &requestOpCode, isShown: false)
        fields.show("responseTo", code: requestOpCode, controlPoint.requests)
        try fields.code(
            "result", &result,
            [
                "0", "success", "op code not supported", "invalid parameter", "operation failed",
                "control not permitted",
            ])
        try fields.parameter(&parameter, isShown: false)
        let shownCount = fields.list.count
        if result == .success { addAnswer(to: &fields) }
        if fields.list.count == shownCount { fields.show(parameter: parameter) }
    }

    /// What a parameter says, by the request.
    private func addAnswer(to fields: inout SensorFields) {
        switch (controlPoint, requestOpCode) {
        case (.speedAndCadence, SCControlPointRequest.requestSupportedSensorLocations.opCode),
            (.cyclingPower, CyclingPowerRequest.requestSupportedSensorLocations.opCode):
            let codes = supportedSensorLocations.map(\.rawValue)
            fields.derived("supportedSensorLocations", .array(codes.map(JSONValue.field)))
            let texts = codes.map { SensorLocation.meanings.text(for: $0) }
            fields.show("supportedLocations", .text(texts.joined(separator: ", ")))
        case (.cyclingPower, let opCode): addPowerAnswer(to: opCode, &fields)
        case (.fitnessMachine, FitnessMachineCommand.spinDown(.start).opCode):
            fields.derived("spinDownSpeeds", spinDownSpeeds.map(SpinDownSpeeds.init))
        case (.speedAndCadence, _), (.fitnessMachine, _): break
        }
    }

    private func addPowerAnswer(to opCode: UInt8, _ fields: inout SensorFields) {
        switch opCode {
        case CyclingPowerRequest.requestCrankLength.opCode:
            addLengthOrWeight("crankLength", .part("0.5", "mm"), to: &fields)
        case CyclingPowerRequest.requestChainLength.opCode:
            addLengthOrWeight("chainLength", .plain("mm"), to: &fields)
        case CyclingPowerRequest.requestChainWeight.opCode:
            addLengthOrWeight("chainWeight", .plain("g"), to: &fields)
        case CyclingPowerRequest.requestSpanLength.opCode:
            addLengthOrWeight("spanLength", .plain("mm"), to: &fields)
        case CyclingPowerRequest.startOffsetCompensation.opCode:
            fields.derived("offset", offset, .forceOrTorque)
        case CyclingPowerRequest.requestSamplingRate.opCode:
            fields.derived("samplingRate", samplingRate, .plain("Hz"))
        case CyclingPowerRequest.requestFactoryCalibrationDate.opCode:
            fields.derived("factoryCalibrationDate", factoryCalibrationDate)
        case CyclingPowerRequest.startEnhancedOffsetCompensation.opCode:
            fields.derived("enhancedOffset", enhancedOffset)
        default: break
        }
    }

    private func addLengthOrWeight(
        _ title: String, _ unit: SensorUnit, to fields: inout SensorFields
    ) {
        fields.derived("lengthOrWeight", lengthOrWeight, unit, as: title)
    }
}

extension ControlPoint {
    /// The requests, by their op codes.
    fileprivate var requests: SensorMeanings {
        switch self {
        case .speedAndCadence: SCControlPointRequest.meanings
        case .cyclingPower: CyclingPowerRequest.meanings
        case .fitnessMachine: FitnessMachineCommand.meanings
        }
    }
}

extension SensorDate: SensorFormPart {
    package static var blank: Self {
        SensorDate(year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0)
    }

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("year", &year, isShown: false)
        try fields.number("month", &month, isShown: false)
        try fields.number("day", &day, isShown: false)
        try fields.number("hour", &hour, isShown: false)
        try fields.number("minute", &minute, isShown: false)
        try fields.number("second", &second, isShown: false)
        fields.show("factoryCalibrationDate", .text(text))
    }

    /// The date as `2023-10-11 12:13:14`.
    private var text: String {
        func padded(_ number: some FixedWidthInteger, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - "\(number)".utf8.count)) + "\(number)"
        }
        let time = [hour, minute, second].map { padded($0, 2) }.joined(separator: ":")
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2)) \(time)"
    }
}

extension EnhancedOffset: SensorFormPart {
    package static var blank: Self {
        EnhancedOffset(rawOffset: 0, companyIdentifier: 0, data: ShortBytes())
    }

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("rawOffset", &rawOffset, .forceOrTorque, as: "offset")
        try fields.number("companyIdentifier", &companyIdentifier)
        try fields.parameter(&data, as: "dataBytes")
    }
}

/// The speeds between which a spin down is done.
private struct SpinDownSpeeds: SensorFormPart {
    static var blank: Self { SpinDownSpeeds(0...0) }

    private var low: UInt16
    private var high: UInt16

    init(_ speeds: ClosedRange<UInt16>) {
        low = speeds.lowerBound
        high = speeds.upperBound
    }

    mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("low", &low, .hundredthsOfKilometersPerHour, as: "targetSpeedLow")
        try fields.number("high", &high, .hundredthsOfKilometersPerHour, as: "targetSpeedHigh")
    }
}
