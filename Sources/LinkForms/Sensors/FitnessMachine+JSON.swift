package import CyclingSensors
package import KomootNavJSON

extension FitnessMachineFeature: SensorForm {
    package static var blank: Self { FitnessMachineFeature(measured: [], settable: []) }

    private static let measuredNames = [
        "average speed", "cadence", "total distance", "inclination", "elevation gain", "pace",
        "step count", "resistance level", "stride count", "expended energy", "heart rate",
        "metabolic equivalent", "elapsed time", "remaining time", "power", "force on belt",
        "user data retention",
    ]

    private static let settableNames = [
        "speed", "inclination", "resistance", "power", "heart rate", "expended energy",
        "step count", "stride count", "distance", "training time", "time in two zones",
        "time in three zones", "time in five zones", "indoor bike simulation",
        "wheel circumference", "spin down", "cadence",
    ]

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.bits("measured", &measured, Self.measuredNames)
        try fields.bits("settable", &settable, Self.settableNames)
    }
}

extension SupportedRange: SensorFormPart {
    package static var blank: Self { Self(minimum: 0, maximum: 0, minimumIncrement: 0) }

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try visit(&fields, fields.rangeUnit)
    }

    fileprivate mutating func visit(
        _ fields: inout SensorFields, _ unit: SensorUnit?
    ) throws(MalformedForm) {
        try fields.number("minimum", &minimum, unit)
        try fields.number("maximum", &maximum, unit)
        try fields.number("minimumIncrement", &minimumIncrement, unit)
    }
}

extension SupportedRange: SensorForm {}

extension SupportedResistanceRange: SensorForm, SensorFormCases {
    package static var blanks: [Self] { [.wide(.blank), .narrow(.blank)] }

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.caseName("width", &self)
        switch self {
        case .wide(var range):
            try range.visit(&fields, .part("0.1", ""))
            self = .wide(range)
        case .narrow(var range):
            try range.visit(&fields, .part("10", ""))
            self = .narrow(range)
        }
    }
}

/// The value of Training Status with its text.
struct TrainingStatusForm: SensorForm {
    static var blank: Self { TrainingStatusForm(.other) }

    private static let meanings: SensorMeanings = [
        "other", "idle", "warming up", "low intensity interval", "high intensity interval",
        "recovery interval", "isometric", "heart rate control", "fitness test",
        "speed too low", "speed too high", "cool down", "watt control", "manual mode",
        "pre-workout", "post-workout",
    ]

    private var status: TrainingStatus
    private var flags: UInt8 = 0
    private var isTextCut = false
    /// The text in UTF-8; `nil` if the value has none.
    private var text: ContiguousArray<UInt8>?

    private init(_ status: TrainingStatus) { self.status = status }

    mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.code("status", &status, Self.meanings)
        try fields.number("flags", &flags, isShown: false)
        try fields.bytes("textBytes", &text)
        if let text, !text.isEmpty {
            fields.show("text", .text(String(decoding: text, as: UTF8.self)))
        }
        fields.derived("isTextCut", .bool(isTextCut))
        if isTextCut { fields.show("isTextCut", .truth(true)) }
    }
}

extension TrainingStatusForm: SensorValue {
    init(decoding bytes: Span<UInt8>) throws(SensorError) {
        let view = try TrainingStatusView(decoding: bytes)
        status = view.status
        flags = view.flags
        isTextCut = view.isTextCut
        guard flags & 1 != 0 else { return }
        var text: ContiguousArray<UInt8> = []
        for position in view.text.indices { text.append(view.text[position]) }
        self.text = text
    }

    /// The flags, the status and the text.
    var encodedByteCount: Int { 2 + (text?.count ?? 0) }

    func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        let text = text ?? []
        return try TrainingStatusView.encode(status, flags: flags, text: text.span, into: &buffer)
    }
}
