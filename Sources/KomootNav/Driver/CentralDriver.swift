/// The loop around a ``CentralSession``, for a radio that names phones and knows no tickets.
///
/// It does the session's effects, says when to be woken, finds the ticket that belongs to a callback, and tells
/// the late callbacks of an old link from those of a new one. What remains for an adapter: to translate
/// between its system's calls and ``Request`` and ``Event``.
///
/// ```swift
/// final class Adapter: CentralRadio {
///     let driver = CentralDriver<UUID>(CentralSession.Configuration(radio: .wholeValues))
///     func start() { driver.handle(.start, at: now, on: self) }
///     func perform(_ request: CentralDriver<UUID>.Request) {
///         switch request {
///         case .startScan: scanner.start()
///         // …
///         }
///     }
/// }
/// ```
///
/// Use it from one thread or actor. The radio may hand in any event at any time, even while it performs a
/// request or shows an object: such an event is copied, and taken after the effects of the one before. Nothing
/// that a radio or a phone does can make it trap. It has no clock.
///
/// **Late callbacks.** The ends of links to one phone come in the links' order, so the end of a link that the session
/// has given up does not hit its successor. When a link is up, the ends of older ones to the same phone are no longer
/// expected; nor are they when Bluetooth was off and is on again. A value or an answer counts only if the phone's link in use is up.
public final class CentralDriver<Peer: Equatable> {
    /// What kind of request is outstanding.
    private enum RequestKind {
        case discovery, subscription, read
    }

    /// What came while something else was handled.
    private enum Arrival {
        case event(Event)
        case value(ValueKind, ContiguousArray<UInt8>, Peer)
    }

    private var session: CentralSession
    private var attempts = ConnectionAttempts<Peer>()
    /// The phone that the event told.
    private var found: Peer?
    /// The request that the radio owes an answer to.
    private var outstanding: (kind: RequestKind, ticket: Ticket)?
    /// What came while something else was handled.
    private var waiting: ContiguousArray<(Arrival, time: SessionTime)> = []
    private var isHandling = false
    /// What the radio was last told.
    private var wakeTime: SessionTime?
    /// Whether it may have come.
    private var isWakeTimeOver = false

    /// Creates a driver whose session does nothing until `start`.
    public init(_ configuration: CentralSession.Configuration) {
        self.configuration = configuration
        session = CentralSession(configuration)
    }

    // While the session lends bytes, nobody else may look at it. So these are copies.

    /// The session's configuration.
    public let configuration: CentralSession.Configuration
    /// The session's state after the last event.
    public private(set) var phase = CentralSession.Phase.stopped
    /// What the rider was last told.
    public private(set) var status = CentralSession.Status.stopped
    /// ``CentralSession/hasInstruction`` after the last event.
    public private(set) var hasInstruction = false
    /// The phone to which there is a link, or to which one is being set up.
    public var peer: Peer? { attempts.peer }

    /// Takes an event, and makes the radio do what follows from it.
    ///
    /// - Parameters:
    ///   - event: what happened.
    ///   - time: when, on the adapter's clock.
    ///   - radio: does it.
    public func handle<Radio: CentralRadio>(_ event: Event, at time: SessionTime, on radio: Radio)
    where Radio.Peer == Peer {
        guard !isHandling else { return waiting.append((.event(event), time)) }
        isHandling = true
        feed(event, at: time)
        finish(on: radio)
    }

    /// Takes a value that came from a phone, and makes the radio do what follows from it.
    ///
    /// - Parameters:
    ///   - kind: why it came.
    ///   - value: the bytes, lent for the call.
    ///   - peer: who sent it.
    ///   - time: when it came, on the adapter's clock.
    ///   - radio: does what follows.
    public func handle<Radio: CentralRadio>(
        _ kind: ValueKind, _ value: Span<UInt8>, from peer: Peer, at time: SessionTime,
        on radio: Radio
    ) where Radio.Peer == Peer {
        guard !isHandling else {
            return waiting.append((.value(kind, ContiguousArray(copying: value), peer), time))
        }
        isHandling = true
        feed(kind, value, from: peer, at: time)
        finish(on: radio)
    }

    /// Makes the radio do all that is left to do, and takes what comes meanwhile.
    private func finish<Radio: CentralRadio>(on radio: Radio) where Radio.Peer == Peer {
        drain(on: radio)
        while !waiting.isEmpty {
            let (event, time) = waiting.removeFirst()
            switch event {
            case .event(let event): feed(event, at: time)
            case .value(let kind, let bytes, let peer): feed(kind, bytes.span, from: peer, at: time)
            }
            drain(on: radio)
        }
        isHandling = false
    }

    private func drain<Radio: CentralRadio>(on radio: Radio) where Radio.Peer == Peer {
        phase = session.phase
        hasInstruction = session.hasInstruction
        while let effect = session.nextEffect() { perform(effect, on: radio) }
        found = nil
        let deadline = session.nextDeadline
        guard deadline != wakeTime || isWakeTimeOver && deadline != nil else { return }
        wakeTime = deadline
        isWakeTimeOver = false
        radio.wake(at: deadline)
    }

