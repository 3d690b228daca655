import KomootNav
import PropertyTesting
import Testing

@Suite("A distance display")
struct DistanceDisplayTests {
    private func text(_ meters: UInt32, _ style: DistanceStyle) -> String {
        DistanceDisplay(distanceInMeters: meters, style: style).description
    }

    @Test(
        "A distance display follows the vendor's rule for every distance up to 100 km, and for the longest"
    )
    func vendor() throws {
        let farthest = UInt32.max - 10_000...UInt32.max
        for meters in [0...100_000, farthest].joined() {
            // Looks at the last digit, so it does not depend on the library's arithmetic.
            let tens = UInt64(meters) / 10 * 10
            let rounded = meters % 10 < 5 ? tens : tens + 10
            let expected = meters <= 5 ? "Now" : "\(rounded) m"
            if text(meters, .vendor) != expected { throw Failure("\(meters) m") }
        }
        #expect(text(4_294_967_295, .vendor) == "4294967300 m")
        #expect(text(4_294_967_294, .vendor) == "4294967290 m")
        #expect(text(4_294_967_284, .vendor) == "4294967280 m")
    }

    @Test("A distance display changes its unit where the documentation says")
    func changeOvers() {
        let table: [(UInt32, DistanceStyle, String)] = [
            (5, .metric, "Now"), (6, .metric, "10 m"), (994, .metric, "990 m"),
            (995, .metric, "1.0 km"), (996, .metric, "1.0 km"), (1049, .metric, "1.0 km"),
            (1050, .metric, "1.1 km"), (1960, .metric, "2.0 km"), (9949, .metric, "9.9 km"),
            (9950, .metric, "10 km"), (9999, .metric, "10 km"), (10_499, .metric, "10 km"),
            (10_500, .metric, "11 km"), (4_294_967_295, .metric, "4294967 km"),
            (5, .imperial, "Now"), (6, .imperial, "20 ft"), (303, .imperial, "990 ft"),
            (304, .imperial, "0.2 mi"), (402, .imperial, "0.2 mi"), (403, .imperial, "0.3 mi"),
            (16_012, .imperial, "9.9 mi"), (16_013, .imperial, "10 mi"),
            (4_294_967_295, .imperial, "2668769 mi"),
            (6, .uk, "10 yd"), (800, .uk, "870 yd"), (801, .uk, "0.5 mi"), (16_012, .uk, "9.9 mi"),
            (16_013, .uk, "10 mi"),
        ]
        for (meters, style, expected) in table {
            #expect(text(meters, style) == expected, "\(meters) m, \(style)")
        }
    }

    /// The length that a display shows, in tenths of a millimetre.
    private func length(_ display: DistanceDisplay) -> UInt64 {
        func unit(_ unit: DistanceDisplay.Unit) -> UInt64 {
            switch unit {
            case .meters: 10_000
            case .kilometers: 10_000_000
            case .feet: 3_048
            case .yards: 9_144
            case .miles: 16_093_440
            }
        }
        switch display {
        case .now: return 0
        case .ahead(.whole(let number), let symbol): return number * unit(symbol)
        case .ahead(.tenths(let tenths), let symbol): return tenths * unit(symbol) / 10
        }
    }

    @Test(
        "A distance display never shows a longer distance as shorter",
        arguments: DistanceStyle.allCases)
    func monotone(_ style: DistanceStyle) throws {
        var previous: UInt64 = 0
        for meters: UInt32 in 0...200_000 {
            let shown = length(DistanceDisplay(distanceInMeters: meters, style: style))
            if shown < previous { throw Failure("\(meters) m") }
            previous = shown
        }
        try checkProperty("farther is shown as no nearer in \(style)", count: 2000) { choices in
            let one = choices.any(UInt32.self)
            let isNear = choices.bool()
            let other =
                isNear ? one ^ UInt32(choices.integer(in: 0...2047)) : choices.any(UInt32.self)
            return (one, other)
        } holds: { (one, other) in
            let near = DistanceDisplay(distanceInMeters: min(one, other), style: style)
            let far = DistanceDisplay(distanceInMeters: max(one, other), style: style)
            return length(near) <= length(far) ? nil : "\(near) before \(far)"
        }
    }

    @Test(
        "A distance display shows the nearest number that its last digit allows, and rounds halves up",
        arguments: DistanceStyle.allCases)
    func accurate(_ style: DistanceStyle) throws {
        for meters in [6...200_000, UInt32.max - 10_000...UInt32.max].joined() {
            let display = DistanceDisplay(distanceInMeters: meters, style: style)
            let step: UInt64 =
                switch display {
                case .ahead(.whole, .kilometers): 10_000_000
                case .ahead(.whole, .miles): 16_093_440
                case .ahead(.tenths, let unit): length(.ahead(.tenths(1), unit))
                case .ahead(.whole, let unit): length(.ahead(.whole(10), unit))
                case .now: 0
                }
            let excess = Int(length(display)) - Int(meters) * 10_000
            let isNearest = 2 * excess > -Int(step) && 2 * excess <= Int(step)
            if !isNearest { throw Failure("\(meters) m shown as \(display)") }
        }
    }

    @Test(
        "A distance display never rounds a number past the bounds of its unit",
        arguments: DistanceStyle.allCases)
    func bounds(_ style: DistanceStyle) throws {
        for meters: UInt32 in 0...200_000 {
            let isWithin =
                switch DistanceDisplay(distanceInMeters: meters, style: style) {
                case .now: meters <= 5
                case .ahead(.whole(let number), .meters):
                    number >= 10 && (style == .vendor || number < 1000)
                case .ahead(.whole(let number), .feet): 20..<1000 ~= number
                case .ahead(.whole(let number), .yards): 10..<880 ~= number
                case .ahead(.tenths(let tenths), .kilometers): 10..<100 ~= tenths
                case .ahead(.tenths(let tenths), .miles):
                    (style == .imperial ? 2 : 5)..<100 ~= tenths
                case .ahead(.whole(let number), .kilometers), .ahead(.whole(let number), .miles):
                    number >= 10
                case .ahead(.tenths, .meters), .ahead(.tenths, .feet), .ahead(.tenths, .yards):
                    false
                }
            if !isWithin { throw Failure("\(meters) m in \(style)") }
        }
    }

    @Test("A distance display prints its number and unit")
    func texts() {
        typealias Unit = DistanceDisplay.Unit
        let table: [(DistanceDisplay.Value, Unit, String)] = [
            (.whole(10), .meters, "10 m"), (.tenths(12), .kilometers, "1.2 km"),
            (.tenths(10), .miles, "1.0 mi"), (.whole(20), .feet, "20 ft"),
            (.whole(870), .yards, "870 yd"), (.tenths(9), .miles, "0.9 mi"),
        ]
        for (value, unit, text) in table {
            #expect(DistanceDisplay.ahead(value, unit).description == text)
        }
        #expect(DistanceDisplay.now.description == "Now")
    }

    @Test("A distance display gives the number and the unit too")
    func values() {
        #expect(
            DistanceDisplay(distanceInMeters: 1234, style: .metric)
                == .ahead(.tenths(12), .kilometers))
        #expect(
            DistanceDisplay(distanceInMeters: 210, style: .metric) == .ahead(.whole(210), .meters))
        #expect(DistanceDisplay(distanceInMeters: 0, style: .uk) == .now)
    }
}
