import CyclingSensors

extension SensorFields {
    /// Decodes a value.
    ///
    /// - Throws: what the type of the characteristic's value throws.
    init(
        decoding bytes: Span<UInt8>, of characteristic: KnownCharacteristic
    ) throws(SensorError) {
        switch characteristic {
        case .csc: add(try decode(CSCMeasurement.self, bytes))
        case .cscFeature: add(try decode(CSCFeature.self, bytes))
        case .cscControl: try addSpeedControl(bytes)
        case .location: add(try decode(SensorLocation.self, bytes))
        case .power: add(try decode(CyclingPowerMeasurement.self, bytes))
        case .powerVector: try addPowerVector(bytes)
        case .powerFeature: add(try decode(CyclingPowerFeature.self, bytes))
        case .powerControl: try addPowerControl(bytes)
        case .heart: try addHeartRate(bytes)
        case .bodyLocation:
            let location = try decode(BodySensorLocation.self, bytes)
            add("location", code: location.rawValue, Self.bodyLocations)
        case .heartControl:
            let command = try decode(HeartRateCommand.self, bytes)
            add("request", code: command.rawValue, ["0", "reset energy expended"])
        case .ftms: add(try decode(IndoorBikeData.self, bytes))
        case .ftmsFeature: add(try decode(FitnessMachineFeature.self, bytes))
        case .ftmsControl: try addMachineControl(bytes)
        case .ftmsStatus: add(try decode(FitnessMachineStatus.self, bytes))
        case .trainingStatus: try addTrainingStatus(bytes)
        case .speedRange:
            let range = try decode(SupportedSpeedRange.self, bytes)
            add(
                range: range.minimum, range.maximum, range.minimumIncrement,
                .hundredthsOfKilometersPerHour)
        case .heartRange:
            let range = try decode(SupportedHeartRateRange.self, bytes)
            add(range: range.minimum, range.maximum, range.minimumIncrement, .beatsPerMinute)
        case .inclinationRange: add(try decode(SupportedSignedRange.self, bytes), .part("0.1", "%"))
        case .powerRange: add(try decode(SupportedSignedRange.self, bytes), .watts)
        case .resistanceRange: add(try decode(SupportedResistanceRange.self, bytes))
        case .fec, .fecCommand: add(try decode(FECFrame.self, bytes))
        }
    }

    /// Decodes a value, and counts the bytes after its last field.
    mutating func decode<Value: SensorValue>(
        _ type: Value.Type, _ bytes: Span<UInt8>
    ) throws(SensorError) -> Value {
        let value = try Value(decoding: bytes)
        unreadByteCount = value.unreadByteCount(of: bytes)
        return value
    }

    static let locations = [
        "other", "top of shoe", "in shoe", "hip", "front wheel", "left crank", "right crank",
        "left pedal", "right pedal", "front hub", "rear dropout", "chainstay", "rear wheel",
        "rear hub", "chest", "spider", "chain ring",
    ]
    private static let bodyLocations = [
        "other", "chest", "wrist", "finger", "hand", "ear lobe", "foot",
    ]

    mutating func add(_ location: SensorLocation) {
        add("location", code: location.rawValue, Self.locations)
    }

    mutating func add(_ wheel: WheelRevolutionData?, _ ticks: SensorUnit) {
        add("cumulativeWheelRevolutions", wheel?.cumulativeRevolutions)
        add("lastWheelEventTime", wheel?.lastEventTime, ticks)
    }

    mutating func add(_ crank: CrankRevolutionData?) {
        add("cumulativeCrankRevolutions", crank?.cumulativeRevolutions)
        add("lastCrankEventTime", crank?.lastEventTime, .ticks)
    }

    private mutating func add(_ measurement: CSCMeasurement) {
        add(measurement.wheel, .ticks)
        add(measurement.crank)
        addReserved(flags: measurement.otherFlags)
    }

    private mutating func add(_ feature: CSCFeature) {
        add(
            "features", bits: UInt32(feature.rawValue),
            ["wheel revolutions", "crank revolutions", "multiple sensor locations"])
    }

