import KomootNav

extension String {
    /// A text of JSON with `\u` before the code of each character that would not be shown, but would change how
    /// the rest is shown: control and format characters (the general categories Cc and Cf, among them those of
    /// the writing direction), line and paragraph separators, U+FFFE and U+FFFF. White space between values
    /// stays.
    ///
    /// Two format characters stay because names are spelt with them: the zero-width joiner and non-joiner.
    package var withEscapedControls: String {
        guard utf8.contains(where: { $0 >= 0x7F }) else { return self }
        var text = ""
        text.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            if scalar.mustBeEscaped {
                for unit in String(scalar).utf16 {
                    text += "\\u" + HexDigits.lowercase(UInt8(unit >> 8))
                    text += HexDigits.lowercase(UInt8(truncatingIfNeeded: unit))
                }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    fileprivate var mustBeEscaped: Bool {
        // JSON itself has escapes for the control characters of ASCII, but not for U+007F.
        guard value >= 0x7F else { return false }
        switch self {
        case "\u{200C}", "\u{200D}": return false
        case "\u{FFFE}", "\u{FFFF}": return true
        default: break
        }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }
}
