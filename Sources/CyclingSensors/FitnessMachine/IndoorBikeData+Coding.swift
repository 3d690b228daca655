extension IndoorBikeData: SensorValue {
    /// Decodes the value of Indoor Bike Data. One that is cut must have its first field.
    ///
    /// ``SensorDecoder`` also remembers what earlier values of the machine told of its cadence flag.
    ///
    /// - Throws: ``SensorError/Code/truncated``.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        try self.init(decoding: bytes, wasCadenceFlagInverted: false)
    }

    /// Decodes a value.
    ///
    /// - Parameter wasCadenceFlagInverted: how the machine's last value was read; this one is read so too, if its
    ///   length does not tell.
    init(decoding bytes: Span<UInt8>, wasCadenceFlagInverted: Bool) throws(SensorError) {
        var reader = FieldReader(bytes)
        var flags = FlagField(bits: try reader.uint16())
        self.init(otherFlags: flags.bits)
        isCadenceFlagInverted = Self.isCadenceFlagInverted(
            flags, byteCount: bytes.count, before: wasCadenceFlagInverted)
        if isCadenceFlagInverted { flags.bits ^= 1 << Flag.cadence }
        let hasSpeed = !flags.has(Flag.moreData)
        missingFlags = flags.removeMissing(
            in: bytes.count - (hasSpeed ? 4 : 2), Self.fieldByteCount)
        guard !isCut || hasSpeed || flags.bits & Flag.fields != 0 else {
            throw SensorError(.truncated, at: bytes.count)
        }
        if hasSpeed { instantaneousSpeed = try reader.uint16() }
        if flags.has(Flag.averageSpeed) { averageSpeed = try reader.uint16() }
        if flags.has(Flag.cadence) { instantaneousCadence = try reader.uint16() }
        if flags.has(Flag.averageCadence) { averageCadence = try reader.uint16() }
        if flags.has(Flag.distance) { totalDistance = try reader.uint24() }
        if flags.has(Flag.resistance) { resistanceLevel = try reader.int16() }
        if flags.has(Flag.power) { instantaneousPower = try reader.int16() }
        if flags.has(Flag.averagePower) { averagePower = try reader.int16() }
        if flags.has(Flag.energy) {
            expendedEnergy = ExpendedEnergy(
                total: try reader.uint16(), perHour: try reader.uint16(),
                perMinute: try reader.uint8())
        }
        if flags.has(Flag.heartRate) { heartRate = try reader.uint8() }
        if flags.has(Flag.metabolicEquivalent) { metabolicEquivalent = try reader.uint8() }
        if flags.has(Flag.elapsedTime) { elapsedTime = try reader.uint16() }
        if flags.has(Flag.remainingTime) { remainingTime = try reader.uint16() }
    }

    /// Whether a value's flag for the cadence means the contrary (clause 9.3), as its length or the value before tells.
    private static func isCadenceFlagInverted(
        _ flags: FlagField<UInt16>, byteCount: Int, before: Bool
    ) -> Bool {
        let announced = announcedByteCount(flags)
        guard byteCount != announced else { return false }
        // A reserved flag may announce the two bytes.
        let fitsWithCadence =
            !flags.has(Flag.cadence) && flags.bits & Flag.other == 0
            && byteCount == announced + fieldByteCount(Flag.cadence)
        return before || fitsWithCadence
    }

    /// The bytes of a value with these flags.
    private static func announcedByteCount(_ flags: FlagField<UInt16>) -> Int {
        var count = flags.has(Flag.moreData) ? 2 : 4
        for bit in Flag.averageSpeed...Flag.remainingTime where flags.has(bit) {
            count += fieldByteCount(bit)
        }
        return count
    }

    /// The flags' bits, each set if its field is there; bit 0 if the speed is not.
    var presence: FlagField<UInt16> {
        var flags = FlagField(bits: otherFlags & Flag.other)
        flags.set(Flag.moreData, if: instantaneousSpeed == nil)
        flags.set(Flag.averageSpeed, if: averageSpeed != nil)
        flags.set(Flag.cadence, if: instantaneousCadence != nil)
        flags.set(Flag.averageCadence, if: averageCadence != nil)
        flags.set(Flag.distance, if: totalDistance != nil)
        flags.set(Flag.resistance, if: resistanceLevel != nil)
        flags.set(Flag.power, if: instantaneousPower != nil)
        flags.set(Flag.averagePower, if: averagePower != nil)
        flags.set(Flag.energy, if: expendedEnergy != nil)
        flags.set(Flag.heartRate, if: heartRate != nil)
        flags.set(Flag.metabolicEquivalent, if: metabolicEquivalent != nil)
        flags.set(Flag.elapsedTime, if: elapsedTime != nil)
        flags.set(Flag.remainingTime, if: remainingTime != nil)
        return flags
    }

    /// Two bytes, and those of the fields that are there: at most 30.
    public var encodedByteCount: Int { Self.announcedByteCount(presence) }

    /// The bytes of the field that a bit announces by being set; 0 if it does not.
    private static func fieldByteCount(_ bit: Int) -> Int {
        guard Flag.fields & 1 << bit != 0 else { return 0 }
        return switch bit {
        case Flag.distance: 3
        case Flag.energy: 5
        case Flag.heartRate, Flag.metabolicEquivalent: 1
        default: 2
        }
    }

    /// Encodes the data.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        var flags = presence
        flags.add(missing: missingFlags, of: Flag.fields)
        if isCadenceFlagInverted { flags.bits ^= 1 << Flag.cadence }
        writer.put(flags.bits, in: &buffer)
        if let instantaneousSpeed { writer.put(instantaneousSpeed, in: &buffer) }
        if let averageSpeed { writer.put(averageSpeed, in: &buffer) }
        if let instantaneousCadence { writer.put(instantaneousCadence, in: &buffer) }
        if let averageCadence { writer.put(averageCadence, in: &buffer) }
        if let totalDistance { writer.put24(totalDistance, in: &buffer) }
        if let resistanceLevel { writer.put(resistanceLevel, in: &buffer) }
        if let instantaneousPower { writer.put(instantaneousPower, in: &buffer) }
        if let averagePower { writer.put(averagePower, in: &buffer) }
        if let expendedEnergy {
            writer.put(expendedEnergy.total, in: &buffer)
            writer.put(expendedEnergy.perHour, in: &buffer)
            writer.put(expendedEnergy.perMinute, in: &buffer)
        }
        if let heartRate { writer.put(heartRate, in: &buffer) }
        if let metabolicEquivalent { writer.put(metabolicEquivalent, in: &buffer) }
        if let elapsedTime { writer.put(elapsedTime, in: &buffer) }
        if let remainingTime { writer.put(remainingTime, in: &buffer) }
        return writer.offset
    }
}
