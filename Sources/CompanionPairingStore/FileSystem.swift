package import CompanionPairing

/// The system calls that a ``FileNameStore`` makes, so that tests can put faults between them.
package protocol FileSystem: Sendable {
    /// An open file.
    associatedtype File: Sendable
    /// The bytes of a file; `nil` if there is no such file.
    func contents(of path: String) throws(NameStoreError) -> ContiguousArray<UInt8>?
    /// Creates an empty file that only its owner may use, in place of whatever else has the name, but for a folder.
    func create(_ path: String) throws(NameStoreError) -> File
    /// Writes bytes to the end of a file.
    ///
    /// - Returns: how many bytes were written: at least one.
    func write(_ bytes: ArraySlice<UInt8>, to file: File) throws(NameStoreError) -> Int
    /// Returns when the file's bytes survive a crash of the system.
    func synchronize(_ file: File) throws(NameStoreError)
    /// Closes a file; it is closed even if this throws.
    func close(_ file: File) throws(NameStoreError)
    /// Gives a file the name of another one, in its place.
    func rename(_ path: String, to other: String) throws(NameStoreError)
    /// Returns when the names of a folder's files survive a crash of the system.
    func synchronizeFolder(_ path: String) throws(NameStoreError)
    /// Removes a file.
    func remove(_ path: String) throws(NameStoreError)
}
