extension CentralDriver {
    /// What happened, except that a value came: ``handle(_:_:from:at:on:)`` takes values.
    ///
    /// The peer says to which phone it happened. What belongs to a link that has ended, or to a request that was
    /// answered, changes nothing: the session reports ``CentralSession/Fault/lateArrival``.
    public enum Event {
        /// The app wants instructions.
        case start
        /// The app wants no more instructions.
        case stop
        /// Bluetooth was switched off, or can't be used: links and scan are gone. The ends of these links may
        /// still follow, until ``radioOn``.
        case radioOff
        /// Bluetooth was switched on again.
        case radioOn
        /// The scan found a phone that advertises the service.
        case found(Peer)
        /// The link is up; see ``CentralSession/Event/connected(link:mtu:)`` for the MTU.
        case connected(Peer, mtu: Int?)
        /// A link did not come up. If the radio tells this as the end of a link, as ``disconnected(_:)``, it may be
        /// taken for the late end of the link before; then the session waits for ``NavigationTiming/setupTimeout``.
        case failedToConnect(Peer)
        /// A link has ended: the oldest one to this phone whose end was not told yet.
        case disconnected(Peer)
        /// A link before the one in use has ended, perhaps one that this driver never asked for. For radios that can
        /// tell, as Core Bluetooth can by the state of a peripheral.
        case earlierLinkEnded(Peer)
        /// The characteristic was found; see ``CentralSession/Event/discovered(_:hasCCCD:)``.
        case discovered(Peer, hasCCCD: Bool)
        /// The phone has no such service, or no such characteristic in it.
        case notDiscovered(Peer)
        /// The subscription was accepted.
        case subscribed(Peer)
        /// The phone answered the outstanding request with an error, or the radio refused it.
        case failed(Peer, ATTError)
        /// The link's MTU changed; `nil` if the radio does not tell it.
        case mtuChanged(Peer, mtu: Int?)
        /// The phone's services changed.
        case serviceChanged(Peer)
        /// Only time has passed.
        case timePassed
    }

    /// Why a value came.
    public enum ValueKind: Sendable {
        /// The phone answered a read.
        case answer
        /// The phone notified.
        case notification
        /// The radio can't tell; see ``CentralSession/Event/arrived(link:_:)``.
        case either
    }

    /// What the radio has to do. It expects no answer to ``startScan``, ``stopScan`` and ``disconnect(_:)``.
    public enum Request {
        /// Scan for ``NavigationService/uuid``, without filtering duplicates.
        case startScan
        /// Stop the scan.
        case stopScan
        /// Connect. Answer with `connected` or `failedToConnect`.
        case connect(Peer)
        /// End the link, or the attempt to connect.
        case disconnect(Peer)
        /// Find ``NavigationService/uuid`` and its ``NavigationService/instructionCharacteristic``. Answer with
        /// `discovered`, `notDiscovered` or `failed`.
        case discover(Peer)
        /// Subscribe to the characteristic's notifications. Answer with `subscribed` or `failed`.
        case subscribe(Peer)
        /// Read the characteristic at an offset, as the configured radio reads. Answer with a value or with
        /// `failed`.
        case read(Peer, offset: Int)
    }
}

extension CentralDriver.Event: Equatable {}
extension CentralDriver.Event: Sendable where Peer: Sendable {}
extension CentralDriver.Request: Equatable {}
extension CentralDriver.Request: Hashable where Peer: Hashable {}
extension CentralDriver.Request: Sendable where Peer: Sendable {}
