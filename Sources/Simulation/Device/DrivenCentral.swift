public import KomootNav

/// A device that runs on a `CentralDriver`: for the simulator a state machine like any other.
///
/// Its radio forgets the tickets and names only the phone, as most systems do, so the driver has to find
/// them again. A campaign judges it by the same promises as a session alone:
///
/// ```swift
/// let ends = Contestants(
///     makeDevice: { DrivenCentral(CentralSession.Configuration(radio: $0.reads)) },
///     makePhone: { DrivenPeripheral($0) })
/// ```
///
/// It may be marked as sendable because only code on its world's executor uses it.
package final class DrivenCentral: CentralStateMachine, @unchecked Sendable {
    private let driver: CentralDriver<CentralSession.Peer>
    private let radio = TicketlessRadio()

    /// Creates a device whose driver does nothing until `start`.
    package init(_ configuration: CentralSession.Configuration) {
        driver = CentralDriver(configuration)
    }

    /// When to hand in `timePassed`; `nil` when no deadline is set.
    package var nextDeadline: SessionTime? { radio.deadline }

    /// Takes an event, and the time at which it happened.
    package func handle(_ event: CentralSession.Event, at time: SessionTime) {
        radio.delivery = nil
        switch event {
        case .start: tell(.start, at: time)
        case .stop: tell(.stop, at: time)
        case .radioOff: tell(.radioOff, at: time)
        case .radioOn: tell(.radioOn, at: time)
        case .found(let peer): tell(.found(peer), at: time)
        case .connected(let link, let mtu):
            tell(.connected(radio.peer(of: link), mtu: mtu), at: time)
        case .disconnected(let link): tell(.disconnected(radio.peer(of: link)), at: time)
        case .discovered(let ticket, let hasCCCD):
            answer(ticket, at: time) { .discovered($0, hasCCCD: hasCCCD) }
        case .notDiscovered(let ticket): answer(ticket, at: time) { .notDiscovered($0) }
        case .subscribed(let ticket): answer(ticket, at: time) { .subscribed($0) }
        case .failed(let ticket, let error): answer(ticket, at: time) { .failed($0, error) }
        case .answered(let ticket, let value):
            guard let peer = radio.settle(ticket) else { return }
            driver.handle(.answer, value, from: peer, at: time, on: radio)
        case .notified(let link, let value):
            driver.handle(.notification, value, from: radio.peer(of: link), at: time, on: radio)
        case .arrived(let link, let value):
            driver.handle(.either, value, from: radio.peer(of: link), at: time, on: radio)
        case .mtuChanged(let link, let mtu):
            tell(.mtuChanged(radio.peer(of: link), mtu: mtu), at: time)
        case .serviceChanged(let link): tell(.serviceChanged(radio.peer(of: link)), at: time)
        case .timePassed:
            radio.deadline = nil
            tell(.timePassed, at: time)
        }
    }

    private func tell(_ event: CentralDriver<CentralSession.Peer>.Event, at time: SessionTime) {
        driver.handle(event, at: time, on: radio)
    }

    /// Tells the answer to a request, once.
    private func answer(
        _ ticket: Ticket, at time: SessionTime,
        _ event: (CentralSession.Peer) -> CentralDriver<CentralSession.Peer>.Event
    ) {
        if let peer = radio.settle(ticket) { tell(event(peer), at: time) }
    }

    /// The next effect of the last event; `nil` when all have been taken.
    package func nextEffect() -> CentralSession.Effect? {
        radio.effects.isEmpty ? nil : radio.effects.removeFirst()
    }

    /// Lends the bytes that a `deliver` effect announced, until the next event.
    package func withDelivery<R, E: Error>(
        _ body: (Span<UInt8>, ObjectExtent) throws(E) -> R
    ) throws(E) -> R? {
        guard let (bytes, extent) = radio.delivery else { return nil }
        return try body(bytes.span, extent)
    }
}

/// A radio that names phones only. What it is asked for becomes effects with tickets of its own.
private final class TicketlessRadio: CentralRadio {
    var effects: ContiguousArray<CentralSession.Effect> = []
    var deadline: SessionTime?
    var delivery: (ContiguousArray<UInt8>, ObjectExtent)?
    /// The phones of the links, in the order of their tickets.
    private var links: ContiguousArray<(ticket: Ticket, peer: CentralSession.Peer)> = []
    /// The request that is not answered yet.
    private var outstanding: (ticket: Ticket, peer: CentralSession.Peer)?
    private var lastTicket: UInt32 = 0

