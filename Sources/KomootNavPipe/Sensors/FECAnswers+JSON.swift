import CyclingSensors

extension FECCapabilities {
    init(json: JSONValue) throws(MalformedForm) {
        self.init()
        maximumResistance = try json.optional("maximumResistance")
        modes = try json.required("modes", Modes.self)
    }

    var members: [String: JSONValue] {
        var members: [String: JSONValue] = ["modes": .field(modes.rawValue)]
        members.set("maximumResistance", maximumResistance)
        return members
    }
}

extension FECCommandStatus {
    init(json: JSONValue) throws(MalformedForm) {
        self.init()
        lastCommand = try json.optional("lastCommand")
        sequence = try json.required("sequence")
        status = try json.required("status", Status.self)
        data = try json.required("data")
    }

    var members: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "sequence": .field(sequence), "status": .field(status.rawValue), "data": .field(data),
        ]
        members.set("lastCommand", lastCommand)
        return members
    }
}

extension FECManufacturer {
    init(json: JSONValue) throws(MalformedForm) {
        self.init()
        hardwareRevision = try json.required("hardwareRevision")
        manufacturer = try json.required("manufacturer")
        model = try json.required("model")
    }

    var members: [String: JSONValue] {
        [
            "hardwareRevision": .field(hardwareRevision), "manufacturer": .field(manufacturer),
            "model": .field(model),
        ]
    }
}

extension FECProduct {
    init(json: JSONValue) throws(MalformedForm) {
        self.init()
        supplementalRevision = try json.optional("supplementalRevision")
        softwareRevision = try json.required("softwareRevision")
        serialNumber = try json.optional("serialNumber")
    }

    var members: [String: JSONValue] {
        var members: [String: JSONValue] = ["softwareRevision": .field(softwareRevision)]
        members.set("supplementalRevision", supplementalRevision)
        members.set("serialNumber", serialNumber)
        return members
    }
}
