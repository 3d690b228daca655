public import CyclingSensors
public import Foundation
public import KomootNav
public import KomootNavFoundation

/// A measured value in words.
public struct RideValue: Hashable, Sendable {
    /// What it is: "Power".
    public let name: String
    /// How much it is: "160 W"; "–" if it is not known.
    public let text: String
}

extension CyclingReading {
    /// Speed, power, cadence and heart rate in words.
    ///
    /// - Parameters:
    ///   - locale: the language, the digits and the units.
    ///   - catalogues: the texts to choose from.
    ///   - style: whose units; `nil` for the locale's.
    public func values(
        locale: Locale = .current, in catalogues: TextCatalogues = .current,
        style: DistanceStyle? = nil
    ) -> [RideValue] {
        let texts = NavigationTexts(locale: locale, in: catalogues)
        func value(_ name: RideText, _ number: Double?, _ unit: String, digits: Int = 0)
            -> RideValue
        {
            let written = number?.written(in: locale, digits: digits)
            return RideValue(
                name: texts.text(name), text: written.map { "\($0) \(unit)" } ?? "–")
        }
        let isMetric =
            switch style ?? DistanceStyle(locale: locale) {
            case .vendor, .metric: true
            case .imperial, .uk: false
            }
        return [
            value(
                .speed, speedInKilometersPerHour.map { $0 / (isMetric ? 1 : 1.609344) },
                isMetric ? "km/h" : "mph", digits: 1),
            value(.power, power.map(Double.init), "W"),
            value(
                .cadence, cadenceInRevolutionsPerMinute, texts.text(.revolutionsPerMinute)),
            value(.heartRate, heartRate.map(Double.init), texts.text(.beatsPerMinute)),
        ]
    }
}

extension TrainerControl.State {
    /// What a trainer does: "Holding 150 W".
    ///
    /// - Parameters:
    ///   - locale: the language, and the digits.
    ///   - catalogues: the texts to choose from.
    public func text(
        locale: Locale = .current, in catalogues: TextCatalogues = .current
    ) -> String {
        let text: RideText =
            switch self {
            case .disconnected: .connecting
            case .idle: .free
            case .waiting: .setting
            case .holding(.power(let watts)):
                .holdingPower("\(Double(watts).written(in: locale)) W")
            case .holding(.resistance): .holdingResistance
            case .holding(.simulation): .simulating
            case .refused: .refused
            case .unanswered: .unanswered
            case .controlLost: .controlLost
            case .changed: .changed
            case .stopped: .stopped
            case .spinningDown: .calibrating
            }
        return text.text(locale: locale, in: catalogues)
    }
}

extension Double {
    /// The number with a locale's digits, rounded.
    fileprivate func written(in locale: Locale, digits: Int = 0) -> String {
        let scale = digits == 0 ? 1.0 : 10
        return ((self * scale).rounded() / scale)
            .formatted(.number.precision(.fractionLength(digits)).locale(locale))
    }
}
