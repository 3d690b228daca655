/// The weight and the resistances with which a Wahoo trainer simulates a road.
///
/// Source: `Docs/Sensors.md`, clause 13.
public struct WahooSimulation: Hashable, Sendable {
    /// The weight of rider and bicycle in 0.01 kg.
    public var weightInHundredthsOfKilogram: UInt16
    /// The coefficient of rolling resistance, as it is sent. Zwift sends it in 0.001, others in
    /// 0.0001.
    public var rollingResistance: UInt16
    /// The coefficient of wind resistance, in 0.001 kg/m.
    public var windResistanceInThousandthsOfKilogramPerMeter: UInt16

    /// Creates parameters.
    public init(
        weightInHundredthsOfKilogram: UInt16, rollingResistance: UInt16,
        windResistanceInThousandthsOfKilogramPerMeter: UInt16
    ) {
        self.weightInHundredthsOfKilogram = weightInHundredthsOfKilogram
        self.rollingResistance = rollingResistance
        self.windResistanceInThousandthsOfKilogramPerMeter =
            windResistanceInThousandthsOfKilogramPerMeter
    }
}

/// A request to a Wahoo trainer by ``SensorCharacteristic/wahooControlPoint``.
///
/// | op code | request | parameter |
/// |---|---|---|
/// | 0x20 | ``unlock`` | `EE FC` |
/// | 0x40 | ``resistance(release:)`` | UInt16 |
/// | 0x41 | ``level(_:)`` | UInt8 |
/// | 0x42 | ``power(watts:)`` | UInt16 |
/// | 0x43 | ``simulation(_:)`` | 3 × UInt16 |
/// | 0x44 | ``rollingResistance(_:)`` | UInt16 |
/// | 0x45 | ``windResistance(thousandthsOfKilogramPerMeter:)`` | UInt16 |
/// | 0x46 | ``grade(share:)`` | UInt16: 32768 is flat |
/// | 0x47 | ``windSpeed(millimetersPerSecond:)`` | UInt16: 32768 is calm |
/// | 0x48 | ``wheelCircumference(tenthsOfMillimeters:)`` | UInt16 |
///
/// Established from public implementations and logs, not from a specification, and never tried with
/// a trainer. ``TrainerControl`` does not use it.
///
/// ```swift
/// let value = WahooCommand.power(watts: 200).encoded()  // 42 C8 00
/// ```
///
/// Source: `Docs/Sensors.md`, clause 13.
public enum WahooCommand: Hashable, Sendable {
    /// Lets the trainer take the other requests.
    case unlock
    /// Sets the brake: 16383 releases it, 0 applies it fully.
    case resistance(release: UInt16)
    /// Sets the curve of a fluid trainer, from 0 to 9. Any level is kept.
    case level(UInt8)
    /// Holds a power.
    case power(watts: UInt16)
    /// Simulates a road. The requests after this one need it.
    case simulation(WahooSimulation)
    /// Sets the coefficient of rolling resistance, as it is sent; see
    /// ``WahooSimulation/rollingResistance``.
    case rollingResistance(UInt16)
    /// Sets the coefficient of wind resistance, in 0.001 kg/m.
    case windResistance(thousandthsOfKilogramPerMeter: UInt16)
    /// Sets the slope, as a share of 32768; positive uphill. 32768 would be 45°.
    case grade(share: Int16)
    /// Sets the head wind; a tail wind is negative.
    case windSpeed(millimetersPerSecond: Int16)
    /// Sets the wheel's circumference in 0.1 mm.
    case wheelCircumference(tenthsOfMillimeters: UInt16)
    /// An op code that has no meaning yet, or ``unlock`` with another code, and its parameter. A known op code is read
    /// back as its own case.
    case other(opCode: UInt8, parameter: ShortBytes)

    /// The code that unlocks: two bytes, the first in the low byte.
    private static let unlockCode: UInt16 = 0xFCEE

    /// The request's first byte.
    public var opCode: UInt8 {
        switch self {
        case .unlock: 0x20
        case .resistance: 0x40
        case .level: 0x41
        case .power: 0x42
        case .simulation: 0x43
        case .rollingResistance: 0x44
        case .windResistance: 0x45
        case .grade: 0x46
        case .windSpeed: 0x47
        case .wheelCircumference: 0x48
        case .other(let opCode, _): opCode
        }
    }
}

extension WahooCommand: SensorValue {
    /// Decodes a request.
    ///
    /// - Throws: ``SensorError/Code/truncated``; ``SensorError/Code/oversized`` if the parameter of
    ///   an unknown op code, or of another code to unlock, has more than ``ShortBytes/capacity``
    ///   bytes.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        let opCode = try reader.uint8()
        let parameter = reader
        switch opCode {
        case 0x20 where try reader.uint16() == Self.unlockCode: self = .unlock
        case 0x40: self = .resistance(release: try reader.uint16())
        case 0x41: self = .level(try reader.uint8())
        case 0x42: self = .power(watts: try reader.uint16())
        case 0x43:
            self = .simulation(
                WahooSimulation(
                    weightInHundredthsOfKilogram: try reader.uint16(),
                    rollingResistance: try reader.uint16(),
                    windResistanceInThousandthsOfKilogramPerMeter: try reader.uint16()))
        case 0x44: self = .rollingResistance(try reader.uint16())
        case 0x45: self = .windResistance(thousandthsOfKilogramPerMeter: try reader.uint16())
        case 0x46: self = .grade(share: Self.centred(try reader.uint16()))
        case 0x47: self = .windSpeed(millimetersPerSecond: Self.centred(try reader.uint16()))
        case 0x48: self = .wheelCircumference(tenthsOfMillimeters: try reader.uint16())
        default:
            reader = parameter
            self = .other(opCode: opCode, parameter: try reader.rest())
        }
    }

    /// A number that is sent with 32768 for zero.
    private static func centred(_ number: UInt16) -> Int16 { Int16(bitPattern: number ^ 0x8000) }

    private static func shifted(_ number: Int16) -> UInt16 { UInt16(bitPattern: number) ^ 0x8000 }

    /// One byte and the parameter's.
    public var encodedByteCount: Int {
        switch self {
        case .level: 2
        case .simulation: 7
        case .other(_, let parameter): 1 + parameter.count
        case .unlock, .resistance, .power, .rollingResistance, .windResistance, .grade, .windSpeed,
            .wheelCircumference:
            3
        }
    }

    /// Encodes the request.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        writer.put(opCode, in: &buffer)
        switch self {
        case .unlock: writer.put(Self.unlockCode, in: &buffer)
        case .level(let level): writer.put(level, in: &buffer)
        case .resistance(let value), .power(let value), .rollingResistance(let value),
            .windResistance(let value), .wheelCircumference(let value):
            writer.put(value, in: &buffer)
        case .simulation(let simulation):
            writer.put(simulation.weightInHundredthsOfKilogram, in: &buffer)
            writer.put(simulation.rollingResistance, in: &buffer)
            writer.put(simulation.windResistanceInThousandthsOfKilogramPerMeter, in: &buffer)
        case .grade(let number), .windSpeed(let number):
            writer.put(Self.shifted(number), in: &buffer)
        case .other(_, let parameter): writer.put(parameter, in: &buffer)
        }
        return writer.offset
    }
}
