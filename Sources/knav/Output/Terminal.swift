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

extension Terminal {
    /// How many columns it has; `nil` if it is not a terminal, or does not say.
    var columns: Int? {
        guard isInteractive else { return nil }
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return size.ws_col > 0 ? Int(size.ws_col) : nil
    }

    /// Draws lines over those that were drawn last.
    ///
    /// The cursor stays at the beginning of the first line, and everything from there on is erased before lines are drawn. So
    /// nothing is left of a line that a narrower window has wrapped: a terminal that wraps it moves the cursor with it.
    func draw(_ lines: [String]) {
        print(Redrawing.text(of: lines), terminator: "")
        Redrawing.rowsBelowCursor = lines.count
    }

    /// Draws lines a last time, and goes on below them.
    func settle(_ lines: [String]) {
        Redrawing.rowsBelowCursor = 0
        print(Redrawing.erasing, terminator: "")
        for text in lines { line(text) }
    }
}

/// What a terminal is told so that lines can be drawn over.
enum Redrawing {
    /// Erases everything from the beginning of the cursor's line on.
    static let erasing = "\r\u{1B}[J"

    /// Lines instead of those that were drawn last. The terminal cuts each at its edge, instead of wrapping it.
    static func text(of lines: [String]) -> String {
        let cut = lines.map { "\u{1B}[?7l\($0)\u{1B}[?7h" }.joined(separator: "\n")
        let up = lines.count > 1 ? "\u{1B}[\(lines.count - 1)A" : ""
        return erasing + cut + up + "\r"
    }

    // Written by the main thread only, and read by the signal handler.
    nonisolated(unsafe) private static var rows: sig_atomic_t = 0
    private static let handler: Void = {
        // A command that notes interruptions ends by itself, and leaves what is drawn.
        guard !Interruption.isNoted else { return }
        _ = signal(SIGINT) { _ in
            Redrawing.goBelow()
            _ = signal(SIGINT, SIG_DFL)
            raise(SIGINT)
        }
    }()

    /// Puts the cursor below what is drawn, so that the shell's prompt does not come over it. A signal handler may do this.
    static func goBelow() {
        var newline = UInt8(ascii: "\n")
        for _ in 0..<(unsafe rows) { _ = unsafe write(STDOUT_FILENO, &newline, 1) }
    }

    /// How many lines are drawn from the cursor's on. If the user ends the program, the cursor goes below them.
    static var rowsBelowCursor: Int {
        get { Int(unsafe rows) }
        set {
            unsafe rows = sig_atomic_t(newValue)
            _ = handler
        }
    }
}

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
