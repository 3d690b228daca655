public import Foundation
public import KomootNav

/// Writes metres as a rider reads them: "210 m", "1,2 km", "Now".
///
/// ```swift
/// instruction.distanceInMeters.formatted(.navigationDistance())
/// Text(instruction.distanceInMeters, format: .navigationDistance(.uk))  // in SwiftUI
/// ```
///
/// It gives the same text as `distanceText(locale:in:style:)`.
public struct NavigationDistanceFormatStyle: FormatStyle {
    /// The units and the rounding rule; `nil` for the locale's.
    public var style: DistanceStyle?
    /// Whose digits, decimal separator and, unless ``style`` is set, units are used.
    public var locale: Locale

    /// Creates a format.
    public init(style: DistanceStyle? = nil, locale: Locale = .autoupdatingCurrent) {
        self.style = style
        self.locale = locale
    }

    /// Writes a distance in metres, with the texts of ``TextCatalogues/current``.
    public func format(_ distanceInMeters: UInt32) -> String {
        NavigationTexts(locale: locale).distanceText(distanceInMeters, style: style)
    }

    /// The same format in another locale.
    public func locale(_ locale: Locale) -> Self { Self(style: style, locale: locale) }
}

extension FormatStyle where Self == NavigationDistanceFormatStyle {
    /// Writes metres as a rider reads them.
    ///
    /// - Parameters:
    ///   - style: the units and the rounding rule; `nil` for the locale's.
    ///   - locale: whose digits and decimal separator are used.
    public static func navigationDistance(
        _ style: DistanceStyle? = nil, locale: Locale = .autoupdatingCurrent
    ) -> Self {
        Self(style: style, locale: locale)
    }
}
