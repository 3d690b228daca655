public import Foundation
public import KomootNav

extension NavigationInstruction {
    /// The distance as `DistanceDisplay` rounds it, in a locale's digits: "1,2 km", "Jetzt".
    ///
    /// - Parameters:
    ///   - locale: the language of "Now", the digits and the decimal separator.
    ///   - catalogues: the texts to choose from.
    ///   - style: the units and the rounding rule; `nil` for the locale's.
    public func distanceText(
        locale: Locale = .current, in catalogues: TextCatalogues = .current,
        style: DistanceStyle? = nil
    ) -> String {
        NavigationTexts(locale: locale, in: catalogues).distanceText(distanceInMeters, style: style)
    }

    /// What to say to a rider: "In 200 metres, turn left into Lennéstraße".
    ///
    /// The street is left out if it is empty or not well-formed UTF-8. An instruction does not know
    /// whether its bytes were cut: if they may have been, say so, or use ``DecodedInstruction``,
    /// which knows.
    ///
    /// - Parameters:
    ///   - locale: the language, the digits and the units.
    ///   - catalogues: the texts to choose from.
    ///   - extent: whether the instruction's bytes were all there. If not, no street is said.
    ///   - style: the units and the rounding rule; `nil` for the locale's.
    public func spokenText(
        locale: Locale = .current, in catalogues: TextCatalogues = .current,
        extent: ObjectExtent = .whole, style: DistanceStyle? = nil
    ) -> String {
        NavigationTexts(locale: locale, in: catalogues).spokenText(
            self, extent: extent, style: style)
    }
}

extension DecodedInstruction {
    /// The distance as `DistanceDisplay` rounds it, in a locale's digits: "1,2 km", "Jetzt".
    ///
    /// - Parameters:
    ///   - locale: the language of "Now", the digits and the decimal separator.
    ///   - catalogues: the texts to choose from.
    ///   - style: the units and the rounding rule; `nil` for the locale's.
    public func distanceText(
        locale: Locale = .current, in catalogues: TextCatalogues = .current,
        style: DistanceStyle? = nil
    ) -> String {
        instruction.distanceText(locale: locale, in: catalogues, style: style)
    }

    /// What to say to a rider: "In 200 metres, turn left into Lennéstraße". A street that may be
    /// cut is not said.
    ///
    /// - Parameters:
    ///   - locale: the language, the digits and the units.
    ///   - catalogues: the texts to choose from.
    ///   - style: the units and the rounding rule; `nil` for the locale's.
    public func spokenText(
        locale: Locale = .current, in catalogues: TextCatalogues = .current,
        style: DistanceStyle? = nil
    ) -> String {
        instruction.spokenText(locale: locale, in: catalogues, extent: extent, style: style)
    }
}

extension NavigationInstructionView {
    /// The distance as `DistanceDisplay` rounds it, in a locale's digits: "1,2 km", "Jetzt".
    ///
    /// - Parameters:
    ///   - locale: the language of "Now", the digits and the decimal separator.
    ///   - catalogues: the texts to choose from.
    ///   - style: the units and the rounding rule; `nil` for the locale's.
    public func distanceText(
        locale: Locale = .current, in catalogues: TextCatalogues = .current,
        style: DistanceStyle? = nil
    ) -> String {
        NavigationTexts(locale: locale, in: catalogues).distanceText(distanceInMeters, style: style)
    }

    /// What to say to a rider: "In 200 metres, turn left into Lennéstraße". A street that may be
    /// cut is not said.
    ///
    /// - Parameters:
    ///   - locale: the language, the digits and the units.
    ///   - catalogues: the texts to choose from.
    ///   - style: the units and the rounding rule; `nil` for the locale's.
    public func spokenText(
        locale: Locale = .current, in catalogues: TextCatalogues = .current,
        style: DistanceStyle? = nil
    ) -> String {
        DecodedInstruction(self).spokenText(locale: locale, in: catalogues, style: style)
    }
}
