import Foundation

/// Why the last call to the system failed (`errno`), in the system's words.
func systemReason() -> String { systemReason(errno) }

/// What an error code of the system means, in the system's words.
func systemReason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

/// Why Foundation failed, in the system's words where the system refused something.
func systemReason(_ error: any Error) -> String {
    systemCode(error).map(systemReason) ?? (error as NSError).localizedDescription
}

/// The system's error code in an error of Foundation; `nil` if it has none.
func systemCode(_ error: any Error) -> Int32? {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return underlying.domain == NSPOSIXErrorDomain ? Int32(underlying.code) : nil
}
