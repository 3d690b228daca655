import CompanionPairing
import Foundation
import KomootNav
import KomootNavFoundation
import Testing

/// As much of a language as the tests need. Each text begins with the catalogue's tag.
private struct Sketch: TextCatalogue {
    let language: String
    /// What is left out of the sentences and of the labels.
    var gap: String?

    init(_ language: String, gap: String? = nil) {
        self.language = language
        self.gap = gap
    }

    private func made(_ text: String) -> String { text == gap ? "" : "\(language) \(text)" }

    var now: String { made("now") }
    func symbol(of unit: DistanceDisplay.Unit) -> String { unit == .meters ? "м" : unit.symbol }
    func spokenDistance(
        _ value: DistanceDisplay.Value, written number: String, in unit: DistanceDisplay.Unit
    ) -> String { "\(number) \(unit)" }
    func text(_ maneuver: Maneuver) -> String { made("\(maneuver)") }
    func sentence(for maneuver: Maneuver, ahead distance: String?, street: String?) -> String {
        made([distance, "\(maneuver)", street].compactMap(\.self).joined(separator: "-"))
    }
    func text(_ status: CentralSession.Status) -> String { made("\(status)") }
    func advice(on status: CentralSession.Status) -> String? { made("\(status)?") }
    func text(_ phase: PeripheralSession.Phase) -> String { made("\(phase)") }
    func text(_ obstacle: BluetoothObstacle) -> String { made("\(obstacle)") }
    func text(_ recording: RecordingText) -> String { made("\(recording)") }
    func text(_ ride: RideText) -> String { made("\(ride)") }
    func text(_ pairing: PairingText) -> String { made("\(pairing)") }
    func text(_ error: KomootNavError) -> String { made("\(error)") }
    func text(_ error: ATTError) -> String { made("\(error)") }
}

@Suite("A catalogue of the app's own")
struct TextCataloguesTests {
    private static let esperanto = TextCatalogues(adding: [Sketch("eo")])

    @Test("A catalogue of the app's own gives every text of its language, in every region")
    func used() throws {
        let eo = Locale(identifier: "eo_001"), own = Self.esperanto
        #expect(Arrow.left.text(locale: eo, in: own) == "eo left")
        #expect(CentralSession.Status.silent.text(locale: eo, in: own) == "eo silent")
        #expect(CentralSession.Status.silent.advice(locale: eo, in: own) == "eo silent?")
        #expect(PeripheralSession.Phase.serving.text(locale: eo, in: own) == "eo serving")
        #expect(RecordingText.damaged(2).text(locale: eo, in: own) == "eo damaged(2)")
        #expect(PairingText.unpair.text(locale: eo, in: own) == "eo unpair")
        #expect(RideText.heartRate.text(locale: eo, in: own) == "eo heartRate")
        let server = PairingServer.Screen.expecting.text(locale: eo, in: own)
        #expect(server == "eo server(Expecting connection)")
        let client = PairingClient.Screen.unpaired.text(locale: eo, in: own)
        #expect(client == "eo client(No server)")
        let error = KomootNavError(.truncated, at: 1)
        #expect(error.text(locale: eo, in: own) == "eo truncated at byte 1")
        #expect(ATTError.unlikelyError.text(locale: eo, in: own) == "eo 0x0E")
        #expect(DistanceDisplay.now.text(locale: eo, in: own) == "eo now")
        let instruction = SpokenTextTests.instruction(.left, 200, "A")
        let decoded = DecodedInstruction(instruction, layout: .deployed)
        let bytes = try instruction.encoded(as: .deployed)
        let view = try NavigationInstructionView(decoding: bytes.span, extent: .whole)
        #expect(instruction.distanceText(locale: eo, in: own) == "200 м")
        #expect(decoded.distanceText(locale: eo, in: own) == "200 м")
        #expect(view.distanceText(locale: eo, in: own) == "200 м")
        let sentence = "eo 200 meters-left-A"
        #expect(instruction.spokenText(locale: eo, in: own) == sentence)
        #expect(decoded.spokenText(locale: eo, in: own) == sentence)
        #expect(view.spokenText(locale: eo, in: own) == sentence)
    }

