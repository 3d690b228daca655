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

    @Test("What is said to a rider names the distance, what to do and the street")
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
        #expect(said(.left, 5, in: "en_GB") == "Now turn left into Lennéstraße")
        #expect(said(.left, 5, in: "de") == "Jetzt links abbiegen auf Lennéstraße")
        #expect(
            said(.roundaboutClockwise2of3, 400, in: "en_IE", street: "")
                == "In 400 metres, at the roundabout, take the second exit")
        #expect(said(.outOfRoute, 400, in: "en") == "You have left the route")
        #expect(said(.outOfRoute, 0, in: "de") == "Nicht mehr auf der Route")
    }

    @Test(
        "What is said to a rider counts in the units of the style",
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
            ("de_CH@measure=ussystem", 30, "In 100 Fuss links abbiegen"),
            ("de_LI@measure=ussystem", 30, "In 100 Fuss links abbiegen"),
            ("de_GB", 92, "In 100 Yards links abbiegen"),
            ("en_IE", .max, "In 4,294,967 kilometres, turn left"),
            ("de_DE", .max, "In 4.294.967 Kilometern links abbiegen"),
        ])
    func units(locale: String, meters: UInt32, text: String) {
        #expect(said(.left, meters, in: locale, street: "") == text)
    }

    @Test(
        "What is said to a rider asks the rider to follow the route if the arrow is reserved",
        arguments: [0, 13, 31, 255])
    func reserved(rawValue: UInt8) {
        let arrow = Arrow(rawValue: rawValue)
        #expect(said(arrow, 200, in: "en_IE", street: "") == "In 200 metres, follow the route")
        #expect(
            said(arrow, 200, in: "en_IE") == "In 200 metres, follow the route onto Lennéstraße")
        #expect(said(arrow, 0, in: "de", street: "") == "Jetzt der Route folgen")
        #expect(arrow.text(locale: Locale(identifier: "de")) == "Unbekannte Anweisung")
    }

    @Test("What is said to a rider does not say a street that may be cut")
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
        "What is said to a rider does not say a street that is empty, blank or not well-formed",
        arguments: [
            Street(""), Street(" "), Street("\t\n"), Street("\u{0}"),
            Street(([0xC3, 0x28] as ContiguousArray<UInt8>).span),
            Street(([0x41, 0xC3] as ContiguousArray<UInt8>).span),
        ])
    func noStreet(street: Street) {
        #expect(said(.left, 200, in: "de", street: street) == "In 200 Metern links abbiegen")
    }

    @Test(
        "What is said to a rider says a street's words with single spaces, and changes nothing else"
    )
    func spaces() {
        #expect(
            said(.left, 0, in: "de", street: " Am\u{A0}\n Mühlbach\u{0}")
                == "Jetzt links abbiegen: Am Mühlbach")
        #expect(
            said(.left, 0, in: "de", street: "%@ {street} 100%")
                == "Jetzt links abbiegen auf %@ {street} 100%")
        #expect(said(.left, 0, in: "en", street: "רחוב הרצל") == "Now turn left onto רחוב הרצל")
    }

    @Test(
        "What is said to a rider speaks English with its own digits if no catalogue has the language",
        arguments: ["ar_EG", "fa_IR", "pl_PL", "xx", "", "he_IL"])
    func fallback(locale: String) {
        #expect(
            said(.left, 1_200, in: locale, street: "")
                == "In 1.2 kilometres, turn left")
        #expect(NavigationTexts(locale: Locale(identifier: locale)).catalogue.language == "en")
    }

    @Test(
        "What is said to a rider has a sentence for every arrow, distance and locale, without gaps")
    func everySentence() {
        let distances: [UInt32] = [0, 5, 6, 80, 400, 995, 1_200, 16_093, .max]
        let locales =
            TextCatalogues.builtIn.languages + [
                "en_US", "en_GB", "de_AT", "de_CH", "ar_EG", "fa_IR", "he_IL", "", "xx", "pl_PL",
                "zh-Hans",
            ]
        let streets: [Street] = [
            "", "Lennéstraße", "Am Mühlbach", "Achter de Kerk", "Sous le Bois", "Via Roma", "  ",
        ]
        for identifier in locales {
            let texts = NavigationTexts(locale: Locale(identifier: identifier))
            for rawValue in UInt8.min...UInt8.max {
                let arrow = Arrow(rawValue: rawValue)
                expectComplete(texts.text(arrow))
                // What is reserved is all said alike.
                guard !arrow.isReserved || rawValue % 32 == 31 else { continue }
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

@Suite("What differs by region")
struct RegionTests {
    private func said(_ arrow: Arrow, in locale: String, _ street: Street = "Lennéstraße") -> String
    {
        SpokenTextTests.instruction(arrow, 200, street)
            .spokenText(locale: Locale(identifier: locale), style: .metric)
    }

    @Test("English has American and British words")
    func english() {
        #expect(said(.straight, in: "en_GB", "") == "In 200 metres, continue straight on")
        #expect(said(.straight, in: "en_US", "") == "In 200 meters, continue straight")
        #expect(
            said(.straight, in: "en_US") == "In 200 meters, continue straight onto Lennéstraße")
        #expect(
            said(.straight, in: "en_GB") == "In 200 metres, continue straight onto Lennéstraße")
        #expect(said(.sharpLeft, in: "en_AU") == "In 200 metres, turn sharp left into Lennéstraße")
        #expect(
            said(.sharpLeft, in: "en_US") == "In 200 meters, make a sharp left onto Lennéstraße")
        #expect(
            said(.forkRight, in: "en_IE")
                == "In 200 metres, keep right at the fork, onto Lennéstraße"
        )
        #expect(Arrow.outOfRoute.text(locale: Locale(identifier: "en_GB")) == "Off the route")
        #expect(Arrow.outOfRoute.text(locale: Locale(identifier: "en_US")) == "Off route")
    }

    @Test(
        "German leaves out \"auf\" before a street that says where by itself",
        arguments: [
            ("Am Mühlbach", ": Am Mühlbach"), ("An der Kirche", ": An der Kirche"),
            ("Auf der Heide", ": Auf der Heide"), ("Bei den Mühren", ": Bei den Mühren"),
            ("Hinter den Höfen", ": Hinter den Höfen"), ("Im Tal", ": Im Tal"),
            ("In der Au", ": In der Au"), ("Unter den Linden", ": Unter den Linden"),
            ("Vor dem Tor", ": Vor dem Tor"), ("Zum Bahnhof", ": Zum Bahnhof"),
            ("Zur Mühle", ": Zur Mühle"), ("AM MARKT", ": AM MARKT"), ("am Markt", ": am Markt"),
            ("ÜBER DER BRÜCKE", ": ÜBER DER BRÜCKE"), ("Amselweg", " auf Amselweg"),
            ("Anger", " auf Anger"), ("Inselstraße 3", " auf Inselstraße 3"), ("Am", " auf Am"),
            ("Zuckerweg am Bach", " auf Zuckerweg am Bach"), ("IN 12", " auf IN 12"),
            ("Am-Anger-Weg", " auf Am-Anger-Weg"), ("Lennéstraße", " auf Lennéstraße"),
        ])
    func prepositions(street: String, end: String) {
        #expect(said(.left, in: "de", Street(street)) == "In 200 Metern links abbiegen" + end)
        let further = end.hasPrefix(":") ? end : ", weiter" + end
        #expect(
            said(.forkLeft, in: "de", Street(street))
                == "In 200 Metern an der Gabelung links halten" + further)
    }

    @Test("Swiss German writes ss, and a street as its sign does")
    func sharpS() {
        let swiss = Locale(identifier: "de_CH"), german = Locale(identifier: "de_DE")
        let error = KomootNavError(.invalidUTF8, at: 12)
        #expect(error.text(locale: german).hasPrefix("Der Straßenname ist"))
        #expect(error.text(locale: swiss).hasPrefix("Der Strassenname ist"))
        #expect(said(.left, in: "de_CH") == "In 200 Metern links abbiegen auf Lennéstraße")
        let swissTexts = GermanTexts(locale: swiss)
        for error in ErrorTextTests.errors { #expect(!swissTexts.text(error).contains("ß")) }
        for ride in RideText.samples { #expect(!swissTexts.text(ride).contains("ß")) }
    }
}

/// Checks that a text is not empty, and has no placeholder and no space too many.
func expectComplete(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let isComplete =
        !text.isEmpty && !text.contains("  ") && text.first != " " && text.last != " "
        && !text.contains(" ,") && !text.contains(",,") && !text.contains(" :")
        && !text.contains { "%@{}$".contains($0) } && !text.contains("Optional")
        && !text.contains("nil") && text.prefix(1) == text.prefix(1).uppercased()
    #expect(isComplete, "\(text)", sourceLocation: sourceLocation)
}
