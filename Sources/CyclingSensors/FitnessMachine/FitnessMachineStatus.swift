/// How a spin down goes: one byte. Any value is kept.
///
/// Source: `Docs/Sensors.md`, clause 5.7.
public struct SpinDownStatus: RawRepresentable, Hashable, Sendable {
    /// The byte on the wire.
    public let rawValue: UInt8

    /// Creates a status from its byte, which can have any value.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The machine wants one.
    public static let requested = SpinDownStatus(rawValue: 1)
    /// It is done.
    public static let success = SpinDownStatus(rawValue: 2)
    /// It failed.
    public static let error = SpinDownStatus(rawValue: 3)
    /// The rider is to stop pedalling.
    public static let stopPedaling = SpinDownStatus(rawValue: 4)
}

/// What a fitness machine notifies when something changes.
///
/// Source: `Docs/Sensors.md`, clause 5.7.
public enum FitnessMachineStatus: Hashable, Sendable {
    /// It was reset.
    case reset
    /// The user stopped or paused it.
    case stoppedOrPausedByUser(SessionEnd)
    /// The safety key stopped it.
    case stoppedBySafetyKey
    /// The user started or resumed it.
    case startedOrResumedByUser
    /// A target has changed.
    case changed(FitnessMachineTarget)
    /// A spin down is asked for, or goes on.
    case spinDown(SpinDownStatus)
    /// Another client has control now, or nobody has.
    case controlPermissionLost
    /// An op code that has no meaning yet, and its parameter.
    case other(opCode: UInt8, parameter: ShortBytes)

    /// The status's first byte.
    public var opCode: UInt8 {
        switch self {
        case .reset: 1
        case .stoppedOrPausedByUser: 2
        case .stoppedBySafetyKey: 3
        case .startedOrResumedByUser: 4
        case .changed(let target): target.statusOpCode
        case .spinDown: 20
        case .controlPermissionLost: 0xFF
        case .other(let opCode, _): opCode
        }
    }
}

extension FitnessMachineStatus: SensorValue {
    /// Decodes the value of Fitness Machine Status.
    ///
    /// - Throws: ``SensorError/Code/truncated``; ``SensorError/Code/oversized`` if the parameter of
    ///   an unknown op code has more than ``ShortBytes/capacity`` bytes.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        let opCode = try reader.uint8()
        switch opCode {
        case 1: self = .reset
        case 2: self = .stoppedOrPausedByUser(SessionEnd(rawValue: try reader.uint8()))
        case 3: self = .stoppedBySafetyKey
        case 4: self = .startedOrResumedByUser
        case 20: self = .spinDown(SpinDownStatus(rawValue: try reader.uint8()))
        case 0xFF: self = .controlPermissionLost
        default:
            if let request = FitnessMachineTarget.requestOpCode(ofStatus: opCode),
                let target = try FitnessMachineTarget(requestOpCode: request, reading: &reader)
            {
                self = .changed(target)
            } else {
                self = .other(opCode: opCode, parameter: try reader.rest())
            }
        }
    }

    /// One byte and the parameter's.
    public var encodedByteCount: Int {
        switch self {
        case .reset, .stoppedBySafetyKey, .startedOrResumedByUser, .controlPermissionLost: 1
        case .stoppedOrPausedByUser, .spinDown: 2
        case .changed(let target): 1 + target.parameterByteCount
        case .other(_, let parameter): 1 + parameter.count
        }
    }

    /// Encodes the status.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        writer.put(opCode, in: &buffer)
        switch self {
        case .reset, .stoppedBySafetyKey, .startedOrResumedByUser, .controlPermissionLost: break
        case .stoppedOrPausedByUser(let end): writer.put(end.rawValue, in: &buffer)
        case .changed(let target): target.write(to: &writer, in: &buffer)
        case .spinDown(let status): writer.put(status.rawValue, in: &buffer)
        case .other(_, let parameter): writer.put(parameter, in: &buffer)
        }
        return writer.offset
    }
}
