package import CyclingSensors

extension FitnessMachineFeature: SensorForm {
    package init(json: JSONValue) throws(MalformedForm) {
        self.init(
            measured: try json.required("measured", Measured.self),
            settable: try json.required("settable", Settable.self))
    }

    package var members: [String: JSONValue] {
        ["measured": .field(measured.rawValue), "settable": .field(settable.rawValue)]
    }
}

extension SupportedSpeedRange: SensorForm {
    package init(json: JSONValue) throws(MalformedForm) {
        self.init(
            minimum: try json.required("minimum"), maximum: try json.required("maximum"),
            minimumIncrement: try json.required("minimumIncrement"))
    }

    package var members: [String: JSONValue] { .range(minimum, maximum, minimumIncrement) }
}

extension SupportedHeartRateRange: SensorForm {
    package init(json: JSONValue) throws(MalformedForm) {
        self.init(
            minimum: try json.required("minimum"), maximum: try json.required("maximum"),
            minimumIncrement: try json.required("minimumIncrement"))
    }

    package var members: [String: JSONValue] { .range(minimum, maximum, minimumIncrement) }
}

extension SupportedSignedRange: SensorForm {
    package init(json: JSONValue) throws(MalformedForm) {
        self.init(
            minimum: try json.required("minimum"), maximum: try json.required("maximum"),
            minimumIncrement: try json.required("minimumIncrement"))
    }

    package var members: [String: JSONValue] { .range(minimum, maximum, minimumIncrement) }
}

/// How many bytes a resistance level has (clause 9.4).
enum ResistanceWidth: String {
    case narrow, wide

    /// The width as a form writes it.
    var json: JSONValue { .string(rawValue) }
}

extension SupportedResistanceRange: SensorForm {
    package init(json: JSONValue) throws(MalformedForm) {
        switch try json.requiredWord("width", of: ResistanceWidth.self) {
        case .wide: self = .wide(try SupportedSignedRange(json: json))
        case .narrow:
            self = .narrow(
                minimum: try json.required("minimum"), maximum: try json.required("maximum"),
                minimumIncrement: try json.required("minimumIncrement"))
        }
    }

    package var members: [String: JSONValue] {
        switch self {
        case .wide(let range):
            return range.members.merging(["width": ResistanceWidth.wide.json]) { $1 }
        case .narrow(let minimum, let maximum, let increment):
            let members: [String: JSONValue] = .range(minimum, maximum, increment)
            return members.merging(["width": ResistanceWidth.narrow.json]) { $1 }
        }
    }
}

extension [String: JSONValue] {
    fileprivate static func range(
        _ minimum: some FixedWidthInteger, _ maximum: some FixedWidthInteger,
        _ increment: some FixedWidthInteger
    ) -> [String: JSONValue] {
        [
            "minimum": .field(minimum), "maximum": .field(maximum),
            "minimumIncrement": .field(increment),
        ]
    }
}

extension TrainingStatus {
    /// The fields in a value, and the number of the bytes after them.
    static func fields(
        of bytes: Span<UInt8>
    ) throws(SensorError) -> (members: [String: JSONValue], unread: Int) {
        let view = try TrainingStatusView(decoding: bytes)
        var members: [String: JSONValue] = [
            "status": .field(view.status.rawValue), "flags": .field(view.flags),
            "isTextCut": .bool(view.isTextCut),
        ]
        let hasText = view.flags & 1 != 0
        if hasText { members["textBytes"] = .bytes(view.text) }
        return (members, bytes.count - 2 - (hasText ? view.text.count : 0))
    }

    /// Writes a value from its fields.
    static func bytes(_ json: JSONValue) throws(MalformedForm) -> ContiguousArray<UInt8> {
        let status = try json.required("status", TrainingStatus.self)
        let flags: UInt8 = try json.required("flags")
        let text = json["textBytes"] == nil ? [] : try json.requiredBytes("textBytes")
        return .encoded(upTo: 2 + text.count) { (span) throws(SensorError) in
            try TrainingStatus.write(status, flags, text, &span)
        }
    }

    private static func write(
        _ status: TrainingStatus, _ flags: UInt8, _ text: ContiguousArray<UInt8>,
        _ span: inout MutableSpan<UInt8>
    ) throws(SensorError) -> Int {
        try TrainingStatusView.encode(status, flags: flags, text: text.span, into: &span)
    }
}
