import Foundation

/// Tells on standard error how far a long piece of work is: a line that is drawn over where there is a
/// terminal, a line every few seconds where there is none.
final class ProgressLine: @unchecked Sendable {
    private static let secondsBetweenLines = 5.0
    private static let secondsBetweenRedraws = 0.2

    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let lock = NSLock()
    private let start = ContinuousClock().now
    private var lastShown = 0.0
    private var hasLine = false

    /// Shows how far the work is and how long it has taken, if it is time for it.
    func show(_ text: () -> String) {
        lock.withLock {
            let seconds = (ContinuousClock().now - start) / .seconds(1)
            let pause = isTerminal ? Self.secondsBetweenRedraws : Self.secondsBetweenLines
            guard seconds - lastShown >= pause else { return }
            lastShown = seconds
            let line = "\(text()), \(Int(seconds)) s"
            write(isTerminal ? "\r\u{1B}[K\(line)" : "\(line)\n")
            hasLine = isTerminal
        }
    }

    /// Takes the line away.
    func finish() { lock.withLock { if hasLine { write("\r\u{1B}[K") } } }

    private func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
