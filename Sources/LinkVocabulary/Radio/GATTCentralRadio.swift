/// A radio of a central, with nothing in it of what the links are for.
///
/// ``GATTCentral`` sits on it. A radio does what it is asked for, and tells what happens. All of that is on one thread
/// at a time, and in order: in the radio's *context*, which ``run(_:)`` enters. It tells events in its context, later or while it is
/// asked. It has one owner: whoever opens it last.
public protocol GATTCentralRadio: AnyObject, Sendable {
    /// Does something in the radio's context, after all that was given to it before. May be called from anywhere.
    func run(_ work: @escaping @Sendable () -> Void)
    /// Does something in the radio's context, like ``run(_:)``, and returns afterwards if the radio can wait. Not to be
    /// called in that context.
    func runAndWait(_ work: @escaping @Sendable () -> Void)
    /// Begins to tell what happens, first ``GATTRadioEvent/state(_:)``. The system may ask the user for permission. Call
    /// it, and everything below, in the radio's context.
    func open(_ handle: @escaping @Sendable (GATTRadioEvent) -> Void)
    /// Does what it is asked for.
    func perform(_ request: GATTRadioRequest)
    /// The time, on a clock that never goes back. It may stand still while the system suspends the app.
    var now: SessionTime { get }
    /// The time on a clock that nothing stops, for what both ends count.
    var unstoppedTime: SessionTime { get }
    #if !hasFeature(Embedded)
        /// Begins a task that waits for others, as for a file. A simulated radio runs it in its world's time.
        func begin(_ task: @escaping @Sendable () async -> Void)
    #endif
    /// Tells ``GATTRadioEvent/timePassed`` at this time, after all that has happened by then, and no longer at the
    /// time that was said before; `nil` if there is nothing to wait for. Too early does no harm.
    func wake(at time: SessionTime?)
}

extension GATTCentralRadio {
    /// ``now``, for a radio whose clock does not stop.
    public var unstoppedTime: SessionTime { now }

    #if !hasFeature(Embedded)
        /// Begins a task on any executor.
        public func begin(_ task: @escaping @Sendable () async -> Void) { Task(operation: task) }
    #endif

    /// Does not wait.
    public func runAndWait(_ work: @escaping @Sendable () -> Void) { run(work) }
}

/// Whether a radio can be used.
public enum GATTRadioState: Hashable, Sendable, CaseIterable {
    /// The system has not said yet.
    case unknown
    /// There is no Bluetooth Low Energy.
    case unsupported
    /// The user does not allow the app to use it.
    case unauthorized
    /// It is off. There are no links and no scan.
    case off
    /// It is on.
    case on
}

/// Names a peripheral, as long as the system knows it: beyond links and the app's life, but not on another device.
public struct GATTPeer: Hashable, Sendable {
    /// The system's identifier of the peripheral.
    public let identifier: UUID128

    /// Names the peripheral with this identifier.
    public init(identifier: UUID128) { self.identifier = identifier }
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
public enum GATTRadioRequest: Hashable, Sendable {
    /// Scan for peripherals that advertise one of these services, in place of what was scanned for. Tell each one once
    /// more, or each time that it is heard; also those to which the system is connected already, for another app or since
    /// before this app began.
    case scan(for: [UUID128], repeats: Bool)
    /// End the scan, and soon what the system has kept connected since before this app began and nobody asks for.
    case stopScan
    /// Connect, however long it takes. There is no other link to this peripheral that has not ended or been given up.
    /// Answer with ``GATTRadioEvent/connected(link:mtu:)`` or ``GATTRadioEvent/ended(link:)``.
    case connect(GATTPeer, link: Ticket)
    /// End a link, or give up to connect. Expects no answer; nothing is told of the link any more.
    case disconnect(link: Ticket)
    /// Send a request on a link that is up and on which none is outstanding. Answer with
    /// ``GATTRadioEvent/answered(request:_:)``, unless the link ends.
    case send(GATTRequest, request: Ticket, link: Ticket)
}

/// A request to a peripheral.
public enum GATTRequest: Hashable, Sendable {
    /// Discover the services with this UUID, and all their characteristics. Answer with ``GATTAnswer/discovered(_:)``.
    case discover(UUID128)
    /// Read a whole value. Answer with ``GATTAnswer/value(_:)``. While there is a subscription, a radio may take a
    /// notification for the answer, and tell the answer as ``GATTRadioEvent/notified(link:_:_:)``, or as
    /// ``GATTRadioEvent/failed(link:_:_:)``.
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
public enum GATTRadioEvent: Sendable {
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
