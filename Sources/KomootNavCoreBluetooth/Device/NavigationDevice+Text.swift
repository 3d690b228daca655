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
            let texts = NavigationTexts(locale: locale, in: catalogues)
            return switch self {
            case .unsupported: texts.text(BluetoothObstacle.unsupported)
            case .unauthorized: texts.text(BluetoothObstacle.unauthorized)
            case .poweredOff: texts.text(CentralSession.Status.radioOff)
            case .stopped: texts.text(CentralSession.Status.stopped)
            case .searching: texts.text(CentralSession.Status.searching)
            case .waiting: texts.text(CentralSession.Status.waiting)
            case .navigating: texts.text(CentralSession.Status.navigating)
            case .silent: texts.text(CentralSession.Status.silent)
            case .stale: texts.text(CentralSession.Status.stale)
            case .ended: texts.text(CentralSession.Status.ended)
            case .pairingRequired: texts.text(CentralSession.Status.pairingRequired)
            }
        }
    }
#endif
