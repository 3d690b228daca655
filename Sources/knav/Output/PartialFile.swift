import Foundation

/// A file that is written over a time, under a name with `.part` behind it, and gets its own name when
/// it is whole.
struct PartialFile {
    private let path: String
    private let handle: FileHandle
    private var hasFailed = false

    private var partialPath: String { path + ".part" }

    /// Begins the file; `nil` if it can't be written.
    init?(path: String) {
        let partialPath = path + ".part"
        guard FileManager.default.createFile(atPath: partialPath, contents: nil),
            let handle = FileHandle(forWritingAtPath: partialPath)
        else { return nil }
        self.path = path
        self.handle = handle
    }

    mutating func write(_ text: String) { write(Data(text.utf8)) }

    mutating func write(_ data: Data) {
        guard !hasFailed else { return }
        do {
            try handle.write(contentsOf: data)
        } catch {
            hasFailed = true
        }
    }

    /// Gives the file its name.
    ///
    /// - Returns: whether all of it was written. If not, nothing of it is left, and what had the name
    ///   before has it still.
    mutating func finish() -> Bool {
        if (try? handle.close()) == nil { hasFailed = true }
        if !hasFailed {
            let isRenamed = unsafe rename(partialPath, path) == 0
            if isRenamed { return true }
        }
        try? FileManager.default.removeItem(atPath: partialPath)
        return false
    }

    /// Leaves nothing of the file.
    mutating func discard() {
        try? handle.close()
        try? FileManager.default.removeItem(atPath: partialPath)
    }
}
