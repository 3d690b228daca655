import CyclingSensors

extension FECBasicResistance {
    init(json: JSONValue) throws(MalformedForm) {
        self.init()
        resistance = try json.required("resistance")
    }

    var members: [String: JSONValue] {
        ["resistance": .field(resistance)]
    }
}

extension FECTargetPower {
    init(json: JSONValue) throws(MalformedForm) {
        self.init()
        power = try json.required("power")
    }

    var members: [String: JSONValue] {
        ["power": .field(power)]
    }
}

extension FECWindResistance {
    init(json: JSONValue) throws(MalformedForm) {
        self.init()
        coefficient = try json.optional("coefficient")
        windSpeed = try json.optional("windSpeed")
        draftingFactor = try json.optional("draftingFactor")
    }

    var members: [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members.set("coefficient", coefficient)
        members.set("windSpeed", windSpeed)
        members.set("draftingFactor", draftingFactor)
        return members
    }
}

extension FECTrackResistance {
    init(json: JSONValue) throws(MalformedForm) {
        self.init()
        grade = try json.optional("grade")
        rollingResistance = try json.optional("rollingResistance")
    }

    var members: [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members.set("grade", grade)
        members.set("rollingResistance", rollingResistance)
        return members
    }
}

extension FECUserConfiguration {
    init(json: JSONValue) throws(MalformedForm) {
        self.init()
        userWeight = try json.optional("userWeight")
        wheelDiameterOffset = try json.optional("wheelDiameterOffset")
        bicycleWeight = try json.optional("bicycleWeight")
        wheelDiameter = try json.optional("wheelDiameter")
        gearRatio = try json.optional("gearRatio")
    }

    var members: [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members.set("userWeight", userWeight)
        members.set("wheelDiameterOffset", wheelDiameterOffset)
        members.set("bicycleWeight", bicycleWeight)
        members.set("wheelDiameter", wheelDiameter)
        members.set("gearRatio", gearRatio)
        return members
    }
}

extension FECPageRequest {
    init(json: JSONValue) throws(MalformedForm) {
        self.init()
        requestedPage = try json.required("requestedPage")
    }

    var members: [String: JSONValue] {
        ["requestedPage": .field(requestedPage)]
    }
}
