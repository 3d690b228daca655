package import Foundation

/// A file that is written bit by bit. Its name ends in `.part` until it is whole.
package struct PartialFile {
    /// The name that it gets.
    package let path: String
    private let partialPath: String
    private let handle: FileHandle
    /// Why something could not be written, as the system's error code; 0 if everything was written.
    private var failure: Int32 = 0

    /// Writes a file at once, all of it or nothing.
    ///
    /// - Parameter replaces: as for ``finish(replacing:)``.
    /// - Returns: whether it was written. If not, `errno` says why.
    package static func write(
        _ data: Data, to path: String, replacing replaces: Bool = true
    ) -> Bool {
        guard var file = PartialFile(path: path) else { return false }
        file.write(data)
        return file.finish(replacing: replaces)
    }

    /// Begins the file; `nil` if it can't be written, and `errno` says why. An old file of that name stays until the new one is
    /// whole. If a file with `.part` exists already, the new one gets `.part2` and so on. A pipe or a
    /// device, such as `/dev/null`, is written to and never replaced.
    package init?(path: String) {
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

    package mutating func write(_ text: String) { write(Data(text.utf8)) }

    package mutating func write(_ data: Data) {
        guard failure == 0 else { return }
        do {
            try handle.write(contentsOf: data)
        } catch {
            failure = systemCode(error) ?? EIO
        }
    }

    /// Gives the file its name.
    ///
    /// - Parameter replaces: whether another file may lose it, even one that was made meanwhile.
    /// - Returns: whether all of it was written. If not, nothing of it is left, and a file that had the name
    ///   before still has it; `errno` says why.
    package mutating func finish(replacing replaces: Bool = true) -> Bool {
        do {
            try handle.close()
        } catch {
            if failure == 0 { failure = systemCode(error) ?? EIO }
        }
        if failure == 0 && partialPath != path {
            let isNamed = replaces ? unsafe rename(partialPath, path) == 0 : takeFreeName()
            if !isNamed { failure = errno }
        }
        guard failure != 0 else { return true }
        if partialPath != path { try? FileManager.default.removeItem(atPath: partialPath) }
        errno = failure
        return false
    }

    /// Gives the file its name, unless another one has it. Only a link does that in one step.
    private func takeFreeName() -> Bool {
        if unsafe link(partialPath, path) == 0 {
            try? FileManager.default.removeItem(atPath: partialPath)
            return true
        }
        // A file system that has no links says so in several ways.
        guard errno != EEXIST, !FileFacts(path: path).exists else {
            errno = EEXIST
            return false
        }
        return unsafe rename(partialPath, path) == 0
    }

    /// Removes what was written.
    package func discard() {
        try? handle.close()
        guard partialPath != path else { return }
        try? FileManager.default.removeItem(atPath: partialPath)
    }
}
