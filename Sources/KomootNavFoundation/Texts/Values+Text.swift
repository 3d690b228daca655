public import Foundation
public import KomootNav

extension Arrow {
    /// A short label: "Turn left". English, German, or English in place of any other language.
    public func text(locale: Locale = .current) -> String {
        NavigationTexts(locale: locale).text(self)
    }
}

extension CentralSession.Status {
    /// What a device tells its rider about the connection: "Looking for a phone". English, German,
    /// or English in place of any other language.
    public func text(locale: Locale = .current) -> String {
        NavigationTexts(locale: locale).text(self)
    }
}

extension PeripheralSession.Phase {
    /// What a phone tells its user about the devices: "Visible to devices". English, German, or
    /// English in place of any other language.
    public func text(locale: Locale = .current) -> String {
        NavigationTexts(locale: locale).text(self)
    }
}

extension DistanceDisplay {
    /// The distance with a locale's digits and decimal separator: "1,2 km", "Jetzt".
    public func text(locale: Locale = .current) -> String {
        NavigationTexts(locale: locale).text(self)
    }
}

extension KomootNavError {
    /// What happened, and what to do if there is something to do. English, German, or English in
    /// place of any other language.
    public func text(locale: Locale = .current) -> String {
        NavigationTexts(locale: locale).text(self)
    }
}

extension KomootNavError: LocalizedError {
    /// What happened, in the user's current locale. `localizedDescription` is the same text.
    public var errorDescription: String? { text() }
}
