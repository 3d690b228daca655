import Foundation

/// Writes a line to standard error, behind what was printed so far. Where nothing can be written
/// there is nobody to tell, and the work goes on.
func reportError(_ text: String) {
    fflush(nil)
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
}

/// A number and what it counts, as in `1 line` or `2 lines`.
func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
}

/// Text without what would act on a terminal instead of being shown: control characters, line and
/// paragraph separators, and controls of the writing direction that reach beyond their text.
func printable(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        let acts =
            switch scalar {
            case "\u{2028}", "\u{2029}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
            default: scalar.properties.generalCategory == .control
            }
        result.append(acts ? "\u{FFFD}" : scalar)
    }
    return String(result)
}

/// How text is put on standard output.
struct Terminal {
    /// Whether there is a person at the other end, who is given colour.
    let isInteractive: Bool
    private let hasColor: Bool

    init() {
        isInteractive = isatty(STDOUT_FILENO) == 1
        let environment = ProcessInfo.processInfo.environment
        hasColor =
            isInteractive && (environment["NO_COLOR"] ?? "").isEmpty
            && !["", "dumb"].contains(environment["TERM"] ?? "")
    }

    /// A way to make text stand out.
    enum Style: String {
        case bold = "1"
        case dim = "2"
        case arrow = "1;36"
        case warning = "1;31"
    }

    func styled(_ text: String, _ style: Style) -> String {
        hasColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Prints a line; a terminal cuts it at its edge instead of wrapping it.
    func line(_ text: String = "") {
        print(hasColor ? "\u{1B}[?7l\(text)\u{1B}[K\u{1B}[?7h" : text)
    }

    /// Moves back up over lines that were printed, to print over them.
    func goUp(lines: Int) {
        if hasColor && lines > 0 { print("\u{1B}[\(lines)A\r", terminator: "") }
    }

    /// Whether lines can be printed over.
    var canRedraw: Bool { hasColor }

    func flush() { fflush(nil) }

    /// Whether all that was printed has been written, the lines too that were flushed before.
    static func finishOutput() -> Bool {
        let isFlushed = fflush(nil) == 0
        return isFlushed && !standardOutputHasFailed()
    }
}

/// Text filled up with blanks on the left.
func rightAligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}
