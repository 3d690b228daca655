import KomootNavRecording

/// Reports the lines of a ride file that are not instructions, and counts them.
struct RideLineReport {
    let command: String
    let name: String
    private(set) var skippedCount = 0
    private(set) var badCount = 0

    init(command: String, name: String) {
        self.command = command
        self.name = name
    }

    mutating func take(_ error: RideFileError, line: Int) {
        if error.isSkippable {
            skippedCount += 1
            report("skipped: \(error)", line: line)
        } else {
            take("\(error)", line: line)
        }
    }

    /// Takes a line that is bad for another reason.
    mutating func take(_ reason: String, line: Int) {
        badCount += 1
        report(reason, line: line)
    }

    private func report(_ text: String, line: Int) {
        reportError("knav \(command): \(printable(name)):\(line): \(text)")
    }
}
