public import Foundation

extension FileManager {
    /// Makes an empty folder, which whoever asked for it removes.
    public func makeTemporaryFolder() throws -> URL {
        let folder = temporaryDirectory.appendingPathComponent("komoot-nav-\(UUID().uuidString)")
        try createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
