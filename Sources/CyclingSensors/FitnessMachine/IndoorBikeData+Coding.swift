extension IndoorBikeData: SensorValue {
    /// Decodes the value of Indoor Bike Data.
    ///
    /// - Throws: ``SensorError/Code/truncated``.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        let flags = FlagField(bits: try reader.uint16())
        self.init(otherFlags: flags.bits)
        if !flags.has(Flag.moreData) { instantaneousSpeed = try reader.uint16() }
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

    /// The flags' bits for the fields that are there.
    var flags: FlagField<UInt16> {
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
    public var encodedByteCount: Int {
        var count = 2
        let present = flags
        if instantaneousSpeed != nil { count += 2 }
        for bit in Flag.averageSpeed...Flag.remainingTime where present.has(bit) {
            count += Self.fieldByteCount(bit)
        }
        return count
    }

    /// The bytes of the field that a bit announces.
    private static func fieldByteCount(_ bit: Int) -> Int {
        switch bit {
        case Flag.distance: 3
        case Flag.energy: 5
        case Flag.heartRate, Flag.metabolicEquivalent: 1
        default: 2
        }
    }

    /// Encodes the data.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
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
