/// A radio of a central, with nothing in it of what the links are for. ``GATTCentral`` sits on it.
public protocol GATTCentralRadio: GATTRadio {
    /// Begins to tell what happens, first ``GATTCentralEvent/state(_:)``. The system may ask the user for permission.
    func open(_ handle: @escaping @Sendable (GATTCentralEvent) -> Void)
    /// Does what it is asked for.
    func perform(_ request: GATTCentralRequest)
}

/// A peripheral that advertises, as it was found.
public struct GATTAdvertisement: Hashable, Sendable {
    /// Who advertises.
    public let peer: GATTPeer
    /// The name that it advertises, if any.
    public let name: String?
    /// How strongly it was received, in dBm; `nil` if the radio can't say.
    public let signalStrength: Int?
    /// The services that it advertises, as far as the radio tells them.
    public let services: [UUID128]

    /// Creates what a radio found.
    public init(peer: GATTPeer, name: String?, signalStrength: Int?, services: [UUID128]) {
        self.peer = peer
        self.name = name
        self.signalStrength = signalStrength
        self.services = services
    }
}

/// What a radio is asked for. It is asked for nothing but ``stopScan`` and ``disconnect(link:)`` unless it is on.
///
/// A link has a ticket, and so has each request on one. No ticket is used twice.
public enum GATTCentralRequest: Hashable, Sendable {
    /// Scan for peripherals that advertise one of these services, in place of what was scanned for. Tell each one once
    /// more, or each time that it is heard; also those to which the system is connected already, for another app or since
    /// before this app began.
    case scan(for: [UUID128], repeats: Bool)
    /// End the scan, and soon what the system has kept connected since before this app began and nobody asks for.
    case stopScan
    /// Connect, however long it takes. There is no other link to this peripheral that has not ended or been given up.
    /// Answer with ``GATTCentralEvent/connected(link:mtu:)`` or ``GATTCentralEvent/ended(link:)``.
    case connect(GATTPeer, link: Ticket)
    /// End a link, or give up to connect. Expects no answer; nothing is told of the link any more.
    case disconnect(link: Ticket)
    /// Send a request on a link that is up and on which none is outstanding. Answer with
    /// ``GATTCentralEvent/answered(request:_:)``, unless the link ends.
    case send(GATTRequest, request: Ticket, link: Ticket)
}

/// A request to a peripheral.
public enum GATTRequest: Hashable, Sendable {
    /// Discover the services with this UUID, and all their characteristics. Answer with ``GATTAnswer/discovered(_:)``.
    case discover(UUID128)
    /// Read a whole value. Answer with ``GATTAnswer/value(_:)``. While there is a subscription, a radio may take a
    /// notification for the answer, and tell the answer as ``GATTCentralEvent/notified(link:_:_:)``, or as
    /// ``GATTCentralEvent/failed(link:_:_:)``.
    case read(GATTCharacteristic.Path)
    /// Write a value, and wait for the response. Answer with ``GATTAnswer/done``.
    case write(ContiguousArray<UInt8>, GATTCharacteristic.Path)
    /// Write a value without a response. Answer with ``GATTAnswer/done`` as soon as it is under way.
    case writeWithoutResponse(ContiguousArray<UInt8>, GATTCharacteristic.Path)
    /// Begin a subscription, or end it. Answer with ``GATTAnswer/done``.
    case subscribe(GATTCharacteristic.Path, isOn: Bool)
}

/// The answer to a ``GATTRequest``.
public enum GATTAnswer: Hashable, Sendable {
    /// It is done.
    case done
    /// The value that was read.
    case value(ContiguousArray<UInt8>)
    /// The services that were discovered; none if there are none.
    case discovered([GATTService])
    /// The peripheral answered with an error, or the radio refused the request.
    case refused(ATTError)
}

/// What a radio tells. What it tells of a link or a request that is over changes nothing.
public enum GATTCentralEvent: Sendable {
    /// Whether it can be used. Unless it is on, all links and the scan are gone; their ends are not told.
    case state(GATTRadioState)
    /// A peripheral advertises.
    case found(GATTAdvertisement)
    /// A link is up, with this MTU in bytes.
    case connected(link: Ticket, mtu: Int)
    /// A link has ended, or did not come up.
    case ended(link: Ticket)
    /// A request was answered.
    case answered(request: Ticket, GATTAnswer)
    /// A subscribed value was notified or indicated.
    case notified(link: Ticket, GATTCharacteristic.Path, ContiguousArray<UInt8>)
    /// A read has failed for whose answer a notification was taken.
    case failed(link: Ticket, GATTCharacteristic.Path, ATTError)
    /// A link's MTU changed, to this many bytes.
    case mtuChanged(link: Ticket, Int)
    /// The peripheral's services changed. What was discovered is void, and subscriptions are gone.
    case servicesChanged(link: Ticket)
    /// A link to this peripheral has ended, or did not come up, because it does not know any more that it was paired.
    case pairingLost(GATTPeer)
    /// Only time has passed.
    case timePassed
}
