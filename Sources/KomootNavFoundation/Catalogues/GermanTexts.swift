public import Foundation
public import KomootNav

/// The texts in German.
///
/// They speak to nobody by "du" or "Sie". A street comes without an article, because its gender is
/// not known: "links abbiegen auf Lennéstraße", as navigation apps say it.
public struct GermanTexts: TextCatalogue {
    /// Where "ss" stands for "ß".
    private static let regionsWithoutSharpS: Set<String> = ["CH", "LI"]

    private let writesSharpS: Bool

    /// The spelling of a locale's region: "Fuss" in Switzerland and Liechtenstein, "Fuß" elsewhere.
    /// A street keeps the spelling of its sign.
    public init(locale: Locale = Locale(identifier: "de")) {
        writesSharpS = !Self.regionsWithoutSharpS.contains(locale.region?.identifier ?? "")
    }

    /// A text in the region's spelling.
    func spelled(_ text: String) -> String {
        writesSharpS
            ? text
            : text.split(separator: "ß", omittingEmptySubsequences: false)
                .joined(separator: "ss")
    }

    /// `de`.
    public var language: String { "de" }

    /// "Jetzt".
    public var now: String { "Jetzt" }

    /// The international signs.
    public func symbol(of unit: DistanceDisplay.Unit) -> String { unit.symbol }

    /// "200 Metern", "einer Meile": the dative, for use after "in".
    public func spokenDistance(
        _ value: DistanceDisplay.Value, written number: String, in unit: DistanceDisplay.Unit
    ) -> String {
        switch unit {
        case .meters: value.isOne ? "einem Meter" : "\(number) Metern"
        case .kilometers: value.isOne ? "einem Kilometer" : "\(number) Kilometern"
        case .feet: spelled(value.isOne ? "einem Fuß" : "\(number) Fuß")
        case .yards: value.isOne ? "einem Yard" : "\(number) Yards"
        case .miles:
            if value.isHalf {
                "einer halben Meile"
            } else {
                value.isOne ? "einer Meile" : "\(number) Meilen"
            }
        }
    }

    /// As in "Links abbiegen".
    public func text(_ maneuver: Maneuver) -> String {
        switch maneuver {
        case .straight: "Geradeaus"
        case .start: "Start"
        case .finish: "Ziel"
        case .slightLeft: "Leicht links abbiegen"
        case .left: "Links abbiegen"
        case .sharpLeft: "Scharf links abbiegen"
        case .sharpRight: "Scharf rechts abbiegen"
        case .right: "Rechts abbiegen"
        case .slightRight: "Leicht rechts abbiegen"
        case .forkRight: "An der Gabelung rechts halten"
        case .forkLeft: "An der Gabelung links halten"
        case .uTurn: "Wenden"
        case .roundaboutExitLeft: "Kreisverkehr nach links verlassen"
        case .roundaboutExitRight: "Kreisverkehr nach rechts verlassen"
        case .roundaboutFirstExit: "Kreisverkehr, erste Ausfahrt"
        case .roundaboutSecondExit: "Kreisverkehr, zweite Ausfahrt"
        case .roundaboutThirdExit: "Kreisverkehr, dritte Ausfahrt"
        case .roundabout: "Kreisverkehr"
        case .outOfRoute: "Abseits der Route"
        case .unknown: "Unbekannte Anweisung"
        }
    }

    /// "In 200 Metern links abbiegen auf Lennéstraße"; "Jetzt links abbiegen auf Lennéstraße".
    public func sentence(
        for maneuver: Maneuver, ahead distance: String?, street: String?
    ) -> String {
        let onto = street.map { GermanStreet($0).onto } ?? ""
        let further = street.map { GermanStreet($0).further } ?? ""
        let when = distance.map { "In \($0) " } ?? "Jetzt "
        return switch maneuver {
        case .straight:
            when + (street == nil ? "geradeaus weiterfahren" : "geradeaus weiter" + onto)
        case .start:
            (distance == nil ? "Hier beginnt die Tour" : when + "beginnt die Tour") + further
        // Without an article, no preposition fits the street here.
        case .finish: distance == nil ? "Das Ziel ist erreicht" : when + "ist das Ziel erreicht"
        case .slightLeft: when + "leicht links abbiegen" + onto
        case .left: when + "links abbiegen" + onto
        case .sharpLeft: when + "scharf links abbiegen" + onto
        case .sharpRight: when + "scharf rechts abbiegen" + onto
        case .right: when + "rechts abbiegen" + onto
        case .slightRight: when + "leicht rechts abbiegen" + onto
        case .forkRight: when + "an der Gabelung rechts halten" + further
        case .forkLeft: when + "an der Gabelung links halten" + further
        case .uTurn: when + "wenden" + further
        case .roundaboutExitLeft: when + "den Kreisverkehr nach links verlassen" + further
        case .roundaboutExitRight: when + "den Kreisverkehr nach rechts verlassen" + further
        case .roundaboutFirstExit: when + "im Kreisverkehr die erste Ausfahrt nehmen" + further
        case .roundaboutSecondExit: when + "im Kreisverkehr die zweite Ausfahrt nehmen" + further
        case .roundaboutThirdExit: when + "im Kreisverkehr die dritte Ausfahrt nehmen" + further
        case .roundabout:
            when
                + (street.map { "im Kreisverkehr die Ausfahrt \($0) nehmen" }
                    ?? "in den Kreisverkehr fahren")
        // Not "Route verlassen", which would sound like one more thing to do.
        case .outOfRoute: "Nicht mehr auf der Route"
        case .unknown: when + (street == nil ? "der Route folgen" : "weiter" + onto)
        }
    }
}

/// How a German sentence goes on to a street.
///
/// "Auf" is right before most names: "links abbiegen auf Lennéstraße". A name that begins with a
/// preposition says where by itself: "links abbiegen: Am Mühlbach".
struct GermanStreet {
    private static let prepositions: Set<String> = [
        "am", "an", "auf", "bei", "beim", "hinter", "hinterm", "im", "in", "neben", "ob", "über",
        "überm", "unter", "unterm", "vor", "vorm", "zu", "zum", "zur", "zwischen",
    ]

    private let name: String

    init(_ name: String) { self.name = name }

    /// " auf Lennéstraße", or ": Am Mühlbach".
    var onto: String { beginsWithPreposition ? ": \(name)" : " auf \(name)" }

    /// ", weiter auf Lennéstraße", or ": Am Mühlbach".
    var further: String { beginsWithPreposition ? ": \(name)" : ", weiter auf \(name)" }

    private var beginsWithPreposition: Bool { name.begins(withWordOf: Self.prepositions) }
}
