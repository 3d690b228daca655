public import Foundation
public import KomootNav

/// Everything that an app shows or says of navigation, in one locale.
///
/// ```swift
/// let texts = NavigationTexts(locale: .current, adding: [FrenchTexts()])
/// label.text = texts.distanceText(instruction.distanceInMeters)
/// speaker.say(texts.spokenText(instruction))
/// ```
///
/// The properties and methods `text(locale:)`, `distanceText(locale:)` and `spokenText(locale:)` of
/// the types themselves do the same with the catalogues of this module.
public struct NavigationTexts: Sendable {
    /// The locale whose digits, separators and units are used.
    public let locale: Locale
    /// The texts of the locale's language; English if no catalogue has it.
    public let catalogue: any TextCatalogue
    /// The locale of the numbers in a sentence. It differs from ``locale`` if the sentence is in
    /// another language: a voice would stumble over digits that are not its own.
    private let spokenLocale: Locale

    /// Chooses the texts for a locale.
    ///
    /// - Parameters:
    ///   - locale: the user's locale.
    ///   - catalogues: your own texts. The first one with the locale's language is used; it comes
    ///     before this module's own of the same language.
    public init(locale: Locale = .current, adding catalogues: [any TextCatalogue] = []) {
        self.locale = locale
        let known: [any TextCatalogue] = catalogues + [GermanTexts(), EnglishTexts(locale: locale)]
        let code = locale.language.languageCode?.identifier
        if let found = known.first(where: { $0.language == code }) {
            catalogue = found
            spokenLocale = locale
        } else {
            catalogue = EnglishTexts(locale: locale)
            spokenLocale = Locale(identifier: "en_001")
        }
    }

    /// An arrow as a short label: "Turn left".
    public func text(_ arrow: Arrow) -> String { catalogue.text(Maneuver(arrow)) }

    /// What a device tells its rider about the connection.
    public func text(_ status: CentralSession.Status) -> String { catalogue.text(status) }

    /// What a phone tells its user about the devices.
    public func text(_ phase: PeripheralSession.Phase) -> String { catalogue.text(phase) }

    /// What happened, and what to do if there is something to do.
    public func text(_ error: KomootNavError) -> String { catalogue.text(error) }

    /// A rounded distance with the locale's digits and decimal separator: "1,2 km", "Jetzt".
    public func text(_ distance: DistanceDisplay) -> String {
        switch distance {
        case .now: catalogue.now
        case .ahead(let value, let unit): "\(value.text(in: locale)) \(catalogue.symbol(of: unit))"
        }
    }

    /// A distance as `DistanceDisplay` rounds it, with the locale's digits and decimal separator.
    ///
    /// - Parameters:
    ///   - distanceInMeters: the distance that the phone sent; any number.
    ///   - style: the units and the rounding rule; `nil` for the locale's.
    public func distanceText(_ distanceInMeters: UInt32, style: DistanceStyle? = nil) -> String {
        text(display(of: distanceInMeters, style))
    }

    /// What to say to a rider: "In 200 metres, turn left into Lennéstraße".
    ///
    /// The street is left out if it is empty, may be cut, or is not well-formed UTF-8. A reserved
    /// arrow asks the rider to check the route.
    ///
    /// - Parameters:
    ///   - instruction: what to say.
    ///   - extent: whether the instruction's bytes were all there.
    ///   - style: the units and the rounding rule; `nil` for the locale's.
    public func spokenText(
        _ instruction: NavigationInstruction, extent: ObjectExtent = .whole,
        style: DistanceStyle? = nil
    ) -> String {
        let distance: String? =
            switch display(of: instruction.distanceInMeters, style) {
            case .now: nil
            case .ahead(let value, let unit):
                catalogue.spokenDistance(
                    value, written: value.withoutZeroTenths.text(in: spokenLocale), in: unit)
            }
        return catalogue.sentence(
            for: Maneuver(instruction.arrow), ahead: distance,
            street: extent == .whole ? instruction.street.spokenText : nil)
    }

    private func display(of distanceInMeters: UInt32, _ style: DistanceStyle?) -> DistanceDisplay {
        DistanceDisplay(
            distanceInMeters: distanceInMeters, style: style ?? DistanceStyle(locale: locale))
    }
}

extension DistanceDisplay.Value {
    /// The number with a locale's digits and separators.
    fileprivate func text(in locale: Locale) -> String {
        switch self {
        case .whole(let number):
            number.formatted(.number.locale(locale))
        case .tenths(let tenths):
            (Decimal(tenths) / 10).formatted(
                .number.precision(.fractionLength(1)).locale(locale))
        }
    }

    /// The number as one says it: "2" and not "2.0".
    fileprivate var withoutZeroTenths: Self {
        if case .tenths(let tenths) = self, tenths.isMultiple(of: 10) { return .whole(tenths / 10) }
        return self
    }
}

extension Street {
    /// The name as a voice can say it, with single spaces; `nil` if there is nothing to say, or if
    /// the bytes are not well-formed.
    fileprivate var spokenText: String? {
        guard let text = try? text(.strict) else { return nil }
        let words = text.split { character in
            character.isWhitespace
                || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
