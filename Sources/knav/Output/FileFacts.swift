import Foundation

/// What the system knows about the file that a path leads to.
struct FileFacts {
    let path: String

    /// Whether there is a file, a pipe or a device.
    var exists: Bool { status != nil }

    /// Whether it can be read twice: whether it is a file, and not a pipe or a device.
    var isRegular: Bool { (status?.st_mode ?? 0) & S_IFMT == S_IFREG }

    /// Whether it is a folder; a link to one counts too.
    var isFolder: Bool { (status?.st_mode ?? 0) & S_IFMT == S_IFDIR }

    /// Whether another path leads to the same file.
    func isSame(as other: String) -> Bool {
        guard let one = status, let another = FileFacts(path: other).status else {
            // At least one of them does not exist yet.
            return URL(fileURLWithPath: path).standardizedFileURL
                == URL(fileURLWithPath: other).standardizedFileURL
        }
        // A device, such as /dev/null, may be used twice.
        return one.st_mode & S_IFMT == S_IFREG && one.st_dev == another.st_dev
            && one.st_ino == another.st_ino
    }

    private var status: stat? {
        var facts = stat()
        let result = unsafe stat(path, &facts)
        return result == 0 ? facts : nil
    }
}
