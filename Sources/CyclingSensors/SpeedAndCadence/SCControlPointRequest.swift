/// A request to the SC Control Point of a speed and cadence sensor.
///
/// Source: `Docs/Sensors.md`, clause 2.4.
public enum SCControlPointRequest: Hashable, Sendable {
    /// Sets the wheel's counter.
    case setCumulativeValue(UInt32)
    /// Starts a calibration. Running sensors only.
    case startSensorCalibration
    /// Tells the sensor where it is.
    case updateSensorLocation(SensorLocation)
    /// Asks where the sensor can be; ``ControlPointResponse/supportedSensorLocations`` answers.
    case requestSupportedSensorLocations
    /// An op code that has no meaning yet, and its parameter.
    case other(opCode: UInt8, parameter: ShortBytes)

    /// The request's first byte.
    public var opCode: UInt8 {
        switch self {
        case .setCumulativeValue: 1
        case .startSensorCalibration: 2
        case .updateSensorLocation: 3
        case .requestSupportedSensorLocations: 4
        case .other(let opCode, _): opCode
        }
    }
}

extension SCControlPointRequest: SensorValue {
    /// Decodes a request.
    ///
    /// - Throws: ``SensorError/Code/truncated``; ``SensorError/Code/oversized`` if the parameter of
    ///   an unknown op code has more than ``ShortBytes/capacity`` bytes.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        let opCode = try reader.uint8()
        switch opCode {
        case 1: self = .setCumulativeValue(try reader.uint32())
        case 2: self = .startSensorCalibration
        case 3: self = .updateSensorLocation(SensorLocation(rawValue: try reader.uint8()))
        case 4: self = .requestSupportedSensorLocations
        default: self = .other(opCode: opCode, parameter: try reader.rest())
        }
    }

    /// One byte and the parameter's.
    public var encodedByteCount: Int {
        switch self {
        case .setCumulativeValue: 5
        case .updateSensorLocation: 2
        case .startSensorCalibration, .requestSupportedSensorLocations: 1
        case .other(_, let parameter): 1 + parameter.count
        }
    }

    /// Encodes the request.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        writer.put(opCode, in: &buffer)
        switch self {
        case .setCumulativeValue(let value): writer.put(value, in: &buffer)
        case .updateSensorLocation(let location): writer.put(location.rawValue, in: &buffer)
        case .startSensorCalibration, .requestSupportedSensorLocations: break
        case .other(_, let parameter): writer.put(parameter, in: &buffer)
        }
        return writer.offset
    }
}

extension ControlPointResponse {
    /// The parameter as the locations that the sensor supports, one byte each. Of use if the
    /// response answers a request for them.
    public var supportedSensorLocations: [SensorLocation] {
        (0..<parameter.count).map { SensorLocation(rawValue: parameter[$0]) }
    }
}
