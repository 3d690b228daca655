public import KomootNav

/// The texts in Spanish.
///
/// They say "tú", in words that all regions know. A street comes without an article: "gira a la
/// izquierda por Calle Mayor".
public struct SpanishTexts: TextCatalogue {
    /// The texts, which are the same in all regions.
    public init() {}

    /// `es`.
    public var language: String { "es" }

    /// "Ahora".
    public var now: String { "Ahora" }

    /// The international signs.
    public func symbol(of unit: DistanceDisplay.Unit) -> String { unit.symbol }

    /// "200 metros", "una milla", "media milla".
    public func spokenDistance(
        _ value: DistanceDisplay.Value, written number: String, in unit: DistanceDisplay.Unit
    ) -> String {
        let plural = value.isOne ? "" : "s"
        let one = value.isOne ? "un" : number
        switch unit {
        case .meters: return "\(one) metro\(plural)"
        case .kilometers: return "\(one) kilómetro\(plural)"
        case .feet: return "\(one) pie\(plural)"
        case .yards: return value.isOne ? "una yarda" : "\(number) yardas"
        case .miles:
            if value.isHalf { return "media milla" }
            return value.isOne ? "una milla" : "\(number) millas"
        }
    }

    /// As in "Gira a la izquierda".
    public func text(_ maneuver: Maneuver) -> String {
        switch maneuver {
        case .straight: "Continúa recto"
        case .start: "Inicio"
        case .finish: "Llegada"
        case .slightLeft: "Gira ligeramente a la izquierda"
        case .left: "Gira a la izquierda"
        case .sharpLeft: "Haz un giro cerrado a la izquierda"
        case .sharpRight: "Haz un giro cerrado a la derecha"
        case .right: "Gira a la derecha"
        case .slightRight: "Gira ligeramente a la derecha"
        case .forkRight: "Mantente a la derecha en la bifurcación"
        case .forkLeft: "Mantente a la izquierda en la bifurcación"
        case .uTurn: "Cambia de sentido"
        case .roundaboutExitLeft: "Sal de la rotonda a la izquierda"
        case .roundaboutExitRight: "Sal de la rotonda a la derecha"
        case .roundaboutFirstExit: "Rotonda, primera salida"
        case .roundaboutSecondExit: "Rotonda, segunda salida"
        case .roundaboutThirdExit: "Rotonda, tercera salida"
        case .roundabout: "Rotonda"
        case .outOfRoute: "Fuera de la ruta"
        case .unknown: "Indicación desconocida"
        }
    }

    /// "A 200 metros, gira a la izquierda por Calle Mayor"; "Ahora gira a la izquierda".
    public func sentence(
        for maneuver: Maneuver, ahead distance: String?, street: String?
    ) -> String {
        let along = street.map { " por \($0)" } ?? ""
        let toward = street.map { " hacia \($0)" } ?? ""
        let at = street.map { " en \($0)" } ?? ""
        let when = distance.map { "A \($0), " } ?? "Ahora "
        let roundabout = (distance.map { "A \($0), en" } ?? "En") + " la rotonda, toma la "
        return switch maneuver {
        case .straight, .slightLeft, .left, .sharpLeft, .sharpRight, .right, .slightRight:
            when + text(maneuver).withSmallInitial + along
        case .forkRight, .forkLeft, .uTurn, .roundaboutExitLeft, .roundaboutExitRight:
            when + text(maneuver).withSmallInitial
                + (street == nil ? "" : " y continúa" + along)
        case .start:
            distance == nil
                ? "La ruta empieza aquí" + (street == nil ? "" : "," + at)
                : when + "empieza la ruta" + at
        case .finish:
            (distance == nil ? "Has llegado a tu destino" : when + "llegarás a tu destino") + at
        case .roundaboutFirstExit: roundabout + "primera salida" + toward
        case .roundaboutSecondExit: roundabout + "segunda salida" + toward
        case .roundaboutThirdExit: roundabout + "tercera salida" + toward
        case .roundabout:
            street == nil ? when + "entra en la rotonda" : roundabout + "salida" + toward
        case .outOfRoute: "Te has salido de la ruta"
        case .unknown: when + "sigue la ruta" + along
        }
    }
}
