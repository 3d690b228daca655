/// What a power vector says beside its magnitudes.
///
/// Source: `Docs/Sensors.md`, clause 3.4.
public struct CyclingPowerVector: Hashable, Sendable {
    /// What the magnitudes are. The raw value is that of the flags' bits 2 and 3.
    public enum Quantity: UInt8, Hashable, Sendable, CaseIterable {
        /// There are no magnitudes.
        case none = 0
        /// Forces in newtons.
        case force = 1
        /// Torques in 1/32 N m.
        case torque = 2
        /// The sensor claims both, which the specification excludes.
        case contradictory = 3
    }

    /// The direction of the magnitudes. The raw value is that of the flags' bits 4 and 5.
    public enum Direction: UInt8, Hashable, Sendable, CaseIterable {
        /// Not known.
        case unknown = 0
        /// Along the pedal's path.
        case tangential = 1
        /// Along the crank.
        case radial = 2
        /// Across both.
        case lateral = 3
    }

    /// The cranks' counter; its time is in 1/1024 s.
    public var crank: CrankRevolutionData?
    /// The crank's angle at the first magnitude, in degrees.
    public var firstCrankMeasurementAngle: UInt16?
    /// What the magnitudes are.
    public var quantity: Quantity
    /// The direction in which they were measured.
    public var direction: Direction
    /// The reserved flags, bits 6 and 7. The others are ignored.
    public var otherFlags: UInt8

    /// Creates the fixed part of a vector.
    public init(
        crank: CrankRevolutionData? = nil, firstCrankMeasurementAngle: UInt16? = nil,
        quantity: Quantity, direction: Direction = .unknown, otherFlags: UInt8 = 0
    ) {
        self.crank = crank
        self.firstCrankMeasurementAngle = firstCrankMeasurementAngle
        self.quantity = quantity
        self.direction = direction
        self.otherFlags = otherFlags & Self.otherFlagBits
    }

    private static let crankBit = 0
    private static let angleBit = 1
    private static let quantityShift: UInt8 = 2
    private static let directionShift: UInt8 = 4
    private static let twoBits: UInt8 = 3
    private static let otherFlagBits: UInt8 = 0xC0

    fileprivate init(reading reader: inout FieldReader) throws(SensorError) {
        let flags = FlagField(bits: try reader.uint8())
        crank = flags.has(Self.crankBit) ? try CrankRevolutionData(reading: &reader) : nil
        firstCrankMeasurementAngle = flags.has(Self.angleBit) ? try reader.uint16() : nil
        // Two bits are always one of the four cases.
        quantity =
            Quantity(rawValue: flags.bits >> Self.quantityShift & Self.twoBits) ?? .contradictory
        direction =
            Direction(rawValue: flags.bits >> Self.directionShift & Self.twoBits) ?? .unknown
        otherFlags = flags.bits & Self.otherFlagBits
    }

    private var flags: FlagField<UInt8> {
        var flags = FlagField(
            bits: otherFlags & Self.otherFlagBits | quantity.rawValue << Self.quantityShift
                | direction.rawValue << Self.directionShift)
        flags.set(Self.crankBit, if: crank != nil)
        flags.set(Self.angleBit, if: firstCrankMeasurementAngle != nil)
        return flags
    }

    /// Encodes a vector with its magnitudes, oldest first, at the beginning of a buffer. Writes
    /// either the whole value or nothing. Without a ``quantity`` no magnitudes are written.
    ///
    /// - Returns: the number of bytes written.
    /// - Throws: ``SensorError/Code/bufferTooSmall``.
    public func encode(
        magnitudes: Span<Int16>, into buffer: inout MutableSpan<UInt8>
    ) throws(SensorError) -> Int {
        let numberCount = quantity == .none ? 0 : magnitudes.count
        let count =
            1 + (crank == nil ? 0 : CrankRevolutionData.byteCount)
            + (firstCrankMeasurementAngle == nil ? 0 : 2) + SensorNumbers.numberSize * numberCount
        var writer = try FieldWriter(count, in: buffer)
        writer.put(flags.bits, in: &buffer)
        crank?.write(to: &writer, in: &buffer)
        if let firstCrankMeasurementAngle { writer.put(firstCrankMeasurementAngle, in: &buffer) }
        for position in 0..<numberCount { writer.put(magnitudes[position], in: &buffer) }
        return writer.offset
    }
}

/// The forces or torques during a revolution of the cranks, read in place.
///
/// Source: `Docs/Sensors.md`, clause 3.4.
public struct CyclingPowerVectorView: ~Escapable {
    /// What the vector says beside the magnitudes.
    public let vector: CyclingPowerVector
    /// The magnitudes, oldest first. They are signed.
    public let magnitudes: SensorNumbers

    /// Reads the value of Cycling Power Vector.
    ///
    /// - Throws: ``SensorError/Code/truncated``.
    @_lifetime(copy bytes)
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        vector = try CyclingPowerVector(reading: &reader)
        let start = vector.quantity == .none ? bytes.count : reader.offset
        magnitudes = SensorNumbers(bytes.extracting(start...))
    }
}
