package import KomootNav

/// A number and what it counts, as in `1 line` or `2 lines`.
package func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
}

/// Text for XML: without markup, and without characters that XML does not allow.
package func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case "\"": escaped += "&quot;"
        default: escaped.unicodeScalars.append(scalar.printable)
        }
    }
    return escaped
}

/// Text for a terminal or a file. U+FFFD replaces each character that would not be shown, but would change
/// how the rest is shown.
package func printable(_ text: String) -> String {
    let scalars = text.unicodeScalars
    if scalars.allSatisfy({ $0.printable == $0 }) { return text }
    return String(String.UnicodeScalarView(scalars.map { $0.printable }))
}

extension Unicode.Scalar {
    /// The scalar, or U+FFFD for one of these: control characters, the line and paragraph separators,
    /// controls of the writing direction that reach beyond their text, and U+FFFE and U+FFFF, which XML
    /// does not allow.
    var printable: Unicode.Scalar {
        switch self {
        case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{202A}"..."\u{202E}",
            "\u{2066}"..."\u{2069}", "\u{FFFE}", "\u{FFFF}":
            "\u{FFFD}"
        default: self
        }
    }
}

/// A time in seconds, written with three digits after the point: `-0.250`, `62.713`.
///
/// Fractions of a millisecond are dropped.
package struct Seconds: Hashable, Sendable, CustomStringConvertible {
    private let microseconds: Int64

    /// Creates a time of this many microseconds.
    package init(microseconds: Int64) { self.microseconds = microseconds }

    /// Creates the time from a clock's beginning to a moment.
    package init(_ time: SessionTime) {
        self.init(microseconds: Int64(clamping: time.milliseconds) &* 1000)
    }

    /// The seconds, with their sign and three digits after the point.
    package var description: String {
        let milliseconds = (microseconds / 1000).magnitude
        let sign = microseconds <= -1000 ? "-" : ""
        let fraction = String(milliseconds % 1000)
        let zeros = String(repeating: "0", count: 3 - fraction.utf8.count)
        return "\(sign)\(milliseconds / 1000).\(zeros)\(fraction)"
    }
}
