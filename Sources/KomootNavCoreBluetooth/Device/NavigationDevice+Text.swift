#if canImport(CoreBluetooth)
    public import Foundation
    import KomootNav
    public import KomootNavFoundation

    extension NavigationDevice.Status {
        /// What to tell the rider: "Looking for a phone".
        ///
        /// - Parameters:
        ///   - locale: the language.
        ///   - catalogues: the texts to choose from.
        public func text(
            locale: Locale = .current, in catalogues: TextCatalogues = .current
        ) -> String {
            meaning.text(in: NavigationTexts(locale: locale, in: catalogues)) { $0.text($1) }
        }

        private var meaning: StatusMeaning<CentralSession.Status> {
            switch self {
            case .unsupported: .obstacle(.unsupported)
            case .unauthorized: .obstacle(.unauthorized)
            case .poweredOff: .session(.radioOff)
            case .stopped: .session(.stopped)
            case .searching: .session(.searching)
            case .waiting: .session(.waiting)
            case .navigating: .session(.navigating)
            case .silent: .session(.silent)
            case .stale: .session(.stale)
            case .ended: .session(.ended)
            case .pairingRequired: .session(.pairingRequired)
            }
        }
    }
#endif
