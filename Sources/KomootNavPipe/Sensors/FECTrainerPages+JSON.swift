import CyclingSensors

extension FECStatePage {
    fileprivate mutating func takeState(of json: JSONValue) throws(MalformedForm) {
        state = try json.required("state", FECState.self)
        lapToggle = try json.requiredBool("lapToggle")
    }

    fileprivate func withState(_ members: [String: JSONValue]) -> [String: JSONValue] {
        members.merging(["state": .field(state.rawValue), "lapToggle": .bool(lapToggle)]) { $1 }
    }
}

extension FECGeneralData {
    init(json: JSONValue) throws(MalformedForm) {
        self.init()
        equipment = try json.required("equipment", FECEquipment.self)
        elapsedTime = try json.required("elapsedTime")
        distance = try json.required("distance")
        speed = try json.optional("speed")
        heartRate = try json.optional("heartRate")
        heartRateSource = try json.required("heartRateSource")
        hasDistance = try json.requiredBool("hasDistance")
        isSpeedVirtual = try json.requiredBool("isSpeedVirtual")
        try takeState(of: json)
    }

    var members: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "equipment": .field(equipment.rawValue), "elapsedTime": .field(elapsedTime),
            "distance": .field(distance), "heartRateSource": .field(heartRateSource),
            "hasDistance": .bool(hasDistance), "isSpeedVirtual": .bool(isSpeedVirtual),
        ]
        members.set("speed", speed)
        members.set("heartRate", heartRate)
        return withState(members)
    }
}

extension FECGeneralSettings {
    init(json: JSONValue) throws(MalformedForm) {
        self.init()
        cycleLength = try json.optional("cycleLength")
        incline = try json.optional("incline")
        resistance = try json.optional("resistance")
        try takeState(of: json)
    }

    var members: [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members.set("cycleLength", cycleLength)
        members.set("incline", incline)
        members.set("resistance", resistance)
        return withState(members)
    }
}

extension FECTrainerData {
    init(json: JSONValue) throws(MalformedForm) {
        self.init()
        eventCount = try json.required("eventCount")
        cadence = try json.optional("cadence")
        accumulatedPower = try json.required("accumulatedPower")
        power = try json.optional("power")
        needs = try json.required("needs", Needs.self)
        targetStatus = try json.requiredCase("targetStatus", of: TargetStatus.self)
        try takeState(of: json)
    }

    var members: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "eventCount": .field(eventCount), "accumulatedPower": .field(accumulatedPower),
            "needs": .field(needs.rawValue), "targetStatus": .string("\(targetStatus)"),
        ]
        members.set("cadence", cadence)
        members.set("power", power)
        return withState(members)
    }
}

extension FECTrainerTorque {
    init(json: JSONValue) throws(MalformedForm) {
        self.init()
        eventCount = try json.required("eventCount")
        wheelTicks = try json.required("wheelTicks")
        wheelPeriod = try json.required("wheelPeriod")
        accumulatedTorque = try json.required("accumulatedTorque")
        try takeState(of: json)
    }

    var members: [String: JSONValue] {
        let members: [String: JSONValue] = [
            "eventCount": .field(eventCount), "wheelTicks": .field(wheelTicks),
            "wheelPeriod": .field(wheelPeriod), "accumulatedTorque": .field(accumulatedTorque),
        ]
        return withState(members)
    }
}
