extension CyclingPowerMeasurement: SensorValue {
    /// Decodes the value of Cycling Power Measurement. One that is cut must have the power.
    ///
    /// - Throws: ``SensorError/Code/truncated``.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        var flags = FlagField(bits: try reader.uint16())
        self.init(instantaneousPower: try reader.int16(), otherFlags: flags.bits)
        missingFlags = flags.removeMissing(in: reader.remaining, Self.fieldByteCount)
        if flags.has(Flag.balance) { pedalPowerBalance = try reader.uint8() }
        if flags.has(Flag.torque) { accumulatedTorque = try reader.uint16() }
        if flags.has(Flag.wheel) { wheel = try WheelRevolutionData(reading: &reader) }
        if flags.has(Flag.crank) { crank = try CrankRevolutionData(reading: &reader) }
        if flags.has(Flag.forceMagnitudes) {
            forceMagnitudes = Extremes(maximum: try reader.int16(), minimum: try reader.int16())
        }
        if flags.has(Flag.torqueMagnitudes) {
            torqueMagnitudes = Extremes(maximum: try reader.int16(), minimum: try reader.int16())
        }
        if flags.has(Flag.angles) { angles = Self.angles(packed: try reader.uint24()) }
        if flags.has(Flag.topDeadSpot) { topDeadSpotAngle = try reader.uint16() }
        if flags.has(Flag.bottomDeadSpot) { bottomDeadSpotAngle = try reader.uint16() }
        if flags.has(Flag.energy) { accumulatedEnergy = try reader.uint16() }
    }

    /// The bits of one angle.
    private static let angleWidth: UInt32 = 12
    private static let angleMask: UInt16 = 0xFFF

    private static func angles(packed: UInt32) -> Extremes<UInt16> {
        Extremes(
            maximum: UInt16(truncatingIfNeeded: packed) & angleMask,
            minimum: UInt16(truncatingIfNeeded: packed >> angleWidth) & angleMask)
    }

    private static func pack(_ angles: Extremes<UInt16>) -> UInt32 {
        UInt32(angles.maximum & angleMask) | UInt32(angles.minimum & angleMask) << angleWidth
    }

    /// The flags' bits for the fields that are there.
    private var presence: FlagField<UInt16> {
        var flags = FlagField(bits: otherFlags & Flag.other)
        flags.set(Flag.balance, if: pedalPowerBalance != nil)
        flags.set(Flag.torque, if: accumulatedTorque != nil)
        flags.set(Flag.wheel, if: wheel != nil)
        flags.set(Flag.crank, if: crank != nil)
        flags.set(Flag.forceMagnitudes, if: forceMagnitudes != nil)
        flags.set(Flag.torqueMagnitudes, if: torqueMagnitudes != nil)
        flags.set(Flag.angles, if: angles != nil)
        flags.set(Flag.topDeadSpot, if: topDeadSpotAngle != nil)
        flags.set(Flag.bottomDeadSpot, if: bottomDeadSpotAngle != nil)
        flags.set(Flag.energy, if: accumulatedEnergy != nil)
        return flags
    }

    /// Four bytes, and those of the fields that are there: at most 34.
    public var encodedByteCount: Int {
        let present = presence
        var count = 4
        for bit in Flag.balance...Flag.energy where present.has(bit) {
            count += Self.fieldByteCount(bit)
        }
        return count
    }

    /// The bytes of the field that a bit announces; 0 if it announces none.
    private static func fieldByteCount(_ bit: Int) -> Int {
        guard Flag.fields & 1 << bit != 0 else { return 0 }
        return switch bit {
        case Flag.balance: 1
        case Flag.wheel: WheelRevolutionData.byteCount
        case Flag.crank: CrankRevolutionData.byteCount
        case Flag.forceMagnitudes, Flag.torqueMagnitudes: 4
        case Flag.angles: 3
        default: 2
        }
    }

    /// Encodes the measurement.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        var flags = presence
        flags.add(missing: missingFlags, of: Flag.fields)
        writer.put(flags.bits, in: &buffer)
        writer.put(instantaneousPower, in: &buffer)
        if let pedalPowerBalance { writer.put(pedalPowerBalance, in: &buffer) }
        if let accumulatedTorque { writer.put(accumulatedTorque, in: &buffer) }
        wheel?.write(to: &writer, in: &buffer)
        crank?.write(to: &writer, in: &buffer)
        if let forceMagnitudes {
            writer.put(forceMagnitudes.maximum, in: &buffer)
            writer.put(forceMagnitudes.minimum, in: &buffer)
        }
        if let torqueMagnitudes {
            writer.put(torqueMagnitudes.maximum, in: &buffer)
            writer.put(torqueMagnitudes.minimum, in: &buffer)
        }
        if let angles { writer.put24(Self.pack(angles), in: &buffer) }
        if let topDeadSpotAngle { writer.put(topDeadSpotAngle, in: &buffer) }
        if let bottomDeadSpotAngle { writer.put(bottomDeadSpotAngle, in: &buffer) }
        if let accumulatedEnergy { writer.put(accumulatedEnergy, in: &buffer) }
        return writer.offset
    }
}