    /// The phone of a link.
    func peer(of link: Ticket) -> CentralSession.Peer {
        links.last { $0.ticket == link }?.peer ?? CentralSession.Peer(rawValue: .max)
    }

    /// Takes the answer to the outstanding request.
    ///
    /// - Returns: the phone; `nil` if the radio has told this answer, or given up the request.
    func settle(_ ticket: Ticket) -> CentralSession.Peer? {
        guard let request = outstanding, request.ticket == ticket else { return nil }
        outstanding = nil
        return request.peer
    }

    func perform(_ request: CentralDriver<CentralSession.Peer>.Request) {
        switch request {
        case .startScan: effects.append(.startScan)
        case .stopScan: effects.append(.stopScan)
        case .connect(let peer):
            let ticket = newTicket()
            links.append((ticket, peer))
            effects.append(.connect(peer, link: ticket))
        case .disconnect(let peer):
            outstanding = nil
            guard let link = links.last(where: { $0.peer == peer }) else { return }
            effects.append(.disconnect(link: link.ticket))
        case .discover(let peer): effects.append(.discover(begin(peer)))
        case .subscribe(let peer): effects.append(.subscribe(begin(peer)))
        case .read(let peer, let offset): effects.append(.read(begin(peer), offset: offset))
        }
    }

    private func begin(_ peer: CentralSession.Peer) -> Ticket {
        let ticket = newTicket()
        outstanding = (ticket, peer)
        return ticket
    }

    private func newTicket() -> Ticket {
        lastTicket += 1
        return Ticket(rawValue: lastTicket)
    }

    func wake(at time: SessionTime?) { deadline = time }

    func show(_ object: Span<UInt8>, extent: ObjectExtent) {
        delivery = (ContiguousArray(copying: object), extent)
        effects.append(.deliver(extent))
    }

    func report(_ status: CentralSession.Status) { effects.append(.report(status)) }
    func note(_ fault: CentralSession.Fault) { effects.append(.fault(fault)) }
}

/// The central's end of BLE Connect as a state machine: `CentralSession`, or yours.
///
/// To meet the simulated phones, conform a type of your own and call ``World/addDevice(_:radio:)``.
/// A campaign judges it by the same promises as the library's session.
public protocol CentralStateMachine: Sendable {
    /// Takes an event, and the time at which it happened. All effects of the last event have been taken.
    mutating func handle(_ event: CentralSession.Event, at time: SessionTime)
    /// The next effect of the last event; `nil` when all have been taken. The ticket of an effect is below 2³¹ and was not
    /// used before.
    mutating func nextEffect() -> CentralSession.Effect?
    /// When to hand in `timePassed`; `nil` when no deadline is set. One that stays after `timePassed` is due again at
    /// once, so the world's time would stand still.
    var nextDeadline: SessionTime? { get }
    /// Lends the bytes that a `deliver` effect announced, until the next event.
    mutating func withDelivery<R, E: Error>(
        _ body: (Span<UInt8>, ObjectExtent) throws(E) -> R
    ) throws(E) -> R?
    /// How many bytes of memory it uses, inline and on the heap.
    var memoryUse: Int { get }
    /// Why it can't go on, such as the crash of a program that it speaks to; `nil` while it can. The run then breaks
    /// ``Promise/goesOn``.
    var breakdown: String? { get }
}

extension CentralStateMachine {
    /// The size of the type, for a state machine that uses no heap.
    public var memoryUse: Int { MemoryLayout<Self>.size }
    /// A state machine that speaks to nobody can always go on.
    public var breakdown: String? { nil }
}

// A getter of a value inside an existential is called on a copy of that value; a mutating function is not.
extension CentralStateMachine {
    /// ``nextDeadline``, without a copy.
    mutating func deadline() -> SessionTime? { nextDeadline }
    /// ``memoryUse``, without a copy.
    mutating func memoryInUse() -> Int { memoryUse }
    /// ``breakdown``, without a copy.
    mutating func breakdownNow() -> String? { breakdown }
}

extension CentralSession: CentralStateMachine {}
