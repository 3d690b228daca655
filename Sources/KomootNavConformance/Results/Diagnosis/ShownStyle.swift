/// A style of showing distances, and what a display may do otherwise (clause 6).
enum ShownStyle: String, CaseIterable {
    case vendor, metric, imperial, uk

    /// A unit: its name, and its length in parts of which a metre has so many.
    struct Unit: Hashable {
        let name: String
        let length: UInt64
        var meter: UInt64 = 10_000
        /// What a display takes for what, if that is not right.
        var words: String?
    }

    /// The unit of short distances.
    var small: Unit {
        switch self {
        case .vendor, .metric: Unit(name: "m", length: 10_000)
        case .imperial: Unit(name: "ft", length: 3048)
        case .uk: Unit(name: "yd", length: 9144)
        }
    }

    /// The unit of long distances; `nil` if there is none.
    var large: Unit? {
        switch self {
        case .vendor: nil
        case .metric: Unit(name: "km", length: 10_000_000)
        case .imperial, .uk: Unit(name: "mi", length: 16_093_440)
        }
    }

    /// The number of small units from which the large unit is used.
    var limit: UInt64 { self == .uk ? 880 : 1000 }

    /// The number of small units in a mile.
    private var mile: UInt64 { self == .uk ? 1760 : 5280 }

    /// The mile of a display that makes it of another small unit.
    func mile(of small: Unit) -> Unit {
        Unit(name: "mi", length: mile * small.length, meter: small.meter, words: small.words)
    }
}

extension ShownStyle.Unit {
    /// The right unit, which `nil` stands for, and what else displays take for it.
    static func choices(_ unit: Self, or more: [Self] = []) -> [[Self?]] {
        [[nil], others.filter { $0.name == unit.name } + more]
    }

    static let others = [
        Self(name: "ft", length: 100, meter: 328, words: "1 m is reckoned as 3.28 ft"),
        Self(name: "ft", length: 256, meter: 840, words: "1 m is reckoned as 840/256 ft"),
        Self(name: "ft", length: 10, meter: 33, words: "1 m is reckoned as 3.3 ft"),
        Self(name: "ft", length: 305, meter: 1000, words: "1 ft is reckoned as 0.305 m"),
        Self(name: "ft", length: 3, meter: 10, words: "1 ft is reckoned as 0.3 m"),
        Self(name: "yd", length: 1000, meter: 1094, words: "1 m is reckoned as 1.094 yd"),
        Self(name: "yd", length: 100, meter: 109, words: "1 m is reckoned as 1.09 yd"),
        Self(name: "yd", length: 10, meter: 11, words: "1 m is reckoned as 1.1 yd"),
        Self(name: "yd", length: 914, meter: 1000, words: "1 yd is reckoned as 0.914 m"),
        Self(name: "yd", length: 9, meter: 10, words: "1 yd is reckoned as 0.9 m"),
        Self(name: "mi", length: 16_090, meter: 10, words: "1 mi is reckoned as 1609 m"),
        Self(name: "mi", length: 1_609_340, meter: 1000, words: "1 mi is reckoned as 1609.34 m"),
        Self(name: "mi", length: 16_100, meter: 10, words: "1 mi is reckoned as 1.61 km"),
        Self(name: "mi", length: 16_000, meter: 10, words: "1 mi is reckoned as 1.6 km"),
        Self(name: "mi", length: 100_000, meter: 62, words: "1 km is reckoned as 0.62 mi"),
        Self(name: "mi", length: 1_000_000, meter: 621, words: "1 km is reckoned as 0.621 mi"),
        Self(name: "mi", length: 10_000_000, meter: 6214, words: "1 km is reckoned as 0.6214 mi"),
        Self(
            name: "mi", length: 100_000_000, meter: 62_137, words: "1 km is reckoned as 0.62137 mi"),
    ]
}

/// How a display makes numbers of distances.
struct DistanceRule: Hashable {
    /// How a number is rounded.
    enum Rounding: String, CaseIterable {
        case nearest, down, up
        /// To the nearest; what is halfway between two is rounded up or down, as its binary fraction is.
        case printed
        /// To the nearest; what is halfway between two becomes even, or the lesser one.
        case halvesToEven, halvesDown

        func callAsFunction(_ length: UInt64, by step: UInt64) -> UInt64 {
            switch self {
            case .nearest, .printed: (2 * length + step) / (2 * step)
            case .halvesDown: (2 * length + step - 1) / (2 * step)
            case .halvesToEven:
                (2 * length + step) / (2 * step)
                    - (length % (2 * step) == step / 2 && step.isMultiple(of: 2) ? 1 : 0)
            case .down: length / step
            case .up: (length + step - 1) / step
            }
        }
    }

