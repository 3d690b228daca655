#if canImport(CoreBluetooth) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    public import Foundation
    import KomootNav
    public import KomootNavFoundation

    extension NavigationPhone.Status {
        /// What to tell the user: "Visible to devices".
        ///
        /// - Parameters:
        ///   - locale: the language.
        ///   - catalogues: the texts to choose from.
        public func text(
            locale: Locale = .current, in catalogues: TextCatalogues = .current
        ) -> String {
            meaning.text(in: NavigationTexts(locale: locale, in: catalogues)) { $0.text($1) }
        }

        private var meaning: StatusMeaning<PeripheralSession.Phase> {
            switch self {
            case .unsupported: .obstacle(.unsupported)
            case .unauthorized: .obstacle(.unauthorized)
            case .poweredOff: .session(.radioOff)
            case .stopped: .session(.stopped)
            case .advertising: .session(.advertising)
            case .advertisingAgain: .session(.advertisingAgain)
            case .serving: .session(.serving)
            }
        }
    }
#endif
