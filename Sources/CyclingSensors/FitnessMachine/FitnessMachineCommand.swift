/// How a session ends: one byte. Any value is kept.
///
/// Source: `Docs/Sensors.md`, clause 5.6.
public struct SessionEnd: RawRepresentable, Hashable, Sendable {
    /// The byte on the wire.
    public let rawValue: UInt8

    /// Creates an end from its byte, which can have any value.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It stops.
    public static let stop = SessionEnd(rawValue: 1)
    /// It pauses.
    public static let pause = SessionEnd(rawValue: 2)
}

/// What to do with a spin down: one byte. Any value is kept.
///
/// Source: `Docs/Sensors.md`, clause 5.6.
public struct SpinDownControl: RawRepresentable, Hashable, Sendable {
    /// The byte on the wire.
    public let rawValue: UInt8

    /// Creates a control from its byte, which can have any value.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Start it.
    public static let start = SpinDownControl(rawValue: 1)
    /// Ignore the machine's wish for one.
    public static let ignore = SpinDownControl(rawValue: 2)
}

/// A request to the Fitness Machine Control Point.
///
/// A machine answers all but ``requestControl`` with
/// ``ControlPointResult/controlNotPermitted`` until it has given control.
///
/// ```swift
/// let value = FitnessMachineCommand.set(.power(200)).encoded()  // 05 C8 00
/// ```
///
/// Source: `Docs/Sensors.md`, clause 5.6.
public enum FitnessMachineCommand: Hashable, Sendable {
    /// Asks for control.
    case requestControl
    /// Sets everything to its default, and gives control back.
    case reset
    /// Starts or resumes a session.
    case startOrResume
    /// Stops or pauses the session.
    case stopOrPause(SessionEnd)
    /// Starts a spin down, or ignores the wish for one; ``ControlPointResponse/spinDownSpeeds``
    /// answers.
    case spinDown(SpinDownControl)
    /// Sets a target.
    case set(FitnessMachineTarget)
    /// An op code that has no meaning yet, and its parameter.
    case other(opCode: UInt8, parameter: ShortBytes)

    /// The request's first byte.
    public var opCode: UInt8 {
        switch self {
        case .requestControl: 0
        case .reset: 1
        case .startOrResume: 7
        case .stopOrPause: 8
        case .spinDown: 19
        case .set(let target): target.requestOpCode
        case .other(let opCode, _): opCode
        }
    }
}

extension FitnessMachineCommand: SensorValue {
    /// Decodes a request.
    ///
    /// - Throws: ``SensorError/Code/truncated``; ``SensorError/Code/oversized`` if the parameter of
    ///   an unknown op code has more than ``ShortBytes/capacity`` bytes.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        let opCode = try reader.uint8()
        switch opCode {
        case 0: self = .requestControl
        case 1: self = .reset
        case 7: self = .startOrResume
        case 8: self = .stopOrPause(SessionEnd(rawValue: try reader.uint8()))
        case 19: self = .spinDown(SpinDownControl(rawValue: try reader.uint8()))
        default:
            if let target = try FitnessMachineTarget(requestOpCode: opCode, reading: &reader) {
                self = .set(target)
            } else {
                self = .other(opCode: opCode, parameter: try reader.rest())
            }
        }
    }

    /// One byte and the parameter's.
    public var encodedByteCount: Int {
        switch self {
        case .requestControl, .reset, .startOrResume: 1
        case .stopOrPause, .spinDown: 2
        case .set(let target): 1 + target.parameterByteCount
        case .other(_, let parameter): 1 + parameter.count
        }
    }

    /// Encodes the request.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        writer.put(opCode, in: &buffer)
        switch self {
        case .requestControl, .reset, .startOrResume: break
        case .stopOrPause(let end): writer.put(end.rawValue, in: &buffer)
        case .spinDown(let control): writer.put(control.rawValue, in: &buffer)
        case .set(let target): target.write(to: &writer, in: &buffer)
        case .other(_, let parameter): writer.put(parameter, in: &buffer)
        }
        return writer.offset
    }
}

extension ControlPointResponse {
    /// The speeds between which a spin down is measured, in 0.01 km/h. Of use if the response
    /// answers a spin down; `nil` if the parameter is too short.
    public var spinDownSpeeds: ClosedRange<UInt16>? {
        guard let low = parameter.uint16(at: 0), let high = parameter.uint16(at: 2), low <= high
        else { return nil }
        return low...high
    }
}
