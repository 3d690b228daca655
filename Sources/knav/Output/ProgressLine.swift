import Foundation

/// Shows on standard error how far a long task is: on a terminal as one line that it redraws, elsewhere as
/// a line every few seconds.
final class ProgressLine: @unchecked Sendable {
    private static let secondsBetweenLines = 5.0
    private static let secondsBetweenRedraws = 0.2

    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let lock = NSLock()
    private let start = ContinuousClock().now
    private var lastShown = 0.0
    private var hasLine = false

    /// Shows how far the task is and how long it has taken, if the last line is old enough.
    func show(_ text: () -> String) {
        lock.withLock {
            let seconds = (ContinuousClock().now - start) / .seconds(1)
            let pause = isTerminal ? Self.secondsBetweenRedraws : Self.secondsBetweenLines
            guard seconds - lastShown >= pause else { return }
            lastShown = seconds
            let line = "\(text()), \(Int(seconds)) s"
            write(isTerminal ? Redrawing.text(of: [line]) : "\(line)\n")
            hasLine = isTerminal
        }
    }

    /// Removes the line.
    func finish() { lock.withLock { if hasLine { write(Redrawing.erasing) } } }

    private func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
