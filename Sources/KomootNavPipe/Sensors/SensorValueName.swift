package import CyclingSensors
package import KomootNav

/// The values of sensors' characteristics, by the names that JSON and the command line give them.
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
    /// Reads a value.
    ///
    /// - Parameters:
    ///   - bytes: the value.
    ///   - verifiesChecksum: whether a frame of FE-C with a wrong checksum is an error.
    /// - Returns: its fields, and in `unreadBytes` how many bytes follow them, if any do.
    package func decode(
        _ bytes: Span<UInt8>, verifiesChecksum: Bool = true
    ) throws(SensorError) -> JSONValue {
        var (members, unread) = try fields(of: bytes, verifiesChecksum)
        if unread > 0 { members["unreadBytes"] = .size(unread) }
        return .object(members)
    }

    private func fields(
        of bytes: Span<UInt8>, _ verifiesChecksum: Bool
    ) throws(SensorError) -> (members: [String: JSONValue], unread: Int) {
        switch self {
        case .cyclingPowerVector: return try CyclingPowerVector.fields(of: bytes)
        case .heartRateMeasurement: return try HeartRateMeasurement.fields(of: bytes)
        case .trainingStatus: return try TrainingStatus.fields(of: bytes)
        case .fecFrame:
            let frame = try FECFrame(decoding: bytes, verifiesChecksum: verifiesChecksum)
            return (frame.members, frame.unreadByteCount(of: bytes))
        default:
            guard let type else { return ([:], 0) }
            return try Self.fields(type, bytes)
        }
    }

    private static func fields<Value: SensorForm>(
        _ type: Value.Type, _ bytes: Span<UInt8>
    ) throws(SensorError) -> (members: [String: JSONValue], unread: Int) {
        let value = try Value(decoding: bytes)
        return (value.members, value.unreadByteCount(of: bytes))
    }

    /// Writes a value from its fields.
    package func encode(_ fields: JSONValue) throws(MalformedForm) -> ContiguousArray<UInt8> {
        switch self {
        case .cyclingPowerVector: return try CyclingPowerVector.bytes(fields)
        case .heartRateMeasurement: return try HeartRateMeasurement.bytes(fields)
        case .trainingStatus: return try TrainingStatus.bytes(fields)
        default:
            guard let type else { return [] }
            return try type.init(json: fields).encoded()
        }
    }

    /// The type of a value without a list or a text at its end.
    private var type: (any SensorForm.Type)? {
        switch self {
        case .cscMeasurement: CSCMeasurement.self
        case .cscFeature: CSCFeature.self
        case .sensorLocation: SensorLocation.self
        case .scControlPointRequest: SCControlPointRequest.self
        case .controlPointResponse: ControlPointResponse.self
        case .cyclingPowerMeasurement: CyclingPowerMeasurement.self
        case .cyclingPowerFeature: CyclingPowerFeature.self
        case .cyclingPowerRequest: CyclingPowerRequest.self
        case .bodySensorLocation: BodySensorLocation.self
        case .heartRateCommand: HeartRateCommand.self
        case .fitnessMachineFeature: FitnessMachineFeature.self
        case .indoorBikeData: IndoorBikeData.self
        case .fitnessMachineStatus: FitnessMachineStatus.self
        case .supportedSpeedRange: SupportedSpeedRange.self
        case .supportedInclinationRange, .supportedPowerRange: SupportedSignedRange.self
        case .supportedResistanceRange: SupportedResistanceRange.self
        case .supportedHeartRateRange: SupportedHeartRateRange.self
        case .fitnessMachineCommand: FitnessMachineCommand.self
        case .fecFrame: FECFrame.self
        case .cyclingPowerVector, .heartRateMeasurement, .trainingStatus: nil
        }
    }

    /// The characteristic; `nil` for requests and responses, which share one.
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
        case .scControlPointRequest, .controlPointResponse, .cyclingPowerRequest,
            .heartRateCommand, .fitnessMachineCommand:
            nil
        }
    }
}
