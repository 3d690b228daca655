package import CyclingSensors

extension CSCMeasurement: SensorForm {
    package init(json: JSONValue) throws(MalformedForm) {
        self.init(
            wheel: try json["wheel"].map(WheelRevolutionData.init(json:)),
            crank: try json["crank"].map(CrankRevolutionData.init(json:)),
            otherFlags: try json.optional("otherFlags") ?? 0)
    }

    package var members: [String: JSONValue] {
        var members: [String: JSONValue] = ["otherFlags": .field(otherFlags)]
        members["wheel"] = wheel?.json
        members["crank"] = crank?.json
        return members
    }
}

extension WheelRevolutionData {
    init(json: JSONValue) throws(MalformedForm) {
        self.init(
            cumulativeRevolutions: try json.required("cumulativeRevolutions"),
            lastEventTime: try json.required("lastEventTime"))
    }

    var json: JSONValue {
        .object([
            "cumulativeRevolutions": .field(cumulativeRevolutions),
            "lastEventTime": .field(lastEventTime),
        ])
    }
}

extension CrankRevolutionData {
    init(json: JSONValue) throws(MalformedForm) {
        self.init(
            cumulativeRevolutions: try json.required("cumulativeRevolutions"),
            lastEventTime: try json.required("lastEventTime"))
    }

    var json: JSONValue {
        .object([
            "cumulativeRevolutions": .field(cumulativeRevolutions),
            "lastEventTime": .field(lastEventTime),
        ])
    }
}
