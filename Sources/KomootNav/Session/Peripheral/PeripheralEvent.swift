extension PeripheralSession {
    /// A central's link, as a handle that the radio chose.
    public struct Central: RawRepresentable, Hashable, Sendable {
        /// The radio's handle.
        public let rawValue: UInt32

        /// Creates a central from the radio's handle.
        public init(rawValue: UInt32) { self.rawValue = rawValue }
    }

    /// A range of bytes of a kept object; ``PeripheralSession/withBytes(of:_:)`` lends them.
    public struct Value: Hashable, Sendable {
        /// The object's number, counted from 1.
        package let object: UInt32
        // Both are at most 512. Two bytes each keep a session's effects small.
        private let start: UInt16
        private let length: UInt16

        /// Where the bytes begin in the object.
        public var offset: Int { Int(start) }
        /// How many bytes there are.
        public var count: Int { Int(length) }

        package init(object: UInt32, offset: Int, count: Int) {
            self.object = object
            start = UInt16(truncatingIfNeeded: offset)
            length = UInt16(truncatingIfNeeded: count)
        }
    }

    /// What happened. Bytes are borrowed only for the call.
    public enum Event: ~Escapable {
        /// The user starts to navigate.
        case startNavigation
        /// The user stops navigating.
        case stopNavigation
        /// The user asks the phone to advertise, perhaps again.
        case startAdvertising
        /// The app has a new instruction, encoded as one object.
        case publish(Span<UInt8>)
        /// A central is connected, with this MTU in bytes.
        ///
        /// Some systems tell an app of every link of the phone. If you can, leave out devices that
        /// do not use the service: the phone may look for them when they are gone
        /// (``PeripheralSession/LossDetection/eachCentral``).
        case connected(Central, mtu: Int)
        /// A central is gone.
        case disconnected(Central)
        /// A link's MTU changed, to this many bytes.
        case mtuChanged(Central, mtu: Int)
        /// A central subscribed.
        case subscribed(Central)
        /// A central unsubscribed, or the phone lost its subscription.
        case unsubscribed(Central)
        /// A central reads at an offset. In the vendor's document a read can name an identifier,
        /// and one of the last ten objects answers it (clause 9.13). An ATT read has no room for an
        /// identifier. It is for tests of a host that has its own transport, and the session
        /// vectors set it.
        case read(Central, offset: Int, identifier: InstructionIdentifier?)
        /// The radio's queue had no room for the last notification to a central.
        ///
        /// This has no effects, and leaves what is due to the next event. So you may hand it in
        /// while effects of the last event are still to be taken, as soon as the radio refuses.
        case notificationRefused(Central)
        /// The radio's queue has room again.
        case notificationsReady
        /// Bluetooth was switched off: links and advertising are gone.
        case radioOff
        /// Bluetooth was switched on again.
        case radioOn
        /// Only time has passed: ``PeripheralSession/nextDeadline`` has come.
        case timePassed
    }

    /// What to do. Do effects in the order given.
    public enum Effect: Hashable, Sendable {
        /// Serve ``NavigationService/uuid``.
        case addService
        /// Stop serving it.
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
        /// Nothing to do: something happened that should not. For a log.
        case fault(Fault)
    }

    /// Something that should not happen. The session has dealt with it and goes on.
    public enum Fault: Hashable, Sendable {
        /// The published bytes are not an object of the layout; the last object stays.
        case unpublishable(KomootNavError)
        /// The app published an instruction, but nobody navigates.
        case notNavigating
        /// A subscription that can't be taken: the central is not connected, or another one took
        /// its place, or nothing can be subscribed to now.
        case unknownCentral
    }
}
