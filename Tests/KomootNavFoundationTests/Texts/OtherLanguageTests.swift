import Foundation
import KomootNav
import KomootNavFoundation
import Testing

@Suite("Romance languages and Dutch")
struct OtherLanguageTests {
    @Test(
        "A sentence has the grammar of its language",
        arguments: [
            (
                "fr", .left, 80 as UInt32, "Avenue Foch",
                "Dans 80 mètres, tournez à gauche sur Avenue Foch"
            ),
            ("fr", .right, 0, "Sous le Bois", "Maintenant, tournez à droite\u{A0}: Sous le Bois"),
            ("fr", .uTurn, 1_200, "A", "Dans 1,2 kilomètre, faites demi-tour et continuez sur A"),
            ("fr", .forkLeft, 2_000, "", "Dans 2 kilomètres, à la bifurcation, restez à gauche"),
            ("fr", .start, 0, "Rue Sainte-Anne", "Le parcours commence ici, sur Rue Sainte-Anne"),
            ("fr", .start, 0, "Sous le Bois", "Le parcours commence ici\u{A0}: Sous le Bois"),
            ("fr_US", .left, 805, "", "Dans un demi-mile, tournez à gauche"),
            ("fr", .roundaboutClockwise1of2, 0, "", "Au rond-point, prenez la première sortie"),
            ("fr", .roundaboutFallback, 80, "", "Dans 80 mètres, entrez dans le rond-point"),
            ("it", .left, 80, "Via Roma", "Tra 80 metri, svolta a sinistra in Via Roma"),
            ("it", .left, 0, "Lungarno Corsini", "Adesso svolta a sinistra su Lungarno Corsini"),
            (
                "it", .uTurn, 1_000, "SP 12",
                "Tra un chilometro, fai inversione a U e prosegui su SP 12"
            ),
            ("it", .finish, 0, "Via Appia", "Hai raggiunto la destinazione in Via Appia"),
            ("it_US", .left, 805, "", "Tra mezzo miglio, svolta a sinistra"),
            (
                "it", .roundaboutClockwise1of2, 80, "Corso Como",
                "Tra 80 metri, alla rotonda, prendi la prima uscita in Corso Como"
            ),
            ("it", .roundaboutFallback, 0, "A 4", "Alla rotonda, prendi l'uscita su A 4"),
            ("es", .left, 80, "Calle Mayor", "A 80 metros, gira a la izquierda por Calle Mayor"),
            (
                "es", .forkRight, 1_000, "A-5",
                "A un kilómetro, mantente a la derecha en la bifurcación y continúa por A-5"
            ),
            ("es", .finish, 80, "", "A 80 metros, llegarás a tu destino"),
            ("es_US", .left, 1_609, "", "A una milla, gira a la izquierda"),
            ("es_US", .left, 805, "", "A media milla, gira a la izquierda"),
            (
                "es", .roundaboutClockwise1of2, 0, "Avenida de América",
                "En la rotonda, toma la primera salida hacia Avenida de América"
            ),
            ("nl", .left, 80, "Kerkstraat", "Sla over 80 meter linksaf naar Kerkstraat"),
            ("nl", .left, 0, "Achter de Kerk", "Sla nu linksaf: Achter de Kerk"),
            ("nl", .uTurn, 1_000, "A", "Keer over 1 kilometer om, verder op A"),
            ("nl", .finish, 0, "Amstel", "Je hebt je bestemming bereikt"),
            ("nl_US", .forkLeft, 805, "", "Houd over een halve mijl bij de splitsing links aan"),
            ("nl", .roundaboutClockwise1of2, 0, "", "Neem nu op de rotonde de eerste afslag"),
        ] as [(String, Arrow, UInt32, Street, String)])
    func sentences(locale: String, arrow: Arrow, meters: UInt32, street: Street, text: String) {
        let instruction = SpokenTextTests.instruction(arrow, meters, street)
        #expect(instruction.spokenText(locale: Locale(identifier: locale)) == text)
    }

    @Test(
        "One of something is said in the singular",
        arguments: [
            (
                FrenchTexts() as any TextCatalogue,
                ["un mètre", "un kilomètre", "un pied", "un yard", "un mile"], "0,5 kilomètre"
            ),
            (
                ItalianTexts(),
                ["un metro", "un chilometro", "un piede", "una iarda", "un miglio"],
                "0,5 chilometri"
            ),
            (
                SpanishTexts(), ["un metro", "un kilómetro", "un pie", "una yarda", "una milla"],
                "0,5 kilómetros"
            ),
            (
                DutchTexts(), ["1 meter", "1 kilometer", "1 voet", "1 yard", "1 mijl"],
                "0,5 kilometer"
            ),
        ])
    func one(catalogue: any TextCatalogue, units: [String], half: String) {
        for value in [DistanceDisplay.Value.whole(1), .tenths(10)] {
            let said = DistanceDisplay.Unit.allCases.map {
                catalogue.spokenDistance(value, written: "1", in: $0)
            }
            #expect(Set(said) == Set(units))
        }
        let said = catalogue.spokenDistance(.tenths(5), written: "0,5", in: .kilometers)
        #expect(said == half)
    }

    @Test(
        "Parts of a recording and bytes are counted",
        arguments: [
            (
                "en", "1 part of the recording can't be read",
                "2 parts of the recording can't be read", " 1 byte."
            ),
            (
                "de", "1 Teil der Aufzeichnung ist nicht lesbar",
                "2 Teile der Aufzeichnung sind nicht lesbar", " 1 Byte."
            ),
            (
                "fr", "1 partie de l'enregistrement est illisible",
                "2 parties de l'enregistrement sont illisibles", " 1 octet."
            ),
            (
                "it", "1 parte della registrazione non è leggibile",
                "2 parti della registrazione non sono leggibili", " 1 byte."
            ),
            (
                "es", "No se puede leer 1 parte de la grabación",
                "No se pueden leer 2 partes de la grabación", " 1 byte."
            ),
            (
                "nl", "1 deel van de opname is niet leesbaar",
                "2 delen van de opname zijn niet leesbaar", " 1 byte."
            ),
        ])
    func counted(language: String, one: String, two: String, byte: String) {
        let locale = Locale(identifier: language)
        #expect(RecordingText.damaged(1).text(locale: locale) == one)
        #expect(RecordingText.damaged(2).text(locale: locale) == two)
        let small = KomootNavError(.bufferTooSmall, at: 1).text(locale: locale)
        #expect(small.hasSuffix(byte))
    }
}
