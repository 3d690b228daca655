public import CompanionPairing
public import Foundation
import KomootNav
public import KomootNavFoundation

extension NameStoreError {
    /// Why names can't be kept.
    ///
    /// - Parameters:
    ///   - locale: the language.
    ///   - catalogues: the texts to choose from.
    public func text(locale: Locale = .current, in catalogues: TextCatalogues = .current) -> String
    {
        PairingText.problem(.init(self)).text(locale: locale, in: catalogues)
    }
}

extension NameStoreError: LocalizedError {
    /// Why names can't be kept, in the user's current locale and from `TextCatalogues.current`.
    public var errorDescription: String? { text() }
}

extension PairedDisplay.PhoneFault {
    /// Why the phone can't be paired with or read, and what to do if there is something to do.
    ///
    /// - Parameters:
    ///   - locale: the language.
    ///   - catalogues: the texts to choose from.
    public func text(locale: Locale = .current, in catalogues: TextCatalogues = .current) -> String
    {
        PairingText.problem(.init(self)).text(locale: locale, in: catalogues)
    }
}

extension PairingText.Problem {
    fileprivate init(_ error: NameStoreError) {
        self =
            switch error {
            case .unreadable: .namesDamaged
            case .system where error.isLocked: .namesLocked
            case .system(let number): .namesRefused(number)
            }
    }

    fileprivate init(_ fault: PairedDisplay.PhoneFault) {
        self =
            switch fault {
            case .pairedWithAnother: .pairedWithAnother
            case .invalidName: .invalidName
            case .link(let error): Self(error)
            }
    }

    /// What a failed request means to a rider.
    fileprivate init(_ error: GATTError) {
        let navigation = [NavigationService.uuid, NavigationService.instructionCharacteristic]
        self =
            switch error {
            case .refused(let error): .refused(error)
            case .notDiscovered(let uuid) where navigation.contains(uuid),
                .ambiguous(let uuid) where navigation.contains(uuid):
                .noNavigation
            case .notDiscovered, .ambiguous, .notPermitted, .tooLong, .subscribed: .notOffered
            case .timedOut, .cancelled, .notConnected, .disconnected, .servicesChanged,
                .unavailable:
                .noAnswer
            }
    }
}

extension PairedDisplay.PhoneFault: LocalizedError {
    /// Why the phone can't be paired with or read, in the user's current locale and from `TextCatalogues.current`.
    public var errorDescription: String? { text() }
}

extension NavigationPhone.Failure {
    /// That the phone can't be found by displays.
    ///
    /// - Parameters:
    ///   - locale: the language.
    ///   - catalogues: the texts to choose from.
    public func text(locale: Locale = .current, in catalogues: TextCatalogues = .current) -> String
    {
        PairingText.problem(.invisible(code)).text(locale: locale, in: catalogues)
    }
}
