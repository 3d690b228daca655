public import Foundation
public import KomootNav

/// Everything that an app shows or says of navigation, in one locale.
///
/// ```swift
/// let texts = NavigationTexts(locale: .current)
/// label.text = texts.distanceText(instruction.distanceInMeters)
/// speaker.say(texts.spokenText(instruction))
/// ```
///
/// The methods `text(locale:in:)`, `distanceText(locale:in:style:)` and `spokenText(locale:in:extent:style:)`
/// of the types themselves do the same.
public struct NavigationTexts: Sendable {
    /// The locale whose digits, separators and units are used.
    public let locale: Locale
    /// The texts that fit the locale; if none do, those that ``TextCatalogues`` falls back to.
    public let catalogue: any TextCatalogue
    /// The locale of the numbers in a sentence. It differs from ``locale`` if the sentence is in
    /// another language: a voice would stumble over digits that are not its own.
    private let spokenLocale: Locale

    /// Chooses the texts for a locale.
    ///
    /// - Parameters:
    ///   - locale: the user's locale.
    ///   - catalogues: the texts to choose from.
    public init(locale: Locale = .current, in catalogues: TextCatalogues = .current) {
        self.locale = locale
        let choice = catalogues.choice(for: locale)
        catalogue = choice.catalogue
        spokenLocale = choice.fits ? locale : choice.catalogue.locale
    }

    /// An arrow as a short label: "Turn left".
    public func text(_ arrow: Arrow) -> String { catalogue.text(Maneuver(arrow)) }

    /// What a device tells its rider about the connection.
    public func text(_ status: CentralSession.Status) -> String { catalogue.text(status) }

    /// What the rider can do about a status; `nil` if there is nothing to do, or if the status's own
    /// text says it.
    public func advice(on status: CentralSession.Status) -> String? { catalogue.advice(on: status) }

    /// What a phone tells its user about the devices.
    public func text(_ phase: PeripheralSession.Phase) -> String { catalogue.text(phase) }

    /// Why an app can't use Bluetooth, and what to do if there is something to do.
    public func text(_ obstacle: BluetoothObstacle) -> String { catalogue.text(obstacle) }

    /// What is said of a recording that the directions come from.
    public func text(_ recording: RecordingText) -> String { catalogue.text(recording) }

    /// What is shown of a rider's sensors and trainer.
    public func text(_ ride: RideText) -> String { catalogue.text(ride) }

    /// What pairing shows.
    public func text(_ pairing: PairingText) -> String { catalogue.text(pairing) }

    /// What happened, and what to do if there is something to do.
    public func text(_ error: KomootNavError) -> String { catalogue.text(error) }

    /// What a phone's error code means, and what to do if there is something to do.
    public func text(_ error: ATTError) -> String { catalogue.text(error) }

    /// A rounded distance with the locale's digits and decimal separator: "1,2 km", "Jetzt".
    ///
    /// The sign of the unit is the catalogue's: Foundation has the signs of other languages on
    /// Apple's systems only. Without a catalogue of its own, a locale gets "km".
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
    /// arrow asks the rider to follow the route.
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
