public import Foundation
public import KomootNav

/// Writes an instruction as a rider sees or hears it.
///
/// ```swift
/// instruction.formatted(.spokenNavigation())   // In 200 metres, turn left into Lennéstraße
/// Text(instruction, format: .shortNavigation())  // in SwiftUI: Turn left
/// ```
public struct NavigationInstructionFormatStyle: FormatStyle {
    /// Which text of an instruction is written.
    public enum Form: String, Codable, Hashable, Sendable, CaseIterable {
        /// The arrow as a short label: "Turn left".
        case short
        /// The distance: "200 m".
        case distance
        /// What to say to a rider: "In 200 metres, turn left into Lennéstraße".
        case spoken
    }

    /// Which text is written.
    public var form: Form
    /// The units and the rounding rule; `nil` for the locale's.
    public var style: DistanceStyle?
    /// The language, and whose digits and, unless ``style`` is set, units are used.
    public var locale: Locale
    /// Whether the instruction's bytes were all there. If not, no street is said.
    public var extent: ObjectExtent

    /// Creates a format.
    public init(
        _ form: Form, style: DistanceStyle? = nil, extent: ObjectExtent = .whole,
        locale: Locale = .autoupdatingCurrent
    ) {
        self.form = form
        self.style = style
        self.extent = extent
        self.locale = locale
    }

    /// Writes an instruction, with the texts of ``TextCatalogues/current``.
    public func format(_ instruction: NavigationInstruction) -> String {
        let texts = NavigationTexts(locale: locale)
        return switch form {
        case .short: texts.text(instruction.arrow)
        case .distance: texts.distanceText(instruction.distanceInMeters, style: style)
        case .spoken: texts.spokenText(instruction, extent: extent, style: style)
        }
    }

    /// The same format in another locale.
    public func locale(_ locale: Locale) -> Self {
        Self(form, style: style, extent: extent, locale: locale)
    }
}

extension FormatStyle where Self == NavigationInstructionFormatStyle {
    /// Writes an instruction's arrow as a short label: "Turn left".
    public static func shortNavigation(locale: Locale = .autoupdatingCurrent) -> Self {
        Self(.short, locale: locale)
    }

    /// Writes an instruction's distance: "200 m".
    ///
    /// - Parameters:
    ///   - style: the units and the rounding rule; `nil` for the locale's.
    ///   - locale: whose digits and decimal separator are used.
    public static func navigationDistance(
        _ style: DistanceStyle? = nil, locale: Locale = .autoupdatingCurrent
    ) -> Self {
        Self(.distance, style: style, locale: locale)
    }

    /// Writes what to say to a rider: "In 200 metres, turn left into Lennéstraße".
    ///
    /// - Parameters:
    ///   - style: the units and the rounding rule; `nil` for the locale's.
    ///   - extent: whether the instruction's bytes were all there. If not, no street is said.
    ///   - locale: the language, the digits and the units.
    public static func spokenNavigation(
        _ style: DistanceStyle? = nil, extent: ObjectExtent = .whole,
        locale: Locale = .autoupdatingCurrent
    ) -> Self {
        Self(.spoken, style: style, extent: extent, locale: locale)
    }
}

extension NavigationInstruction {
    /// Writes the instruction in a format.
    public func formatted<Format: FormatStyle>(_ format: Format) -> Format.FormatOutput
    where Format.FormatInput == Self {
        format.format(self)
    }
}
