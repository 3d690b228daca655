/// A style of showing distances, and what a display may do otherwise (clause 6).
enum ShownStyle: String, CaseIterable {
    case vendor, metric, imperial, uk

    /// A unit: its name, and its length in tenths of a millimetre.
    struct Unit {
        let name: String
        let length: UInt64
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

    /// Tenths of a millimetre in a metre.
    static let meter: UInt64 = 10_000
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
    var tenths = Tenths.rounded(.nearest)
    var tenthsEnd = End.shown
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
        let length = UInt64(meters) * ShownStyle.meter
        guard let large = style.large, isLarge(length, style) else {
            return ("\(smallNumber(length, style))", false)
        }
        return (largeNumber(length, large.length), true)
    }

    /// The number of small units.
    func smallNumber(_ length: UInt64, _ style: ShownStyle) -> UInt64 {
        step * rounding(length, by: step * style.small.length)
    }

    private func isLarge(_ length: UInt64, _ style: ShownStyle) -> Bool {
        switch change {
        case .shown: smallNumber(length, style) >= style.limit
        case .rounded: Self.usual.smallNumber(length, style) >= style.limit
        case .unrounded: length >= style.limit * style.small.length
        case .meters(let first): first.map { length >= UInt64($0) * ShownStyle.meter } ?? false
        }
    }

    /// The number of large units.
    func largeNumber(_ length: UInt64, _ unit: UInt64) -> String {
        switch tenths {
        case .none: break
        case .notCarried:
            if hasTenths(Rounding.nearest(length, by: unit / 10), length, unit) {
                let tenths = Rounding.nearest(length % unit, by: unit / 10)
                return "\(length / unit).\(tenths)"
            }
        case .halvesDown:
            let tenths = (20 * length + unit - 1) / (2 * unit)
            if hasTenths(tenths, length, unit) { return text(ofTenths: tenths) }
        case .rounded(let rounding):
            let tenths = rounding(length, by: unit / 10)
            if hasTenths(tenths, length, unit) { return text(ofTenths: tenths) }
        }
        return "\(whole(length, by: unit))"
    }

    private func hasTenths(_ tenths: UInt64, _ length: UInt64, _ unit: UInt64) -> Bool {
        switch tenthsEnd {
        case .shown: tenths < 100
        case .unrounded: length < 10 * unit
        case .nearest: Rounding.nearest(length, by: unit / 10) < 100
        case .never: true
        }
    }

    private func text(ofTenths tenths: UInt64) -> String { "\(tenths / 10).\(tenths % 10)" }
}
