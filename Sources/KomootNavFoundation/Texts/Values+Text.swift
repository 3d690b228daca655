public import CompanionPairing
public import Foundation
public import KomootNav

extension Arrow {
    /// A short label: "Turn left".
    ///
    /// - Parameters:
    ///   - locale: the language, and the digits.
    ///   - catalogues: the texts to choose from; ``TextCatalogues/catalogue(for:)`` says how.
    public func text(locale: Locale = .current, in catalogues: TextCatalogues = .current) -> String
    {
        NavigationTexts(locale: locale, in: catalogues).text(self)
    }
}

extension CentralSession.Status {
    /// What a device tells its rider about the connection: "Looking for a phone".
    ///
    /// - Parameters:
    ///   - locale: the language, and the digits.
    ///   - catalogues: the texts to choose from; ``TextCatalogues/catalogue(for:)`` says how.
    public func text(locale: Locale = .current, in catalogues: TextCatalogues = .current) -> String
    {
        NavigationTexts(locale: locale, in: catalogues).text(self)
    }

    /// What the rider can do about it: "Start navigation on the phone"; `nil` if there is nothing to
    /// do, or if the text says it.
    ///
    /// - Parameters:
    ///   - locale: the language.
    ///   - catalogues: the texts to choose from; ``TextCatalogues/catalogue(for:)`` says how.
    public func advice(
        locale: Locale = .current, in catalogues: TextCatalogues = .current
    ) -> String? {
        NavigationTexts(locale: locale, in: catalogues).advice(on: self)
    }
}

extension PeripheralSession.Phase {
    /// What a phone tells its user about the devices: "Visible to devices".
    ///
    /// - Parameters:
    ///   - locale: the language, and the digits.
    ///   - catalogues: the texts to choose from; ``TextCatalogues/catalogue(for:)`` says how.
    public func text(locale: Locale = .current, in catalogues: TextCatalogues = .current) -> String
    {
        NavigationTexts(locale: locale, in: catalogues).text(self)
    }
}

extension BluetoothObstacle {
    /// Why an app can't use Bluetooth, and what to do if there is something to do.
    ///
    /// - Parameters:
    ///   - locale: the language, and the digits.
    ///   - catalogues: the texts to choose from; ``TextCatalogues/catalogue(for:)`` says how.
    public func text(locale: Locale = .current, in catalogues: TextCatalogues = .current) -> String
    {
        NavigationTexts(locale: locale, in: catalogues).text(self)
    }
}

extension RecordingText {
    /// What is said of a recording: "Playback has ended".
    ///
    /// - Parameters:
    ///   - locale: the language, and the digits.
    ///   - catalogues: the texts to choose from; ``TextCatalogues/catalogue(for:)`` says how.
    public func text(locale: Locale = .current, in catalogues: TextCatalogues = .current) -> String
    {
        NavigationTexts(locale: locale, in: catalogues).text(self)
    }
}

extension RideText {
    /// What is shown of a rider's sensors and trainer: "Heart rate".
    ///
    /// - Parameters:
    ///   - locale: the language, and the digits.
    ///   - catalogues: the texts to choose from; ``TextCatalogues/catalogue(for:)`` says how.
    public func text(locale: Locale = .current, in catalogues: TextCatalogues = .current) -> String
    {
        NavigationTexts(locale: locale, in: catalogues).text(self)
    }
}

extension PairingText {
    /// What pairing shows: "Connect to 7F3A".
    ///
    /// - Parameters:
    ///   - locale: the language, and the digits.
    ///   - catalogues: the texts to choose from; ``TextCatalogues/catalogue(for:)`` says how.
    public func text(locale: Locale = .current, in catalogues: TextCatalogues = .current) -> String
    {
        NavigationTexts(locale: locale, in: catalogues).text(self)
    }
}

extension PairingClient.Screen {
    /// What a display says of its pairing: "Connected to server 7F3A".
    ///
    /// - Parameters:
    ///   - locale: the language, and the digits.
    ///   - catalogues: the texts to choose from; ``TextCatalogues/catalogue(for:)`` says how.
    public func text(locale: Locale = .current, in catalogues: TextCatalogues = .current) -> String
    {
        NavigationTexts(locale: locale, in: catalogues).text(PairingText.client(self))
    }
}

extension PairingServer.Screen {
    /// What a phone says of its pairing: "Expecting connection".
    ///
    /// - Parameters:
    ///   - locale: the language, and the digits.
    ///   - catalogues: the texts to choose from; ``TextCatalogues/catalogue(for:)`` says how.
    public func text(locale: Locale = .current, in catalogues: TextCatalogues = .current) -> String
    {
        NavigationTexts(locale: locale, in: catalogues).text(PairingText.server(self))
    }
}

extension DistanceDisplay {
    /// The distance with a locale's digits and decimal separator: "1,2 km", "Jetzt".
    ///
    /// - Parameters:
    ///   - locale: the language, and the digits.
    ///   - catalogues: the texts to choose from; ``TextCatalogues/catalogue(for:)`` says how.
    public func text(locale: Locale = .current, in catalogues: TextCatalogues = .current) -> String
    {
        NavigationTexts(locale: locale, in: catalogues).text(self)
    }
}

extension KomootNavError {
    /// What happened, and what to do if there is something to do.
    ///
    /// - Parameters:
    ///   - locale: the language, and the digits.
    ///   - catalogues: the texts to choose from; ``TextCatalogues/catalogue(for:)`` says how.
    public func text(locale: Locale = .current, in catalogues: TextCatalogues = .current) -> String
    {
        NavigationTexts(locale: locale, in: catalogues).text(self)
    }
}

extension ATTError {
    /// What a phone's error code means, and what to do if there is something to do.
    ///
    /// - Parameters:
    ///   - locale: the language, and the digits.
    ///   - catalogues: the texts to choose from; ``TextCatalogues/catalogue(for:)`` says how.
    public func text(locale: Locale = .current, in catalogues: TextCatalogues = .current) -> String
    {
        NavigationTexts(locale: locale, in: catalogues).text(self)
    }
}

extension KomootNavError: LocalizedError {
    /// What happened, in the user's current locale and from ``TextCatalogues/current``.
    /// `localizedDescription` is the same text.
    public var errorDescription: String? { text() }
}

extension GATTError: LocalizedError {
    /// Why the request failed, in English, for developers.
    public var errorDescription: String? { description }
}

extension ATTError: LocalizedError {
    /// What happened, in the user's current locale and from ``TextCatalogues/current``.
    /// `localizedDescription` is the same text.
    public var errorDescription: String? { text() }
}
