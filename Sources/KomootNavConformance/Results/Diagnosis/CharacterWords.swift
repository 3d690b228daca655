import KomootNavRecording

/// What becomes of characters, in words.
struct CharacterWords {
    let member: String
    let changes: [CharacterMap.Key: [UInt8]]
    /// The characters in all answers, by where they are.
    let seen: [Place: Set<StreetToken>]

    /// Where characters are: in a place, or anywhere else.
    struct Place: Hashable {
        let place: StreetToken.Place?
        let isThere: Bool
    }

    /// What many characters become.
    enum Form: Hashable {
        case nothing, itself, bytes, latin1, lowByte, capital, small, lookalike
        case text([UInt8]), forEachByte([UInt8])
        /// One text for all bytes of what only looks like a character.
        case together([UInt8])

        static let general = [
            nothing, itself, bytes, latin1, lowByte, capital, small, lookalike,
        ]

        func output(_ token: StreetToken) -> [UInt8]? {
            func text(_ scalars: some Sequence<UInt8>) -> [UInt8] {
                Array(String(String.UnicodeScalarView(scalars.map { Unicode.Scalar($0) })).utf8)
            }
            switch self {
            case .nothing: return []
            case .itself: return token.kind == .character ? nil : token.bytes
            case .bytes: return text(token.bytes)
            case .latin1: return token.scalar.flatMap { UInt8(exactly: $0.value) }.map { [$0] }
            case .lowByte: return token.scalar.map { text([UInt8($0.value & 0xFF)]) }
            case .forEachByte(let text): return token.forEachByte(text)
            case .capital: return token.scalar.map { Array($0.properties.uppercaseMapping.utf8) }
            case .small: return token.scalar.map { Array($0.properties.lowercaseMapping.utf8) }
            case .lookalike: return token.lookalike
            case .text(let text):
                return token.kind == .lookalike ? token.forEachByte(text) : text
            case .together(let text): return token.kind == .lookalike ? text : nil
            }
        }

        func words(_ isOne: Bool) -> String {
            let (become, are) = isOne ? ("becomes", "is") : ("become", "are")
            let stays = isOne ? "stays" : "stay"
            return switch self {
            case .nothing: "\(are) left out"
            case .itself: "\(stays) as \(isOne ? "it" : "they") \(are)"
            case .bytes: "\(are) shown as the characters that each byte is in Latin-1"
            case .latin1: "\(become) \(isOne ? "one byte" : "bytes") of Latin-1"
            case .lowByte:
                "\(become) what the low byte of \(isOne ? "its number" : "their numbers") is"
            case .forEachByte(let text): "\(become) \(CharacterWords.quoted(text)) for each byte"
            case .capital: "\(become) \(isOne ? "a capital" : "capitals")"
            case .small: "\(become) small"
            case .lookalike:
                "\(become) the \(isOne ? "character that its" : "characters that their") bits encode"
            case .text(let text), .together(let text):
                "\(become) \(CharacterWords.quoted(text))"
            }
        }
    }

    /// A group of characters of which the same becomes.
    private struct Group: Hashable {
        let form: Form
        let at: Place
    }

    /// Characters that have a name together.
    private static let classes: [(name: String, contains: @Sendable (StreetToken) -> Bool)] = [
        ("half a character at the end", { $0.kind == .cut }),
        ("half a character where the street is cut", { $0.kind == .cutOff }),
        ("half a character", { [.cut, .cutOff].contains($0.kind) }),
        ("surrogates", { $0.kind == .lookalike && $0.bytes[0] == 0xED }),
        ("overlong sequences", { $0.kind == .lookalike && $0.lookalike != nil }),
        ("sequences beyond U+10FFFF", { $0.kind == .lookalike && $0.bytes[0] > 0xF3 }),
        ("what begins no character", { [.fault, .lookalike].contains($0.kind) }),
        ("what is not UTF-8", { $0.kind != .character }),
        ("blanks", { $0.bytes == [0x20] }),
        (
            "ASCII control characters",
            { $0.scalar.map { $0.isASCII && $0.properties.generalCategory == .control } ?? false }
        ),
        ("combining marks", { $0.scalar?.properties.generalCategory == .nonspacingMark }),
        ("ASCII letters", { $0.scalar.map { $0.isASCII && $0.properties.isAlphabetic } ?? false }),
        ("characters of four bytes", { $0.kind == .character && $0.bytes.count == 4 }),
        ("characters of three or four bytes", { $0.kind == .character && $0.bytes.count > 2 }),
        ("characters beyond Latin-1", { $0.scalar.map { $0.value > 0xFF } ?? false }),
        ("letters", { $0.scalar?.properties.isAlphabetic == true }),
        ("characters that are not ASCII", { $0.kind == .character && $0.bytes.count > 1 }),
        ("bytes that are not ASCII", { $0.bytes.contains { $0 > 0x7F } }),
        ("characters", { $0.kind == .character }),
    ]
    /// The fewest characters that are named together.
    private static let leastTogether = 3
    private static let shownCount = 5
    /// How many characters an exception outweighs.
    private static let priceOfException = 3

    /// All that becomes of characters.
    var text: String {
        let (phrases, rest) = named
        return (phrases + listed(rest)).joined(separator: "; ")
    }

