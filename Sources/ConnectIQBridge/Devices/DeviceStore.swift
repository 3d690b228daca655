// Left out of Embedded Swift, which has no concurrency.
#if !hasFeature(Embedded)
    /// Where an app keeps the list of devices, so that the user need not choose them at each launch.
    ///
    /// An app calls it for the effects `load` and `store` of its session, one call at a time and in
    /// order, and hands in the outcome as an event. So a load that comes after a store has what was stored, even if
    /// the session was stopped in between.
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
        /// The system refused, with this number of its own.
        case system(Int32)
    }

    extension DeviceStoreError: CustomStringConvertible {
        /// The error as a sentence.
        public var description: String {
            switch self {
            case .unreadable: "what is stored is not a list of devices: choose the devices again"
            case .system(let number): "the system refused with error \(number)"
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
