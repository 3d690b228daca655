#if hasFeature(Embedded)
    // Without tables, for a module that a browser loads. A picture's letters have widths of their own anyway: from
    // here on most are of East Asian scripts or emoji.
    extension Character {
        /// How many columns of a terminal it takes.
        var displayWidth: Int {
            guard let first = unicodeScalars.first else { return 0 }
            return first.value >= 0x2E80 ? 2 : 1
        }
    }
#else
    extension Unicode.Scalar {
        /// How many columns of a terminal the character takes by itself.
        ///
        /// Marks that are written over or below a letter take none, nor do format characters. Vowel signs that have a
        /// place of their own take one, as in glibc's `wcwidth`. Characters that Unicode calls ambiguous take one, as they
        /// do outside of East Asian fonts.
        fileprivate var displayWidth: Int {
            if value < 0x300 { return 1 }
            switch properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: return 0
            default: break
            }
            switch value {
            // Vowels and final consonants of Hangul stand in the square of the first consonant.
            case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
            default: return WideCharacters.contains(self) ? 2 : 1
            }
        }

        /// Whether it makes an emoji of the character before it, or another one: the variation selector, the joiner, the
        /// keycap, and skin tones.
        fileprivate var makesEmoji: Bool {
            self == "\u{FE0F}" || self == "\u{200D}" || self == "\u{20E3}"
                || properties.isEmojiModifier
        }
    }

    extension Character {
        /// How many columns of a terminal it takes. An emoji of several characters takes two, as Unicode Standard Annex 11
        /// says of those with a variation selector.
        var displayWidth: Int {
            if isASCII { return 1 }
            let scalars = unicodeScalars
            guard let first = scalars.first else { return 0 }
            if first.properties.isEmoji && scalars.dropFirst().contains(where: { $0.makesEmoji }) {
                return 2
            }
            return scalars.reduce(0) { $0 + $1.displayWidth }
        }
    }
#endif

extension String {
    /// How many columns of a terminal the text takes; it has no control characters.
    package var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

    /// The text or, if it takes more columns, as much of its beginning as fits, with an ellipsis in the last one.
    package func cut(toColumns columns: Int) -> String {
        guard displayWidth > columns else { return self }
        return beginning(columns: columns - 1) + "…"
    }

    /// The text in lines of at most this many columns, which is 2 or more. It is broken at blanks and, where a word
    /// is longer than a line, inside it.
    func lines(ofColumns columns: Int) -> [String] {
        var lines: [String] = []
        var rest = self[...]
        while rest.displayWidth > columns {
            var line = Substring(String(rest).beginning(columns: columns))
            // A letter with more columns than a line has a line of its own.
            if line.isEmpty { line = rest.prefix(1) }
            let next = rest.dropFirst(line.count)
            if next.first != " ", let blank = line.lastIndex(of: " "), blank > line.startIndex {
                line = line[..<blank]
            }
            lines.append(String(line))
            rest = rest.dropFirst(line.count)
            while rest.first == " " { rest.removeFirst() }
        }
        if !rest.isEmpty || lines.isEmpty { lines.append(String(rest)) }
        return lines
    }

    /// As many whole characters from the beginning as fit.
    private func beginning(columns: Int) -> String {
        var width = 0
        return String(
            prefix { character in
                width += character.displayWidth
                return width <= columns
            })
    }
}

extension Substring {
    fileprivate var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }
}

/// The characters that take two columns of a terminal.
///
/// Source: `EastAsianWidth.txt` of the Unicode Character Database, version 18.0: the values W and F. Ranges
/// between which fewer than 64 code points lie are joined if all of those are unassigned.
enum WideCharacters {
    /// Whether a character takes two columns.
    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        let code = scalar.value
        guard code >= ranges[0].first else { return false }
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].last < code { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].first <= code
    }

    private static let ranges: [(first: UInt32, last: UInt32)] = [
        (0x1100, 0x115F), (0x231A, 0x231B), (0x2329, 0x232A), (0x23E9, 0x23EC), (0x23F0, 0x23F0),
        (0x23F3, 0x23F3), (0x25FD, 0x25FE), (0x2614, 0x2615), (0x2630, 0x2637), (0x2648, 0x2653),
        (0x267F, 0x267F), (0x268A, 0x268F), (0x2693, 0x2693), (0x26A1, 0x26A1), (0x26AA, 0x26AB),
        (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE), (0x26D4, 0x26D4), (0x26EA, 0x26EA),
        (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA), (0x26FD, 0x26FD), (0x2705, 0x2705),
        (0x270A, 0x270B), (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755),
        (0x2757, 0x2757), (0x2795, 0x2797), (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2B1B, 0x2B1C),
        (0x2B50, 0x2B50), (0x2B55, 0x2B55), (0x2E80, 0x303E), (0x3041, 0x3247), (0x3250, 0xA4C6),
        (0xA960, 0xA97C), (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFE10, 0xFE19), (0xFE30, 0xFE6B),
        (0xFF01, 0xFF60), (0xFFE0, 0xFFE6), (0x16FE0, 0x18D20), (0x18D80, 0x191D2),
        (0x1AFF0, 0x1B2FB), (0x1D300, 0x1D376), (0x1F004, 0x1F004), (0x1F0CF, 0x1F0CF),
        (0x1F18E, 0x1F18E), (0x1F191, 0x1F19A), (0x1F1AE, 0x1F1AE), (0x1F200, 0x1F265),
        (0x1F300, 0x1F320), (0x1F32D, 0x1F335), (0x1F337, 0x1F37C), (0x1F37E, 0x1F393),
        (0x1F3A0, 0x1F3CA), (0x1F3CF, 0x1F3D3), (0x1F3E0, 0x1F3F0), (0x1F3F4, 0x1F3F4),
        (0x1F3F8, 0x1F43E), (0x1F440, 0x1F440), (0x1F442, 0x1F4FC), (0x1F4FF, 0x1F53D),
        (0x1F54B, 0x1F54E), (0x1F550, 0x1F567), (0x1F57A, 0x1F57A), (0x1F595, 0x1F596),
        (0x1F5A4, 0x1F5A4), (0x1F5FB, 0x1F64F), (0x1F680, 0x1F6C5), (0x1F6CC, 0x1F6CC),
        (0x1F6D0, 0x1F6D2), (0x1F6D5, 0x1F6DF), (0x1F6EB, 0x1F6EC), (0x1F6F4, 0x1F6FC),
        (0x1F7DA, 0x1F7DA), (0x1F7E0, 0x1F7F0), (0x1F90C, 0x1F93A), (0x1F93C, 0x1F945),
        (0x1F947, 0x1F9FF), (0x1FA70, 0x1FAFA), (0x20000, 0x3FFFD),
    ]
}
