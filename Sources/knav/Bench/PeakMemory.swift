import Foundation

/// The most memory that the process has had, in bytes.
func peakMemory() -> Int {
    var usage = rusage()
    #if canImport(Darwin)
        unsafe getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
    #else
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * 1024
    #endif
}
