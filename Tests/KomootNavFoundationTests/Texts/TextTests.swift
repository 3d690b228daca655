import Foundation
import KomootNav
import KomootNavFoundation
import Testing

private let english = Locale(identifier: "en_GB")
private let german = Locale(identifier: "de_DE")

@Suite("Texts")
struct TextTests {
    @Test(
        "distances have the locale's digits and decimal separator",
        arguments: [
            ("en_IE", 1_200 as UInt32, "1.2 km"), ("de_DE", 1_200, "1,2 km"), ("de_AT", 3, "Jetzt"),
            ("en_GB", 5, "Now"), ("de_CH", 1_200, "1.2 km"), ("ar_EG", 1_200, "١٫٢ km"),
            ("ar_EG", 200, "٢٠٠ m"), ("fa_IR", 200, "۲۰۰ m"), ("fr_FR", 1_200, "1,2 km"),
            ("en_US", 30, "100 ft"), ("en_US", 4_023, "2.5 mi"), ("en_GB", 92, "100 yd"),
            ("", 200, "200 m"), ("de", .max, "4.294.967 km"),
            ("de_DE@numbers=arab", 1_960, "٢٫٠ km"),
        ])
    func distances(locale: String, meters: UInt32, text: String) {
        let locale = Locale(identifier: locale)
        let instruction = NavigationInstruction(
            identifier: 1, arrow: .left, distanceInMeters: meters)
        #expect(instruction.distanceText(locale: locale) == text)
        #expect(meters.formatted(.navigationDistance(locale: locale)) == text)
        #expect(meters.formatted(.navigationDistance().locale(locale)) == text)
    }

    @Test("a style that is asked for wins over the locale's", arguments: DistanceStyle.allCases)
    func style(style: DistanceStyle) {
        for meters in [0, 6, 80, 1_200, 9_000] as [UInt32] {
            let display = DistanceDisplay(distanceInMeters: meters, style: style)
            let posix = Locale(identifier: "en_US_POSIX")
            #expect(display.text(locale: posix) == display.description)
            #expect(meters.formatted(.navigationDistance(style, locale: posix)) == "\(display)")
        }
    }

    @Test("the vendor's style shows the greatest distance in metres")
    func greatest() {
        let texts = NavigationTexts(locale: german)
        #expect(texts.distanceText(.max, style: .vendor) == "4.294.967.300 m")
    }

    @Test("a format can be stored and read again")
    func codableFormat() throws {
        let format = NavigationDistanceFormatStyle(style: .uk, locale: english)
        let data = try JSONEncoder().encode(format)
        #expect(
            try JSONDecoder().decode(NavigationDistanceFormatStyle.self, from: data) == format)
    }

    @Test("statuses, phases and manoeuvres have texts of their own in each language")
    func labels() {
        for locale in [english, german] {
            let texts = NavigationTexts(locale: locale)
            let statuses = CentralSession.Status.allCases.map { $0.text(locale: locale) }
            let phases = PeripheralSession.Phase.allCases.map { $0.text(locale: locale) }
            let maneuvers = Maneuver.allCases.map { texts.catalogue.text($0) }
            for list in [statuses, phases, maneuvers] {
                for text in list { expectComplete(text) }
                #expect(Set(list).count == list.count)
            }
        }
        #expect(CentralSession.Status.searching.text(locale: german) == "Telefon wird gesucht")
        #expect(PeripheralSession.Phase.advertising.text(locale: english) == "Visible to devices")
        #expect(Arrow.left.text(locale: Locale(identifier: "de_AT")) == "Links abbiegen")
    }

    @Test("the two languages differ in every text but those of a name")
    func translated() {
        let english = NavigationTexts(locale: english).catalogue
        let german = NavigationTexts(locale: german).catalogue
        for maneuver in Maneuver.allCases where maneuver != .start {
            #expect(english.text(maneuver) != german.text(maneuver))
        }
        for status in CentralSession.Status.allCases {
            #expect(english.text(status) != german.text(status))
        }
        for phase in PeripheralSession.Phase.allCases {
            #expect(english.text(phase) != german.text(phase))
        }
        for error in ErrorTextTests.errors { #expect(english.text(error) != german.text(error)) }
    }

    @Test("a rounded number is one, or a half, however it is written")
    func plurals() {
        let values = [1, 5, 10, 15].flatMap {
            [DistanceDisplay.Value.whole($0), DistanceDisplay.Value.tenths($0)]
        }
        #expect(values.filter(\.isOne) == [.whole(1), .tenths(10)])
        #expect(values.filter(\.isHalf) == [.tenths(5)])
    }

    @Test("every named arrow has a manoeuvre, and only reserved ones are unknown")
    func maneuvers() {
        var found: Set<Maneuver> = []
        for rawValue in UInt8.min...UInt8.max {
            let arrow = Arrow(rawValue: rawValue)
            #expect((Maneuver(arrow) == .unknown) == arrow.isReserved, "\(arrow)")
            found.insert(Maneuver(arrow))
        }
        #expect(found == Set(Maneuver.allCases))
    }
}