    /// From where on the large unit is used.
    enum Switch: Hashable {
        /// From the limit of the number that is shown.
        case shown
        /// From the limit of the number that is rounded to the nearest ten, whatever is shown.
        case rounded
        /// From the limit of the number before it is rounded.
        case unrounded
        /// From so many metres on; `nil` stands for never.
        case meters(Int?)
    }

    /// How the tenths of the large unit are made.
    enum Tenths: Hashable {
        case rounded(Rounding)
        /// Tenths that round up to ten are not carried over.
        case notCarried
        /// Halves are rounded down.
        case halvesDown
        /// There are none.
        case none
    }

    /// Up to where there are tenths of the large unit.
    enum End: Hashable {
        /// Below ten, as they are rounded.
        case shown
        /// Below ten before they are rounded.
        case unrounded
        /// Below ten as they should be rounded.
        case nearest
        case never
    }

    /// The last metre that is shown as "Now"; `nil` if none is.
    var lastNow: Int? = 5
    /// What a small number is rounded to.
    var step: UInt64 = 10
    var rounding = Rounding.nearest
    var change = Switch.shown
    /// The units, if they are taken for something else.
    var small: ShownStyle.Unit?
    var large: ShownStyle.Unit?
    var tenths = Tenths.rounded(.nearest)
    var tenthsEnd = End.shown
    /// Whether tenths are shown that are zero.
    var hasZero = true
    var whole = Rounding.nearest

    /// The same, if halves are rounded down.
    var withHalvesDown: Self {
        guard tenths == .rounded(.printed) else { return self }
        var rule = self
        rule.tenths = .halvesDown
        return rule
    }

    /// The rule of clause 6.
    static let usual = DistanceRule()

    /// What is shown of a distance: a number, and whether its unit is the large one; `nil` stands for "Now".
    func shown(_ meters: UInt32, _ style: ShownStyle) -> (value: String, isLarge: Bool)? {
        if let lastNow, meters <= lastNow { return nil }
        guard isLarge(meters, style), let number = largeNumber(meters, style) else {
            return ("\(smallNumber(meters, style))", false)
        }
        return (number, true)
    }

    /// The number of small units.
    func smallNumber(_ meters: UInt32, _ style: ShownStyle) -> UInt64 {
        let unit = small ?? style.small
        return step * rounding(UInt64(meters) * unit.meter, by: step * unit.length)
    }

    private func isLarge(_ meters: UInt32, _ style: ShownStyle) -> Bool {
        switch change {
        case .shown: return smallNumber(meters, style) >= style.limit
        case .rounded: return Self.usual.smallNumber(meters, style) >= style.limit
        case .unrounded:
            let unit = small ?? style.small
            return UInt64(meters) * unit.meter >= style.limit * unit.length
        case .meters(let first): return first.map { meters >= $0 } ?? false
        }
    }

    /// The number of large units; `nil` if there is none.
    func largeNumber(_ meters: UInt32, _ style: ShownStyle) -> String? {
        guard let usual = style.large else { return nil }
        let large = large ?? usual
        let length = UInt64(meters) * large.meter
        let unit = large.length
        let right = Rounding.nearest(UInt64(meters) * usual.meter, by: usual.length / 10)
        func hasTenths(_ tenths: UInt64) -> Bool {
            switch tenthsEnd {
            case .shown: tenths < 100
            case .unrounded: length < 10 * unit
            case .nearest: right < 100
            case .never: true
            }
        }
        switch tenths {
        case .none: break
        case .notCarried:
            if hasTenths(Rounding.nearest(length, by: unit / 10)) {
                let tenths = Rounding.nearest(length % unit, by: unit / 10)
                return text(length / unit, tenths)
            }
        case .halvesDown:
            let tenths = (20 * length + unit - 1) / (2 * unit)
            if hasTenths(tenths) { return text(tenths / 10, tenths % 10) }
        case .rounded(let rounding):
            let tenths = rounding(length, by: unit / 10)
            if hasTenths(tenths) { return text(tenths / 10, tenths % 10) }
        }
        return "\(whole(length, by: unit))"
    }

    private func text(_ number: UInt64, _ tenths: UInt64) -> String {
        hasZero || tenths > 0 ? "\(number).\(tenths)" : "\(number)"
    }
}
