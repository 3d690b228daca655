import CyclingSensors

extension SensorFields {
    mutating func add(_ data: IndoorBikeData) {
        add("instantaneousSpeed", data.instantaneousSpeed, .hundredthsOfKilometersPerHour)
        add("averageSpeed", data.averageSpeed, .hundredthsOfKilometersPerHour)
        add("instantaneousCadence", data.instantaneousCadence, .halfPerMinute)
        add("averageCadence", data.averageCadence, .halfPerMinute)
        add("totalDistance", data.totalDistance, .meters)
        add("resistanceLevel", data.resistanceLevel, .part("0.1", ""))
        add("instantaneousPower", data.instantaneousPower, .watts)
        add("averagePower", data.averagePower, .watts)
        if let energy = data.expendedEnergy {
            let none = IndoorBikeData.ExpendedEnergy.notAvailable
            let noneShort = IndoorBikeData.ExpendedEnergy.perMinuteNotAvailable
            add("totalEnergy", energy.total == none ? nil : energy.total, .kilocalories)
            add("energyPerHour", energy.perHour == none ? nil : energy.perHour, .kilocalories)
            add(
                "energyPerMinute", energy.perMinute == noneShort ? nil : energy.perMinute,
                .kilocalories)
        }
        add("heartRate", data.heartRate, .beatsPerMinute)
        add("metabolicEquivalent", data.metabolicEquivalent, .part("0.1", "MET"))
        add("elapsedTime", data.elapsedTime, .seconds)
        add("remainingTime", data.remainingTime, .seconds)
        if data.hasMoreData { add("hasMoreData", isTrue: true) }
        addReserved(flags: data.otherFlags)
    }

    private static let measuredFeatures = [
        "average speed", "cadence", "total distance", "inclination", "elevation gain", "pace",
        "step count", "resistance level", "stride count", "expended energy", "heart rate",
        "metabolic equivalent", "elapsed time", "remaining time", "power", "force on belt",
        "user data retention",
    ]
    private static let settableFeatures = [
        "speed", "inclination", "resistance", "power", "heart rate", "expended energy",
        "step count", "stride count", "distance", "training time", "time in two zones",
        "time in three zones", "time in five zones", "indoor bike simulation",
        "wheel circumference", "spin down", "cadence",
    ]

    mutating func add(_ feature: FitnessMachineFeature) {
        add("measured", bits: feature.measured.rawValue, Self.measuredFeatures)
        add("settable", bits: feature.settable.rawValue, Self.settableFeatures)
    }

    mutating func addTrainingStatus(_ bytes: Span<UInt8>) throws(SensorError) {
        let view = try TrainingStatusView(decoding: bytes)
        add(
            "status", code: view.status.rawValue,
            [
                "other", "idle", "warming up", "low intensity interval", "high intensity interval",
                "recovery interval", "isometric", "heart rate control", "fitness test",
                "speed too low", "speed too high", "cool down", "watt control", "manual mode",
                "pre-workout", "post-workout",
            ])
        let text = view.text.indices.map { view.text[$0] }
        if !text.isEmpty { add("text", text: String(decoding: text, as: UTF8.self)) }
        if view.isTextCut { add("isTextCut", isTrue: true) }
        let hasText = view.flags & 1 == 1
        unreadByteCount = hasText ? 0 : bytes.count - 2
    }

    private static let machineRequests = [
        "request control", "reset", "set target speed", "set target inclination",
        "set target resistance level", "set target power", "set target heart rate",
        "start or resume", "stop or pause", "set targeted expended energy",
        "set targeted number of steps", "set targeted number of strides", "set targeted distance",
        "set targeted training time", "set targeted time in two heart rate zones",
        "set targeted time in three heart rate zones", "set targeted time in five heart rate zones",
        "set indoor bike simulation", "set wheel circumference", "spin down",
        "set targeted cadence",
    ]

