public import KomootNav

/// The texts in Italian.
///
/// They say "tu". A street comes without an article: "svolta a sinistra in Via Roma", and "su"
/// where the name is not that of a town's street.
public struct ItalianTexts: TextCatalogue {
    /// With which the name of a town's street begins.
    private static let kindsOfStreets: Set<String> = [
        "borgo", "calle", "campo", "contrada", "corso", "largo", "piazza", "piazzale", "piazzetta",
        "salita", "traversa", "via", "viale", "vico", "vicolo",
    ]

    /// The texts, which are the same in all regions.
    public init() {}

    /// `it`.
    public var language: String { "it" }

    /// "Adesso".
    public var now: String { "Adesso" }

    /// The international signs.
    public func symbol(of unit: DistanceDisplay.Unit) -> String { unit.symbol }

    /// "200 metri", "un miglio", "mezzo miglio".
    public func spokenDistance(
        _ value: DistanceDisplay.Value, written number: String, in unit: DistanceDisplay.Unit
    ) -> String {
        switch unit {
        case .meters: value.isOne ? "un metro" : "\(number) metri"
        case .kilometers: value.isOne ? "un chilometro" : "\(number) chilometri"
        case .feet: value.isOne ? "un piede" : "\(number) piedi"
        case .yards: value.isOne ? "una iarda" : "\(number) iarde"
        case .miles:
            if value.isHalf {
                "mezzo miglio"
            } else {
                value.isOne ? "un miglio" : "\(number) miglia"
            }
        }
    }

    /// As in "Svolta a sinistra".
    public func text(_ maneuver: Maneuver) -> String {
        switch maneuver {
        case .straight: "Prosegui dritto"
        case .start: "Partenza"
        case .finish: "Arrivo"
        case .slightLeft: "Svolta leggermente a sinistra"
        case .left: "Svolta a sinistra"
        case .sharpLeft: "Svolta bruscamente a sinistra"
        case .sharpRight: "Svolta bruscamente a destra"
        case .right: "Svolta a destra"
        case .slightRight: "Svolta leggermente a destra"
        case .forkRight: "Mantieni la destra al bivio"
        case .forkLeft: "Mantieni la sinistra al bivio"
        case .uTurn: "Fai inversione a U"
        case .roundaboutExitLeft: "Esci dalla rotonda a sinistra"
        case .roundaboutExitRight: "Esci dalla rotonda a destra"
        case .roundaboutFirstExit: "Rotonda, prima uscita"
        case .roundaboutSecondExit: "Rotonda, seconda uscita"
        case .roundaboutThirdExit: "Rotonda, terza uscita"
        case .roundabout: "Rotonda"
        case .outOfRoute: "Fuori percorso"
        case .unknown: "Indicazione sconosciuta"
        }
    }

    /// "Tra 200 metri, svolta a sinistra in Via Roma"; "Adesso svolta a sinistra in Via Roma".
    public func sentence(
        for maneuver: Maneuver, ahead distance: String?, street: String?
    ) -> String {
        let isOfTown = street?.begins(withWordOf: Self.kindsOfStreets) == true
        let into = street.map { (isOfTown ? " in " : " su ") + $0 } ?? ""
        let on = street.map { " su \($0)" } ?? ""
        let further = street.map { " e prosegui su \($0)" } ?? ""
        let when = distance.map { "Tra \($0), " } ?? "Adesso "
        let roundabout = (distance.map { "Tra \($0), alla" } ?? "Alla") + " rotonda, prendi l"
        return switch maneuver {
        case .slightLeft, .left, .sharpLeft, .sharpRight, .right, .slightRight:
            when + text(maneuver).withSmallInitial + into
        case .straight: when + text(maneuver).withSmallInitial + on
        case .forkRight, .forkLeft, .uTurn, .roundaboutExitLeft, .roundaboutExitRight:
            when + text(maneuver).withSmallInitial + further
        case .start:
            distance == nil
                ? "Il percorso inizia qui" + (street == nil ? "" : "," + into)
                : when + "inizia il percorso" + into
        // Not "sei arrivato", which agrees with the rider.
        case .finish:
            (distance == nil ? "Hai raggiunto la destinazione" : when + "raggiungi la destinazione")
                + into
        case .roundaboutFirstExit: roundabout + "a prima uscita" + into
        case .roundaboutSecondExit: roundabout + "a seconda uscita" + into
        case .roundaboutThirdExit: roundabout + "a terza uscita" + into
        case .roundabout:
            street == nil ? when + "entra nella rotonda" : roundabout + "'uscita" + into
        case .outOfRoute: "Hai lasciato il percorso"
        case .unknown: when + "segui il percorso" + on
        }
    }
}
