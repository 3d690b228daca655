package import CyclingSensors
package import KomootNavJSON
package import LinkVocabulary

/// The values of sensors' characteristics, by their names in JSON.
package enum SensorValueName: String, Hashable, Sendable, CaseIterable {
    /// Values of Cycling Speed and Cadence; the location is also Cycling Power's.
    case cscMeasurement, cscFeature, sensorLocation, scControlPointRequest
    /// The answer of any control point.
    case controlPointResponse
    /// Values of Cycling Power.
    case cyclingPowerMeasurement, cyclingPowerVector, cyclingPowerFeature, cyclingPowerRequest
    /// Values of Heart Rate.
    case heartRateMeasurement, bodySensorLocation, heartRateCommand
    /// Values of Fitness Machine that are read or notified.
    case fitnessMachineFeature, indoorBikeData, trainingStatus, fitnessMachineStatus
    /// The ranges of Fitness Machine.
    case supportedSpeedRange, supportedInclinationRange, supportedResistanceRange
    case supportedHeartRateRange, supportedPowerRange
    /// What is written to a Fitness Machine.
    case fitnessMachineCommand
    /// A frame of FE-C, in either direction.
    case fecFrame
}

extension SensorValueName {
    /// The fields in a value, and how many bytes follow them.
    ///
    /// - Parameters:
    ///   - bytes: the value.
    ///   - verifiesChecksum: whether a frame of FE-C with a wrong checksum is an error.
    package func fields(
        of bytes: Span<UInt8>, verifiesChecksum: Bool = true
    ) throws(SensorError) -> (fields: SensorFields, unread: Int) {
        if self == .fecFrame {
            let frame = try FECFrame(decoding: bytes, verifiesChecksum: verifiesChecksum)
            return (frame.listed(), frame.unreadByteCount(of: bytes))
        }
        let type = type
        return try listed(type, bytes)
    }

    private func listed<Value: SensorForm>(
        _ type: Value.Type, _ bytes: Span<UInt8>
    ) throws(SensorError) -> (fields: SensorFields, unread: Int) {
        let value = try Value(decoding: bytes)
        return (value.listed(inRangesOf: rangeUnit), value.unreadByteCount(of: bytes))
    }

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - bytes: the value.
    ///   - verifiesChecksum: whether a frame of FE-C with a wrong checksum is an error.
    /// - Returns: its fields, and in `unreadBytes` how many bytes follow them, if any do.
    package func decode(
        _ bytes: Span<UInt8>, verifiesChecksum: Bool = true
    ) throws(SensorError) -> JSONValue {
        let (fields, unread) = try fields(of: bytes, verifiesChecksum: verifiesChecksum)
        var members = fields.members
        if unread > 0 { members["unreadBytes"] = .size(unread) }
        return .object(members)
    }

    /// Writes a value from its fields.
    package func encode(_ fields: JSONValue) throws(MalformedForm) -> ContiguousArray<UInt8> {
        try type.init(json: fields).encoded()
    }

    private var type: any SensorForm.Type {
        switch self {
        case .cscMeasurement: CSCMeasurement.self
        case .cscFeature: CSCFeature.self
        case .sensorLocation: SensorLocation.self
        case .scControlPointRequest: SCControlPointRequest.self
        case .controlPointResponse: ControlPointResponse.self
        case .cyclingPowerMeasurement: CyclingPowerMeasurement.self
        case .cyclingPowerVector: CyclingPowerVectorForm.self
        case .cyclingPowerFeature: CyclingPowerFeature.self
        case .cyclingPowerRequest: CyclingPowerRequest.self
        case .heartRateMeasurement: HeartRateMeasurementForm.self
        case .bodySensorLocation: BodySensorLocation.self
        case .heartRateCommand: HeartRateCommand.self
        case .fitnessMachineFeature: FitnessMachineFeature.self
        case .indoorBikeData: IndoorBikeData.self
        case .trainingStatus: TrainingStatusForm.self
        case .fitnessMachineStatus: FitnessMachineStatus.self
        case .supportedSpeedRange: SupportedSpeedRange.self
        case .supportedInclinationRange, .supportedPowerRange: SupportedSignedRange.self
        case .supportedResistanceRange: SupportedResistanceRange.self
        case .supportedHeartRateRange: SupportedHeartRateRange.self
        case .fitnessMachineCommand: FitnessMachineCommand.self
        case .fecFrame: FECFrame.self
        }
    }

    /// What the numbers of a range count; `nil` for every other value.
    private var rangeUnit: SensorUnit? {
        switch self {
        case .supportedSpeedRange: .hundredthsOfKilometersPerHour
        case .supportedInclinationRange: .part("0.1", "%")
        case .supportedHeartRateRange: .beatsPerMinute
        case .supportedPowerRange: .watts
        default: nil
        }
    }

    /// The characteristic; `nil` for the response, which several control points give.
    package var characteristic: UUID128? {
        switch self {
        case .cscMeasurement: SensorCharacteristic.cscMeasurement
        case .cscFeature: SensorCharacteristic.cscFeature
        case .sensorLocation: SensorCharacteristic.sensorLocation
        case .cyclingPowerMeasurement: SensorCharacteristic.powerMeasurement
        case .cyclingPowerVector: SensorCharacteristic.powerVector
        case .cyclingPowerFeature: SensorCharacteristic.powerFeature
        case .heartRateMeasurement: SensorCharacteristic.heartRateMeasurement
        case .bodySensorLocation: SensorCharacteristic.bodySensorLocation
        case .fitnessMachineFeature: SensorCharacteristic.fitnessMachineFeature
        case .indoorBikeData: SensorCharacteristic.indoorBikeData
        case .trainingStatus: SensorCharacteristic.trainingStatus
        case .fitnessMachineStatus: SensorCharacteristic.fitnessMachineStatus
        case .supportedSpeedRange: SensorCharacteristic.speedRange
        case .supportedInclinationRange: SensorCharacteristic.inclinationRange
        case .supportedResistanceRange: SensorCharacteristic.resistanceRange
        case .supportedHeartRateRange: SensorCharacteristic.heartRateRange
        case .supportedPowerRange: SensorCharacteristic.powerRange
        case .fecFrame: SensorCharacteristic.fecNotification
        case .scControlPointRequest: SensorCharacteristic.scControlPoint
        case .cyclingPowerRequest: SensorCharacteristic.powerControlPoint
        case .heartRateCommand: SensorCharacteristic.heartRateControlPoint
        case .fitnessMachineCommand: SensorCharacteristic.fitnessMachineControlPoint
        case .controlPointResponse: nil
        }
    }

    /// The value of a characteristic that begins with this byte: a control point's requests and
    /// responses differ in it. `nil` for a characteristic that is none of a sensor's.
    package init?(of characteristic: UUID128, firstByte: UInt8?) {
        let uuid =
            characteristic == SensorCharacteristic.fecCommand
            ? SensorCharacteristic.fecNotification : characteristic
        guard let name = Self.allCases.first(where: { $0.characteristic == uuid }) else {
            return nil
        }
        let isResponse = firstByte != nil && firstByte == name.controlPoint?.rawValue
        self = isResponse ? .controlPointResponse : name
    }

    /// The control point that takes these requests.
    private var controlPoint: ControlPoint? {
        switch self {
        case .scControlPointRequest: .speedAndCadence
        case .cyclingPowerRequest: .cyclingPower
        case .fitnessMachineCommand: .fitnessMachine
        default: nil
        }
    }
}
