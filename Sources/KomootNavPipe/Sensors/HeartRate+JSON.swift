package import CyclingSensors

extension BodySensorLocation: SensorForm {}
extension HeartRateCommand: SensorForm {}

extension HeartRateMeasurement {
    init(json: JSONValue) throws(MalformedForm) {
        self.init(
            heartRate: try json.required("heartRate"),
            isHeartRateWide: try json.requiredBool("isHeartRateWide"),
            skinContact: try json.requiredCase("skinContact", of: SkinContact.self),
            energyExpended: try json.optional("energyExpended"),
            hasRRIntervals: try json.requiredBool("hasRRIntervals"),
            otherFlags: try json.required("otherFlags"))
    }

    private var members: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "heartRate": .field(heartRate), "isHeartRateWide": .bool(isHeartRateWide),
            "skinContact": .string("\(skinContact)"), "hasRRIntervals": .bool(hasRRIntervals),
            "otherFlags": .field(otherFlags),
        ]
        members.set("energyExpended", energyExpended)
        return members
    }

    /// The fields in a value, and the number of the bytes after them.
    static func fields(
        of bytes: Span<UInt8>
    ) throws(SensorError) -> (members: [String: JSONValue], unread: Int) {
        let view = try HeartRateMeasurementView(decoding: bytes)
        var intervals: ContiguousArray<UInt16> = []
        for position in 0..<view.rrIntervals.count {
            intervals.append(view.rrIntervals[position])
        }
        var members = view.measurement.members
        if view.measurement.hasRRIntervals {
            members["rrIntervals"] = .array(intervals.map(JSONValue.field))
        }
        let encoded = view.measurement.encoded(rrIntervals: intervals.span)
        return (members, bytes.count - encoded.count)
    }

    /// Writes a value from its fields.
    static func bytes(_ json: JSONValue) throws(MalformedForm) -> ContiguousArray<UInt8> {
        let measurement = try HeartRateMeasurement(json: json)
        let intervals: ContiguousArray<UInt16> =
            measurement.hasRRIntervals ? try json.requiredNumbers("rrIntervals") : []
        return measurement.encoded(rrIntervals: intervals.span)
    }
}
