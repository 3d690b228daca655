/// Something that a phone's state machine was told. Numbers name the links.
public enum PhoneInput: Hashable, Sendable {
    /// The user started to navigate.
    case navigationStarted
    /// The user stopped navigating.
    case navigationStopped
    /// The user asked it to advertise.
    case advertisingWanted
    /// The app published an object; the bytes are the object.
    case published
    /// A link came up; the MTU is in bytes.
    case connected(Int32, mtu: Int)
    /// A link is gone.
    case disconnected(Int32)
    /// A link's MTU changed, to this many bytes.
    case mtuChanged(Int32, Int)
    /// A central subscribed.
    case subscribed(Int32)
    /// A central ended its subscription.
    case unsubscribed(Int32)
    /// A central reads.
    case read(Int32, offset: Int)
    /// The queue of notifications has room again.
    case queueReady
    /// Bluetooth was switched off.
    case radioOff
    /// Bluetooth was switched on.
    case radioOn
    /// A deadline passed.
    case timePassed
}
