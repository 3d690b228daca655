public import Foundation
public import KomootNav

extension UUID128 {
    /// Creates the same UUID.
    public init(_ uuid: UUID) {
        let bytes = uuid.uuid
        self.init(
            high: Self.half(
                bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7),
            low: Self.half(
                bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15))
    }

    /// A half from its bytes, the most significant first.
    private static func half(_ bytes: UInt8...) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension UUID {
    /// Creates the same UUID, for Core Bluetooth or for a log.
    public init(_ uuid: UUID128) {
        self.init(
            uuid: (
                uuid[0], uuid[1], uuid[2], uuid[3], uuid[4], uuid[5], uuid[6], uuid[7],
                uuid[8], uuid[9], uuid[10], uuid[11], uuid[12], uuid[13], uuid[14], uuid[15]
            ))
    }
}

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
