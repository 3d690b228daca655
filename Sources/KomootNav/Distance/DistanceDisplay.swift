/// A distance as a rider reads it: a rounded number and its unit, or "Now".
///
/// ```swift
/// let display = DistanceDisplay(distanceInMeters: 1960, style: .metric)
/// print(display)  // 2.0 km
/// ```
///
/// Source: `Docs/Protocol.md`, clause 6.
public enum DistanceDisplay: Hashable, Sendable {
    /// A unit of length.
    public enum Unit: Hashable, Sendable, CaseIterable {
        /// Metres.
        case meters
        /// Kilometres, of 1000 m.
        case kilometers
        /// International feet, of 0.3048 m.
        case feet
        /// International yards, of 0.9144 m.
        case yards
        /// International miles, of 1609.344 m.
        case miles

        /// The symbol: `m`, `km`, `ft`, `yd`, `mi`.
        public var symbol: String {
            switch self {
            case .meters: "m"
            case .kilometers: "km"
            case .feet: "ft"
            case .yards: "yd"
            case .miles: "mi"
            }
        }

        /// The length in tenths of a millimetre: a whole number for every unit.
        var tenthsOfMillimeters: UInt64 {
            switch self {
            case .meters: 10_000
            case .kilometers: 10_000_000
            case .feet: 3_048
            case .yards: 9_144
            case .miles: 16_093_440
            }
        }
    }

    /// A rounded number.
    public enum Value: Hashable, Sendable {
        /// A whole number of units.
        case whole(UInt64)
        /// A number of tenths of the unit: 12 is 1.2.
        case tenths(UInt64)
    }

    /// The manoeuvre is here.
    case now
    /// The manoeuvre is this far ahead.
    case ahead(Value, Unit)

    /// The farthest distance that is shown as "Now", in metres.
    public static let nowLimitInMeters: UInt32 = 5

    /// Rounds a distance for a display.
    ///
    /// - Parameters:
    ///   - distanceInMeters: the distance that the phone sent; any number.
    ///   - style: the units and the rounding rule.
    public init(distanceInMeters: UInt32, style: DistanceStyle) {
        guard distanceInMeters > Self.nowLimitInMeters else {
            self = .now
            return
        }
        let distance = Length(meters: distanceInMeters)
        switch style {
        case .vendor:
            self = .ahead(.whole(distance.nearestTen(.meters)), .meters)
        case .metric:
            self = distance.display(in: .meters, below: 1_000, then: .kilometers)
        case .imperial:
            self = distance.display(in: .feet, below: 1_000, then: .miles)
        case .uk:
            self = distance.display(in: .yards, below: 880, then: .miles)
        }
    }
}

/// An exact length. Its arithmetic is all in integers and can't overflow.
private struct Length {
    let tenthsOfMillimeters: UInt64

    init(meters: UInt32) {
        let unit = DistanceDisplay.Unit.meters.tenthsOfMillimeters
        tenthsOfMillimeters = UInt64(meters) * unit
    }

    /// The length divided by a step, rounded half up.
    private func nearest(stepInTenthsOfMillimeters step: UInt64) -> UInt64 {
        (2 * tenthsOfMillimeters + step) / (2 * step)
    }

    /// The number of units to the nearest ten.
    func nearestTen(_ unit: DistanceDisplay.Unit) -> UInt64 {
        10 * nearest(stepInTenthsOfMillimeters: 10 * unit.tenthsOfMillimeters)
    }

    /// Multiples of ten of the small unit below a limit; then tenths of the large unit below ten;
    /// then whole large units.
    func display(
        in small: DistanceDisplay.Unit, below limit: UInt64, then large: DistanceDisplay.Unit
    ) -> DistanceDisplay {
        let tens = nearestTen(small)
        if tens < limit { return .ahead(.whole(tens), small) }
        let tenths = nearest(stepInTenthsOfMillimeters: large.tenthsOfMillimeters / 10)
        if tenths < 100 { return .ahead(.tenths(tenths), large) }
        return .ahead(
            .whole(nearest(stepInTenthsOfMillimeters: large.tenthsOfMillimeters)), large)
    }
}

extension DistanceDisplay.Value: CustomStringConvertible {
    /// The number with a decimal point, as in `210` or `1.2`.
    public var description: String {
        switch self {
        case .whole(let number): "\(number)"
        case .tenths(let tenths): "\(tenths / 10).\(tenths % 10)"
        }
    }
}

extension DistanceDisplay: CustomStringConvertible {
    /// The plain text: `Now`, `210 m`, `1.2 km`.
    public var description: String {
        switch self {
        case .now: "Now"
        case .ahead(let value, let unit): "\(value) \(unit.symbol)"
        }
    }
}

/// The units and rounding in which a rider reads a distance.
///
/// Every style shows "Now" up to ``DistanceDisplay/nowLimitInMeters`` and rounds halves up.
///
/// | style | near | then | from |
/// |---|---|---|---|
/// | ``vendor`` | nearest 10 m | | |
/// | ``metric`` | nearest 10 m, 10 to 990 m | 1.0 to 9.9 km from 995 m | whole km from 9 950 m |
/// | ``imperial`` | nearest 10 ft, 20 to 990 ft | 0.2 to 9.9 mi from 995 ft | whole mi from 9.95 mi |
/// | ``uk`` | nearest 10 yd, 10 to 870 yd | 0.5 to 9.9 mi from 875 yd | whole mi from 9.95 mi |
///
/// A style changes units where rounding would go past the next unit's first number. So the unit
/// never switches back, and a longer distance never reads as shorter.
///
/// Source: `Docs/Protocol.md`, clauses 6.2 to 6.6.
public enum DistanceStyle: String, Hashable, Sendable, CaseIterable {
    /// The vendor's rule to the letter: always metres, however far.
    case vendor
    /// Metres and kilometres.
    case metric
    /// Feet and miles, as in the United States.
    case imperial
    /// Yards and miles, as on British roads.
    case uk
}
