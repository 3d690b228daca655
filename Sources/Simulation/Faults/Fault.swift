public import KomootNav

/// Something that goes wrong on the link, or at one of its ends. Times are in milliseconds.
///
/// A fault of a notification or an answer hits the next one; the others happen when they are due.
public enum Fault: Hashable, Sendable {
    /// The next notification is lost.
    case notificationLost
    /// The next notification arrives twice.
    case notificationRepeated
    /// The next notification is late, and what follows it on the link too.
    case notificationDelayed(UInt32)
    /// The next notification is cut to this many bytes.
    case notificationCut(Int)
    /// The next notification finds a full queue, which has room again after a time.
    case notificationQueueFull(UInt32)
    /// The next answer is late, and what follows it on the link too.
    case answerDelayed(UInt32)
    /// The next answer is lost.
    case answerLost
    /// The radio reports the next answer twice, the second time later.
    case answerRepeated(UInt32)
    /// The next answer is an error instead. An error that ends an object makes the phone a hostile peer:
    /// the object ends where it doesn't.
    case answerFailed(ATTError)
    /// A new object of this many street bytes replaces the current one before the next read at an
    /// offset above zero is answered.
    case objectReplaced(streetByteCount: Int)
    /// The link has another MTU.
    case mtuChanged(Int)
    /// The link is gone, and both ends are told.
    case linkDropped
    /// The link is gone, and neither end is told.
    case linkDroppedSilently
    /// This many chances to hear advertising are missed.
    case advertisingMissed(Int)
    /// The phone forgets its subscriptions.
    case subscriptionLost
    /// Navigation is stopped, the service is removed with the link up, and it is started again.
    case navigationStopped(UInt32)
    /// Bluetooth is switched off at the phone, and on again.
    case phoneRadioOff(UInt32)
    /// Bluetooth is switched off at the device, and on again.
    case deviceRadioOff(UInt32)
    /// The phone's app is killed and started again, with nothing left of what it knew.
    case phoneRestarted(UInt32)
    /// The phone wants to be paired, and is.
    case pairingRefused(UInt32)
    /// A second central comes, and goes.
    case secondCentral(UInt32)
    /// One byte of the next answer is another one: a hostile peer.
    case answerCorrupted(position: Int, mask: UInt8)
    /// The next answer has another length: a hostile peer.
    case answerResized(Int)
    /// One byte of the next notification is another one: a hostile peer.
    case notificationCorrupted(position: Int, mask: UInt8)
    /// The next notification has another length: a hostile peer.
    case notificationResized(Int)

    /// Whether the peer sends what it should not, so that nothing that is read can be relied on.
    func isHostile(to radio: DeviceRadio) -> Bool {
        switch self {
        case .notificationCut:
            // Behind one callback, a cut notification is told from a read by its length.
            radio == .oneCallback
        case .answerCorrupted, .answerResized, .notificationCorrupted, .notificationResized: true
        case .answerFailed(let error): error == .invalidOffset || error == .attributeNotLong
        default: false
        }
    }
}
