package import CyclingSensors

extension CyclingPowerFeature: SensorForm {
    package var members: [String: JSONValue] {
        [
            "rawValue": .field(rawValue),
            "distributedSystemSupport": .string("\(distributedSystemSupport)"),
        ]
    }
}

extension CyclingPowerMeasurement: SensorForm {
    package init(json: JSONValue) throws(MalformedForm) {
        self.init(
            instantaneousPower: try json.required("instantaneousPower"),
            otherFlags: try json.required("otherFlags"))
        pedalPowerBalance = try json.optional("pedalPowerBalance")
        accumulatedTorque = try json.optional("accumulatedTorque")
        wheel = try json.wheel
        crank = try json.crank
        forceMagnitudes = try json.extremes("forceMagnitudes")
        torqueMagnitudes = try json.extremes("torqueMagnitudes")
        angles = try json.extremes("angles")
        topDeadSpotAngle = try json.optional("topDeadSpotAngle")
        bottomDeadSpotAngle = try json.optional("bottomDeadSpotAngle")
        accumulatedEnergy = try json.optional("accumulatedEnergy")
    }

    package var members: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "instantaneousPower": .field(instantaneousPower), "otherFlags": .field(otherFlags),
        ]
        members.set("pedalPowerBalance", pedalPowerBalance)
        members.set("accumulatedTorque", accumulatedTorque)
        members["wheel"] = wheel?.json
        members["crank"] = crank?.json
        members["forceMagnitudes"] = forceMagnitudes.map(JSONValue.extremes)
        members["torqueMagnitudes"] = torqueMagnitudes.map(JSONValue.extremes)
        members["angles"] = angles.map(JSONValue.extremes)
        members.set("topDeadSpotAngle", topDeadSpotAngle)
        members.set("bottomDeadSpotAngle", bottomDeadSpotAngle)
        members.set("accumulatedEnergy", accumulatedEnergy)
        return members
    }
}

extension JSONValue {
    fileprivate func extremes<Value: FixedWidthInteger>(
        _ key: String
    ) throws(MalformedForm) -> CyclingPowerMeasurement.Extremes<Value>? {
        guard let pair = self[key] else { return nil }
        return .init(maximum: try pair.required("maximum"), minimum: try pair.required("minimum"))
    }

    fileprivate static func extremes(
        _ pair: CyclingPowerMeasurement.Extremes<some FixedWidthInteger>
    ) -> JSONValue {
        .object(["maximum": .field(pair.maximum), "minimum": .field(pair.minimum)])
    }
}

extension CyclingPowerVector {
    init(json: JSONValue) throws(MalformedForm) {
        self.init(
            crank: try json.crank,
            firstCrankMeasurementAngle: try json.optional("firstCrankMeasurementAngle"),
            quantity: try json.requiredCase("quantity", of: Quantity.self),
            direction: try json.requiredCase("direction", of: Direction.self),
            otherFlags: try json.required("otherFlags"))
    }

    private var members: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "quantity": .string("\(quantity)"), "direction": .string("\(direction)"),
            "otherFlags": .field(otherFlags),
        ]
        members["crank"] = crank?.json
        members.set("firstCrankMeasurementAngle", firstCrankMeasurementAngle)
        return members
    }

    /// The fields in a value, and the number of the bytes after them.
    static func fields(
        of bytes: Span<UInt8>
    ) throws(SensorError) -> (members: [String: JSONValue], unread: Int) {
        let view = try CyclingPowerVectorView(decoding: bytes)
        var members = view.vector.members
        var numbers: ContiguousArray<Int16> = []
        for position in 0..<view.magnitudes.count {
            numbers.append(view.magnitudes.signed(at: position))
        }
        if view.vector.quantity != .none {
            members["magnitudes"] = .array(numbers.map(JSONValue.field))
        }
        return (members, bytes.count - view.vector.encoded(numbers).count)
    }

    /// The value with magnitudes.
    func encoded(_ magnitudes: ContiguousArray<Int16>) -> ContiguousArray<UInt8> {
        .encoded(upTo: 1 + 4 + 2 + 2 * magnitudes.count) { (span) throws(SensorError) in
            try encode(magnitudes: magnitudes.span, into: &span)
        }
    }

    /// Writes a value from its fields.
    static func bytes(_ json: JSONValue) throws(MalformedForm) -> ContiguousArray<UInt8> {
        let vector = try CyclingPowerVector(json: json)
        return vector.encoded(
            json["magnitudes"] == nil ? [] : try json.requiredNumbers("magnitudes"))
    }
}

extension ContiguousArray<UInt8> {
    /// What a function writes into a buffer.
    static func encoded(
        upTo size: Int, _ encode: (inout MutableSpan<UInt8>) throws(SensorError) -> Int
    ) -> ContiguousArray<UInt8> {
        var bytes = ContiguousArray(repeating: 0, count: size)
        // An array's own mutable span needs newer systems than this library does.
        let count = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var span = unsafe MutableSpan(_unsafeElements: buffer)
            // The array is as large as the value can be.
            return (try? encode(&span)) ?? 0
        }
        bytes.removeLast(size - count)
        return bytes
    }
}
