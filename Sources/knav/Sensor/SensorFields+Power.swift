import CyclingSensors

extension SensorFields {
    mutating func add(_ measurement: CyclingPowerMeasurement) {
        add("instantaneousPower", measurement.instantaneousPower, .watts)
        add("pedalPowerBalance", measurement.pedalPowerBalance, .halfPercent)
        if measurement.pedalPowerBalance != nil {
            let isLeft = measurement.isBalanceOfLeftPedal
            add("balanceReference", text: isLeft ? "left pedal" : "unknown")
        }
        add("accumulatedTorque", measurement.accumulatedTorque, .torque)
        if measurement.accumulatedTorque != nil {
            add("torqueSource", text: measurement.isTorqueMeasuredAtCrank ? "crank" : "wheel")
        }
        add(measurement.wheel, .wheelTicksOfPower)
        add(measurement.crank)
        add("maximumForceMagnitude", measurement.forceMagnitudes?.maximum, .plain("N"))
        add("minimumForceMagnitude", measurement.forceMagnitudes?.minimum, .plain("N"))
        add("maximumTorqueMagnitude", measurement.torqueMagnitudes?.maximum, .torque)
        add("minimumTorqueMagnitude", measurement.torqueMagnitudes?.minimum, .torque)
        add("maximumAngle", measurement.angles?.maximum, .degrees)
        add("minimumAngle", measurement.angles?.minimum, .degrees)
        add("topDeadSpotAngle", measurement.topDeadSpotAngle, .degrees)
        add("bottomDeadSpotAngle", measurement.bottomDeadSpotAngle, .degrees)
        add("accumulatedEnergy", measurement.accumulatedEnergy, .kilojoules)
        if measurement.needsOffsetCompensation { add("needsOffsetCompensation", isTrue: true) }
        addReserved(flags: measurement.otherFlags & Self.reservedPowerFlags)
    }

    private static let reservedPowerFlags: UInt16 = 0xE000

    private static let powerFeatures = [
        "pedal power balance", "accumulated torque", "wheel revolutions", "crank revolutions",
        "extreme magnitudes", "extreme angles", "dead spot angles", "accumulated energy",
        "offset compensation indicator", "offset compensation", "content masking",
        "multiple sensor locations", "crank length adjustment", "chain length adjustment",
        "chain weight adjustment", "span length adjustment", "measures torque",
        "measurement direction", "factory calibration date", "enhanced offset compensation",
    ]
    /// Bits 20 and 21 are a number.
    private static let distributedSystemBits: UInt32 = 3 << 20

    mutating func add(_ feature: CyclingPowerFeature) {
        add("features", bits: feature.rawValue & ~Self.distributedSystemBits, Self.powerFeatures)
        add(
            "distributedSystem", code: feature.distributedSystemSupport.rawValue,
            ["unspecified", "not supported", "supported", "reserved"])
    }

    mutating func addPowerVector(_ bytes: Span<UInt8>) throws(SensorError) {
        let view = try CyclingPowerVectorView(decoding: bytes)
        let vector = view.vector
        add(vector.crank)
        add("firstCrankMeasurementAngle", vector.firstCrankMeasurementAngle, .degrees)
        add(
            "direction", code: vector.direction.rawValue,
            ["unknown", "tangential", "radial", "lateral"])
        let magnitudes = (0..<view.magnitudes.count).map { Int64(view.magnitudes.signed(at: $0)) }
        switch vector.quantity {
        case .none: break
        case .force: add("forceMagnitudes", magnitudes, .plain("N"))
        case .torque: add("torqueMagnitudes", magnitudes, .torque)
        case .contradictory: add("magnitudes", magnitudes)
        }
        addReserved(flags: vector.otherFlags)
        let fixed = 1 + (vector.crank == nil ? 0 : 4)
        let angle = vector.firstCrankMeasurementAngle == nil ? 0 : 2
        unreadByteCount = bytes.count - fixed - angle - 2 * magnitudes.count
    }

    private static let powerRequests = [
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

    mutating func addPowerControl(_ bytes: Span<UInt8>) throws(SensorError) {
        if let response = try addResponse(bytes, of: .cyclingPower, Self.powerRequests) {
            addPowerAnswer(response)
            return
        }
        let request = try decode(CyclingPowerRequest.self, bytes)
        add("request", code: request.opCode, Self.powerRequests)
        switch request {
        case .setCumulativeValue(let value): add("cumulativeWheelRevolutions", value)
        case .updateSensorLocation(let location): add(location)
        case .setCrankLength(let length): add("crankLength", length, .part("0.5", "mm"))
        case .setChainLength(let length): add("chainLength", length, .plain("mm"))
        case .setChainWeight(let weight): add("chainWeight", weight, .plain("g"))
        case .setSpanLength(let length): add("spanLength", length, .plain("mm"))
        case .maskMeasurement(let mask):
            add("switchedOff", bits: UInt32(mask.rawValue), Self.maskedFields)
        case .requestSupportedSensorLocations, .requestCrankLength, .requestChainLength,
            .requestChainWeight, .requestSpanLength, .startOffsetCompensation,
            .requestSamplingRate, .requestFactoryCalibrationDate, .startEnhancedOffsetCompensation:
            break
        case .other(_, let parameter): add(parameter: parameter)
        }
    }

    /// Adds the parameter of a response, by the request's op code.
    private mutating func addPowerAnswer(_ response: ControlPointResponse) {
        let before = list.count
        if response.result == .success {
            switch response.requestOpCode {
            case 3: add(supported: response)
            case 5: add("crankLength", response.lengthOrWeight, .part("0.5", "mm"))
            case 7: add("chainLength", response.lengthOrWeight, .plain("mm"))
            case 9: add("chainWeight", response.lengthOrWeight, .plain("g"))
            case 11: add("spanLength", response.lengthOrWeight, .plain("mm"))
            case 12: add("offset", response.offset, .plain("N or 1/32 N m"))
            case 14: add("samplingRate", response.samplingRate, .plain("Hz"))
            case 15: if let date = response.factoryCalibrationDate { add(date) }
            case 16:
                if let offset = response.enhancedOffset {
                    add("offset", offset.rawOffset, .plain("N or 1/32 N m"))
                    add("companyIdentifier", offset.companyIdentifier)
                    add(parameter: offset.data)
                }
            default: break
            }
        }
        if list.count == before { add(parameter: response.parameter) }
    }

    private mutating func add(_ date: SensorDate) {
        func padded(_ number: some BinaryInteger, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
        }
        let day = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
        let time = [date.hour, date.minute, date.second].map { padded($0, 2) }
        add("factoryCalibrationDate", text: "\(day) \(time.joined(separator: ":"))")
    }
}
