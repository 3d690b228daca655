/// The loop around a ``PeripheralSession``, for a radio with handles of its own for devices and their reads.
///
/// It does the session's effects, says when to be woken, tells the session of devices that connect without a
/// callback, and of notifications that the radio refuses. What remains for an adapter: to translate between
/// its system's calls and ``Request`` and ``Event``.
///
/// ```swift
/// let driver = PeripheralDriver<UUID, Int>(PeripheralSession.Configuration(layout: .deployed))
/// driver.handle(.startNavigation, at: now, on: radio)
/// try driver.publish(instruction, at: now, on: radio)
/// ```
///
/// Use it from one thread or actor. The radio may hand in any event at any time, even while it performs a
/// request: such an event is taken after the effects of the one before. Nothing that a radio or a device does
/// can make it trap. It has no clock.
public final class PeripheralDriver<Central: Equatable, Read> {
    private enum Arrival {
        case event(Event)
        case publication(ContiguousArray<UInt8>)
    }

    private var session: PeripheralSession
    private var centrals = HeardCentrals<Central>()
    /// The read that the event told.
    private var read: Read?
    /// What came while something else was handled.
    private var waiting: ContiguousArray<(Arrival, time: SessionTime)> = []
    private var isHandling = false
    /// What the radio was last told.
    private var reportedPhase = PeripheralSession.Phase.stopped
    private var wakeTime: SessionTime?
    /// Whether it may have come.
    private var isWakeTimeOver = false

    /// Creates a driver whose session does nothing until `startNavigation`.
    public init(_ configuration: PeripheralSession.Configuration) {
        self.configuration = configuration
        session = PeripheralSession(configuration)
    }

    // While the session lends bytes, nobody else may look at it. So these are copies.

    /// The session's configuration.
    public let configuration: PeripheralSession.Configuration
    /// The session's state after the last event.
    public private(set) var phase = PeripheralSession.Phase.stopped

    /// Whether the session knows of a device that it is connected. It forgets one of five.
    package func isConnected(_ central: Central) -> Bool {
        centrals.isConnected(central) && session.knows(centrals.handle(of: central))
    }

    /// Takes an event, and makes the radio do what follows from it.
    ///
    /// - Parameters:
    ///   - event: what happened.
    ///   - time: when, on the adapter's clock.
    ///   - radio: does it.
    public func handle<Radio: PeripheralRadio>(
        _ event: Event, at time: SessionTime, on radio: Radio
    ) where Radio.Central == Central, Radio.Read == Read {
        guard !isHandling else { return waiting.append((.event(event), time)) }
        isHandling = true
        feed(event, at: time, on: radio)
        finish(on: radio)
    }

    /// Takes an instruction that the app publishes, encoded as one object of the session's layout, and makes the
    /// radio do what follows from it.
    ///
    /// - Parameters:
    ///   - object: the bytes, lent for the call. If they are not an object, the session reports
    ///     ``PeripheralSession/Fault/unpublishable(_:)``.
    ///   - time: when, on the adapter's clock.
    ///   - radio: does it.
    public func publish<Radio: PeripheralRadio>(
        _ object: Span<UInt8>, at time: SessionTime, on radio: Radio
    ) where Radio.Central == Central, Radio.Read == Read {
        guard !isHandling else {
            return waiting.append((.publication(ContiguousArray(copying: object)), time))
        }
        isHandling = true
        session.handle(.publish(object), at: time)
        finish(on: radio)
    }

    /// Makes the radio do all that is left to do, and takes what comes meanwhile.
    private func finish<Radio: PeripheralRadio>(on radio: Radio)
    where Radio.Central == Central, Radio.Read == Read {
        drain(on: radio)
        while !waiting.isEmpty {
            let (event, time) = waiting.removeFirst()
            switch event {
            case .event(let event): feed(event, at: time, on: radio)
            case .publication(let object): session.handle(.publish(object.span), at: time)
            }
            drain(on: radio)
        }
        isHandling = false
    }

    private func drain<Radio: PeripheralRadio>(on radio: Radio)
    where Radio.Central == Central, Radio.Read == Read {
        perform(on: radio)
        read = nil
        if phase != reportedPhase {
            reportedPhase = phase
            radio.report(phase)
        }
        let deadline = session.nextDeadline
        guard deadline != wakeTime || isWakeTimeOver && deadline != nil else { return }
        wakeTime = deadline
        isWakeTimeOver = false
        radio.wake(at: deadline)
    }

