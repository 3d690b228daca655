/// What became of a request to a control point: one byte. Any value is kept.
///
/// Source: `Docs/Sensors.md`, clause 1.6.
public struct ControlPointResult: RawRepresentable, Hashable, Sendable {
    /// The byte on the wire.
    public let rawValue: UInt8

    /// Creates a result from its byte, which can have any value.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It was done.
    public static let success = ControlPointResult(rawValue: 1)
    /// The sensor does not know the op code.
    public static let opCodeNotSupported = ControlPointResult(rawValue: 2)
    /// The parameter is not valid.
    public static let invalidParameter = ControlPointResult(rawValue: 3)
    /// The sensor could not do it.
    public static let operationFailed = ControlPointResult(rawValue: 4)
    /// The client has not been given control. Only a fitness machine answers this.
    public static let controlNotPermitted = ControlPointResult(rawValue: 5)
}

/// The control points that answer requests. The raw value is the response's first byte.
///
/// Source: `Docs/Sensors.md`, clause 1.6.
public enum ControlPoint: UInt8, Hashable, Sendable, CaseIterable {
    /// SC Control Point.
    case speedAndCadence = 0x10
    /// Cycling Power Control Point.
    case cyclingPower = 0x20
    /// Fitness Machine Control Point.
    case fitnessMachine = 0x80
}

/// The indication by which a control point answers a request.
///
/// | bytes | field |
/// |---|---|
/// | 0 | the control point's response code |
/// | 1 | the request's op code |
/// | 2 | the result |
/// | 3 to the end | a parameter, for some requests |
///
/// Source: `Docs/Sensors.md`, clauses 1.6, 2.4, 3.3 and 5.6.
public struct ControlPointResponse: Hashable, Sendable {
    /// Who answers.
    public var controlPoint: ControlPoint
    /// The op code of the request that is answered.
    public var requestOpCode: UInt8
    /// What became of the request.
    public var result: ControlPointResult
    /// What the request asked for.
    public var parameter: ShortBytes

    /// Creates a response.
    public init(
        _ controlPoint: ControlPoint, to requestOpCode: UInt8, result: ControlPointResult,
        parameter: ShortBytes = ShortBytes()
    ) {
        self.controlPoint = controlPoint
        self.requestOpCode = requestOpCode
        self.result = result
        self.parameter = parameter
    }

    /// The number of bytes before the parameter.
    private static let headerByteCount = 3
}

extension ControlPointResponse: SensorValue {
    /// Decodes a response.
    ///
    /// - Throws: ``SensorError/Code/unexpectedByte`` if the first byte is not a response code;
    ///   ``SensorError/Code/truncated``; ``SensorError/Code/oversized`` if the parameter has more
    ///   than ``ShortBytes/capacity`` bytes.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        guard let controlPoint = ControlPoint(rawValue: try reader.uint8()) else {
            throw SensorError(.unexpectedByte, at: 0)
        }
        self.controlPoint = controlPoint
        requestOpCode = try reader.uint8()
        result = ControlPointResult(rawValue: try reader.uint8())
        parameter = try reader.rest()
    }

    /// Three bytes and the parameter's.
    public var encodedByteCount: Int { Self.headerByteCount + parameter.count }

    /// Encodes the response.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        writer.put(controlPoint.rawValue, in: &buffer)
        writer.put(requestOpCode, in: &buffer)
        writer.put(result.rawValue, in: &buffer)
        writer.put(parameter, in: &buffer)
        return writer.offset
    }
}
