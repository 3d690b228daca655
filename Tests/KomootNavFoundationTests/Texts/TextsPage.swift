import CompanionPairing
import Foundation
import KomootNav
import KomootNavFoundation

/// The page `Docs/Texts.md`, made from what the library says.
enum TextsPage {
    private static let distances: [UInt32] = [0, 80, 400, 1_200]

    private struct Language {
        let title: String
        let locale: Locale
        let street: Street
        let columns = ["now", "80 m", "400 m", "1.2 km"]
    }

    /// The languages of the module's own catalogues, English first. English is that of Ireland,
    /// where distances are metric.
    private static let languages = TextCatalogues.builtIn.languages.map { language in
        Language(
            title: Locale(identifier: "en").localizedString(forLanguageCode: language) ?? language,
            locale: Locale(identifier: language == "en" ? "en_IE" : language),
            street: streetNames[language, default: "Lennéstraße"])
    }.sorted { one, other in
        (one.title == "English" ? "" : one.title) < (other.title == "English" ? "" : other.title)
    }

    private static let streetNames: [String: Street] = [
        "es": "Calle Mayor", "fr": "Rue de l'Église", "it": "Via Roma", "nl": "Kerkstraat",
    ]

    private static let american = Language(
        title: "English of the United States", locale: Locale(identifier: "en_US"),
        street: "Lennéstraße")

    static func text() throws -> String {
        let connections = languages.map { language in
            "## \(language.title), the connection\n\n"
                + connection(NavigationTexts(locale: language.locale))
                + "\n## \(language.title), pairing\n\n"
                + pairing(NavigationTexts(locale: language.locale))
        }
        return try
            ([introduction] + (languages + [american]).flatMap(sections) + connections
            + [regions, streets, rides(), errors, symbols])
            .joined(separator: "\n")
    }

    private static let introduction = """
        # What riders see and hear

        No native speaker has read the texts in French, Italian, Spanish and Dutch.

        This page shows what [`KomootNavFoundation`](../Sources/KomootNavFoundation/KomootNavFoundation.docc/KomootNavFoundation.md)
        says for an arrow, with a street and without one, for the connection, for recordings, sensors and errors, on rides, and the
        symbols of the arrows. The label is what a display shows beside the distance. A street is not said if it is empty, may be
        cut, or is not well-formed UTF-8. An offset in an error's text is counted from 0, as everywhere in these pages.

        A test makes this page and compares it. To write it again:

        ```sh
        KNAV_WRITE_TEXTS=1 swift test --filter TextsPageTests
        ```

        """

    private static func sections(_ language: Language) -> [String] {
        let texts = NavigationTexts(locale: language.locale)
        let shown = distances.map { texts.distanceText($0) }
        return [
            "## \(language.title)\n",
            "With the locale `\(language.locale.identifier)`, the distances are shown as \(list(shown)).\n",
            "### \(language.title), with a street\n",
            table(language, texts, street: language.street),
            "### \(language.title), without a street\n",
            table(language, texts, street: ""),
        ]
    }

    private static func table(
        _ language: Language, _ texts: NavigationTexts, street: Street
    ) -> String {
        let header = ["arrows", "label"] + language.columns
        let rows = Maneuver.allCases.map { maneuver in
            let arrows = (UInt8.min...UInt8.max).map(Arrow.init)
                .filter { Maneuver($0) == maneuver }
            let names = maneuver == .unknown ? "all others" : names(of: arrows)
            return [names, texts.text(arrows[0])]
                + distances.map { spoken(arrows, $0, street, texts) }
        }
        return table(header, rows)
    }

    private static func names(of arrows: [Arrow]) -> String {
        arrows.map { "`\($0)`" }.joined(separator: ", ")
    }

    /// What is said for each of some arrows, which is the same for all of them.
    private static func spoken(
        _ arrows: [Arrow], _ meters: UInt32, _ street: Street, _ texts: NavigationTexts
    ) -> String {
        let said = arrows.map {
            texts.spokenText(
                NavigationInstruction(
                    identifier: 1, arrow: $0, distanceInMeters: meters, street: street))
        }
        return Set(said).sorted().joined(separator: " OR ")
    }

