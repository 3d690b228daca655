public import Foundation
public import KomootNav

extension DistanceStyle {
    /// The style that riders expect, by the locale's measurement system.
    ///
    /// | measurement system | style | for example |
    /// |---|---|---|
    /// | metric | ``metric`` | Germany, Canada, Ireland |
    /// | United States | ``imperial``, feet and miles | United States, Liberia |
    /// | United Kingdom | ``uk``, yards and miles | United Kingdom |
    ///
    /// Foundation decides which system a locale has. It follows the setting that a user may have
    /// changed, and takes `en` without a region for the United States. A locale without an
    /// identifier is metric here. No locale has the vendor's own style, ``vendor``.
    public init(locale: Locale) {
        guard !locale.identifier.isEmpty else {
            self = .metric
            return
        }
        switch locale.measurementSystem {
        case .us: self = .imperial
        case .uk: self = .uk
        default: self = .metric
        }
    }
}
