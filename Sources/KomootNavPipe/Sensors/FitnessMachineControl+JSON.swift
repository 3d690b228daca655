package import CyclingSensors

extension FitnessMachineCommand: SensorForm {
    private enum Kind: String {
        case requestControl, reset, startOrResume, stopOrPause, spinDown, set, other
    }

    package init(json: JSONValue) throws(MalformedForm) {
        switch try json.requiredWord("kind", of: Kind.self) {
        case .requestControl: self = .requestControl
        case .reset: self = .reset
        case .startOrResume: self = .startOrResume
        case .stopOrPause: self = .stopOrPause(try json.required("value", SessionEnd.self))
        case .spinDown: self = .spinDown(try json.required("value", SpinDownControl.self))
        case .set: self = .set(try FitnessMachineTarget(json: json))
        case .other:
            self = .other(
                opCode: try json.required("opCode"), parameter: try json.requiredParameter())
        }
    }

    package var members: [String: JSONValue] {
        switch self {
        case .requestControl: Self.form(.requestControl)
        case .reset: Self.form(.reset)
        case .startOrResume: Self.form(.startOrResume)
        case .stopOrPause(let end): Self.form(.stopOrPause, ["value": .field(end.rawValue)])
        case .spinDown(let control): Self.form(.spinDown, ["value": .field(control.rawValue)])
        case .set(let target): Self.form(.set, target.members)
        case .other(let opCode, let parameter):
            Self.form(.other, ["opCode": .field(opCode), "parameter": parameter.json])
        }
    }

    private static func form(
        _ kind: Kind, _ members: [String: JSONValue] = [:]
    ) -> [String: JSONValue] {
        members.merging(["kind": .string(kind.rawValue)]) { $1 }
    }
}

extension FitnessMachineStatus: SensorForm {
    private enum Kind: String {
        case reset, stoppedOrPausedByUser, stoppedBySafetyKey, startedOrResumedByUser, changed
        case spinDown, controlPermissionLost, other
    }

    package init(json: JSONValue) throws(MalformedForm) {
        switch try json.requiredWord("kind", of: Kind.self) {
        case .reset: self = .reset
        case .stoppedOrPausedByUser:
            self = .stoppedOrPausedByUser(try json.required("value", SessionEnd.self))
        case .stoppedBySafetyKey: self = .stoppedBySafetyKey
        case .startedOrResumedByUser: self = .startedOrResumedByUser
        case .changed: self = .changed(try FitnessMachineTarget(json: json))
        case .spinDown: self = .spinDown(try json.required("value", SpinDownStatus.self))
        case .controlPermissionLost: self = .controlPermissionLost
        case .other:
            self = .other(
                opCode: try json.required("opCode"), parameter: try json.requiredParameter())
        }
    }

    package var members: [String: JSONValue] {
        switch self {
        case .reset: Self.form(.reset)
        case .stoppedOrPausedByUser(let end):
            Self.form(.stoppedOrPausedByUser, ["value": .field(end.rawValue)])
        case .stoppedBySafetyKey: Self.form(.stoppedBySafetyKey)
        case .startedOrResumedByUser: Self.form(.startedOrResumedByUser)
        case .changed(let target): Self.form(.changed, target.members)
        case .spinDown(let status): Self.form(.spinDown, ["value": .field(status.rawValue)])
        case .controlPermissionLost: Self.form(.controlPermissionLost)
        case .other(let opCode, let parameter):
            Self.form(.other, ["opCode": .field(opCode), "parameter": parameter.json])
        }
    }

    private static func form(
        _ kind: Kind, _ members: [String: JSONValue] = [:]
    ) -> [String: JSONValue] {
        members.merging(["kind": .string(kind.rawValue)]) { $1 }
    }
}