    private static func connection(_ texts: NavigationTexts) -> String {
        let statuses = CentralSession.Status.allCases.map {
            ["device", "`\($0.rawValue)`", texts.text($0), texts.advice(on: $0) ?? ""]
        }
        let phases = PeripheralSession.Phase.allCases.map {
            ["phone", "`\($0.rawValue)`", texts.text($0), ""]
        }
        let obstacles = BluetoothObstacle.allCases.map {
            ["both", "`\($0.rawValue)`", texts.text($0), ""]
        }
        let recordings = [
            RecordingText.ended, .damaged(1), .damaged(3), .unreadable, .noDirections, .full,
        ].map { ["display", "recording", texts.text($0), ""] }
        let rides = RideText.samples.map { ["display", "ride", texts.text($0), ""] }
        return table(
            ["end", "state", "text", "advice"],
            statuses + phases + obstacles + recordings + rides)
    }

    private static func pairing(_ texts: NavigationTexts) -> String {
        let rows = PairingText.samples(PairingName(random: 0x7F3A)).map { text in
            switch text {
            case .client: ["display", "screen", texts.text(text)]
            case .server: ["phone", "screen", texts.text(text)]
            case .problem(.invisible): ["phone", "problem", texts.text(text)]
            case .problem(.namesDamaged), .problem(.namesLocked), .problem(.namesRefused):
                ["both", "problem", texts.text(text)]
            case .problem: ["display", "problem", texts.text(text)]
            default: ["display", "button", texts.text(text)]
            }
        }
        return table(["end", "what", "text"], rows)
    }

    /// The same sentence where units and words differ.
    private static var regions: String {
        let locales = [
            "en_GB", "en_US", "en_CA", "en_IE", "de_AT", "de_CH", "fr_CH", "es_MX", "ar_EG",
            "pl_PL",
        ]
        let instructions = [(Arrow.left, 80), (.straight, 1_200)].map { arrow, meters in
            NavigationInstruction(
                identifier: 1, arrow: arrow, distanceInMeters: meters, street: "")
        }
        let rows = locales.map { identifier in
            let texts = NavigationTexts(locale: Locale(identifier: identifier))
            return ["`\(identifier)`"]
                + instructions.flatMap {
                    [texts.distanceText($0.distanceInMeters), texts.spokenText($0)]
                }
        }
        return "## Regions\n\n" + table(["locale", "80 m", "said", "1.2 km", "said"], rows)
    }

    /// Every sentence with a street whose name says where it is.
    private static var streets: String {
        let texts = NavigationTexts(locale: Locale(identifier: "de"))
        let rows = Maneuver.allCases.compactMap { maneuver -> [String]? in
            let arrow = (UInt8.min...UInt8.max).map(Arrow.init).first { Maneuver($0) == maneuver }
            return arrow.map { [texts.text($0), spoken([$0], 80, "Am Mühlbach", texts)] }
        }
        return """
            ## German streets that begin with a preposition

            \(table(["label", "80 m"], rows))
            """
    }

    private static var errors: String {
        let texts = languages.map { NavigationTexts(locale: $0.locale) }
        let rows = ErrorTextTests.errors.map { error in
            ["`\(error)`"] + texts.map { $0.text(error) }
        }
        let attRows = ErrorTextTests.attErrors.map { error in
            ["`\(error)`"] + texts.map { $0.text(error) }
        }
        let titles = languages.map(\.title)
        return """
            ## Errors

            \(table(["error"] + titles, rows))
            ### Errors of the phone

            \(table(["ATT error"] + titles, attRows))
            """
    }

    private static var symbols: String {
        let images = ArrowSystemImage.all + [Arrow(rawValue: 0).systemImage]
        let rows = images.map { image in
            let systems = image.firstSystems
            return [
                image.arrow.isReserved ? "all others" : "`\(image.arrow)`", "`\(image.name)`",
                "\(systems.iOS)", "\(systems.macOS)", "\(systems.tvOS)", "\(systems.watchOS)",
                "\(systems.visionOS)",
                image.fallbackName == image.name ? "" : "`\(image.fallbackName)`",
            ]
        }
        let header = [
            "arrow", "SF Symbol", "iOS", "macOS", "tvOS", "watchOS", "visionOS", "before",
        ]
        return """
            ## Symbols

            The numbers are the first systems that have the symbol, and "before" is what older ones have. Both were looked up,
            and not tried on an Apple system.

            \(table(header, rows))
            """
    }

    static func table(_ header: [String], _ rows: [[String]]) -> String {
        let divider = header.map { _ in "---" }.joined(separator: "|")
        return
            (["| \(header.joined(separator: " | ")) |", "|\(divider)|"]
            + rows.map { "| \($0.joined(separator: " | ")) |" }).joined(separator: "\n") + "\n"
    }

    private static func list(_ texts: [String]) -> String {
        texts.map { "“\($0)”" }.joined(separator: ", ")
    }
}
