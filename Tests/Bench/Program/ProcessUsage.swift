import Foundation

/// The most memory that the process has had, in bytes.
func peakMemory() -> Int {
    let usage = processUsage()
    #if canImport(Darwin)
        return usage.ru_maxrss
    #else
        return usage.ru_maxrss * 1024
    #endif
}

/// How many seconds processors have worked for this process. Unlike the time that passes, this is the same while
/// other programs have the processor.
func processorSeconds() -> Double {
    let usage = processUsage()
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

private func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
}

private func processUsage() -> rusage {
    var usage = rusage()
    #if canImport(Darwin)
        unsafe getrusage(RUSAGE_SELF, &usage)
    #else
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #endif
    return usage
}
