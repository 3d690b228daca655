extension PeripheralDriver {
    /// What happened.
    public enum Event {
        /// The user starts to navigate.
        case startNavigation
        /// The user stops navigating.
        case stopNavigation
        /// The user asks the phone to advertise, perhaps again.
        case startAdvertising
        /// A device is connected, with this MTU in bytes. A link that it had before has ended.
        case connected(Central, mtu: Int)
        /// A device does something, on a link with this MTU in bytes. For radios that tell no connections: the
        /// first time it counts as one. Hand it in before what the device does.
        case heard(Central, mtu: Int)
        /// A device is gone.
        case disconnected(Central)
        /// A link's MTU changed, to this many bytes.
        case mtuChanged(Central, mtu: Int)
        /// A device subscribed.
        case subscribed(Central)
        /// A device unsubscribed, or the phone lost its subscription.
        case unsubscribed(Central)
        /// A device reads at an offset. The radio is told the answer before this call returns, or, if it comes
        /// while another event is handled, before that one's call returns.
        case read(Read, by: Central, offset: Int)
        /// The radio refused the last notification to a device, after it had taken it.
        case notificationRefused(Central)
        /// The radio's queue has room again.
        case notificationsReady
        /// Bluetooth was switched off, or can't be used: links and advertising are gone.
        case radioOff
        /// Bluetooth was switched on again.
        case radioOn
        /// Only time has passed.
        case timePassed
    }

    /// What the radio has to do. It expects no answer.
    public enum Request: Hashable, Sendable, CaseIterable {
        /// Serve ``NavigationService/uuid``.
        case addService
        /// Stop serving it.
        case removeService
        /// Advertise ``NavigationService/uuid``.
        case startAdvertising
        /// Stop advertising.
        case stopAdvertising
    }
}

extension PeripheralDriver.Event: Equatable where Read: Equatable {}
extension PeripheralDriver.Event: Sendable where Central: Sendable, Read: Sendable {}
