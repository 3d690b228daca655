import Foundation

extension Terminal {
    /// How many columns it has; `nil` if it is no terminal, or does not say.
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
