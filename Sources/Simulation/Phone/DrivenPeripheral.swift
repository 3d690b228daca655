package import KomootNav

/// A phone that runs on a `PeripheralDriver`: for the simulator a state machine like any other.
///
/// Its radio tells the driver no connections, as Core Bluetooth does not, only who reads and subscribes;
/// and the ends of links. It may be marked as sendable because only code on its world's executor uses it.
package final class DrivenPeripheral: PeripheralStateMachine, @unchecked Sendable {
    private let driver: PeripheralDriver<PeripheralSession.Central, PeripheralSession.Central>
    private let radio = RecordingRadio()

    /// Creates a phone whose driver does nothing until `startNavigation`.
    package init(_ configuration: PeripheralSession.Configuration) {
        driver = PeripheralDriver(configuration)
    }

    /// When to hand in `timePassed`; `nil` when no deadline is set.
    package var nextDeadline: SessionTime? { radio.deadline }

    /// Takes an event, and the time at which it happened.
    package func handle(_ event: PeripheralSession.Event, at time: SessionTime) {
        if radio.effects.isEmpty { radio.values.removeAll(keepingCapacity: true) }
        switch event {
        case .startNavigation: tell(.startNavigation, at: time)
        case .stopNavigation: tell(.stopNavigation, at: time)
        case .startAdvertising: tell(.startAdvertising, at: time)
        case .publish(let object): driver.publish(object, at: time, on: radio)
        case .connected(let central, let mtu): tell(.connected(central, mtu: mtu), at: time)
        case .disconnected(let central): tell(.disconnected(central), at: time)
        case .mtuChanged(let central, let mtu): tell(.mtuChanged(central, mtu: mtu), at: time)
        case .subscribed(let central): tell(.subscribed(central), at: time)
        case .unsubscribed(let central): tell(.unsubscribed(central), at: time)
        case .read(let central, let offset, _):
            tell(.read(central, by: central, offset: offset), at: time)
        case .notificationRefused(let central): tell(.notificationRefused(central), at: time)
        case .notificationsReady: tell(.notificationsReady, at: time)
        case .radioOff: tell(.radioOff, at: time)
        case .radioOn: tell(.radioOn, at: time)
        case .timePassed:
            radio.deadline = nil
            tell(.timePassed, at: time)
        }
    }

    private func tell(
        _ event: PeripheralDriver<PeripheralSession.Central, PeripheralSession.Central>.Event,
        at time: SessionTime
    ) {
        driver.handle(event, at: time, on: radio)
    }

    /// The next effect of the last event; `nil` when all have been taken.
    package func nextEffect() -> PeripheralSession.Effect? {
        radio.effects.isEmpty ? nil : radio.effects.removeFirst()
    }

    /// Lends the bytes of a value from one of the last event's effects.
    package func withBytes<R, E: Error>(
        of value: PeripheralSession.Value, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        let bytes = radio.values[Int(value.object)]
        return try body(bytes.span)
    }
}

/// A radio that takes everything, and keeps it as effects. It refuses a notification later.
private final class RecordingRadio: PeripheralRadio {
    var effects: ContiguousArray<PeripheralSession.Effect> = []
    /// The bytes of the effects' values.
    var values: ContiguousArray<ContiguousArray<UInt8>> = []
    var deadline: SessionTime?

    func perform(
        _ request: PeripheralDriver<PeripheralSession.Central, PeripheralSession.Central>.Request
    ) {
        switch request {
        case .addService: effects.append(.addService)
        case .removeService: effects.append(.removeService)
        case .startAdvertising: effects.append(.startAdvertising)
        case .stopAdvertising: effects.append(.stopAdvertising)
        }
    }

    func notify(_ central: PeripheralSession.Central, with value: Span<UInt8>) -> Bool {
        effects.append(.notify(central, keep(value)))
        return true
    }

    func answer(_ read: PeripheralSession.Central, with value: Span<UInt8>) {
        effects.append(.answer(read, keep(value)))
    }

    func reject(_ read: PeripheralSession.Central, with error: ATTError) {
        effects.append(.reject(read, error))
    }

    private func keep(_ bytes: Span<UInt8>) -> PeripheralSession.Value {
        values.append(ContiguousArray(copying: bytes))
        return PeripheralSession.Value(
            object: UInt32(values.count - 1), offset: 0, count: bytes.count)
    }

    func wake(at time: SessionTime?) { deadline = time }
    func report(_ phase: PeripheralSession.Phase) {}
    func note(_ fault: PeripheralSession.Fault) { effects.append(.fault(fault)) }
}
