// Left out of Embedded Swift, which has no concurrency: firmware carries out the sessions' effects itself.
#if !hasFeature(Embedded)
    /// Where an app keeps the names of one end between launches.
    ///
    /// An app calls it for the effects `load` and `store` of its session, one call at a time and in order,
    /// and hands in the outcome as an event. It may take its time.
    ///
    /// - ``store(_:)`` replaces all names at once. When it returns, they survive a crash of the program and of
    ///   the system. When it throws, either the old or the new names are stored.
    /// - ``load()`` returns what was stored last. When it returns names, they survive a crash, even if the program was
    ///   killed while it stored them: an end tells others what it has loaded. It never makes names up: if it can't read
    ///   what there is, it throws, because an end that forgets its own name becomes a stranger.
    public protocol NameStore: Sendable {
        /// What was stored last; `nil` if nothing was ever stored.
        func load() async throws(NameStoreError) -> PairingNames?
        /// Stores names in place of those before.
        func store(_ names: PairingNames) async throws(NameStoreError)
    }

    /// Why a ``NameStore`` could not load or store names.
    public enum NameStoreError: Error, Hashable, Sendable {
        /// What is stored is not what a store writes.
        case unreadable
        /// The system refused, with this number of its own (`errno` on POSIX systems).
        case system(Int32)
    }

    extension NameStoreError {
        /// Whether a file can't be read because nobody has unlocked the phone since it was switched on: `EPERM`. Its
        /// content is not lost. (Not tried on a phone.)
        public var isLocked: Bool { self == .system(1) }
    }

    extension NameStoreError: CustomStringConvertible {
        /// The error as a sentence.
        public var description: String {
            switch self {
            case .unreadable:
                "what is stored is not a set of names: restore it, or remove it and pair again"
            case .system(let number): "the system refused with error \(number)"
            }
        }
    }

    /// Names in memory, for tests and for ends that need not remember anything.
    public actor MemoryNameStore: NameStore {
        private var names: PairingNames?

        /// Creates a store.
        public init(_ names: PairingNames? = nil) { self.names = names }

        /// What was stored last.
        public func load() -> PairingNames? { names }

        /// Stores names.
        public func store(_ names: PairingNames) { self.names = names }
    }
#endif
