import CyclingSensors

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

extension JSONValue {
    /// The counter of a wheel, if there is one.
    var wheel: WheelRevolutionData? {
        get throws(MalformedForm) {
            guard let wheel = self["wheel"] else { return nil }
            return try WheelRevolutionData(json: wheel)
        }
    }

    /// The counter of a crank, if there is one.
    var crank: CrankRevolutionData? {
        get throws(MalformedForm) {
            guard let crank = self["crank"] else { return nil }
            return try CrankRevolutionData(json: crank)
        }
    }
}
