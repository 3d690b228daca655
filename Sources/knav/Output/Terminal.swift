import Foundation

/// Writes a line to standard error, after everything that was printed so far. If that fails, the work goes
/// on. What a message quotes may be a line of any size: it is cut.
func reportError(_ text: String) {
    fflush(nil)
    let longest = 2000
    var text = text
    if text.utf8.count > longest {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        text = lines.map { $0.count > longest ? $0.prefix(longest) + "…" : $0 }
            .joined(separator: "\n")
    }
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
}

/// Writes text to standard output.
struct Terminal {
    /// Whether standard output is a terminal.
    let isInteractive: Bool
    private let hasColor: Bool

    init() {
        isInteractive = isatty(STDOUT_FILENO) == 1
        let environment = ProcessInfo.processInfo.environment
        hasColor =
            isInteractive && (environment["NO_COLOR"] ?? "").isEmpty
            && !["", "dumb"].contains(environment["TERM"] ?? "")
    }

    /// A way to highlight text.
    enum Style: String {
        case bold = "1"
        case dim = "2"
        case arrow = "1;36"
        case warning = "1;31"
    }

    func styled(_ text: String, _ style: Style) -> String {
        hasColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Prints a line, which a terminal cuts at its edge instead of wrapping. What stood there is erased first:
    /// afterwards, the cursor may still be on the last character.
    func line(_ text: String = "") {
        print(hasColor ? "\u{1B}[?7l\u{1B}[K\(text)\u{1B}[?7h" : text)
    }

    /// Whether lines can be drawn over.
    var canRedraw: Bool { hasColor }

    func flush() { fflush(nil) }

    /// Whether everything that was printed was written, including what was flushed before.
    static func finishOutput() -> Bool {
        let isFlushed = fflush(nil) == 0
        return isFlushed && !standardOutputHasFailed()
    }
}

extension Double {
    /// The number with one decimal.
    var inTenths: Double { (self * 10).rounded() / 10 }
}

/// Text with blanks before it, up to a width.
func rightAligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}
