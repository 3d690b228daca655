import Foundation
import Simulation

/// Tells on standard error how far a campaign is: a line that is drawn over where there is a terminal, a
/// line every few seconds where there is none.
final class CampaignProgress: @unchecked Sendable {
    private static let secondsBetweenLines = 5.0
    private static let secondsBetweenRedraws = 0.2

    private let total: Int
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let lock = NSLock()
    private let start = ContinuousClock().now
    private var lastShown = 0.0
    private var hasLine = false

    init(total: Int) { self.total = total }

    func show(_ report: CampaignReport) {
        lock.withLock {
            let seconds = (ContinuousClock().now - start) / .seconds(1)
            let pause = isTerminal ? Self.secondsBetweenRedraws : Self.secondsBetweenLines
            guard seconds - lastShown >= pause else { return }
            lastShown = seconds
            let text =
                "\(report.runCount) of \(total) runs, \(report.failureCount) broken, "
                + "\(Int(seconds)) s"
            write(isTerminal ? "\r\u{1B}[K\(text)" : "\(text)\n")
            hasLine = isTerminal
        }
    }

    func finish() { lock.withLock { if hasLine { write("\r\u{1B}[K") } } }

    private func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
