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
