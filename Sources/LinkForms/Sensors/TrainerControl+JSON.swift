package import CyclingSensors
package import KomootNavJSON

extension JSONValue {
    /// What a rider wants: one member, which may be `null` for nothing.
    package func requiredTarget() throws(MalformedForm) -> TrainerTarget? {
        let names = ["power", "resistance", "simulation"].filter { self[$0] != nil }
        guard let name = names.first else { throw .member("power") }
        if names.count > 1 { throw .member(names[1]) }
        switch self[name] {
        case nil, .null: return nil
        case .some(let road) where name == "simulation":
            return .simulation(
                try IndoorBikeSimulation(json: road),
                try self["configuration"].map { json throws(MalformedForm) in
                    try FECUserConfiguration(json: json)
                })
        default:
            let value: Int16 = try required(name)
            return name == "power" ? .power(watts: value) : .resistance(level: value)
        }
    }
}

extension TrainerTarget {
    fileprivate var members: [String: JSONValue] {
        switch self {
        case .power(let watts): return ["power": .field(watts)]
        case .resistance(let level): return ["resistance": .field(level)]
        case .simulation(let road, let configuration):
            var members = ["simulation": JSONValue.object(road.listed().members)]
            members["configuration"] = configuration.map { .object($0.listed().members) }
            return members
        }
    }
}

extension TrainerControl.Update {
    /// The line of the pipe.
    package var members: [String: JSONValue] {
        switch self {
        case .state(let state): state.members.merging(["effect": .string("report")]) { $1 }
        case .spinDown(let step): step.members.merging(["effect": .string("report")]) { $1 }
        case .fault(let fault): fault.members.merging(["effect": .string("fault")]) { $1 }
        }
    }
}

extension TrainerControl.State {
    fileprivate var members: [String: JSONValue] {
        let name: String
        var members: [String: JSONValue] = [:]
        switch self {
        case .disconnected, .idle, .waiting, .unanswered, .controlLost, .spinningDown:
            name = "\(self)"
        case .holding(let target): (name, members) = ("holding", target.members)
        case .refused(let target, let why):
            (name, members) = ("refused", target.members.merging(why.members) { $1 })
        case .changed(let target): (name, members) = ("changed", target.listed().members)
        case .stopped(.safetyKey): (name, members) = ("stopped", ["stop": .string("safetyKey")])
        case .stopped(.user(let end)):
            (name, members) = ("stopped", ["stop": .string("user"), "end": .field(end.rawValue)])
        }
        members["state"] = .string(name)
        return members
    }
}

extension TrainerControl.Refusal {
    fileprivate var members: [String: JSONValue] {
        switch self {
        case .notSupported: ["refusal": .string("notSupported")]
        case .result(let result): ["refusal": .string("result"), "code": .field(result.rawValue)]
        case .att(let error): ["refusal": .string("attError"), "code": .field(error.rawValue)]
        case .command(let status): ["refusal": .string("command"), "code": .field(status.rawValue)]
        }
    }
}

extension TrainerControl.SpinDown {
    fileprivate var members: [String: JSONValue] {
        switch self {
        case .requested, .stopPedaling, .succeeded: return ["spinDown": .string("\(self)")]
        case .started(let speeds):
            let bounds = speeds.map {
                JSONValue.array([.field($0.lowerBound), .field($0.upperBound)])
            }
            return ["spinDown": .string("started"), "speeds": bounds ?? .null]
        case .failed(let why):
            var members: [String: JSONValue] = ["spinDown": .string("failed")]
            if case .refused(let refusal) = why {
                members.merge(refusal.members) { $1 }
            } else {
                members["failure"] = .string("\(why)")
            }
            return members
        }
    }
}

extension TrainerControl.Fault {
    fileprivate var members: [String: JSONValue] {
        switch self {
        case .lateArrival, .timedOut, .nothingToControl: ["fault": .string("\(self)")]
        case .otherAnswer(let code): ["fault": .string("otherAnswer"), "code": .field(code)]
        case .invalid(let error):
            ["fault": .string(error.code.name), "offset": .size(error.offset)]
        case .refused(let why): why.members.merging(["fault": .string("refused")]) { $1 }
        }
    }
}
