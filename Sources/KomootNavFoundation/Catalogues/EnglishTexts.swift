public import Foundation
public import KomootNav

/// The texts in English.
public struct EnglishTexts: TextCatalogue {
    /// Where "meter" is spelled so, by the Unicode locale data: the United States and its
    /// territories.
    private static let regionsOfMeters: Set<String> = [
        "US", "AS", "GU", "MP", "PR", "UM", "VI",
    ]
    /// Where drivers turn onto a street, not into it.
    private static let regionsOfOnto = regionsOfMeters.union(["CA"])

    private let spellsMeters: Bool
    private let turnsOnto: Bool

    /// The words of a locale's region: "meters" and "turn left onto" in the United States and in
    /// English without a region, "metres" and "turn left into" in most others. A locale of another
    /// language, whose reader knows no better text, gets the latter.
    public init(locale: Locale = Locale(identifier: "en")) {
        let isEnglish = locale.language.languageCode == .english
        let region = locale.region?.identifier ?? (isEnglish ? "US" : "GB")
        spellsMeters = isEnglish && Self.regionsOfMeters.contains(region)
        turnsOnto = isEnglish && Self.regionsOfOnto.contains(region)
    }

    /// `en`.
    public var language: String { "en" }

    /// "Now".
    public var now: String { "Now" }

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
        case .straight: "Continue straight"
        case .start: "Start"
        case .finish: "Finish"
        case .slightLeft: "Bear left"
        case .left: "Turn left"
        case .sharpLeft: "Turn sharp left"
        case .sharpRight: "Turn sharp right"
        case .right: "Turn right"
        case .slightRight: "Bear right"
        case .forkRight: "Keep right at the fork"
        case .forkLeft: "Keep left at the fork"
        case .uTurn: "Make a U-turn"
        case .roundaboutExitLeft: "Leave the roundabout to the left"
        case .roundaboutExitRight: "Leave the roundabout to the right"
        case .roundaboutFirstExit: "Roundabout, first exit"
        case .roundaboutSecondExit: "Roundabout, second exit"
        case .roundaboutThirdExit: "Roundabout, third exit"
        case .roundabout: "Roundabout"
        case .outOfRoute: "Off the route"
        case .unknown: "Unknown instruction"
        }
    }

    /// "In 200 metres, turn left into Lennéstraße"; "Turn left now into Lennéstraße".
    public func sentence(
        for maneuver: Maneuver, ahead distance: String?, street: String?
    ) -> String {
        let onto = street.map { " onto \($0)" } ?? ""
        let into = turnsOnto ? onto : street.map { " into \($0)" } ?? ""
        let on = street.map { " on \($0)" } ?? ""
        let thenOnto = street.map { ", onto \($0)" } ?? ""
        let command: String
        switch maneuver {
        case .straight: command = "Continue straight" + onto
        case .start:
            guard distance == nil else { return ahead(distance, "the tour starts" + on) }
            return "The tour starts here" + (street.map { ", on \($0)" } ?? "")
        case .finish:
            guard distance == nil else {
                return ahead(distance, "you will reach your destination" + on)
            }
            return "You have reached your destination" + on
        case .slightLeft: return turn("bear left", distance, onto)
        case .left: return turn("turn left", distance, into)
        case .sharpLeft: return turn("turn sharp left", distance, into)
        case .sharpRight: return turn("turn sharp right", distance, into)
        case .right: return turn("turn right", distance, into)
        case .slightRight: return turn("bear right", distance, onto)
        case .forkRight: command = "At the fork, keep right" + onto
        case .forkLeft: command = "At the fork, keep left" + onto
        case .uTurn:
            return turn("make a U-turn", distance, street.map { " and continue on \($0)" } ?? "")
        case .roundaboutExitLeft:
            return turn("leave the roundabout to the left", distance, thenOnto)
        case .roundaboutExitRight:
            return turn("leave the roundabout to the right", distance, thenOnto)
        case .roundaboutFirstExit: command = "At the roundabout, take the first exit" + onto
        case .roundaboutSecondExit: command = "At the roundabout, take the second exit" + onto
        case .roundaboutThirdExit: command = "At the roundabout, take the third exit" + onto
        case .roundabout:
            guard street != nil else { return turn("enter the roundabout", distance, "") }
            command = "At the roundabout, take the exit" + onto
        case .outOfRoute: return "You have left the route"
        case .unknown:
            guard street != nil else { return turn("check the route", distance, "") }
            command = "Follow the route" + onto
        }
        return distance == nil ? command : ahead(distance, command)
    }

    /// "In 200 metres, turn left", or "Turn left now".
    private func turn(_ command: String, _ distance: String?, _ street: String) -> String {
        guard distance == nil else { return ahead(distance, command + street) }
        return command.prefix(1).uppercased() + command.dropFirst() + " now" + street
    }

    private func ahead(_ distance: String?, _ command: String) -> String {
        "In \(distance ?? ""), \(command.prefix(1).lowercased())\(command.dropFirst())"
    }
}
