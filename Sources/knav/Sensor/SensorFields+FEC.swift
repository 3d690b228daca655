import CyclingSensors

extension SensorFields {
    mutating func add(_ frame: FECFrame) {
        switch frame.message {
        case .broadcast: add("message", text: "broadcast")
        case .acknowledged: add("message", text: "acknowledged")
        default: add("message", frame.message.rawValue)
        }
        add("channel", frame.channel)
        add("page", frame.page.number)
        switch frame.page.content {
        case .generalData(let page): add(page)
        case .generalSettings(let page):
            add("cycleLength", page.cycleLength, .part("0.01", "m"))
            add("incline", page.incline, .hundredthsOfPercent)
            add("resistance", page.resistance, .halfPercent)
            addState(of: page)
        case .trainerData(let page): add(page)
        case .trainerTorque(let page): add(page)
        case .basicResistance(let page): add("resistance", page.resistance, .halfPercent)
        case .targetPower(let page): add("targetPower", page.power, .part("0.25", "W"))
        case .windResistance(let page):
            add("windResistance", page.coefficient, .part("0.01", "kg/m"))
            add("windSpeed", page.windSpeed, .plain("km/h"))
            add("draftingFactor", page.draftingFactor, .part("0.01", ""))
        case .trackResistance(let page):
            add("grade", page.grade, .hundredthsOfPercent)
            add("rollingResistance", page.rollingResistance, .part("0.00005", ""))
        case .capabilities(let page):
            add("maximumResistance", page.maximumResistance, .plain("N"))
            add(
                "modes", bits: UInt32(page.modes.rawValue),
                ["basic resistance", "target power", "simulation"])
        case .userConfiguration(let page): add(page)
        case .pageRequest(let page): add("requestedPage", page.requestedPage)
        case .commandStatus(let page): add(page)
        case .manufacturer(let page):
            add("hardwareRevision", page.hardwareRevision)
            add("manufacturer", page.manufacturer)
            add("model", page.model)
        case .product(let page):
            add("supplementalRevision", page.supplementalRevision)
            add("softwareRevision", page.softwareRevision)
            add("serialNumber", page.serialNumber)
        case .other(let page):
            add("bytes", (1..<FECPage.byteCount).map { Int64(page[$0]) })
        }
    }

    private static let equipment = [
        "treadmill", "elliptical", "stationary bike", "rower", "climber", "Nordic skier", "trainer",
    ]
    /// The number of a treadmill, the first of them.
    private static let firstEquipment = 19

    private mutating func add(_ page: FECGeneralData) {
        let number = Int(page.equipment.rawValue)
        let place = number - Self.firstEquipment
        let isKnown = Self.equipment.indices.contains(place)
        add("equipment", text: isKnown ? Self.equipment[place] : "\(number)")
        add("elapsedTime", page.elapsedTime, .part("0.25", "s"))
        if page.hasDistance { add("distance", page.distance, .meters) }
        add("speed", page.speed, .part("0.001", "m/s"))
        if page.speed != nil { add("isSpeedVirtual", isTrue: page.isSpeedVirtual) }
        add("heartRate", page.heartRate, .beatsPerMinute)
        add(
            "heartRateSource", code: page.heartRateSource,
            ["unknown", "ANT+", "EM", "hand contacts"])
        addState(of: page)
    }

    private mutating func add(_ page: FECTrainerData) {
        add("eventCount", page.eventCount)
        add("cadence", page.cadence, .perMinute)
        add("accumulatedPower", page.accumulatedPower, .watts)
        add("power", page.power, .watts)
        add(
            "needs", bits: UInt32(page.needs.rawValue),
            ["power calibration", "resistance calibration", "user configuration"])
        add(
            "target", code: page.targetStatus.rawValue,
            ["at the target", "too slow", "too fast", "limit reached"])
        addState(of: page)
    }

    private mutating func add(_ page: FECTrainerTorque) {
        add("eventCount", page.eventCount)
        add("wheelTicks", page.wheelTicks)
        add("wheelPeriod", page.wheelPeriod, .wheelTicksOfPower)
        add("accumulatedTorque", page.accumulatedTorque, .torque)
        addState(of: page)
    }

    private mutating func add(_ page: FECUserConfiguration) {
        add("userWeight", page.userWeight, .part("0.01", "kg"))
        add("wheelDiameterOffset", page.wheelDiameterOffset, .plain("mm"))
        add("bicycleWeight", page.bicycleWeight, .part("0.05", "kg"))
        add("wheelDiameter", page.wheelDiameter, .part("0.01", "m"))
        add("gearRatio", page.gearRatio, .part("0.03", ""))
    }

    private mutating func add(_ page: FECCommandStatus) {
        add("lastCommand", page.lastCommand)
        add("sequence", page.sequence)
        let uninitialized = FECCommandStatus.Status.uninitialized
        if page.status == uninitialized {
            add("status", text: "no command received")
        } else {
            add(
                "status", code: page.status.rawValue,
                ["pass", "fail", "not supported", "rejected", "pending"])
        }
        add("data", page.data)
    }

    private mutating func addState(of page: some FECStatePage) {
        add(
            "state", code: page.state.rawValue,
            ["0", "asleep", "ready", "in use", "finished"])
        add("lapToggle", isTrue: page.lapToggle)
    }
}
