#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
    public import CompanionPairing

    /// Names in a file. A crash of the program or of the system at any point leaves the old names or the new
    /// ones, and the new ones as soon as ``store(_:)`` has returned.
    ///
    /// It writes another file beside it, and gives that the file's name when all of its bytes are safe. One program
    /// at a time may use a file. On iOS, choose a protection with which the file can be read while the phone is locked,
    /// if the app may run then; otherwise ``load()`` throws.
    ///
    /// Source: `Docs/Pairing.md`, clause 7.5.
    public actor FileNameStore: NameStore {
        private let file: AtomicNamesFile<POSIXFileSystem>

        /// Creates a store.
        ///
        /// - Parameter path: the file's path. Its folder must exist: the store does not create it. The path with `.new` at its end belongs to
        ///   the store as well: whatever is there is removed, but for a folder.
        public init(path: String) { file = AtomicNamesFile(path: path, system: POSIXFileSystem()) }

        /// What was stored last; `nil` if the folder has no such file. To begin anew after `unreadable`, delete the
        /// file (clause 10.12). It syncs the folder (clause 7.5), so that the names survive a crash from now on.
        ///
        /// - Throws: `NameStoreError.unreadable` if the file is not one that a store wrote, a pipe for example,
        ///   `NameStoreError.system(_:)` if it can't be read, if its folder does not exist (`ENOENT`), or if the folder can't
        ///   be synced, as on some network file systems: a store would throw as well.
        public func load() throws(NameStoreError) -> PairingNames? { try file.load() }

        /// Stores names.
        ///
        /// - Throws: `NameStoreError.system(_:)`. Then the file holds the old names or the new ones.
        public func store(_ names: PairingNames) throws(NameStoreError) { try file.store(names) }
    }
#endif
