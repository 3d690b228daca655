// Distances as a rider reads them, without Swift strings.
public import CKnav
import KomootNav

@c @implementation
public func knav_distance_round(
    _ distance_in_meters: UInt32, _ style: UInt8, _ distance: UnsafeMutablePointer<knav_distance>!
) -> knav_error {
    guard let style = DistanceStyle(number: style), let distance = unsafe distance else {
        return .invalidArgument
    }
    var rounded = knav_distance()
    switch DistanceDisplay(distanceInMeters: distance_in_meters, style: style) {
    case .now: rounded.unit = KNAV_NOW.byte
    case .ahead(.whole(let number), let unit):
        rounded.value = number
        rounded.unit = unit.number
    case .ahead(.tenths(let number), let unit):
        rounded.value = number
        rounded.unit = unit.number
        rounded.is_in_tenths = true
    }
    unsafe distance.pointee = rounded
    return .none
}

@c @implementation
public func knav_distance_text(
    _ distance: UnsafePointer<knav_distance>!, _ text: UnsafeMutablePointer<CChar>!,
    _ capacity: Int
) -> Int {
    var writer = unsafe TextWriter(text, capacity: capacity)
    if let distance = unsafe distance?.pointee { writer.append(distance) }
    if writer.written != writer.needed { writer.clear() }
    writer.terminate()
    return writer.needed
}

@c @implementation
public func knav_unit_symbol(_ unit: UInt8) -> UnsafePointer<CChar>! {
    unsafe constantText(symbol(unit))
}

private func symbol(_ unit: UInt8) -> StaticString {
    switch unit {
    case KNAV_METERS.byte: "m"
    case KNAV_KILOMETERS.byte: "km"
    case KNAV_FEET.byte: "ft"
    case KNAV_YARDS.byte: "yd"
    case KNAV_MILES.byte: "mi"
    default: ""
    }
}

extension DistanceStyle {
    /// `nil` if no style has this number.
    fileprivate init?(number: UInt8) {
        switch number {
        case KNAV_DISTANCE_VENDOR.byte: self = .vendor
        case KNAV_DISTANCE_METRIC.byte: self = .metric
        case KNAV_DISTANCE_IMPERIAL.byte: self = .imperial
        case KNAV_DISTANCE_UK.byte: self = .uk
        default: return nil
        }
    }
}

extension DistanceDisplay.Unit {
    /// The unit's number.
    fileprivate var number: UInt8 {
        switch self {
        case .meters: KNAV_METERS.byte
        case .kilometers: KNAV_KILOMETERS.byte
        case .feet: KNAV_FEET.byte
        case .yards: KNAV_YARDS.byte
        case .miles: KNAV_MILES.byte
        }
    }
}

extension TextWriter {
    /// Writes "Now", "210 m" or "1.2 km".
    fileprivate mutating func append(_ distance: knav_distance) {
        guard distance.unit != KNAV_NOW.byte else { return append("Now") }
        if distance.is_in_tenths {
            appendDecimal(distance.value / 10)
            append(UInt8(ascii: "."))
            appendDigit(distance.value % 10)
        } else {
            appendDecimal(distance.value)
        }
        append(UInt8(ascii: " "))
        append(symbol(distance.unit))
    }

    private mutating func append(_ text: StaticString) {
        for position in 0..<text.utf8CodeUnitCount {
            unsafe append(text.utf8Start[position])
        }
    }

    private mutating func appendDigit(_ digit: UInt64) {
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
    }

    private mutating func appendDecimal(_ number: UInt64) {
        var unit: UInt64 = 1
        while number / unit >= 10 { unit *= 10 }
        while unit > 0 {
            appendDigit(number / unit % 10)
            unit /= 10
        }
    }
}
