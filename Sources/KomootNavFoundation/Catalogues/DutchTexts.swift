public import KomootNav

/// The texts in Dutch.
///
/// They say "je". The distance comes after the verb, where the imperative has it: "Sla over 200 meter
/// linksaf naar Kerkstraat". A street comes without an article, because its gender is not known.
public struct DutchTexts: TextCatalogue {
    /// With which a street says where by itself: "Sla nu linksaf: Achter de Kerk".
    private static let prepositions: Set<String> = [
        "aan", "achter", "bij", "in", "langs", "naast", "om", "onder", "op", "over", "te", "ten",
        "ter", "tussen", "voor",
    ]

    /// The texts, which are the same in all regions.
    public init() {}

    /// `nl`.
    public var language: String { "nl" }

    /// "Nu".
    public var now: String { "Nu" }

    /// The international signs.
    public func symbol(of unit: DistanceDisplay.Unit) -> String { unit.symbol }

    /// "200 meter", "een halve mijl". After a number, units have no plural.
    public func spokenDistance(
        _ value: DistanceDisplay.Value, written number: String, in unit: DistanceDisplay.Unit
    ) -> String {
        switch unit {
        case .meters: "\(number) meter"
        case .kilometers: "\(number) kilometer"
        case .feet: "\(number) voet"
        case .yards: "\(number) yard"
        case .miles: value.isHalf ? "een halve mijl" : "\(number) mijl"
        }
    }

    /// As in "Sla linksaf".
    public func text(_ maneuver: Maneuver) -> String {
        switch maneuver {
        case .straight: "Ga rechtdoor"
        case .start: "Start"
        case .finish: "Bestemming"
        case .slightLeft: "Ga schuin linksaf"
        case .left: "Sla linksaf"
        case .sharpLeft: "Sla scherp linksaf"
        case .sharpRight: "Sla scherp rechtsaf"
        case .right: "Sla rechtsaf"
        case .slightRight: "Ga schuin rechtsaf"
        case .forkRight: "Houd bij de splitsing rechts aan"
        case .forkLeft: "Houd bij de splitsing links aan"
        case .uTurn: "Keer om"
        case .roundaboutExitLeft: "Verlaat de rotonde aan de linkerkant"
        case .roundaboutExitRight: "Verlaat de rotonde aan de rechterkant"
        case .roundaboutFirstExit: "Rotonde, eerste afslag"
        case .roundaboutSecondExit: "Rotonde, tweede afslag"
        case .roundaboutThirdExit: "Rotonde, derde afslag"
        case .roundabout: "Rotonde"
        case .outOfRoute: "Van de route af"
        case .unknown: "Onbekende aanwijzing"
        }
    }

    /// "Sla over 200 meter linksaf naar Kerkstraat"; "Sla nu linksaf naar Kerkstraat".
    public func sentence(
        for maneuver: Maneuver, ahead distance: String?, street: String?
    ) -> String {
        let isPlace = street?.begins(withWordOf: Self.prepositions) == true
        let to = street.map { isPlace ? ": \($0)" : " naar \($0)" } ?? ""
        let further = street.map { isPlace ? ": \($0)" : ", verder op \($0)" } ?? ""
        let when = distance.map { "over \($0)" } ?? "nu"
        // After the verb, which is the label's first word.
        let label = text(maneuver).split(separator: " ", maxSplits: 1)
        let command = "\(label[0]) \(when) \(label.last ?? "")"
        let exit = "Neem \(when) op de rotonde de "
        return switch maneuver {
        case .straight, .slightLeft, .left, .sharpLeft, .sharpRight, .right, .slightRight:
            command + to
        case .forkRight, .forkLeft, .uTurn, .roundaboutExitLeft, .roundaboutExitRight:
            command + further
        case .start:
            (distance.map { "Over \($0) begint de tocht" } ?? "De tocht begint hier") + further
        // Without an article, no preposition fits the street here.
        case .finish:
            distance.map { "Over \($0) bereik je je bestemming" } ?? "Je hebt je bestemming bereikt"
        case .roundaboutFirstExit: exit + "eerste afslag" + to
        case .roundaboutSecondExit: exit + "tweede afslag" + to
        case .roundaboutThirdExit: exit + "derde afslag" + to
        case .roundabout: street == nil ? "Ga \(when) de rotonde op" : exit + "afslag" + to
        case .outOfRoute: "Je bent van de route af"
        case .unknown: "Volg \(when) de route" + further
        }
    }
}
