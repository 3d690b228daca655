import CompanionPairing
import Foundation
import KomootNav
import KomootNavFoundation
import Testing

private let english = Locale(identifier: "en_GB")
private let german = Locale(identifier: "de_DE")

@Suite("Texts")
struct TextTests {
    @Test(
        "Distances have the locale's digits and decimal separator",
        arguments: [
            ("en_IE", 1_200 as UInt32, "1.2 km"), ("de_DE", 1_200, "1,2 km"), ("de_AT", 3, "Jetzt"),
            ("en_GB", 5, "Now"), ("de_CH", 1_200, "1.2 km"), ("ar_EG", 1_200, "١٫٢ km"),
            ("ar_EG", 200, "٢٠٠ m"), ("fa_IR", 200, "۲۰۰ m"), ("pl_PL", 1_200, "1,2 km"),
            ("fr_FR", 5, "Maintenant"), ("it_IT", 5, "Adesso"), ("es_MX", 1_200, "1.2 km"),
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

    @Test("A style that is asked for wins over the locale's", arguments: DistanceStyle.allCases)
    func style(style: DistanceStyle) {
        for meters in [0, 6, 80, 1_200, 9_000] as [UInt32] {
            let display = DistanceDisplay(distanceInMeters: meters, style: style)
            let posix = Locale(identifier: "en_US_POSIX")
            #expect(display.text(locale: posix) == display.description)
            #expect(meters.formatted(.navigationDistance(style, locale: posix)) == "\(display)")
        }
    }

    @Test("The vendor's style shows the greatest distance in metres")
    func greatest() {
        let texts = NavigationTexts(locale: german)
        #expect(texts.distanceText(.max, style: .vendor) == "4.294.967.300 m")
    }

    @Test("A format can be stored and read again")
    func codableFormat() throws {
        let format = NavigationDistanceFormatStyle(style: .uk, locale: english)
        let data = try JSONEncoder().encode(format)
        #expect(
            try JSONDecoder().decode(NavigationDistanceFormatStyle.self, from: data) == format)
    }

    @Test("Statuses, phases and manoeuvres have texts of their own in each language")
    func labels() {
        for language in TextCatalogues.builtIn.languages {
            let locale = Locale(identifier: language)
            let texts = NavigationTexts(locale: locale)
            let statuses = CentralSession.Status.allCases.map { $0.text(locale: locale) }
            let phases = PeripheralSession.Phase.allCases.map { $0.text(locale: locale) }
            let maneuvers = Maneuver.allCases.map { texts.catalogue.text($0) }
            let obstacles = BluetoothObstacle.allCases.map { $0.text(locale: locale) }
            let advice = CentralSession.Status.allCases.compactMap { $0.advice(locale: locale) }
            let recordings = Self.recordings.map { $0.text(locale: locale) }
            let signs: [RideText] = [.revolutionsPerMinute, .beatsPerMinute]
            let rides = RideText.samples.filter { !signs.contains($0) }
                .map { $0.text(locale: locale) }
            let pairing = PairingText.samples(PairingName(random: 0x7F3A))
                .map { $0.text(locale: locale) }
            for text in pairing { expectComplete(text) }
            for list in [
                statuses, phases, maneuvers, obstacles, advice + statuses, recordings, rides,
            ] {
                for text in list { expectComplete(text) }
                #expect(Set(list).count == list.count)
            }
        }
        #expect(CentralSession.Status.searching.text(locale: german) == "Smartphone wird gesucht")
        #expect(PeripheralSession.Phase.advertising.text(locale: english) == "Visible to devices")
        #expect(Arrow.left.text(locale: Locale(identifier: "de_AT")) == "Links abbiegen")
    }

    private static let recordings: [RecordingText] = [
        .ended, .damaged(1), .damaged(3), .unreadable, .noDirections, .full,
    ]

    @Test("Advice is given on each status about which a rider can do more than its text says")
    func advice() {
        let silent: [CentralSession.Status] = [.stopped, .navigating, .pairingRequired]
        for language in TextCatalogues.builtIn.languages {
            let locale = Locale(identifier: language)
            for status in CentralSession.Status.allCases {
                #expect((status.advice(locale: locale) == nil) == silent.contains(status))
            }
        }
        #expect(
            CentralSession.Status.waiting.advice(locale: english) == "Start navigation on the phone"
        )
    }

    /// Every text of a catalogue by what it is for.
    private static func texts(of catalogue: any TextCatalogue) -> [String: String] {
        var texts = ["now": catalogue.now]
        for unit in DistanceDisplay.Unit.allCases {
            for value in [DistanceDisplay.Value.whole(1), .whole(2), .tenths(5)] {
                texts["\(value) \(unit)"] = catalogue.spokenDistance(
                    value, written: value.description, in: unit)
            }
        }
        for maneuver in Maneuver.allCases {
            texts["\(maneuver)"] = catalogue.text(maneuver)
            for distance in [nil, "200"] {
                for street in [nil, "A"] {
                    texts["\(maneuver) \(distance ?? "") \(street ?? "")"] = catalogue.sentence(
                        for: maneuver, ahead: distance, street: street)
                }
            }
        }
        for status in CentralSession.Status.allCases {
            texts["\(status)?"] = catalogue.text(status)
            texts["\(status)??"] = catalogue.advice(on: status)
        }
        for phase in PeripheralSession.Phase.allCases { texts["\(phase)!"] = catalogue.text(phase) }
        for obstacle in BluetoothObstacle.allCases {
            texts["\(obstacle)."] = catalogue.text(obstacle)
        }
        for recording in recordings { texts["\(recording)"] = catalogue.text(recording) }
        for text in PairingText.samples(PairingName(random: 0x7F3A)) {
            texts["\(text)"] = catalogue.text(text)
        }
        for error in ErrorTextTests.errors { texts["\(error)"] = catalogue.text(error) }
        for error in ErrorTextTests.attErrors { texts["ATT \(error)"] = catalogue.text(error) }
        return texts
    }

    /// Words that languages share.
    private static let shared = [
        "de en": ["start"], "de nl": ["start"], "en fr": ["2 miles", "2 yards"],
        "en nl": ["start", "1 meters", "1 kilometers", "1 yards"],
        "fr nl": ["0.5 yards"], "es it": ["roundabout", "1 meters"],
    ]

    @Test("Any two languages differ in every text but a few words")
    func translated() {
        let catalogues = TextCatalogues.builtIn.languages.map {
            TextCatalogues.builtIn.catalogue(for: Locale(identifier: $0))
        }
        #expect(catalogues.count > 1)
        for (number, one) in catalogues.enumerated() {
            let texts = Self.texts(of: one)
            #expect(texts.count > 100)
            for other in catalogues.dropFirst(number + 1) {
                let others = Self.texts(of: other)
                let same = texts.filter { others[$0.key] == $0.value }.keys
                let pair = "\(one.language) \(other.language)"
                #expect(same.sorted() == Self.shared[pair, default: []].sorted(), "\(pair)")
            }
        }
    }

    @Test("A rounded number is one, or a half, however it is written")
    func plurals() {
        let values = [1, 5, 10, 15].flatMap {
            [DistanceDisplay.Value.whole($0), DistanceDisplay.Value.tenths($0)]
        }
        #expect(values.filter(\.isOne) == [.whole(1), .tenths(10)])
        #expect(values.filter(\.isHalf) == [.tenths(5)])
    }

    @Test("Every named arrow has a manoeuvre, and only reserved ones are unknown")
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
