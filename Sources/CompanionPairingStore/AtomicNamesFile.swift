package import CompanionPairing

/// A file of names that is replaced as a whole, on any file system.
package struct AtomicNamesFile<System: FileSystem>: Sendable {
    private let path: String
    private let folder: String
    private let system: System

    /// The file that is written before it takes the other's place.
    private var newPath: String { path + ".new" }

    package init(path: String, system: System) {
        self.path = path
        self.system = system
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let folder = parts.joined(separator: "/")
        self.folder = parts.isEmpty ? "." : folder.isEmpty ? "/" : folder
    }

    package func load() throws(NameStoreError) -> PairingNames? {
        let names = try system.contents(of: path).map { bytes throws(NameStoreError) in
            try NamesFile.names(in: bytes)
        }
        // A store may have been killed before it did this: its names must not be lost after they were told. And no store
        // can succeed without it, so what prevents it is an error from the beginning.
        try system.synchronizeFolder(folder)
        return names
    }

    package func store(_ names: PairingNames) throws(NameStoreError) {
        let file = try system.create(newPath)
        do throws(NameStoreError) {
            try write(Array(NamesFile.bytes(of: names))[...], to: file)
        } catch {
            try? system.close(file)
            try? system.remove(newPath)
            throw error
        }
        do throws(NameStoreError) {
            try system.close(file)
            try system.rename(newPath, to: path)
        } catch {
            try? system.remove(newPath)
            throw error
        }
        try system.synchronizeFolder(folder)
    }

    private func write(
        _ bytes: ArraySlice<UInt8>, to file: System.File
    ) throws(NameStoreError) {
        var rest = bytes
        while !rest.isEmpty {
            rest = rest.dropFirst(try system.write(rest, to: file))
        }
        try system.synchronize(file)
    }
}