    /// Characters that are left out, not only at the end, and have no name together. More than a few make no rule: a part
    /// of the street is missing, whatever is in it.
    var leftOutWithoutRule: Set<CharacterMap.Key> {
        let leftOut = named.rest.filter { key, output in
            output.isEmpty && !(key.isThere && key.place == .end)
        }
        let keys = Set(leftOut.keys)
        return keys.count > Self.shownCount ? keys : []
    }

    /// What becomes of characters that have a name together, and what of the rest.
    private var named: (phrases: [String], rest: [CharacterMap.Key: [UInt8]]) {
        var rest = changes
        var phrases: [String] = []
        var told: Set<CharacterMap.Key> = []
        while let (phrase, keys) = best(of: rest, told) {
            phrases.append(phrase)
            for key in keys { rest[key] = nil }
            told.formUnion(keys)
        }
        return (phrases, rest)
    }

    private func usual(_ token: StreetToken) -> [UInt8] { token.usual(in: member) }

    /// What becomes of the most characters that have a name together.
    private func best(
        of rest: [CharacterMap.Key: [UInt8]], _ told: Set<CharacterMap.Key>
    ) -> (phrase: String, keys: [CharacterMap.Key])? {
        var groups: [Group: [CharacterMap.Key]] = [:]
        for (key, output) in rest {
            let ofByte = Array(output.prefix(output.count / max(1, key.token.bytes.count)))
            let texts: [Form] =
                key.token.kind == .lookalike
                ? [.text(ofByte), .together(output)] : [.text(output)]
            for form in Form.general + texts + [.forEachByte(ofByte)]
            where form.output(key.token) == output {
                let at = Place(place: key.place, isThere: key.isThere)
                let group = Group(form: form, at: at)
                groups[group, default: []].append(key)
            }
        }
        var best: (phrase: String, keys: [CharacterMap.Key], rank: [Int])?
        for (group, keys) in groups {
            let told = Set(
                told.filter { Place(place: $0.place, isThere: $0.isThere) == group.at }.map(\.token)
            )
            for (place, one) in Self.classes.enumerated() {
                let together = keys.filter { one.contains($0.token) }
                guard let exceptions = exceptions(from: one, together, group, told) else {
                    continue
                }
                let form = Form.general.firstIndex(of: group.form) ?? Form.general.count
                // A smaller class without exceptions tells more.
                let isWhole = exceptions == 0
                let count = together.count { isWhole || $0.token.kind == .character }
                let rank = [Self.priceOfException * exceptions - count, form, place]
                let other = told.contains(where: one.contains) ? "other " : ""
                let phrase = phrase(other + one.name, group)
                if let best, !rank.lexicographicallyPrecedes(best.rank),
                    rank != best.rank || phrase >= best.phrase
                {
                    continue
                }
                best = (phrase, together, rank)
            }
        }
        return best.map { ($0.phrase, $0.keys) }
    }

    /// How many more characters a class has, of those that would change; `nil` if they are not nearly all.
    private func exceptions(
        from one: (name: String, contains: @Sendable (StreetToken) -> Bool),
        _ keys: [CharacterMap.Key], _ group: Group, _ told: Set<StreetToken>
    ) -> Int? {
        guard !keys.isEmpty else { return nil }
        let isOne = keys.allSatisfy { $0.token.kind != .character || $0.token == Self.blank }
        guard isOne || keys.count >= Self.leastTogether else { return nil }
        let all = (seen[group.at] ?? []).filter { token in
            one.contains(token) && (!told.contains(token) || keys.contains { $0.token == token })
                && group.form.output(token).map { $0 != usual(token) } ?? false
        }
        guard 10 * keys.count >= 9 * all.count else { return nil }
        return all.count { $0.kind == .character } - keys.count { $0.token.kind == .character }
    }

    private func phrase(_ name: String, _ group: Group) -> String {
        let isOne = name.contains("what ") || name.hasPrefix("half")
        let place =
            name.hasPrefix("half") ? "" : group.at.place?.words(group.at.isThere) ?? ""
        return "\(name)\(place) \(group.form.words(isOne))"
    }

    private static let blank = StreetToken(bytes: [0x20], kind: .character)

    /// Some of the characters that have no name together.
    private func listed(_ rest: [CharacterMap.Key: [UInt8]]) -> [String] {
        let sorted = rest.map { key, output in
            (key: key, place: key.place?.words(key.isThere) ?? "", output: output)
        }.sorted { one, other in
            one.key.token.bytes == other.key.token.bytes
                ? ("\(one.key.token.kind)", one.place) < ("\(other.key.token.kind)", other.place)
                : one.key.token.bytes.lexicographicallyPrecedes(other.key.token.bytes)
        }
        guard !sorted.isEmpty else { return [] }
        let words = sorted.prefix(Self.shownCount).map { key, place, output in
            let isOne = key.token.bytes.count == 1 || key.token.kind == .character
            let form: Form =
                output.isEmpty ? .nothing : output == key.token.bytes ? .itself : .text(output)
            return "\(Self.quoted(key.token.bytes))\(place) \(form.words(isOne))"
        }
        let more = sorted.count - words.count
        return [
            words.joined(separator: ", ") + (more > 0 ? " and \(counted(more, "other"))" : "")
        ]
    }

    private static func quoted(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else {
            return "the " + (bytes.count == 1 ? "byte " : "bytes ")
                + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
                .joined(separator: " ")
        }
        return "\(JSONValue.string(text))"
    }
}