    private mutating func addHeartRate(_ bytes: Span<UInt8>) throws(SensorError) {
        let view = try HeartRateMeasurementView(decoding: bytes)
        let measurement = view.measurement
        add("heartRate", measurement.heartRate, .beatsPerMinute)
        add(
            "skinContact", code: measurement.skinContact.rawValue,
            ["not supported", "not supported, but set", "not detected", "detected"])
        add("energyExpended", measurement.energyExpended, .kilojoules)
        let intervals = (0..<view.rrIntervals.count).map { Int64(view.rrIntervals[$0]) }
        if measurement.hasRRIntervals { add("rrIntervals", intervals, .ticks) }
        addReserved(flags: measurement.otherFlags & 0xE0)
        unreadByteCount =
            bytes.count
            - measurement.encoded(
                rrIntervals: ContiguousArray(intervals.map { UInt16(clamping: $0) }).span
            ).count
    }

    mutating func add(
        range minimum: some BinaryInteger, _ maximum: some BinaryInteger,
        _ increment: some BinaryInteger, _ unit: SensorUnit?
    ) {
        add("minimum", minimum, unit)
        add("maximum", maximum, unit)
        add("minimumIncrement", increment, unit)
    }

    private mutating func add(_ range: SupportedSignedRange, _ unit: SensorUnit) {
        add(range: range.minimum, range.maximum, range.minimumIncrement, unit)
    }

    private mutating func add(_ range: SupportedResistanceRange) {
        switch range {
        case .wide(let range): add(range, .part("0.1", ""))
        case .narrow(let minimum, let maximum, let increment):
            add(range: minimum, maximum, increment, .plain("10"))
        }
    }

    /// Adds what a control point answers.
    ///
    /// - Parameters:
    ///   - controlPoint: the one whose value this is.
    ///   - requests: the names of the requests, by their op codes.
    /// - Returns: the response if it is a success, for its parameter; `nil` if this is a request.
    mutating func addResponse(
        _ bytes: Span<UInt8>, of controlPoint: ControlPoint, _ requests: [String]
    ) throws(SensorError) -> ControlPointResponse? {
        guard bytes.count > 0, bytes[0] == controlPoint.rawValue else { return nil }
        let response = try ControlPointResponse(decoding: bytes)
        add("responseTo", code: response.requestOpCode, requests)
        add(
            "result", code: response.result.rawValue,
            [
                "0", "success", "op code not supported", "invalid parameter", "operation failed",
                "control not permitted",
            ])
        return response
    }

    /// Adds a parameter without a meaning, if there is one.
    mutating func add(parameter: ShortBytes) {
        guard parameter.count > 0 else { return }
        let bytes = (0..<parameter.count).map { Int64(parameter[$0]) }
        add("parameter", bytes)
    }

    /// Adds the locations that a sensor supports.
    mutating func add(supported response: ControlPointResponse) {
        let codes = response.supportedSensorLocations.map { Int($0.rawValue) }
        add(
            "supportedLocations",
            text: codes.map {
                Self.locations.indices.contains($0) ? Self.locations[$0] : "\($0)"
            }.joined(separator: ", "))
    }

    private static let speedRequests = [
        "0", "set cumulative value", "start sensor calibration", "update sensor location",
        "request supported sensor locations",
    ]

    private mutating func addSpeedControl(_ bytes: Span<UInt8>) throws(SensorError) {
        let response = try addResponse(bytes, of: .speedAndCadence, Self.speedRequests)
        if let response {
            let isList = response.requestOpCode == 4 && response.result == .success
            if isList { add(supported: response) } else { add(parameter: response.parameter) }
            return
        }
        let request = try decode(SCControlPointRequest.self, bytes)
        add("request", code: request.opCode, Self.speedRequests)
        switch request {
        case .setCumulativeValue(let value): add("cumulativeWheelRevolutions", value)
        case .updateSensorLocation(let location): add(location)
        case .startSensorCalibration, .requestSupportedSensorLocations: break
        case .other(_, let parameter): add(parameter: parameter)
        }
    }
}
