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
