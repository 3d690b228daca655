import Foundation

/// A file that is written over a time, under a name with `.part` behind it, and gets its own name when
/// it is whole.
struct PartialFile {
    private let path: String
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

    /// Begins the file; `nil` if it can't be written. A file that is there is left alone: also one with
    /// `.part` behind its name, and then the new one has a number there too. What is no file, such as a
    /// pipe or `/dev/null`, is written to and never replaced.
    init?(path: String) {
        var facts = stat()
        let status = unsafe stat(path, &facts)
        if status == 0 && facts.st_mode & S_IFMT != S_IFREG {
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
    /// - Returns: whether all of it was written. If not, nothing of it is left, and what had the name
    ///   before has it still.
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

    /// Leaves nothing of the file.
    func discard() {
        try? handle.close()
        guard partialPath != path else { return }
        try? FileManager.default.removeItem(atPath: partialPath)
    }
}
