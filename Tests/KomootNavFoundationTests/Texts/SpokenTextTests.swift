import Foundation
import KomootNav
import KomootNavFoundation
import Testing

@Suite("What is said to a rider")
struct SpokenTextTests {
    static func instruction(
        _ arrow: Arrow, _ meters: UInt32, _ street: Street = "Lennéstraße"
    ) -> NavigationInstruction {
        NavigationInstruction(
            identifier: 1, arrow: arrow, distanceInMeters: meters, street: street)
    }

    private func said(
        _ arrow: Arrow, _ meters: UInt32, in locale: String, street: Street = "Lennéstraße",
        style: DistanceStyle? = nil
    ) -> String {
        Self.instruction(arrow, meters, street)
            .spokenText(locale: Locale(identifier: locale), style: style)
    }

    @Test("names the distance, what to do and the street")
    func sentences() {
        #expect(
            said(.left, 200, in: "en_GB", style: .metric)
                == "In 200 metres, turn left into Lennéstraße")
        #expect(
            said(.left, 200, in: "en_US", style: .metric)
                == "In 200 meters, turn left onto Lennéstraße")
        #expect(
            said(.left, 200, in: "en_CA", style: .metric)
                == "In 200 metres, turn left onto Lennéstraße")
        #expect(said(.left, 200, in: "de_DE") == "In 200 Metern links abbiegen auf Lennéstraße")
        #expect(said(.left, 5, in: "en_GB") == "Turn left now into Lennéstraße")
        #expect(said(.left, 5, in: "de") == "Jetzt links abbiegen auf Lennéstraße")
        #expect(
            said(.roundaboutClockwise2of3, 400, in: "en_IE", street: "")
                == "In 400 metres, at the roundabout, take the second exit")
        #expect(said(.outOfRoute, 400, in: "en") == "You have left the route")
        #expect(said(.outOfRoute, 0, in: "de") == "Nicht mehr auf der Route")
    }

    @Test(
        "counts in the units of the style",
        arguments: [
            ("en_US", 30 as UInt32, "In 100 feet, turn left"),
            ("en_US", 805, "In half a mile, turn left"),
            ("en_US", 1_609, "In 1 mile, turn left"),
            ("en_US", 4_023, "In 2.5 miles, turn left"),
            ("en_GB", 92, "In 100 yards, turn left"),
            ("en_GB", 1_609, "In 1 mile, turn left"),
            ("en_IE", 1_000, "In 1 kilometre, turn left"),
            ("en_IE", 1_960, "In 2 kilometres, turn left"),
            ("en_US@measure=metric", 1_200, "In 1.2 kilometers, turn left"),
            ("de_DE", 1_000, "In einem Kilometer links abbiegen"),
            ("de_AT", 1_200, "In 1,2 Kilometern links abbiegen"),
            ("de_CH", 1_200, "In 1.2 Kilometern links abbiegen"),
            ("de_US", 805, "In einer halben Meile links abbiegen"),
            ("de_US", 1_609, "In einer Meile links abbiegen"),
            ("de_US", 3_219, "In 2 Meilen links abbiegen"),
            ("de_US", 30, "In 100 Fuß links abbiegen"),
            ("de_GB", 92, "In 100 Yards links abbiegen"),
            ("en_IE", .max, "In 4,294,967 kilometres, turn left"),
            ("de_DE", .max, "In 4.294.967 Kilometern links abbiegen"),
        ])
    func units(locale: String, meters: UInt32, text: String) {
        #expect(said(.left, meters, in: locale, street: "") == text)
    }

    @Test(
        "asks the rider to check the route if the arrow is reserved", arguments: [0, 13, 31, 255])
    func reserved(rawValue: UInt8) {
        let arrow = Arrow(rawValue: rawValue)
        #expect(said(arrow, 200, in: "en_IE", street: "") == "In 200 metres, check the route")
        #expect(
            said(arrow, 200, in: "en_IE") == "In 200 metres, follow the route onto Lennéstraße")
        #expect(said(arrow, 0, in: "de", street: "") == "Jetzt die Route prüfen")
        #expect(arrow.text(locale: Locale(identifier: "de")) == "Unbekannte Anweisung")
    }

    @Test("does not say a street that may be cut")
    func cutStreet() throws {
        let bytes = try Self.instruction(.left, 200, "Große Weinmeisterstraße")
            .encoded(as: .deployed)
        let beginning = ContiguousArray(bytes.prefix(22))
        let whole = try DecodedInstruction(decoding: beginning)
        let cut = try DecodedInstruction(decoding: beginning, extent: .possiblyCut)
        let view = try NavigationInstructionView(
            decoding: beginning.span, extent: .possiblyCut)
        let ireland = Locale(identifier: "en_IE")
        #expect(
            whole.spokenText(locale: ireland) == "In 200 metres, turn left into Große Weinme")
        #expect(cut.spokenText(locale: ireland) == "In 200 metres, turn left")
        #expect(view.spokenText(locale: ireland) == "In 200 metres, turn left")
        #expect(
            cut.instruction.spokenText(locale: ireland, extent: .possiblyCut)
                == "In 200 metres, turn left")
        #expect(view.distanceText(locale: ireland) == "200 m")
        #expect(cut.distanceText(locale: ireland) == "200 m")
    }

    @Test(
        "does not say a street that is empty, blank or not well-formed",
        arguments: [
            Street(""), Street(" "), Street("\t\n"), Street("\u{0}"),
            Street(([0xC3, 0x28] as ContiguousArray<UInt8>).span),
            Street(([0x41, 0xC3] as ContiguousArray<UInt8>).span),
        ])
    func noStreet(street: Street) {
        #expect(said(.left, 200, in: "de", street: street) == "In 200 Metern links abbiegen")
    }

    @Test("says a street's words with single spaces, and changes nothing else")
    func spaces() {
        #expect(
            said(.left, 0, in: "de", street: " Am\u{A0}\n Mühlbach\u{0}")
                == "Jetzt links abbiegen auf Am Mühlbach")
        #expect(
            said(.left, 0, in: "de", street: "%@ {street} 100%")
                == "Jetzt links abbiegen auf %@ {street} 100%")
        #expect(said(.left, 0, in: "en", street: "רחוב הרצל") == "Turn left now onto רחוב הרצל")
    }

    @Test(
        "speaks English with its own digits if no catalogue has the language",
        arguments: ["ar_EG", "fa_IR", "fr_FR", "xx", "", "he_IL"])
    func fallback(locale: String) {
        #expect(
            said(.left, 1_200, in: locale, street: "")
                == "In 1.2 kilometres, turn left")
        #expect(NavigationTexts(locale: Locale(identifier: locale)).catalogue.language == "en")
    }

    @Test("has a sentence for every arrow, distance and locale, without gaps")
    func everySentence() {
        let distances: [UInt32] = [0, 5, 6, 80, 400, 995, 1_200, 16_093, .max]
        let locales = [
            "en_US", "en_GB", "de_AT", "ar_EG", "fa_IR", "he_IL", "", "xx", "fr_FR", "zh-Hans",
        ]
        let streets: [Street] = ["", "Lennéstraße", "  "]
        for identifier in locales {
            let texts = NavigationTexts(locale: Locale(identifier: identifier))
            for rawValue in UInt8.min...UInt8.max {
                let arrow = Arrow(rawValue: rawValue)
                expectComplete(texts.text(arrow))
                for meters in distances {
                    for street in streets {
                        expectComplete(
                            texts.spokenText(Self.instruction(arrow, meters, street)))
                    }
                }
            }
            for style in DistanceStyle.allCases {
                for meters in distances {
                    expectComplete(texts.distanceText(meters, style: style))
                }
            }
        }
    }
}

/// Checks that a text is not empty, and has no placeholder and no space too many.
func expectComplete(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let isComplete =
        !text.isEmpty && !text.contains("  ") && text.first != " " && text.last != " "
        && !text.contains(" ,") && !text.contains(",,")
        && !text.contains { "%@{}$".contains($0) } && !text.contains("Optional")
        && !text.contains("nil") && text.prefix(1) == text.prefix(1).uppercased()
    #expect(isComplete, "\(text)", sourceLocation: sourceLocation)
}