    mutating func addMachineControl(_ bytes: Span<UInt8>) throws(SensorError) {
        if let response = try addResponse(bytes, of: .fitnessMachine, Self.machineRequests) {
            let isSpinDown = response.requestOpCode == 19 && response.result == .success
            guard isSpinDown, let speeds = response.spinDownSpeeds else {
                return add(parameter: response.parameter)
            }
            add("targetSpeedLow", speeds.lowerBound, .hundredthsOfKilometersPerHour)
            add("targetSpeedHigh", speeds.upperBound, .hundredthsOfKilometersPerHour)
            return
        }
        let command = try decode(FitnessMachineCommand.self, bytes)
        add("request", code: command.opCode, Self.machineRequests)
        switch command {
        case .requestControl, .reset, .startOrResume: break
        case .stopOrPause(let end): add(end)
        case .spinDown(let control):
            add("control", code: control.rawValue, ["0", "start", "ignore"])
        case .set(let target): add(target)
        case .other(_, let parameter): add(parameter: parameter)
        }
    }

    private mutating func add(_ end: SessionEnd) {
        add("end", code: end.rawValue, ["0", "stop", "pause"])
    }

    mutating func add(_ status: FitnessMachineStatus) {
        switch status {
        case .reset: add("status", text: "reset")
        case .stoppedOrPausedByUser(let end):
            add("status", text: "stopped or paused by the user")
            add(end)
        case .stoppedBySafetyKey: add("status", text: "stopped by the safety key")
        case .startedOrResumedByUser: add("status", text: "started or resumed by the user")
        case .changed(let target):
            add("status", text: "target changed")
            add(target)
        case .spinDown(let spinDown):
            add("status", text: "spin down")
            add(
                "spinDown", code: spinDown.rawValue,
                ["0", "requested", "success", "error", "stop pedalling"])
        case .controlPermissionLost: add("status", text: "control permission lost")
        case .other(let opCode, let parameter):
            add("status", text: "\(opCode)")
            add(parameter: parameter)
        }
    }

    private mutating func add(_ target: FitnessMachineTarget) {
        switch target {
        case .speed(let value): add("targetSpeed", value, .hundredthsOfKilometersPerHour)
        case .inclination(let value): add("targetInclination", value, .part("0.1", "%"))
        case .resistance(.narrow(let value)):
            add("targetResistanceLevel", value, .part("0.1", ""))
        case .resistance(.wide(let value)): add("targetResistanceLevel", value, .part("0.1", ""))
        case .power(let value): add("targetPower", value, .watts)
        case .heartRate(let value): add("targetHeartRate", value, .beatsPerMinute)
        case .expendedEnergy(let value): add("targetExpendedEnergy", value, .kilocalories)
        case .stepCount(let value): add("targetStepCount", value)
        case .strideCount(let value): add("targetStrideCount", value)
        case .distance(let value): add("targetDistance", value, .meters)
        case .trainingTime(let value): add("targetTrainingTime", value, .seconds)
        case .timeInTwoZones(let fatBurn, let fitness): add(zones: [fatBurn, fitness])
        case .timeInThreeZones(let light, let moderate, let hard):
            add(zones: [light, moderate, hard])
        case .timeInFiveZones(let veryLight, let light, let moderate, let hard, let maximum):
            add(zones: [veryLight, light, moderate, hard, maximum])
        case .indoorBikeSimulation(let simulation):
            add("windSpeed", simulation.windSpeed, .part("0.001", "m/s"))
            add("grade", simulation.grade, .hundredthsOfPercent)
            add("rollingResistance", simulation.rollingResistance, .part("0.0001", ""))
            add("windResistance", simulation.windResistance, .part("0.01", "kg/m"))
        case .wheelCircumference(let value): add("wheelCircumference", value, .part("0.1", "mm"))
        case .cadence(let value): add("targetCadence", value, .halfPerMinute)
        }
    }

    private mutating func add(zones: [UInt16]) {
        add("timeInZones", zones.map { Int64($0) }, .seconds)
    }
}
