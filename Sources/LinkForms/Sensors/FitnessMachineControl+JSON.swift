package import CyclingSensors
package import KomootNavJSON

extension FitnessMachineCommand: SensorForm, SensorFormCases {
    package static var blanks: [Self] {
        [
            .requestControl, .reset, .startOrResume, .stopOrPause(.stop), .spinDown(.start),
            .set(.blank), .other(opCode: 0, parameter: ShortBytes()),
        ]
    }

    static let meanings: SensorMeanings = [
        "request control", "reset", "set target speed", "set target inclination",
        "set target resistance level", "set target power", "set target heart rate",
        "start or resume", "stop or pause", "set targeted expended energy",
        "set targeted number of steps", "set targeted number of strides", "set targeted distance",
        "set targeted training time", "set targeted time in two heart rate zones",
        "set targeted time in three heart rate zones", "set targeted time in five heart rate zones",
        "set indoor bike simulation", "set wheel circumference", "spin down",
        "set targeted cadence",
    ]

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.caseName("kind", &self)
        fields.show("request", code: opCode, Self.meanings)
        switch self {
        case .requestControl, .reset, .startOrResume: break
        case .stopOrPause(var end):
            try end.visit(&fields)
            self = .stopOrPause(end)
        case .spinDown(var control):
            try fields.code("value", &control, ["0", "start", "ignore"], as: "control")
            self = .spinDown(control)
        case .set(var target):
            try target.visit(&fields)
            self = .set(target)
        case .other(var opCode, var parameter):
            try fields.unknown(&opCode, &parameter)
            self = .other(opCode: opCode, parameter: parameter)
        }
    }
}

extension FitnessMachineStatus: SensorForm, SensorFormCases {
    package static var blanks: [Self] {
        [
            .reset, .stoppedOrPausedByUser(.stop), .stoppedBySafetyKey, .startedOrResumedByUser,
            .changed(.blank), .spinDown(.requested), .controlPermissionLost,
            .other(opCode: 0, parameter: ShortBytes()),
        ]
    }

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.caseName("kind", &self)
        fields.show("status", .text(meaning))
        switch self {
        case .reset, .stoppedBySafetyKey, .startedOrResumedByUser, .controlPermissionLost: break
        case .stoppedOrPausedByUser(var end):
            try end.visit(&fields)
            self = .stoppedOrPausedByUser(end)
        case .changed(var target):
            try target.visit(&fields)
            self = .changed(target)
        case .spinDown(var status):
            try fields.code(
                "value", &status, ["0", "requested", "success", "error", "stop pedalling"],
                as: "spinDown")
            self = .spinDown(status)
        case .other(var opCode, var parameter):
            try fields.unknown(&opCode, &parameter)
            self = .other(opCode: opCode, parameter: parameter)
        }
    }

    private var meaning: String {
        switch self {
        case .reset: "reset"
        case .stoppedOrPausedByUser: "stopped or paused by the user"
        case .stoppedBySafetyKey: "stopped by the safety key"
        case .startedOrResumedByUser: "started or resumed by the user"
        case .changed: "target changed"
        case .spinDown: "spin down"
        case .controlPermissionLost: "control permission lost"
        case .other(let opCode, _): "\(opCode)"
        }
    }
}

extension SessionEnd {
    fileprivate mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.code("value", &self, ["0", "stop", "pause"], as: "end")
    }
}