    private func feed(_ event: Event, at time: SessionTime) {
        switch event {
        case .start: session.handle(.start, at: time)
        case .stop: session.handle(.stop, at: time)
        case .radioOff:
            _ = forgetLink()
            session.handle(.radioOff, at: time)
        case .radioOn:
            // Whatever is still untold of older links will hardly be told now; the next end is a new link's.
            attempts.forgetOthers()
            session.handle(.radioOn, at: time)
        case .found(let peer):
            found = peer
            session.handle(.found(CentralSession.Peer(rawValue: 0)), at: time)
        case .connected(let peer, let mtu):
            session.handle(
                .connected(link: attempts.connect(to: peer) ?? .none, mtu: mtu), at: time)
        case .failedToConnect(let peer): end(attempts.fail(to: peer), at: time)
        case .disconnected(let peer): end(attempts.disconnect(from: peer), at: time)
        case .earlierLinkEnded(let peer): attempts.forgetEarlier(to: peer)
        case .discovered(let peer, let hasCCCD):
            session.handle(.discovered(settle(.discovery, peer), hasCCCD: hasCCCD), at: time)
        case .notDiscovered(let peer):
            session.handle(.notDiscovered(settle(.discovery, peer)), at: time)
        case .subscribed(let peer):
            session.handle(.subscribed(settle(.subscription, peer)), at: time)
        case .failed(let peer, let error):
            session.handle(.failed(settle(nil, peer), error), at: time)
        case .mtuChanged(let peer, let mtu):
            session.handle(.mtuChanged(link: link(to: peer), mtu: mtu), at: time)
        case .serviceChanged(let peer):
            session.handle(.serviceChanged(link: link(to: peer)), at: time)
        case .timePassed:
            // It may have come too early, and is over in any case; unless it waited here while a new one was said.
            isWakeTimeOver = true
            session.handle(.timePassed, at: time)
        }
    }

    private func feed(
        _ kind: ValueKind, _ value: Span<UInt8>, from peer: Peer, at time: SessionTime
    ) {
        switch kind {
        case .answer: session.handle(.answered(settle(.read, peer), value), at: time)
        case .notification: session.handle(.notified(link: link(to: peer), value), at: time)
        case .either: session.handle(.arrived(link: link(to: peer), value), at: time)
        }
    }

    private func end(_ ending: ConnectionAttempts<Peer>.Ending, at time: SessionTime) {
        switch ending {
        case .current(let link):
            outstanding = nil
            session.handle(.disconnected(link: link), at: time)
        case .expected: break
        case .unknown: session.handle(.disconnected(link: .none), at: time)
        }
    }

    private func link(to peer: Peer) -> Ticket { attempts.link(to: peer) ?? .none }

    /// Takes the answer to a request.
    ///
    /// - Parameter kind: of which kind; `nil` for any.
    /// - Returns: the request's ticket.
    private func settle(_ kind: RequestKind?, _ peer: Peer) -> Ticket {
        guard let request = outstanding, attempts.link(to: peer) != nil,
            kind == nil || kind == request.kind
        else { return .none }
        outstanding = nil
        return request.ticket
    }

    private func forgetLink() -> Peer? {
        outstanding = nil
        return attempts.abandon()
    }

    private func perform<Radio: CentralRadio>(
        _ effect: CentralSession.Effect, on radio: Radio
    ) where Radio.Peer == Peer {
        switch effect {
        case .startScan: radio.perform(.startScan)
        case .stopScan: radio.perform(.stopScan)
        case .connect(_, let link):
            guard let found else { return }
            attempts.begin(to: found, link: link)
            radio.perform(.connect(found))
        case .disconnect: if let peer = forgetLink() { radio.perform(.disconnect(peer)) }
        case .discover(let ticket): request(.discovery, ticket, on: radio) { .discover($0) }
        case .subscribe(let ticket): request(.subscription, ticket, on: radio) { .subscribe($0) }
        case .read(let ticket, let offset):
            request(.read, ticket, on: radio) { .read($0, offset: offset) }
        case .deliver: session.withDelivery { bytes, extent in radio.show(bytes, extent: extent) }
        case .report(let status):
            self.status = status
            radio.report(status)
        case .fault(let fault): radio.note(fault)
        }
    }

    private func request<Radio: CentralRadio>(
        _ kind: RequestKind, _ ticket: Ticket, on radio: Radio, _ request: (Peer) -> Request
    ) where Radio.Peer == Peer {
        guard let peer = attempts.peer else { return }
        outstanding = (kind, ticket)
        radio.perform(request(peer))
    }
}

extension Ticket {
    /// A ticket that no session issues before it has issued all others.
    static let none = Ticket(rawValue: 0)
}

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
        /// Scan for ``NavigationService/uuid``. Tell each phone at least once in each scan.
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

/// A central's radio, as a ``CentralDriver`` uses it: what the driver asks for, and what it tells.
///
/// A radio names phones by handles of its own, such as Core Bluetooth's `CBPeripheral`, and knows nothing of
/// tickets. It does what ``perform(_:)`` says and hands what happens to the driver, later or at once.
/// For each request that a phone answers it tells one answer, unless the link ends.
public protocol CentralRadio {
    /// The radio's handle of a phone.
    associatedtype Peer: Equatable

    /// Does what the session asks for.
    func perform(_ request: CentralDriver<Peer>.Request)
    /// Hands in ``CentralDriver/Event/timePassed`` at this time, and no longer at the one that was said before;
    /// `nil` if there is nothing to wait for. Too early does no harm. With one callback it must come after every
    /// callback that was due when this was called: post it to the same serial queue when the time has come.
    func wake(at time: SessionTime?)
    /// Shows an object. The bytes are lent for the call.
    func show(_ object: Span<UInt8>, extent: ObjectExtent)
    /// Tells the rider.
    func report(_ status: CentralSession.Status)
    /// Notes something that should not happen. The session has dealt with it.
    func note(_ fault: CentralSession.Fault)
}

extension CentralRadio {
    /// Does nothing.
    public func note(_ fault: CentralSession.Fault) {}
}
