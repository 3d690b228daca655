public import LinkVocabulary

/// What goes wrong with all links, or with the radio of the first central or peripheral. A time
/// is at most a day.
public enum LinkFault: Hashable, Sendable {
    /// The MTU of the links that have a smaller one changes to this many bytes (``mtus``). On a link it never shrinks:
    /// each end asks at most once, and without that it is the least (Core Specification, Vol 3, Part F, 3.4.2.1).
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

/// What goes wrong with the next answer to a read. A time is at most a day.
public enum AnswerFault: Hashable, Sendable {
    /// It is late, and so is everything that follows it on the link.
    case delayed(Duration)
    /// It is lost.
    case lost
    /// The radio reports it twice, the second time later.
    case repeated(Duration)
    /// It is an error instead. An error that ends an object makes the peripheral a hostile peer,
    /// because the object ends too early.
    case failed(ATTError)
    /// One byte of it is changed, by a hostile peer. The position is counted round.
    case corrupted(position: Int, mask: UInt8)
    /// Its length is changed, by a hostile peer.
    case resized(Int)
}

extension AnswerFault {
    /// Which of its numbers is out of range.
    var quantityOutOfRange: ImpossibleFault.Quantity? {
        switch self {
        case .lost, .failed: nil
        case .delayed(let time), .repeated(let time): .time.refusing(time)
        case .corrupted(let position, let mask):
            .position.refusing(position) ?? .mask.refusing(Int(mask))
        case .resized(let count): .length.refusing(count)
        }
    }
}

extension AnswerFault: CustomStringConvertible {
    /// The fault in words.
    public var description: String {
        switch self {
        case .delayed(let time): "answer delayed by \(time.millisecondsText)"
        case .lost: "answer lost"
        case .repeated(let time): "answer repeated after \(time.millisecondsText)"
        case .failed(let error): "error \(error.words) instead of an answer"
        case .corrupted(let position, let mask): "answer's byte \(position) changed by mask \(mask)"
        case .resized(let count): "answer's length changed to \(count)"
        }
    }
}

/// What goes wrong with the next notification. A time is at most a day.
public enum NotificationFault: Hashable, Sendable {
    /// It is lost.
    case lost
    /// It arrives twice.
    case repeated
    /// It is late, and so is everything that follows it on the link.
    case delayed(Duration)
    /// It is cut to this many bytes.
    case cut(Int)
    /// It finds a full queue, which has room again after this time.
    case queueFull(Duration)
    /// One byte of it is changed, by a hostile peer. The position is counted round.
    case corrupted(position: Int, mask: UInt8)
    /// Its length is changed, by a hostile peer.
    case resized(Int)
}

extension NotificationFault {
    /// Which of its numbers is out of range.
    var quantityOutOfRange: ImpossibleFault.Quantity? {
        switch self {
        case .lost, .repeated: nil
        case .delayed(let time), .queueFull(let time): .time.refusing(time)
        case .cut(let count), .resized(let count): .length.refusing(count)
        case .corrupted(let position, let mask):
            .position.refusing(position) ?? .mask.refusing(Int(mask))
        }
    }
}

extension NotificationFault: CustomStringConvertible {
    /// The fault in words.
    public var description: String {
        switch self {
        case .lost: "notification lost"
        case .repeated: "notification repeated"
        case .delayed(let time): "notification delayed by \(time.millisecondsText)"
        case .cut(let count): "notification cut to \(count) bytes"
        case .queueFull(let time): "notification queue full for \(time.millisecondsText)"
        case .corrupted(let position, let mask):
            "notification's byte \(position) changed by mask \(mask)"
        case .resized(let count): "notification's length changed to \(count)"
        }
    }
}

/// Faults that wait for the next PDU of their kind, in the order in which they were armed.
struct ArmedFaults: Sendable {
    private(set) var answers: ContiguousArray<AnswerFault> = []
    private(set) var notifications: ContiguousArray<NotificationFault> = []
    /// How many chances to hear advertising will be missed.
    var missedAdvertisements = 0

    mutating func arm(_ fault: AnswerFault) { answers.append(fault) }
    mutating func arm(_ fault: NotificationFault) { notifications.append(fault) }

    mutating func disarm() { self = ArmedFaults() }

    mutating func nextAnswer() -> AnswerFault? { Self.take(&answers) }
    mutating func nextNotification() -> NotificationFault? { Self.take(&notifications) }

    private static func take<Element>(_ faults: inout ContiguousArray<Element>) -> Element? {
        faults.isEmpty ? nil : faults.removeFirst()
    }
}
