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
            let texts = NavigationTexts(locale: locale, in: catalogues)
            return switch self {
            case .unsupported: texts.text(BluetoothObstacle.unsupported)
            case .unauthorized: texts.text(BluetoothObstacle.unauthorized)
            case .poweredOff: texts.text(PeripheralSession.Phase.radioOff)
            case .stopped: texts.text(PeripheralSession.Phase.stopped)
            case .advertising: texts.text(PeripheralSession.Phase.advertising)
            case .advertisingAgain: texts.text(PeripheralSession.Phase.advertisingAgain)
            case .serving: texts.text(PeripheralSession.Phase.serving)
            }
        }
    }
#endif
