/// The moment of a calibration, as a power meter tells it. Zero means that a part is not known.
///
/// Source: `Docs/Sensors.md`, clause 3.3.
public struct SensorDate: Hashable, Sendable {
    /// The year.
    public var year: UInt16
    /// The month, from 1.
    public var month: UInt8
    /// The day, from 1.
    public var day: UInt8
    /// The hour.
    public var hour: UInt8
    /// The minute.
    public var minute: UInt8
    /// The second.
    public var second: UInt8

    /// Creates a date.
    public init(
        year: UInt16, month: UInt8, day: UInt8, hour: UInt8 = 0, minute: UInt8 = 0,
        second: UInt8 = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }
}

/// The answer to an enhanced offset compensation.
///
/// Source: `Docs/Sensors.md`, clause 3.3.
public struct EnhancedOffset: Hashable, Sendable {
    /// The raw force in newtons, or torque in 1/32 N m.
    public var rawOffset: UInt16
    /// The maker's number.
    public var companyIdentifier: UInt16
    /// The maker's own data.
    public var data: ShortBytes

    /// Creates an answer.
    public init(rawOffset: UInt16, companyIdentifier: UInt16, data: ShortBytes) {
        self.rawOffset = rawOffset
        self.companyIdentifier = companyIdentifier
        self.data = data
    }
}

/// The parameters of a power meter's responses. Each is of use if the response answers the request
/// that it is named for, and `nil` if the parameter is too short.
extension ControlPointResponse {
    /// The length of the cranks in 0.5 mm, of the chain or the span in millimetres, or the weight
    /// of the chain in grams: whatever was asked for.
    public var lengthOrWeight: UInt16? { parameter.uint16(at: 0) }

    /// The offset: raw force in newtons, or torque in 1/32 N m.
    public var offset: Int16? { parameter.uint16(at: 0).map { Int16(bitPattern: $0) } }

    /// The sampling rate in hertz.
    public var samplingRate: UInt8? { parameter.count > 0 ? parameter[0] : nil }

    /// When the sensor was calibrated.
    public var factoryCalibrationDate: SensorDate? {
        guard parameter.count >= 7, let year = parameter.uint16(at: 0) else { return nil }
        return SensorDate(
            year: year, month: parameter[2], day: parameter[3], hour: parameter[4],
            minute: parameter[5], second: parameter[6])
    }

    /// The answer to an enhanced offset compensation. `nil` even if the data are shorter than
    /// they say.
    public var enhancedOffset: EnhancedOffset? {
        guard let rawOffset = parameter.uint16(at: 0), let company = parameter.uint16(at: 2),
            parameter.count > 4, parameter.count - 5 >= Int(parameter[4])
        else { return nil }
        var data = ShortBytes()
        for position in 0..<Int(parameter[4]) { _ = data.append(parameter[5 + position]) }
        return EnhancedOffset(rawOffset: rawOffset, companyIdentifier: company, data: data)
    }
}
