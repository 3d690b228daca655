import KomootNav
import KomootNavRecording

/// What a testee makes of each character of a street, learned from its answers.
public struct CharacterMap: Hashable, Sendable {
    /// A character in a place.
    struct Key: Hashable {
        let token: StreetToken
        /// Where it is, and whether it is there or anywhere else; `nil` if that does not matter.
        let place: StreetToken.Place?
        let isThere: Bool
    }

    /// The member of the answer that shows it.
    let member: String
    /// How many bytes of a street are shown as text; `nil` if all are.
    let capacity: Int?
    /// What comes instead of those characters that are not shown as they should be.
    let changes: [Key: [UInt8]]
    /// The same in words.
    let words: String
    /// Those characters, wherever they are.
    let changed: Set<StreetToken>

    init(member: String, capacity: Int?, changes: [Key: [UInt8]], words: String) {
        self.member = member
        self.capacity = capacity
        self.changes = changes
        self.words = words
        changed = Set(changes.keys.map(\.token))
    }

    /// The bytes of a street that a testee keeps.
    struct Street: Hashable {
        let bytes: ContiguousArray<UInt8>
        var isWhole = true
    }

    /// The characters of a street, and where each is.
    struct Characters {
        let tokens: [StreetToken]
        let places: [Set<StreetToken.Place>]

        init(_ street: Street, in member: String) {
            tokens = StreetToken.all(street.bytes, isWhole: street.isWhole)
            places = StreetToken.places(tokens, in: member)
        }
    }

    /// The street of which the testee shows what it can; `nil` if it is empty, or there is none.
    static func street(_ result: CaseResult, _ member: String, _ capacity: Int?) -> Street? {
        guard result.vector.expected[member] != nil else { return nil }
        var street = result.street.map { Street(bytes: $0) }
        if member == Observation.streetTextName, let capacity,
            let whole = result.right.bytes(Observation.streetName)
        {
            street = Street(
                bytes: ContiguousArray(whole.prefix(capacity)), isWhole: whole.count <= capacity)
        }
        return street.flatMap { $0.bytes.isEmpty ? nil : $0 }
    }

    /// What is shown of a case's street; `nil` if it shows none.
    func value(insteadOf result: CaseResult) -> JSONValue? {
        Self.street(result, member, capacity).map { value(of: Characters($0, in: member)) }
    }

    /// What is shown of these characters.
    func value(of characters: Characters) -> JSONValue {
        var shown: [UInt8] = []
        for (token, places) in zip(characters.tokens, characters.places) {
            shown += output(token, places)
        }
        return Self.value(shown, member)
    }

    private func output(_ token: StreetToken, _ places: Set<StreetToken.Place>) -> [UInt8] {
        guard changed.contains(token) else { return token.usual(in: member) }
        if let output = changes[Key(token: token, place: nil, isThere: true)] { return output }
        for place in StreetToken.Place.allCases {
            let key = Key(token: token, place: place, isThere: places.contains(place))
            if let output = changes[key] { return output }
        }
        return token.usual(in: member)
    }

    static func value(_ bytes: [UInt8], _ member: String) -> JSONValue {
        let hexadecimal = JSONValue.bytes(ContiguousArray(bytes))
        if member == Observation.streetName { return hexadecimal }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.elementsEqual(bytes) ? .string(text) : .object(["notUTF8": hexadecimal])
    }
}
