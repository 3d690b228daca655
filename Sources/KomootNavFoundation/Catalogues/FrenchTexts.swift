public import KomootNav

/// The texts in French.
///
/// They say "vous". A street comes without an article, as navigation apps say it: "tournez à gauche
/// sur Rue de la Paix".
public struct FrenchTexts: TextCatalogue {
    /// With which a street says where by itself: "tournez à gauche : Sous le Bois".
    private static let prepositions: Set<String> = [
        "au", "aux", "chez", "derrière", "devant", "en", "entre", "sous", "sur", "vers", "à",
    ]

    /// The texts, which are the same in all regions.
    public init() {}

    /// `fr`.
    public var language: String { "fr" }

    /// "Maintenant".
    public var now: String { "Maintenant" }

    /// The international signs.
    public func symbol(of unit: DistanceDisplay.Unit) -> String { unit.symbol }

    /// "200 mètres", "un mile", "1,2 kilomètre": the plural begins with 2.
    public func spokenDistance(
        _ value: DistanceDisplay.Value, written number: String, in unit: DistanceDisplay.Unit
    ) -> String {
        if unit == .miles && value.isHalf { return "un demi-mile" }
        let name =
            switch unit {
            case .meters: "mètre"
            case .kilometers: "kilomètre"
            case .feet: "pied"
            case .yards: "yard"
            case .miles: "mile"
            }
        let isPlural =
            switch value {
            case .whole(let whole): whole > 1
            case .tenths(let tenths): tenths > 19
            }
        return (value.isOne ? "un" : number) + " \(name)" + (isPlural ? "s" : "")
    }

    /// As in "Tournez à gauche".
    public func text(_ maneuver: Maneuver) -> String {
        switch maneuver {
        case .straight: "Continuez tout droit"
        case .start: "Départ"
        case .finish: "Arrivée"
        case .slightLeft: "Tournez légèrement à gauche"
        case .left: "Tournez à gauche"
        case .sharpLeft: "Tournez franchement à gauche"
        case .sharpRight: "Tournez franchement à droite"
        case .right: "Tournez à droite"
        case .slightRight: "Tournez légèrement à droite"
        case .forkRight: "À la bifurcation, restez à droite"
        case .forkLeft: "À la bifurcation, restez à gauche"
        case .uTurn: "Faites demi-tour"
        case .roundaboutExitLeft: "Sortez du rond-point à gauche"
        case .roundaboutExitRight: "Sortez du rond-point à droite"
        case .roundaboutFirstExit: "Rond-point, première sortie"
        case .roundaboutSecondExit: "Rond-point, deuxième sortie"
        case .roundaboutThirdExit: "Rond-point, troisième sortie"
        case .roundabout: "Rond-point"
        case .outOfRoute: "Hors de l'itinéraire"
        case .unknown: "Instruction inconnue"
        }
    }

    /// "Dans 200 mètres, tournez à gauche sur Rue de la Paix"; "Maintenant, tournez à gauche".
    public func sentence(
        for maneuver: Maneuver, ahead distance: String?, street: String?
    ) -> String {
        let isPlace = street?.begins(withWordOf: Self.prepositions) == true
        let on = street.map { isPlace ? "\u{A0}: \($0)" : " sur \($0)" } ?? ""
        let further = isPlace || street == nil ? on : " et continuez" + on
        let when = distance.map { "Dans \($0), " } ?? "Maintenant, "
        let roundabout = (distance.map { "Dans \($0), au" } ?? "Au") + " rond-point, prenez la "
        return switch maneuver {
        case .straight, .slightLeft, .left, .sharpLeft, .sharpRight, .right, .slightRight,
            .forkRight, .forkLeft:
            when + text(maneuver).withSmallInitial + on
        case .uTurn, .roundaboutExitLeft, .roundaboutExitRight:
            when + text(maneuver).withSmallInitial + further
        case .start:
            distance == nil
                ? "Le parcours commence ici" + (isPlace || street == nil ? on : "," + on)
                : when + "le parcours commence" + on
        // Not "vous êtes arrivé", which agrees with the rider.
        case .finish:
            distance == nil
                ? "Vous avez atteint votre destination"
                : when + "vous atteindrez votre destination"
        case .roundaboutFirstExit: roundabout + "première sortie" + on
        case .roundaboutSecondExit: roundabout + "deuxième sortie" + on
        case .roundaboutThirdExit: roundabout + "troisième sortie" + on
        case .roundabout:
            street == nil ? when + "entrez dans le rond-point" : roundabout + "sortie" + on
        case .outOfRoute: "Vous avez quitté l'itinéraire"
        case .unknown: when + "suivez l'itinéraire" + on
        }
    }
}
