import KomootNav

/// A character of a street, or bytes that are none, and where it is.
struct StreetToken: Hashable {
    /// What the bytes are.
    enum Kind: Hashable {
        case character
        /// Bytes that no character has: one U+FFFD is shown for them.
        case fault
        /// An overlong sequence, a surrogate, or a number beyond U+10FFFF: one U+FFFD is shown for each byte. A lenient
        /// decoder takes it for a character.
        case lookalike
        /// The beginning of a character, at the end of the street: it is not shown.
        case cut
        /// The same, where a testee keeps no more of the street.
        case cutOff
    }

    /// Where a character may be, if what becomes of it depends on that.
    enum Place: String, Hashable, CaseIterable {
        case end, beginning, edge, repetition, mark, word

        /// The words for characters in this place, and in any other.
        func words(_ isThere: Bool) -> String {
            switch (self, isThere) {
            case (.end, true): " at the end"
            case (.end, false): " before the end"
            case (.beginning, true): " at the beginning"
            case (.beginning, false): " after the beginning"
            case (.edge, true): " at the beginning or the end"
            case (.edge, false): " between others"
            case (.repetition, true): " after one that is the same"
            case (.repetition, false): " after another"
            case (.mark, true): " before a combining mark"
            case (.mark, false): " before no combining mark"
            case (.word, true): " at the beginning of a word"
            case (.word, false): " in a word"
            }
        }
    }

    let bytes: [UInt8]
    let kind: Kind
}

extension StreetToken {
    /// The character; `nil` if it is none.
    var scalar: Unicode.Scalar? {
        kind == .character ? String(decoding: bytes, as: UTF8.self).unicodeScalars.first : nil
    }

    /// What is shown of it in a member: the bytes, or the text.
    func usual(in member: String) -> [UInt8] {
        guard member != Observation.streetName else { return bytes }
        return switch kind {
        case .character: bytes
        case .fault: Self.replacement
        case .lookalike: forEachByte(Self.replacement)
        case .cut, .cutOff: []
        }
    }

    /// A text as often as there are bytes.
    func forEachByte(_ text: [UInt8]) -> [UInt8] {
        Array(repeatElement(text, count: bytes.count).joined())
    }

    /// Whether the character became a capital, or small.
    func isCase(_ output: [UInt8]) -> Bool {
        output != bytes && !output.isEmpty
            && String(decoding: output, as: UTF8.self).lowercased()
                == String(decoding: bytes, as: UTF8.self).lowercased()
    }

    static let replacement = Array("\u{FFFD}".utf8)

    /// The characters of a street, or of its beginning.
    static func all(_ street: some Sequence<UInt8>, isWhole: Bool = true) -> [Self] {
        var tokens: [Self] = []
        var parser = Unicode.UTF8.ForwardParser()
        let bytes = Array(street)
        var iterator = bytes[...].makeIterator()
        var place = 0
        func take(_ count: Int, _ kind: Kind) {
            tokens.append(Self(bytes: Array(bytes[place..<(place + count)]), kind: kind))
            place += count
        }
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .emptyInput: return tokens
            case .valid(let encoded): take(encoded.count, .character)
            case .error(let count):
                if let size = lookalikeSize(bytes[place...]) {
                    take(size, .lookalike)
                    parser = Unicode.UTF8.ForwardParser()
                    iterator = bytes[place...].makeIterator()
                    continue
                }
                let isCut = place + count == bytes.count && (0xC2...0xF4).contains(bytes[place])
                take(count, isCut ? isWhole ? .cut : .cutOff : .fault)
            }
        }
    }

    /// How many bytes look like a character that UTF-8 does not have; `nil` if the first ones do not.
    private static func lookalikeSize(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.first, let second = bytes.dropFirst().first else { return nil }
        let size: Int? =
            switch (first, second) {
            case (0xC0...0xC1, _): 2
            case (0xE0, ..<0xA0), (0xED, 0xA0...): 3
            case (0xF0, ..<0x90), (0xF4, 0x90...), (0xF5...0xF7, _): 4
            default: nil
            }
        guard let size, bytes.count >= size,
            bytes.dropFirst().prefix(size - 1).allSatisfy({ 0x80...0xBF ~= $0 })
        else { return nil }
        return size
    }

    /// The bytes of the character for which a lenient decoder takes it; `nil` if there is none.
    var lookalike: [UInt8]? {
        guard kind == .lookalike, let first = bytes.first else { return nil }
        let bits = bytes.dropFirst().reduce(UInt32(first) & (0x7F >> UInt32(bytes.count))) {
            $0 << 6 | UInt32($1 & 0x3F)
        }
        return Unicode.Scalar(bits).map { Array(String(Character($0)).utf8) }
    }

    private var isBlank: Bool { scalar?.properties.isWhitespace == true }

    /// Whether two are alike where only the beginning or the end counts.
    private func isLike(_ other: Self) -> Bool {
        isBlank && other.isBlank || self == other || kind != .character && other.kind != .character
    }

    /// The places at which each character is. Half a character at the end that a member does not show does not count.
    static func places(_ tokens: [Self], in member: String) -> [Set<Place>] {
        let hidden =
            tokens.last?.kind == .cut && tokens.last?.usual(in: member).isEmpty == true ? 1 : 0
        let last = tokens.dropLast(hidden).last
        let ends =
            hidden + tokens.dropLast(hidden).reversed().prefix { last?.isLike($0) == true }.count
        let beginnings = tokens.prefix { $0.isLike(tokens[0]) }.count
        return tokens.indices.map { index in
            var places: Set<Place> = []
            if index >= tokens.count - ends { places.formUnion([.end, .edge]) }
            if index < beginnings { places.formUnion([.beginning, .edge]) }
            let previous = index > 0 ? tokens[index - 1] : nil
            if previous == tokens[index] { places.insert(.repetition) }
            if previous?.scalar?.properties.isAlphabetic != true { places.insert(.word) }
            let next = index + 1 < tokens.count ? tokens[index + 1].scalar : nil
            if next?.properties.generalCategory == .nonspacingMark { places.insert(.mark) }
            return places
        }
    }
}
