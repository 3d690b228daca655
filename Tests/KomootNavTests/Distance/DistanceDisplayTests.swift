import KomootNav
import PropertyTesting
import Testing

@Suite("A distance display")
struct DistanceDisplayTests {
    private func text(_ meters: UInt32, _ style: DistanceStyle) -> String {
        DistanceDisplay(distanceInMeters: meters, style: style).description
    }

    @Test("follows the vendor's rule for every distance up to 20 km")
    func vendor() {
        for meters: UInt32 in 0...20_000 {
            // Independent of the library's arithmetic: by the last digit.
            let tens = meters / 10 * 10
            let rounded = meters % 10 < 5 ? tens : tens + 10
            let expected = meters <= 5 ? "Now" : "\(rounded) m"
            if text(meters, .vendor) != expected { Issue.record("\(meters) m") }
        }
        #expect(text(4_294_967_295, .vendor) == "4294967300 m")
        #expect(text(4_294_967_294, .vendor) == "4294967290 m")
        #expect(text(4_294_967_284, .vendor) == "4294967280 m")
    }

    @Test("changes its unit where the documentation says")
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

    /// What a display says, in tenths of millimetres.
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

    @Test("never shows farther as nearer", arguments: DistanceStyle.allCases)
    func monotone(_ style: DistanceStyle) throws {
        var previous: UInt64 = 0
        for meters: UInt32 in 0...60_000 {
            let shown = length(DistanceDisplay(distanceInMeters: meters, style: style))
            if shown < previous { Issue.record("\(meters) m") }
            previous = shown
        }
        try checkProperty("farther is shown as no nearer in \(style)", count: 2000) { choices in
            (choices.any(UInt32.self), choices.any(UInt32.self))
        } holds: { (one, other) in
            let near = DistanceDisplay(distanceInMeters: min(one, other), style: style)
            let far = DistanceDisplay(distanceInMeters: max(one, other), style: style)
            return length(near) <= length(far) ? nil : "\(near) before \(far)"
        }
    }

    @Test("is as near to the distance as its last digit allows", arguments: DistanceStyle.allCases)
    func accurate(_ style: DistanceStyle) {
        for meters: UInt32 in 6...60_000 {
            let display = DistanceDisplay(distanceInMeters: meters, style: style)
            let step: UInt64 =
                switch display {
                case .ahead(.whole, .kilometers): 10_000_000
                case .ahead(.whole, .miles): 16_093_440
                case .ahead(.tenths, let unit): length(.ahead(.tenths(1), unit))
                case .ahead(.whole, let unit): length(.ahead(.whole(10), unit))
                case .now: 0
                }
            let exact = UInt64(meters) * 10_000
            let shown = length(display)
            let error = shown > exact ? shown - exact : exact - shown
            if error > step / 2 { Issue.record("\(meters) m shown as \(display)") }
        }
    }

    @Test("gives value and unit beside the text")
    func values() {
        #expect(
            DistanceDisplay(distanceInMeters: 1234, style: .metric)
                == .ahead(.tenths(12), .kilometers))
        #expect(
            DistanceDisplay(distanceInMeters: 210, style: .metric) == .ahead(.whole(210), .meters))
        #expect(DistanceDisplay(distanceInMeters: 0, style: .uk) == .now)
    }
}