    private func feed<Radio: PeripheralRadio>(
        _ event: Event, at time: SessionTime, on radio: Radio
    ) where Radio.Central == Central, Radio.Read == Read {
        switch event {
        case .startNavigation: session.handle(.startNavigation, at: time)
        case .stopNavigation: session.handle(.stopNavigation, at: time)
        case .startAdvertising: session.handle(.startAdvertising, at: time)
        case .connected(let central, let mtu):
            if centrals.isConnected(central) {
                session.handle(.disconnected(centrals.remove(central)), at: time)
                perform(on: radio)
            }
            session.handle(.connected(centrals.connect(central), mtu: mtu), at: time)
        case .heard(let central, let mtu):
            let isKnown = isConnected(central)
            let handle = centrals.connect(central)
            session.handle(
                isKnown ? .mtuChanged(handle, mtu: mtu) : .connected(handle, mtu: mtu), at: time)
        case .disconnected(let central):
            session.handle(.disconnected(centrals.remove(central)), at: time)
        case .mtuChanged(let central, let mtu):
            session.handle(.mtuChanged(centrals.handle(of: central), mtu: mtu), at: time)
        case .subscribed(let central): session.handle(.subscribed(centrals.hear(central)), at: time)
        case .unsubscribed(let central):
            session.handle(.unsubscribed(centrals.handle(of: central)), at: time)
        case .read(let read, let central, let offset):
            self.read = read
            session.handle(
                .read(centrals.hear(central), offset: offset, identifier: nil), at: time)
        case .notificationRefused(let central):
            session.handle(.notificationRefused(centrals.handle(of: central)), at: time)
        case .notificationsReady: session.handle(.notificationsReady, at: time)
        case .radioOff:
            centrals.removeAll()
            session.handle(.radioOff, at: time)
        case .radioOn: session.handle(.radioOn, at: time)
        case .timePassed:
            // It may have come too early, and is over in any case; unless it waited here while a new one was said.
            isWakeTimeOver = true
            session.handle(.timePassed, at: time)
        }
    }

    /// Makes the radio do the effects.
    private func perform<Radio: PeripheralRadio>(on radio: Radio)
    where Radio.Central == Central, Radio.Read == Read {
        phase = session.phase
        while let effect = session.nextEffect() {
            switch effect {
            case .addService: radio.perform(.addService)
            case .removeService: radio.perform(.removeService)
            case .startAdvertising: radio.perform(.startAdvertising)
            case .stopAdvertising: radio.perform(.stopAdvertising)
            case .notify(let central, let value): notify(central, value, on: radio)
            case .answer(_, let value):
                guard let read else { continue }
                session.withBytes(of: value) { radio.answer(read, with: $0) }
            case .reject(_, let error): if let read { radio.reject(read, with: error) }
            case .fault(let fault): radio.note(fault)
            }
        }
    }

    private func notify<Radio: PeripheralRadio>(
        _ central: PeripheralSession.Central, _ value: PeripheralSession.Value, on radio: Radio
    ) where Radio.Central == Central, Radio.Read == Read {
        guard let known = centrals[central] else { return }
        let isTaken = session.withBytes(of: value) { radio.notify(known, with: $0) }
        // An earlier time counts as the latest so far.
        if !isTaken { session.handle(.notificationRefused(central), at: .zero) }
    }
}

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

// Left out of Embedded Swift: firmware encodes into memory of its own.
#if !hasFeature(Embedded)
    extension PeripheralDriver {
        /// Publishes an instruction, encoded in the configured layout. The other `publish` does the same with an
        /// object's bytes.
        ///
        /// - Throws: what ``NavigationInstruction/encoded(as:)`` throws. Then nothing has changed.
        public func publish<Radio: PeripheralRadio>(
            _ instruction: NavigationInstruction, at time: SessionTime, on radio: Radio
        ) throws(KomootNavError) where Radio.Central == Central, Radio.Read == Read {
            let object = try instruction.encoded(as: configuration.layout)
            publish(object.span, at: time, on: radio)
        }
    }
#endif

/// A peripheral's radio, as a ``PeripheralDriver`` uses it: what the driver asks for, and what it tells.
///
/// A radio names devices and reads by handles of its own, such as Core Bluetooth's `CBCentral` and `CBATTRequest`.
public protocol PeripheralRadio {
    /// The radio's handle of a device.
    associatedtype Central: Equatable
    /// The radio's handle of a device's read.
    associatedtype Read

    /// Does what the session asks for.
    func perform(_ request: PeripheralDriver<Central, Read>.Request)
    /// Notifies a device with a value. The bytes are lent for the call.
    ///
    /// - Returns: `false` if the queue is full. Then hand in
    ///   ``PeripheralDriver/Event/notificationsReady`` when it has room again.
    func notify(_ central: Central, with value: Span<UInt8>) -> Bool
    /// Answers a read with a value. The bytes are lent for the call.
    func answer(_ read: Read, with value: Span<UInt8>)
    /// Answers a read with an error.
    func reject(_ read: Read, with error: ATTError)
    /// Hands in ``PeripheralDriver/Event/timePassed`` at this time, and no longer at the one that was said before;
    /// `nil` if there is nothing to wait for. Too early does no harm.
    func wake(at time: SessionTime?)
    /// Tells the user what the phone does now, after the requests that begin it.
    func report(_ phase: PeripheralSession.Phase)
    /// Notes something that should not happen. The session has dealt with it.
    func note(_ fault: PeripheralSession.Fault)
}

extension PeripheralRadio {
    /// Does nothing.
    public func note(_ fault: PeripheralSession.Fault) {}
}
