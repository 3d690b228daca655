public import Foundation
public import KomootNav

/// The texts in English.
public struct EnglishTexts: TextCatalogue {
    /// Where "meter" is spelled so, by the Unicode locale data: the United States and its
    /// territories.
    private static let regionsOfMeters: Set<String> = [
        "US", "AS", "GU", "MP", "PR", "UM", "VI",
    ]
    /// Where people speak of turns as in the United States.
    private static let regionsOfAmericanTurns = regionsOfMeters.union(["CA"])

    private let spellsMeters: Bool
    private let isAmerican: Bool

    /// The words of a locale's region.
    ///
    /// | American | British |
    /// |---|---|
    /// | 200 meters | 200 metres |
    /// | turn left onto Lennéstraße | turn left into Lennéstraße |
    /// | continue straight | continue straight on |
    /// | make a sharp left | turn sharp left |
    /// | off route | off the route |
    ///
    /// The United States and English without a region get the American words, most others the
    /// British ones. Canada writes "metres" and has the American words else. A locale of another
    /// language, whose reader knows no better text, gets the British words.
    public init(locale: Locale = Locale(identifier: "en")) {
        let isEnglish = locale.language.languageCode == .english
        let region = locale.region?.identifier ?? (isEnglish ? "US" : "GB")
        spellsMeters = isEnglish && Self.regionsOfMeters.contains(region)
        isAmerican = isEnglish && Self.regionsOfAmericanTurns.contains(region)
    }

    /// `en`.
    public var language: String { "en" }

    /// "Now".
    public var now: String { "Now" }

    /// The international signs.
    public func symbol(of unit: DistanceDisplay.Unit) -> String { unit.symbol }

    /// "200 metres", "1 mile", "half a mile".
    public func spokenDistance(
        _ value: DistanceDisplay.Value, written number: String, in unit: DistanceDisplay.Unit
    ) -> String {
        let meter = spellsMeters ? "meter" : "metre"
        let plural = value.isOne ? "" : "s"
        switch unit {
        case .meters: return "\(number) \(meter)\(plural)"
        case .kilometers: return "\(number) kilo\(meter)\(plural)"
        case .feet: return "\(number) \(value.isOne ? "foot" : "feet")"
        case .yards: return "\(number) yard\(plural)"
        case .miles: return value.isHalf ? "half a mile" : "\(number) mile\(plural)"
        }
    }

    /// As in "Turn left".
    public func text(_ maneuver: Maneuver) -> String {
        switch maneuver {
        case .straight: isAmerican ? "Continue straight" : "Continue straight on"
        case .start: "Start"
        case .finish: "Finish"
        case .slightLeft: "Bear left"
        case .left: "Turn left"
        case .sharpLeft: isAmerican ? "Make a sharp left" : "Turn sharp left"
        case .sharpRight: isAmerican ? "Make a sharp right" : "Turn sharp right"
        case .right: "Turn right"
        case .slightRight: "Bear right"
        case .forkRight: "Keep right at the fork"
        case .forkLeft: "Keep left at the fork"
        case .uTurn: "Make a U-turn"
        case .roundaboutExitLeft: "Leave the roundabout on the left"
        case .roundaboutExitRight: "Leave the roundabout on the right"
        case .roundaboutFirstExit: "Roundabout, first exit"
        case .roundaboutSecondExit: "Roundabout, second exit"
        case .roundaboutThirdExit: "Roundabout, third exit"
        case .roundabout: "Roundabout"
        case .outOfRoute: isAmerican ? "Off route" : "Off the route"
        case .unknown: "Unknown instruction"
        }
    }

    /// "In 200 metres, turn left into Lennéstraße"; "Now turn left into Lennéstraße".
    public func sentence(
        for maneuver: Maneuver, ahead distance: String?, street: String?
    ) -> String {
        let onto = street.map { " onto \($0)" } ?? ""
        let into = isAmerican ? onto : street.map { " into \($0)" } ?? ""
        let on = street.map { " on \($0)" } ?? ""
        let thenOnto = street.map { ", onto \($0)" } ?? ""
        let when = distance.map { "In \($0), " } ?? "Now "
        let command = text(maneuver).withSmallInitial
        return switch maneuver {
        case .straight: when + (street == nil ? command : "continue straight" + onto)
        case .start:
            distance == nil
                ? "The tour starts here" + thenOn(street) : when + "the tour starts" + on
        case .finish:
            distance == nil
                ? "You have reached your destination" + on
                : when + "you will reach your destination" + on
        case .left, .sharpLeft, .sharpRight, .right: when + command + into
        case .slightLeft, .slightRight: when + command + onto
        case .forkRight, .forkLeft: when + command + thenOnto
        case .uTurn: when + command + (street.map { " and continue on \($0)" } ?? "")
        case .roundaboutExitLeft, .roundaboutExitRight: when + command + thenOnto
        case .roundaboutFirstExit: exit("take the first exit", distance) + onto
        case .roundaboutSecondExit: exit("take the second exit", distance) + onto
        case .roundaboutThirdExit: exit("take the third exit", distance) + onto
        case .roundabout:
            street == nil
                ? when + "enter the roundabout" : exit("take the exit", distance) + onto
        case .outOfRoute: "You have left the route"
        case .unknown: when + "follow the route" + onto
        }
    }

    private func thenOn(_ street: String?) -> String { street.map { ", on \($0)" } ?? "" }

    /// "In 200 metres, at the roundabout, take the first exit", or "At the roundabout, …".
    private func exit(_ command: String, _ distance: String?) -> String {
        (distance.map { "In \($0), at" } ?? "At") + " the roundabout, " + command
    }
}
