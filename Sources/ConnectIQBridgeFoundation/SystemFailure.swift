import ConnectIQBridge
import Foundation

/// What the system said when a file could not be read or written.
struct SystemFailure {
    /// `system(_:)` with `errno`, or else the domain and the number of Foundation's error.
    let error: DeviceStoreError
    /// Whether the file, or its folder, is not there.
    let isMissingFile: Bool

    /// Foundation's numbers for a file that is not there: `NSFileNoSuchFileError`, `NSFileReadNoSuchFileError`.
    private static let missingFileNumbers = [4, 260]

    init(_ error: any Error) {
        let error = error as NSError
        let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
        for each in [underlying, error] {
            guard let each, each.domain == NSPOSIXErrorDomain else { continue }
            let number = Int32(truncatingIfNeeded: each.code)
            self.error = .system(number)
            isMissingFile = number == ENOENT
            return
        }
        self.error = .other(domain: error.domain, number: error.code)
        isMissingFile =
            error.domain == NSCocoaErrorDomain && Self.missingFileNumbers.contains(error.code)
    }
}
