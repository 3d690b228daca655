/// The GATT services of sensors and trainers.
///
/// Source: `Docs/Sensors.md`, clauses 1.2 and 6.
public enum SensorService {
    /// Cycling Speed and Cadence.
    public static var speedAndCadence: UUID128 { UUID128(assignedNumber: 0x1816) }
    /// Cycling Power.
    public static var cyclingPower: UUID128 { UUID128(assignedNumber: 0x1818) }
    /// Heart Rate.
    public static var heartRate: UUID128 { UUID128(assignedNumber: 0x180D) }
    /// Fitness Machine.
    public static var fitnessMachine: UUID128 { UUID128(assignedNumber: 0x1826) }
    /// FE-C frames over Bluetooth, as Tacx trainers send them.
    public static var fec: UUID128 {
        UUID128(high: 0x6E40_FEC1_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E)
    }
    /// Battery, which sensors may have beside one of the others.
    public static var battery: UUID128 { UUID128(assignedNumber: 0x180F) }
}

/// The characteristics of sensors and trainers.
///
/// Source: `Docs/Sensors.md`, clauses 1.2, 6 and 13.
public enum SensorCharacteristic {
    /// CSC Measurement: notify.
    public static var cscMeasurement: UUID128 { UUID128(assignedNumber: 0x2A5B) }
    /// CSC Feature: read.
    public static var cscFeature: UUID128 { UUID128(assignedNumber: 0x2A5C) }
    /// Sensor Location, of both cycling services: read.
    public static var sensorLocation: UUID128 { UUID128(assignedNumber: 0x2A5D) }
    /// SC Control Point: write, indicate.
    public static var scControlPoint: UUID128 { UUID128(assignedNumber: 0x2A55) }
    /// Cycling Power Measurement: notify.
    public static var powerMeasurement: UUID128 { UUID128(assignedNumber: 0x2A63) }
    /// Cycling Power Vector: notify.
    public static var powerVector: UUID128 { UUID128(assignedNumber: 0x2A64) }
    /// Cycling Power Feature: read.
    public static var powerFeature: UUID128 { UUID128(assignedNumber: 0x2A65) }
    /// Cycling Power Control Point: write, indicate.
    public static var powerControlPoint: UUID128 { UUID128(assignedNumber: 0x2A66) }
    /// Heart Rate Measurement: notify.
    public static var heartRateMeasurement: UUID128 { UUID128(assignedNumber: 0x2A37) }
    /// Body Sensor Location: read.
    public static var bodySensorLocation: UUID128 { UUID128(assignedNumber: 0x2A38) }
    /// Heart Rate Control Point: write.
    public static var heartRateControlPoint: UUID128 { UUID128(assignedNumber: 0x2A39) }
    /// Fitness Machine Feature: read.
    public static var fitnessMachineFeature: UUID128 { UUID128(assignedNumber: 0x2ACC) }
    /// Indoor Bike Data: notify.
    public static var indoorBikeData: UUID128 { UUID128(assignedNumber: 0x2AD2) }
    /// Training Status: read, notify.
    public static var trainingStatus: UUID128 { UUID128(assignedNumber: 0x2AD3) }
    /// Supported Speed Range: read.
    public static var speedRange: UUID128 { UUID128(assignedNumber: 0x2AD4) }
    /// Supported Inclination Range: read.
    public static var inclinationRange: UUID128 { UUID128(assignedNumber: 0x2AD5) }
    /// Supported Resistance Level Range: read.
    public static var resistanceRange: UUID128 { UUID128(assignedNumber: 0x2AD6) }
    /// Supported Heart Rate Range: read.
    public static var heartRateRange: UUID128 { UUID128(assignedNumber: 0x2AD7) }
    /// Supported Power Range: read.
    public static var powerRange: UUID128 { UUID128(assignedNumber: 0x2AD8) }
    /// Fitness Machine Control Point: write, indicate.
    public static var fitnessMachineControlPoint: UUID128 { UUID128(assignedNumber: 0x2AD9) }
    /// Fitness Machine Status: notify.
    public static var fitnessMachineStatus: UUID128 { UUID128(assignedNumber: 0x2ADA) }
    /// Battery Level: read, notify.
    public static var batteryLevel: UUID128 { UUID128(assignedNumber: 0x2A19) }
    /// FE-C frames from the trainer: notify.
    public static var fecNotification: UUID128 {
        UUID128(high: 0x6E40_FEC2_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E)
    }
    /// FE-C frames to the trainer: write.
    public static var fecCommand: UUID128 {
        UUID128(high: 0x6E40_FEC3_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E)
    }
    /// Requests to a Wahoo trainer, in ``SensorService/cyclingPower``: write, indicate.
    public static var wahooControlPoint: UUID128 {
        UUID128(high: 0xA026_E005_0A7D_4AB3, low: 0x97FA_F150_0F9F_EB8B)
    }
}

/// A list of 16-bit numbers in a value that is read in place: it copies nothing.
public struct SensorNumbers: ~Escapable {
    private let bytes: Span<UInt8>

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    /// The bytes of one number.
    static let numberSize = 2

    /// The number of numbers. An odd byte at the end is none.
    public var count: Int { bytes.count / Self.numberSize }

    /// The number at a position, as it is unsigned. The position must be below ``count``.
    public subscript(position: Int) -> UInt16 {
        precondition(position >= 0 && position < count, "no such number")
        return UInt16(bytes[Self.numberSize * position])
            | UInt16(bytes[Self.numberSize * position + 1]) << 8
    }

    /// The number at a position, as it is signed. The position must be below ``count``.
    public func signed(at position: Int) -> Int16 { Int16(bitPattern: self[position]) }
}

/// The flags of a value while it is encoded or decoded: which fields are there.
struct FlagField<Bits: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
    var bits: Bits

    func has(_ bit: Int) -> Bool { bits & (1 << bit) != 0 }

    mutating func set(_ bit: Int, if isPresent: Bool) {
        if isPresent { bits |= 1 << bit } else { bits &= ~(1 << bit) }
    }
}

/// The flags of a value that may be cut: they announce fields in the order of their bits (clause 9.12).
extension FlagField {
    /// Removes the flags of fields that are not whole.
    ///
    /// - Parameters:
    ///   - byteCount: the bytes that there are for the fields.
    ///   - size: the bytes of the field that a bit announces; 0 if it announces none.
    /// - Returns: the flags that were removed.
    mutating func removeMissing(in byteCount: Int, _ size: (Int) -> Int) -> Bits {
        var missing: Bits = 0
        var remaining = byteCount
        for bit in 0..<Bits.bitWidth where has(bit) && size(bit) > 0 {
            remaining -= size(bit)
            if remaining < 0 { missing |= 1 << bit }
        }
        bits &= ~missing
        return missing
    }

    /// Adds the flags of missing fields, but only of those that come after all that are there.
    mutating func add(missing flags: Bits, of fields: Bits) {
        let end = Bits.bitWidth - (bits & fields).leadingZeroBitCount
        bits |= flags & fields & (.max << end)
    }
}
