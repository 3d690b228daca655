public import CompanionPairing
public import Foundation

extension NameStoreError: LocalizedError {
    /// What happened, in English but for the system's own words.
    public var errorDescription: String? {
        switch self {
        case .unreadable:
            return "The stored names are damaged: restore them, or remove them and pair again."
        case .system(let number):
            let reason = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
            return "The names could not be loaded or stored. \(reason.localizedDescription)"
        }
    }
}