@Suite("A catalogue of the app's own")
struct OwnCatalogueTests {
    /// As much Esperanto as the test needs.
    private struct Esperanto: TextCatalogue {
        var language = "eo"
        var now: String { "Nun" }
        func spokenDistance(
            _ value: DistanceDisplay.Value, written number: String, in unit: DistanceDisplay.Unit
        ) -> String { "\(number) \(value.isOne ? "metro" : "metroj")" }
        func text(_ maneuver: Maneuver) -> String { "Turnu" }
        func sentence(for maneuver: Maneuver, ahead distance: String?, street: String?) -> String {
            "Post \(distance ?? "nun") turnu al \(street ?? "nenio")"
        }
        func text(_ status: CentralSession.Status) -> String { "Stato" }
        func text(_ phase: PeripheralSession.Phase) -> String { "Fazo" }
        func text(_ error: KomootNavError) -> String { "Eraro" }
    }

    @Test("is used for its language, in every region")
    func used() {
        let texts = NavigationTexts(locale: Locale(identifier: "eo_001"), adding: [Esperanto()])
        #expect(texts.text(Arrow.left) == "Turnu")
        #expect(texts.text(CentralSession.Status.silent) == "Stato")
        #expect(texts.text(PeripheralSession.Phase.serving) == "Fazo")
        #expect(texts.text(KomootNavError(.truncated, at: 1)) == "Eraro")
        #expect(texts.distanceText(0) == "Nun")
        #expect(texts.distanceText(200) == "200 m")
        let instruction = SpokenTextTests.instruction(.left, 200, "A")
        #expect(texts.spokenText(instruction) == "Post 200 metroj turnu al A")
    }

    @Test("is not used for another language, and comes before the module's own of the same one")
    func chosen() {
        let french = NavigationTexts(locale: Locale(identifier: "fr"), adding: [Esperanto()])
        #expect(french.text(Arrow.left) == "Turn left")
        let own = NavigationTexts(locale: german, adding: [Esperanto(language: "de")])
        #expect(own.text(Arrow.left) == "Turnu")
    }
}

@Suite("Texts of errors")
struct ErrorTextTests {
    static let errors: [KomootNavError] = [
        .init(.truncated, at: 7), .init(.oversized, at: 512), .init(.malformedNotification, at: 1),
        .init(.invalidUTF8, at: 12), .init(.reservedNotZero, at: 9),
        .init(.unexpectedOffset, at: 44), .init(.attError(.unlikelyError), at: 22),
        .init(.attError(.insufficientEncryption), at: 0), .init(.attError(.invalidHandle), at: 0),
        .init(.attError(.attributeNotFound), at: 0), .init(.restartsExhausted, at: 0),
        .init(.identifierMismatch, at: 0), .init(.bufferTooSmall, at: 3),
        .init(.invalidLayout, at: 5),
    ]

    @Test("are complete sentences, each of its own, in both languages")
    func sentences() {
        for locale in [english, german] {
            let texts = Self.errors.map { $0.text(locale: locale) }
            for text in texts {
                expectComplete(text)
                #expect(text.hasSuffix("."))
            }
            #expect(Set(texts).count == texts.count)
        }
    }

    @Test("say where, and count in the singular too")
    func places() {
        let truncated = KomootNavError(.truncated, at: 7)
        #expect(truncated.text(locale: english) == "The instruction ends too early: after 7 bytes.")
        #expect(
            truncated.text(locale: german) == "Die Anweisung endet zu früh: nach 7 Bytes.")
        let short = KomootNavError(.malformedNotification, at: 1)
        #expect(short.text(locale: english).hasSuffix(" 1 byte."))
        #expect(short.text(locale: german).hasSuffix(" 1 Byte."))
        let refused = KomootNavError(.attError(.unlikelyError), at: 22)
        #expect(
            refused.text(locale: english)
                == "The phone refused the request at byte 22 (ATT error 0x0E).")
    }

    @Test("are the errors' localized descriptions")
    func localizedDescription() {
        for error in Self.errors {
            let expected = error.text(locale: .current)
            #expect((error as any Error).localizedDescription == expected)
            #expect(error.errorDescription == expected)
        }
    }
}
