public import Foundation
import KomootNav
public import KomootNavFoundation
public import LinkVocabulary

extension GATTRadioState {
    /// Why Bluetooth can't be used, for the user: "Bluetooth is off"; `nil` if it can, or if that is not known yet.
    ///
    /// - Parameters:
    ///   - locale: the language.
    ///   - catalogues: the texts to choose from.
    public func obstacleText(
        locale: Locale = .current, in catalogues: TextCatalogues = .current
    ) -> String? {
        let texts = NavigationTexts(locale: locale, in: catalogues)
        return switch self {
        case .unknown, .on: nil
        case .off: texts.text(CentralSession.Status.radioOff)
        case .unauthorized, .unsupported: BluetoothObstacle(self).map(texts.text)
        }
    }
}
