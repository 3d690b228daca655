import Foundation

/// What the system knows about the file that a path leads to.
package struct FileFacts {
    package let path: String

    package init(path: String) { self.path = path }

    /// Whether there is a file, a pipe or a device.
    package var exists: Bool { status != nil }

    /// Whether it can be read twice: whether it is a file, and not a pipe or a device.
    package var isRegular: Bool { (status?.st_mode ?? 0) & S_IFMT == S_IFREG }

    /// Whether it is a folder; a link to one counts too.
    package var isFolder: Bool { (status?.st_mode ?? 0) & S_IFMT == S_IFDIR }

    /// Whether another path leads to the same file.
    package func isSame(as other: String) -> Bool {
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

/// Why the last call to the system failed (`errno`), in the system's words.
package func systemReason() -> String { systemReason(errno) }

/// What an error code of the system means, in the system's words.
package func systemReason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

/// Why Foundation failed, in the system's words where the system refused something.
package func systemReason(_ error: any Error) -> String {
    systemCode(error).map(systemReason) ?? (error as NSError).localizedDescription
}

/// The system's error code in an error of Foundation; `nil` if it has none.
package func systemCode(_ error: any Error) -> Int32? {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return underlying.domain == NSPOSIXErrorDomain ? Int32(underlying.code) : nil
}
