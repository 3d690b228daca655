import CyclingSensors
import KomootNavJSON

/// The value of Cycling Power Vector with its magnitudes.
struct CyclingPowerVectorForm: SensorForm {
    static var blank: Self { CyclingPowerVectorForm(vector: CyclingPowerVector(quantity: .none)) }

    private var vector: CyclingPowerVector
    private var magnitudes: ContiguousArray<Int16> = []

    private init(vector: CyclingPowerVector) { self.vector = vector }

    mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.crank(&vector.crank)
        try fields.number(
            "firstCrankMeasurementAngle", &vector.firstCrankMeasurementAngle, .degrees)
        try fields.word(
            "direction", &vector.direction, ["unknown", "tangential", "radial", "lateral"])
        try fields.word("quantity", &vector.quantity)
        switch vector.quantity {
        case .none: break
        case .force: try visitMagnitudes(&fields, .plain("N"), as: "forceMagnitudes")
        case .torque: try visitMagnitudes(&fields, .torque, as: "torqueMagnitudes")
        case .contradictory: try visitMagnitudes(&fields)
        }
        try fields.otherFlags(&vector.otherFlags)
    }

    private mutating func visitMagnitudes(
        _ fields: inout SensorFields, _ unit: SensorUnit? = nil, as title: String? = nil
    ) throws(MalformedForm) {
        try fields.numbers("magnitudes", &magnitudes, unit, as: title, isRequired: false)
    }
}

extension CyclingPowerVectorForm: SensorValue {
    init(decoding bytes: Span<UInt8>) throws(SensorError) {
        let view = try CyclingPowerVectorView(decoding: bytes)
        vector = view.vector
        for position in 0..<view.magnitudes.count {
            magnitudes.append(view.magnitudes.signed(at: position))
        }
    }

    /// The flags, the crank, the angle and the magnitudes.
    var encodedByteCount: Int {
        1 + (vector.crank == nil ? 0 : 4) + (vector.firstCrankMeasurementAngle == nil ? 0 : 2)
            + 2 * magnitudes.count
    }

    func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        try vector.encode(magnitudes: magnitudes.span, into: &buffer)
    }
}
