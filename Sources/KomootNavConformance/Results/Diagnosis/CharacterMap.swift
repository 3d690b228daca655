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

    /// The characters of a street of which the testee shows what it can.
    static func tokens(_ result: CaseResult, _ member: String, _ capacity: Int?) -> [StreetToken]? {
        guard member == Observation.streetTextName, let capacity,
            let whole = result.right.bytes(Observation.streetName)
        else { return result.street.map { StreetToken.all($0) } }
        return StreetToken.all(whole.prefix(capacity), isWhole: whole.count <= capacity)
    }

    /// What is shown of a case's street; `nil` if it shows none.
    func value(insteadOf result: CaseResult) -> JSONValue? {
        guard result.vector.expected[member] != nil,
            let tokens = Self.tokens(result, member, capacity), !tokens.isEmpty
        else { return nil }
        var shown: [UInt8] = []
        for (token, places) in zip(tokens, StreetToken.places(tokens, in: member)) {
            shown += output(token, places)
        }
        return Self.value(shown, member)
    }

    private func output(_ token: StreetToken, _ places: Set<StreetToken.Place>) -> [UInt8] {
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
