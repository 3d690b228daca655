import Foundation

/// What the system said when a file could not be read or written.
struct SystemFailure {
    /// `errno`, or else the number of Foundation's error.
    let number: Int32
    /// Whether the file, or its folder, is not there.
    let isMissingFile: Bool

    /// Foundation's numbers for a file that is not there: `NSFileNoSuchFileError`, `NSFileReadNoSuchFileError`.
    private static let missingFileNumbers = [4, 260]

    init(_ error: any Error) {
        let error = error as NSError
        let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
        for each in [underlying, error] {
            guard let each, each.domain == NSPOSIXErrorDomain else { continue }
            number = Int32(truncatingIfNeeded: each.code)
            isMissingFile = number == ENOENT
            return
        }
        number = Int32(truncatingIfNeeded: error.code)
        isMissingFile =
            error.domain == NSCocoaErrorDomain && Self.missingFileNumbers.contains(error.code)
    }
}
