public import KomootNav

/// A kind of phone, as the protocol's sources describe it (clauses 2, 7, 8.1 and 9.11).
///
/// | profile | layout | notification | pieces | CCCD |
/// |---|---|---|---|---|
/// | `published` | published | identifier | MTU − 1 | yes |
/// | `ios` | deployed | identifier; the object after a full queue | MTU − 1 | yes |
/// | `android` | deployed | object, cut | 20 at MTU 23; 20, MTU − 3 or MTU − 1 above | yes |
/// | `androidNoCCCD` | deployed | none | as `android` | no |
public enum PhoneProfile: String, Hashable, Sendable, CaseIterable {
    /// The vendor's document to the letter.
    case published
    /// The vendor's simulator kit, and phones with iOS.
    case ios
    /// Phones with Android.
    case android
    /// Phones with Android that let nobody subscribe.
    case androidNoCCCD

    /// The layout that it writes.
    public var layout: InstructionLayout {
        switch self {
        case .published: .published
        case .ios, .android, .androidNoCCCD: .deployed
        }
    }

    /// A configuration of this profile; what the profile leaves open is drawn: the ending of an object
    /// (empty, 0x07 or 0x0B), from which object a read goes on, and the size of Android's pieces.
    ///
    /// - Parameters:
    ///   - mtu: of the links, in bytes.
    ///   - generator: what is drawn from.
    public func configuration(
        mtu: Int, using generator: inout SplitMix64
    ) -> PeripheralSession.Configuration {
        var configuration = PeripheralSession.Configuration(layout: layout)
        configuration.ending = generator.element(of: [.empty, .invalidOffset, .attributeNotLong])
        configuration.serving = generator.element(of: [.newestAlways, .snapshotPerRead])
        switch self {
        case .published: break
        case .ios: configuration.retriedNotification = .object
        case .android, .androidNoCCCD:
            configuration.notification = .object
            configuration.retriedNotification = .object
            configuration.pieceSize =
                mtu <= ATT.defaultMTU
                ? .smallestPayload
                : generator.element(of: [.smallestPayload, .notificationPayload, .readPayload])
            configuration.hasCCCD = self == .android
        }
        return configuration
    }
}
