extension PeripheralSession {
    /// A central's link, by a handle of the radio's own.
    public struct Central: RawRepresentable, Hashable, Sendable {
        /// The radio's handle.
        public let rawValue: UInt32

        /// Creates a central from the radio's handle.
        public init(rawValue: UInt32) { self.rawValue = rawValue }
    }

    /// Some bytes of an object that the session keeps; ``PeripheralSession/withBytes(of:_:)`` lends
    /// them.
    public struct Value: Hashable, Sendable {
        /// The object's number, counted from 1.
        let object: UInt32
        /// Where the bytes begin in the object.
        public let offset: Int
        /// How many they are.
        public let count: Int
    }

    /// What happened. Bytes are borrowed for the call only.
    public enum Event: ~Escapable {
        /// The user starts to navigate.
        case startNavigation
        /// The user stops navigating.
        case stopNavigation
        /// The user has the phone advertise (again).
        case startAdvertising
        /// The app has a new instruction, encoded as one object.
        case publish(Span<UInt8>)
        /// A central is connected, with this MTU in bytes.
        case connected(Central, mtu: Int)
        /// A central is gone.
        case disconnected(Central)
        /// A link's MTU, in bytes, is another one.
        case mtuChanged(Central, Int)
        /// A central subscribed.
        case subscribed(Central)
        /// A central unsubscribed, or the phone lost its subscription.
        case unsubscribed(Central)
        /// A central reads at an offset. An ATT read can't name an identifier; other transports can,
        /// and then the object is looked for among the last ten.
        case read(Central, offset: Int, identifier: InstructionIdentifier?)
        /// The queue had no room for the last notification to a central.
        case notificationRefused(Central)
        /// The queue has room again.
        case notificationsReady
        /// Bluetooth was switched off: links and advertising are gone.
        case radioOff
        /// Bluetooth was switched on again.
        case radioOn
        /// Nothing but time: ``PeripheralSession/nextDeadline`` was reached.
        case timePassed
    }

    /// What to do, in the order given.
    public enum Effect: Hashable, Sendable {
        /// Serve ``NavigationService/uuid``.
        case addService
        /// Serve it no more.
        case removeService
        /// Advertise ``NavigationService/uuid``.
        case startAdvertising
        /// Stop advertising.
        case stopAdvertising
        /// Notify a central.
        case notify(Central, Value)
        /// Answer a central's read with a value.
        case answer(Central, Value)
        /// Answer a central's read with an error.
        case reject(Central, ATTError)
        /// Nothing to do: something was not as it should be. For a log.
        case fault(Fault)
    }

    /// What was not as it should be. The session has dealt with it and goes on.
    public enum Fault: Hashable, Sendable {
        /// The published bytes are no object of the layout; the last object stays.
        case unpublishable(KomootNavError)
        /// There is no navigation to publish an instruction of.
        case notNavigating
        /// A subscription of a central that is not connected, or whose place another took, or while nothing can
        /// be subscribed to.
        case unknownCentral
    }
}