    // Swift Testing can't start a process of its own on the other systems.
    #if os(Linux) || os(macOS)
        @Test(
            "A catalogue of the app's own is used by every plain call once it is the current one, by localizedDescription too"
        )
        func current() async {
            await #expect(processExitsWith: .success) {
                let language = Locale.current.language.languageCode?.identifier ?? "en"
                TextCatalogues.current = TextCatalogues(adding: [Sketch(language)])
                let error: any Error = KomootNavError(.oversized, at: 512)
                let instruction = SpokenTextTests.instruction(.left, 0, "A")
                let texts = [
                    error.localizedDescription,
                    (ATTError.unlikelyError as any Error).localizedDescription,
                    Arrow.left.text(), CentralSession.Status.silent.text(),
                    instruction.spokenText(),
                    instruction.distanceText(), instruction.formatted(.spokenNavigation()),
                    instruction.distanceInMeters.formatted(.navigationDistance()),
                ]
                precondition(texts.allSatisfy { $0.hasPrefix("\(language) ") }, "\(texts)")
                TextCatalogues.current = .builtIn
                precondition(!Arrow.left.text().hasPrefix("\(language) "))
            }
        }
    #endif

    @Test(
        "A catalogue of the app's own is not used for another language, and comes before the module's own of the same one"
    )
    func chosen() {
        #expect(
            Arrow.left.text(locale: Locale(identifier: "pl"), in: Self.esperanto) == "Turn left")
        let german = TextCatalogues(adding: [Sketch("de")])
        #expect(Arrow.left.text(locale: Locale(identifier: "de_DE"), in: german) == "de left")
        let builtIn = ["de", "en", "es", "fr", "it", "nl"]
        #expect(german.languages == builtIn)
        #expect(Self.esperanto.languages == ["eo"] + builtIn)
        #expect(TextCatalogues.builtIn.languages == builtIn)
    }

    @Test(
        "A catalogue of the app's own steps in for a locale without a catalogue, in the order that the app gives"
    )
    func fallback() {
        let catalogues = TextCatalogues(
            adding: [Sketch("pt"), Sketch("fr")], fallingBackTo: ["pl", "fr", "pt"])
        let catalan = NavigationTexts(locale: Locale(identifier: "ca_ES"), in: catalogues)
        #expect(catalan.catalogue.language == "fr")
        let none = TextCatalogues(adding: [Sketch("pt")], fallingBackTo: ["pl"])
        #expect(none.catalogue(for: Locale(identifier: "ca_ES")).language == "en")
        let english = TextCatalogues(adding: [Sketch("en")])
        #expect(Arrow.left.text(locale: Locale(identifier: "ca_ES"), in: english) == "en left")
        let arabic = NavigationTexts(locale: Locale(identifier: "ar_EG"), in: catalogues)
        #expect(arabic.distanceText(200) == "٢٠٠ м")
        // A voice that reads French would stumble over other digits.
        #expect(
            arabic.spokenText(SpokenTextTests.instruction(.left, 1_200, ""))
                == "fr 1,2 kilometers-left")
    }

    @Test(
        "A catalogue of the app's own is found by language, script and region, the best first",
        arguments: [
            ("zh_CN", ["zh-Hant", "zh-Hans"], "zh-Hans"),
            ("zh", ["zh-Hant", "zh-Hans"], "zh-Hans"),
            ("zh_TW", ["zh-Hans", "zh-Hant"], "zh-Hant"),
            ("zh_HK", ["zh-Hans", "zh-Hant"], "zh-Hant"),
            ("zh-Hant-HK", ["zh-Hant", "zh-Hant-HK"], "zh-Hant-HK"),
            ("zh_TW", ["zh", "zh-Hant"], "zh-Hant"), ("zh_TW", ["zh"], "zh"),
            ("zh_TW", ["zh-Hans"], "en"), ("zh_CN", ["zh-TW"], "en"), ("zh_HK", ["zh-TW"], "zh-TW"),
            ("pt_BR", ["pt", "pt-BR"], "pt-BR"), ("pt_PT", ["pt-BR", "pt"], "pt"),
            ("pt", ["pt-PT", "pt-BR"], "pt-BR"), ("pt_PT", ["pt-BR"], "pt-BR"),
            ("pt_BR", ["pt_BR"], "pt_BR"), ("pt_AO", ["pt-BR", "pt-PT"], "pt-BR"),
            ("nb_NO", ["no"], "no"), ("no", ["nb"], "nb"), ("nb_NO", ["no", "nb"], "nb"),
            ("nn_NO", ["nb"], "nb"), ("nn_NO", ["nb", "nn"], "nn"), ("nb_NO", ["nn"], "en"),
            ("iw_IL", ["he"], "he"), ("he_IL", ["iw"], "iw"),
            ("sr_RS", ["sr-Latn", "sr-Cyrl"], "sr-Cyrl"), ("sr_Latn_RS", ["sr"], "sr"),
            ("es_MX", ["es-ES", "es-419", "es"], "es"), ("de_CH", ["de-AT"], "de"),
            ("de_AT", ["de-AT"], "de-AT"), ("en_US_POSIX", ["en-US"], "en-US"),
            ("de_DE@numbers=arab", ["de-DE"], "de-DE"), ("", ["fr"], "en"),
            ("fr_CA", ["fr-BE", "fr-u-nu-arab"], "fr-u-nu-arab"), ("xx", ["fr"], "en"),
            ("pl_PL", [""], "en"), ("fr_CA", ["fr-BE"], "fr"), ("nl_BE", [], "nl"),
        ])
    func tags(locale: String, own: [String], found: String) {
        let catalogues = TextCatalogues(adding: own.map { Sketch($0) })
        #expect(catalogues.catalogue(for: Locale(identifier: locale)).language == found)
    }

    @Test("A catalogue of the app's own has no flaws if each text is there")
    func complete() {
        #expect(Sketch("eo").flaws() == [])
        for language in TextCatalogues.builtIn.languages {
            let locale = Locale(identifier: language)
            #expect(TextCatalogues.builtIn.catalogue(for: locale).flaws() == [])
        }
        #expect(EnglishTexts(locale: Locale(identifier: "en_GB")).flaws() == [])
        #expect(GermanTexts(locale: Locale(identifier: "de_CH")).flaws() == [])
    }

    @Test(
        "A catalogue of the app's own names each text that is empty",
        arguments: [
            ("now", ["now is empty"]),
            (
                "left",
                [
                    "text(.left) is empty",
                    #"sentence(for: .left, ahead: nil, street: nil) is empty"#,
                ]
            ),
            ("left-A 1", [#"sentence(for: .left, ahead: nil, street: "A 1") is empty"#]),
            ("silent", ["text(CentralSession.Status.silent) is empty"]),
            ("silent?", ["advice(on: .silent) is empty"]),
            ("damaged(21)", ["text(RecordingText.damaged(21)) is empty"]),
            ("calibrating", ["text(RideText.calibrating) is empty"]),
            ("unsupported", ["text(BluetoothObstacle.unsupported) is empty"]),
            ("serving", ["text(PeripheralSession.Phase.serving) is empty"]),
            ("invalidUTF8 at byte 12", ["text(invalidUTF8 at byte 12) is empty"]),
            ("0x0A", ["text(ATTError 0x0A) is empty"]),
        ])
    func empty(gap: String, names: [String]) {
        let flaws = Sketch("eo", gap: gap).flaws()
        #expect(flaws.map(\.description) == names)
        #expect(flaws.allSatisfy { $0.reason == .empty && $0.text.isEmpty })
    }

    @Test(
        "A catalogue of the app's own names what is left of a placeholder, a space too many, and a distance that is not said"
    )
    func unfinished() {
        let flaws = Unfinished().flaws()
        func reasons(_ name: String) -> Set<TextFlaw.Reason> {
            Set(flaws.filter { $0.name.hasPrefix(name) }.map(\.reason))
        }
        #expect(reasons("now") == [.spaces])
        #expect(reasons("text(.") == [.placeholder])
        #expect(reasons("text(CentralSession") == [.spaces])
        #expect(reasons("advice(on") == [.spaces])
        #expect(reasons("text(RecordingText") == [.placeholder])
        #expect(reasons("text(RideText") == [.empty])
        #expect(reasons("text(PeripheralSession") == [.placeholder])
        #expect(reasons("text(PairingText") == [.empty])
        let deaf = flaws.filter { $0.reason == .withoutDistance }
        #expect(deaf.count == 2 * (Maneuver.allCases.count - 1))
        #expect(deaf.allSatisfy { $0.name.contains("200") && !$0.name.contains("outOfRoute") })
    }
}

/// A catalogue in which someone forgot to put in what belongs there.
private struct Unfinished: TextCatalogue {
    let language = "eo"
    let now = "Nun "
    func symbol(of unit: DistanceDisplay.Unit) -> String { unit.symbol }
    func spokenDistance(
        _ value: DistanceDisplay.Value, written number: String, in unit: DistanceDisplay.Unit
    ) -> String { "\(number) \(unit)" }
    func text(_ maneuver: Maneuver) -> String { "Turnu %@" }
    func sentence(for maneuver: Maneuver, ahead distance: String?, street: String?) -> String {
        "Turnu"
    }
    func text(_ status: CentralSession.Status) -> String { "Stato , kaj plu" }
    func advice(on status: CentralSession.Status) -> String? { " Konsilo" }
    func text(_ phase: PeripheralSession.Phase) -> String { "Fazo Optional(1)" }
    func text(_ obstacle: BluetoothObstacle) -> String { "Baro" }
    func text(_ recording: RecordingText) -> String { "{n} partoj" }
    func text(_ ride: RideText) -> String { ride == .power ? "" : "Io" }
    func text(_ pairing: PairingText) -> String { pairing == .unpair ? " " : "Parigo" }
    func text(_ error: KomootNavError) -> String { "Eraro" }
    func text(_ error: ATTError) -> String { "Eraro" }
}
