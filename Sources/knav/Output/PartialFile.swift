import Foundation

/// A file that is written bit by bit. Its name ends in `.part` until it is whole.
struct PartialFile {
    /// The name that it gets.
    let path: String
    private let partialPath: String
    private let handle: FileHandle
    private var hasFailed = false

    /// Writes a file at once, all of it or nothing.
    ///
    /// - Returns: whether it was written.
    static func write(_ data: Data, to path: String) -> Bool {
        guard var file = PartialFile(path: path) else { return false }
        file.write(data)
        return file.finish()
    }

    /// Begins the file; `nil` if it can't be written. An old file of that name stays until the new one is
    /// whole. If a file with `.part` exists already, the new one gets `.part2` and so on. A pipe or a
    /// device, such as `/dev/null`, is written to and never replaced.
    init?(path: String) {
        let facts = FileFacts(path: path)
        if facts.exists && !facts.isRegular {
            guard let handle = FileHandle(forWritingAtPath: path) else { return nil }
            self.path = path
            partialPath = path
            self.handle = handle
            return
        }
        let readableByAll: mode_t = 0o666
        for number in 1...100 {
            let partialPath = path + ".part" + (number == 1 ? "" : "\(number)")
            let descriptor = unsafe open(
                partialPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, readableByAll)
            if descriptor >= 0 {
                self.path = path
                self.partialPath = partialPath
                handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
                return
            }
            guard errno == EEXIST else { return nil }
        }
        return nil
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
    /// - Returns: whether all of it was written. If not, nothing of it is left, and a file that had the name
    ///   before still has it.
    mutating func finish() -> Bool {
        if (try? handle.close()) == nil { hasFailed = true }
        guard partialPath != path else { return !hasFailed }
        if !hasFailed {
            let isRenamed = unsafe rename(partialPath, path) == 0
            if isRenamed { return true }
        }
        try? FileManager.default.removeItem(atPath: partialPath)
        return false
    }

    /// Removes what was written.
    func discard() {
        try? handle.close()
        guard partialPath != path else { return }
        try? FileManager.default.removeItem(atPath: partialPath)
    }
}
