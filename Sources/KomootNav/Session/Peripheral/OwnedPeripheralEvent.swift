// Left out of Embedded Swift: firmware handles each event when it happens and needs no heap for it.
#if !hasFeature(Embedded)
    extension PeripheralSession {
        /// An ``Event`` that owns its bytes. You can keep it, compare it, send it to another task
        /// and handle it later.
        ///
        /// An ``Event`` only borrows its bytes, for one call. That is enough for a radio's
        /// callback; recordings, replays, simulations and pipes need events that own them.
        public enum OwnedEvent: Hashable, Sendable {
            /// See ``Event/startNavigation``.
            case startNavigation
            /// See ``Event/stopNavigation``.
            case stopNavigation
            /// See ``Event/startAdvertising``.
            case startAdvertising
            /// See ``Event/publish(_:)``.
            case publish(ContiguousArray<UInt8>)
            /// See ``Event/connected(_:mtu:)``.
            case connected(Central, mtu: Int)
            /// See ``Event/disconnected(_:)``.
            case disconnected(Central)
            /// See ``Event/mtuChanged(_:mtu:)``.
            case mtuChanged(Central, mtu: Int)
            /// See ``Event/subscribed(_:)``.
            case subscribed(Central)
            /// See ``Event/unsubscribed(_:)``.
            case unsubscribed(Central)
            /// See ``Event/read(_:offset:identifier:)``.
            case read(Central, offset: Int, identifier: InstructionIdentifier?)
            /// See ``Event/notificationRefused(_:)``.
            case notificationRefused(Central)
            /// See ``Event/notificationsReady``.
            case notificationsReady
            /// See ``Event/radioOff``.
            case radioOff
            /// See ``Event/radioOn``.
            case radioOn
            /// See ``Event/timePassed``.
            case timePassed
        }

        /// Takes an event and the time at which it happened, as ``handle(_:at:)`` does.
        ///
        /// The label keeps `handle(.timePassed, at: now)` from being ambiguous.
        public mutating func handle(owned event: OwnedEvent, at time: SessionTime) {
            switch event {
            case .startNavigation: handle(.startNavigation, at: time)
            case .stopNavigation: handle(.stopNavigation, at: time)
            case .startAdvertising: handle(.startAdvertising, at: time)
            case .publish(let object): handle(.publish(object.span), at: time)
            case .connected(let central, let mtu): handle(.connected(central, mtu: mtu), at: time)
            case .disconnected(let central): handle(.disconnected(central), at: time)
            case .mtuChanged(let central, let mtu): handle(.mtuChanged(central, mtu: mtu), at: time)
            case .subscribed(let central): handle(.subscribed(central), at: time)
            case .unsubscribed(let central): handle(.unsubscribed(central), at: time)
            case .read(let central, let offset, let identifier):
                handle(.read(central, offset: offset, identifier: identifier), at: time)
            case .notificationRefused(let central): handle(.notificationRefused(central), at: time)
            case .notificationsReady: handle(.notificationsReady, at: time)
            case .radioOff: handle(.radioOff, at: time)
            case .radioOn: handle(.radioOn, at: time)
            case .timePassed: handle(.timePassed, at: time)
            }
        }
    }

    extension PeripheralSession.OwnedEvent {
        /// Copies an event with its bytes.
        public init(_ event: borrowing PeripheralSession.Event) {
            switch event {
            case .startNavigation: self = .startNavigation
            case .stopNavigation: self = .stopNavigation
            case .startAdvertising: self = .startAdvertising
            case .publish(let object): self = .publish(ContiguousArray(copying: object))
            case .connected(let central, let mtu): self = .connected(central, mtu: mtu)
            case .disconnected(let central): self = .disconnected(central)
            case .mtuChanged(let central, let mtu): self = .mtuChanged(central, mtu: mtu)
            case .subscribed(let central): self = .subscribed(central)
            case .unsubscribed(let central): self = .unsubscribed(central)
            case .read(let central, let offset, let identifier):
                self = .read(central, offset: offset, identifier: identifier)
            case .notificationRefused(let central): self = .notificationRefused(central)
            case .notificationsReady: self = .notificationsReady
            case .radioOff: self = .radioOff
            case .radioOn: self = .radioOn
            case .timePassed: self = .timePassed
            }
        }
    }
#endif
