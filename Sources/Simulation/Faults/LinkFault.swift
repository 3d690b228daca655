import LinkVocabulary

/// What goes wrong with all links, or with the radio of the first central or peripheral. A time
/// is at most a day.
public enum LinkFault: Hashable, Sendable {
    /// The MTU of the links changes, to this many bytes (``mtus``).
    case mtuChanged(Int)
    /// The links are gone, and both ends are told.
    case dropped
    /// The links are gone, and neither end is told.
    case droppedSilently
    /// Centrals miss this many chances to hear advertising.
    case advertisingMissed(Int)
    /// The peripheral forgets its subscriptions.
    case subscriptionsLost
    /// Bluetooth is switched off at the first peripheral, and on again after this time.
    case peripheralRadioOff(Duration)
    /// Bluetooth is switched off at the first central, and on again after this time.
    case centralRadioOff(Duration)
    /// The first peripheral refuses requests until it is paired, which happens after this time.
    case pairingRequired(Duration)
}

extension LinkFault {
    /// The MTUs that a link can have, in bytes: from ATT's default to the length of the longest PDU, which is a
    /// Prepare Write request of 512 bytes.
    ///
    /// Source: Bluetooth Core Specification, Vol 3, Part F, sections 3.2.8, 3.2.9 and 3.4.6.1.
    public static let mtus = ATT.defaultMTU...ATT.maximumValueLength + 5

    /// Which of its numbers is out of range.
    var quantityOutOfRange: ImpossibleFault.Quantity? {
        switch self {
        case .mtuChanged(let mtu): .mtu.refusing(mtu)
        case .advertisingMissed(let count): .missedAdvertisements.refusing(count)
        case .peripheralRadioOff(let time), .centralRadioOff(let time), .pairingRequired(let time):
            .time.refusing(time)
        case .dropped, .droppedSilently, .subscriptionsLost: nil
        }
    }
}

extension LinkFault: CustomStringConvertible {
    /// The fault in words.
    public var description: String {
        switch self {
        case .mtuChanged(let mtu): "MTU changed to \(mtu)"
        case .dropped: "link dropped"
        case .droppedSilently: "link dropped, and nobody told"
        case .advertisingMissed(let count): "advertising missed \(count) times"
        case .subscriptionsLost: "subscriptions lost"
        case .peripheralRadioOff(let time):
            "peripheral's Bluetooth off for \(time.millisecondsText)"
        case .centralRadioOff(let time): "central's Bluetooth off for \(time.millisecondsText)"
        case .pairingRequired(let time): "pairing required for \(time.millisecondsText)"
        }
    }
}
