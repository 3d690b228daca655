// Left out of Embedded Swift, which has no concurrency.
#if !hasFeature(Embedded)
    /// Where an app keeps the list of devices, so that the user need not choose them at each launch.
    ///
    /// An app calls it for the effects `load` and `store` of its session, one call at a time and in
    /// order, and hands in the outcome as an event. So a load that comes after a store has what was stored, even if
    /// the session was stopped in between. A store need not order its callers, and an actor does not: `DeviceStoreQueue` of
    /// `ConnectIQBridgeFoundation` makes the calls in order.
    ///
    /// If a load fails only for now, don't hand in `loadFailed`: the session would go on without devices. Keep the ticket, load again,
    /// and hand in `loaded`.
    ///
    /// Source: `Docs/Watch.md`, clause 3.6.
    public protocol DeviceStore: Sendable {
        /// What was stored last; `nil` if nothing was ever stored.
        func load() async throws(DeviceStoreError) -> [WatchDevice]?
        /// Stores devices in place of those before, all or none.
        func store(_ devices: [WatchDevice]) async throws(DeviceStoreError)
    }

    /// Why a ``DeviceStore`` could not load or store devices.
    public enum DeviceStoreError: Error, Hashable, Sendable {
        /// What is stored is not what the store writes.
        case unreadable
        /// The system refused, with this number of its own: `errno`.
        case system(Int32)
        /// Something else refused, with a number that means something in its domain only, such as Foundation's.
        case other(domain: String, number: Int)
    }

    extension DeviceStoreError: CustomStringConvertible {
        /// The error as a sentence.
        public var description: String {
            switch self {
            case .unreadable: "what is stored is not a list of devices: choose the devices again"
            case .system(let number): "the system refused with error \(number)"
            case .other(let domain, let number): "refused with error \(number) of \(domain)"
            }
        }
    }

    /// Devices in memory, for tests.
    public actor MemoryDeviceStore: DeviceStore {
        private var devices: [WatchDevice]?

        /// Creates a store.
        public init(_ devices: [WatchDevice]? = nil) { self.devices = devices }

        /// What was stored last.
        public func load() -> [WatchDevice]? { devices }

        /// Stores devices.
        public func store(_ devices: [WatchDevice]) { self.devices = devices }
    }
#endif
