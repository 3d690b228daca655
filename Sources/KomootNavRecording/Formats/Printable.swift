/// Text without characters that act on what shows it, a terminal or a file, instead of being shown.
package func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map(\.printable)))
}

extension Unicode.Scalar {
    /// The scalar, or U+FFFD for one that is not shown: a control character, a line separator, a control of
    /// the writing direction that reaches beyond its text, or a number that is not a character, which XML
    /// does not allow.
    var printable: Unicode.Scalar {
        switch self {
        case "\u{2028}", "\u{2029}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FFFE}",
            "\u{FFFF}":
            "\u{FFFD}"
        default: properties.generalCategory == .control ? "\u{FFFD}" : self
        }
    }
}
