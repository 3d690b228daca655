/// A radio of a peripheral, with nothing in it of what the links are for. ``GATTPeripheral`` sits on it.
///
/// It tells no connections: Core Bluetooth does not. It names the central that asks or subscribes.
public protocol GATTPeripheralRadio: GATTRadio {
    /// Begins to tell what happens, first ``GATTPeripheralEvent/state(_:)``. The system may ask the user for permission.
    func open(_ handle: @escaping @Sendable (GATTPeripheralEvent) -> Void)
    /// Does what it is asked for.
    func perform(_ request: GATTPeripheralRequest)
    /// Notifies a central that is subscribed to a value, of which as much is sent as one notification carries. Without a
    /// subscription it does nothing. The bytes are lent for the call.
    ///
    /// - Returns: `false` if the queue is full. Then ``GATTPeripheralEvent/ready`` tells that it has room again.
    func notify(
        _ value: Span<UInt8>, of characteristic: GATTCharacteristic.Path, to central: GATTPeer
    ) -> Bool
    /// Answers a read with the bytes from its offset on, of which as much is sent as one response carries. The bytes are
    /// lent for the call.
    func answer(_ read: Ticket, with value: Span<UInt8>)
    /// Answers a write: the value was taken.
    func accept(_ write: Ticket)
    /// Answers a read or a write with an error.
    func refuse(_ request: Ticket, with error: ATTError)
}

/// What a peripheral's radio is asked for. It is asked for nothing unless it is on.
public enum GATTPeripheralRequest: Hashable, Sendable {
    /// Serve a service, if it is not served. If it can't, it tells ``GATTPeripheralEvent/serviceRefused(_:_:)``. What the
    /// system has served since before the app began it takes over, and tells who is subscribed.
    case add(GATTService)
    /// Serve it no more. Nobody is told that subscriptions to it end.
    case remove(UUID128)
    /// Advertise these services, and a name if there is one, in place of what was advertised. If it can't, it tells
    /// ``GATTPeripheralEvent/advertisingRefused(_:)``. The system cuts what does not fit.
    case advertise([UUID128], name: String?)
    /// Advertise nothing.
    case stopAdvertising
}

/// What a peripheral's radio tells.
public enum GATTPeripheralEvent: Sendable {
    /// Whether it can be used. Unless it is on, services, advertising, subscriptions and requests are gone.
    case state(GATTRadioState)
    /// A service is not served.
    case serviceRefused(UUID128, GATTFailure)
    /// Nothing is advertised.
    case advertisingRefused(GATTFailure)
    /// A central subscribed to a value.
    case subscribed(GATTPeer, GATTCharacteristic.Path)
    /// A central's subscription ended, by its will or with its link.
    case unsubscribed(GATTPeer, GATTCharacteristic.Path)
    /// A central reads. Answer it once.
    case read(GATTRead)
    /// A central writes. Answer it once.
    case write(GATTWrite)
    /// There is room for notifications again.
    case ready
    /// Only time has passed.
    case timePassed
}

/// A read that a central asks for.
public struct GATTRead: Hashable, Sendable {
    /// Names the request; no other one has the same.
    public let ticket: Ticket
    /// Who reads.
    public let central: GATTPeer
    /// What is read.
    public let characteristic: GATTCharacteristic.Path
    /// The position of the first byte that is wanted.
    public let offset: Int

    /// Creates what a radio was asked for.
    public init(
        ticket: Ticket, central: GATTPeer, characteristic: GATTCharacteristic.Path, offset: Int
    ) {
        self.ticket = ticket
        self.central = central
        self.characteristic = characteristic
        self.offset = offset
    }
}

/// A write that a central asks for. Whether it wants a response only the radio knows.
public struct GATTWrite: Hashable, Sendable {
    /// Names the request; no other one has the same.
    public let ticket: Ticket
    /// Who writes.
    public let central: GATTPeer
    /// What is written to.
    public let characteristic: GATTCharacteristic.Path
    /// The whole value.
    public let value: ContiguousArray<UInt8>

    /// Creates what a radio was asked for.
    public init(
        ticket: Ticket, central: GATTPeer, characteristic: GATTCharacteristic.Path,
        value: ContiguousArray<UInt8>
    ) {
        self.ticket = ticket
        self.central = central
        self.characteristic = characteristic
        self.value = value
    }
}

/// Why a system did not serve or advertise.
public struct GATTFailure: Error, Hashable, Sendable {
    /// The error's domain, for example `CBErrorDomain`.
    public let domain: String
    /// The error's code in its domain.
    public let code: Int

    /// Creates a failure.
    public init(domain: String, code: Int) {
        self.domain = domain
        self.code = code
    }

    /// Another part of the app serves this service already.
    public static let alreadyServed = GATTFailure(domain: "GATTPeripheral", code: 1)
}
