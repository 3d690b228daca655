package import CyclingSensors
package import KomootNavJSON

extension BodySensorLocation: SensorForm {
    package static var blank: Self { .other }

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.code(
            "rawValue", &self,
            ["other", "chest", "wrist", "finger", "hand", "ear lobe", "foot"], as: "location")
    }
}

extension HeartRateCommand: SensorForm {
    package static var blank: Self { HeartRateCommand(rawValue: 0) }

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.code("rawValue", &self, ["0", "reset energy expended"], as: "request")
    }
}

/// The value of Heart Rate Measurement with its intervals.
struct HeartRateMeasurementForm: SensorForm {
    static var blank: Self {
        HeartRateMeasurementForm(measurement: HeartRateMeasurement(heartRate: 0))
    }

    private static let reservedFlags: UInt8 = 0xE0

    private var measurement: HeartRateMeasurement
    private var rrIntervals: ContiguousArray<UInt16> = []

    private init(measurement: HeartRateMeasurement) { self.measurement = measurement }

    mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        let isSignalMissing = measurement.beatsPerMinute == nil
        if isSignalMissing { fields.show("heartRate", .text("no signal")) }
        try fields.number(
            "heartRate", &measurement.heartRate, .beatsPerMinute, isShown: !isSignalMissing)
        try fields.truth("isHeartRateWide", &measurement.isHeartRateWide, isShown: false)
        try fields.word(
            "skinContact", &measurement.skinContact,
            ["not supported", "not supported, but set", "not detected", "detected"])
        try fields.number("energyExpended", &measurement.energyExpended, .kilojoules)
        try fields.truth("hasRRIntervals", &measurement.hasRRIntervals, isShown: false)
        if measurement.hasRRIntervals { try fields.numbers("rrIntervals", &rrIntervals, .ticks) }
        try fields.otherFlags(&measurement.otherFlags, reserved: Self.reservedFlags)
    }
}

extension HeartRateMeasurementForm: SensorValue {
    init(decoding bytes: Span<UInt8>) throws(SensorError) {
        let view = try HeartRateMeasurementView(decoding: bytes)
        measurement = view.measurement
        for position in 0..<view.rrIntervals.count {
            rrIntervals.append(view.rrIntervals[position])
        }
    }

    var encodedByteCount: Int { measurement.encoded(rrIntervals: rrIntervals.span).count }

    func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        try measurement.encode(rrIntervals: rrIntervals.span, into: &buffer)
    }
}
