extension CharacterMap {
    /// The longest streets of which characters are learned.
    private static let longest = 160
    /// What is right in so many of a hundred places is a rule.
    private static let mostly = 95

    /// A character that was shown, where, as what, and how often.
    private struct Sighting {
        let places: Set<StreetToken.Place>
        let output: [UInt8]
        let count: Int
    }

    /// A street, and what was shown of it.
    private struct Answer: Hashable {
        let street: Street
        let output: [UInt8]
        let isRight: Bool
    }

    /// The characters of a street, what was shown of it, and how often.
    private struct Shown {
        let characters: Characters
        let output: [UInt8]
        let isRight: Bool
        let count: Int

        var tokens: [StreetToken] { characters.tokens }
        var places: [Set<StreetToken.Place>] { characters.places }
    }

    /// Learns what becomes of characters in a member.
    ///
    /// - Returns: `nil` if no character is shown otherwise than it should be.
    init?(_ member: String, _ observations: [(CaseResult, Observation)]) {
        let isWrong = observations.contains { _, observation in
            if case .differs(let members) = observation { members[member] != nil } else { false }
        }
        guard isWrong else { return nil }
        let capacity = observations.compactMap { result, _ -> Int? in
            guard let text = result.vector.expected[Observation.streetTextName]?.string,
                result.vector.expected[Observation.streetName] == nil, !result.isIllFormed,
                result.right[Observation.streetTextName] != .string(text)
            else { return nil }
            return text.utf8.count
        }.max()
        // Many objects have the same street.
        var streets: [Street: Characters] = [:]
        var answers: [Answer: Int] = [:]
        for (result, observation) in observations {
            guard let answer = Self.answer(result, observation, member, capacity, &streets) else {
                continue
            }
            answers[answer, default: 0] += 1
        }
        let all = answers.compactMap { answer, count in
            streets[answer.street].map {
                Shown(
                    characters: $0, output: answer.output, isRight: answer.isRight, count: count)
            }
        }
        guard all.contains(where: { !$0.isRight }) else { return nil }
        var trusted: Set<StreetToken> = []
        for shown in all where shown.isRight { trusted.formUnion(shown.tokens) }
        var known: [StreetToken: Set<[UInt8]>] = [:]
        var forms: [Int: Set<CharacterWords.Form>] = [:]
        var sightings: [StreetToken: [Sighting]] = [:]
        for _ in 0..<2 {
            sightings = [:]
            let alignment = Alignment(member: member, trusted: trusted, known: known, forms: forms)
            for shown in all where shown.tokens.count <= Self.longest {
                let outputs =
                    shown.isRight
                    ? shown.tokens.map { $0.usual(in: member) }
                    : alignment.outputs(shown.tokens, shown.output)
                for (index, token) in shown.tokens.enumerated() {
                    sightings[token, default: []].append(
                        Sighting(
                            places: shown.places[index], output: outputs[index],
                            count: shown.count))
                }
            }
            forms = Self.forms(sightings, member)
            for (token, seen) in sightings {
                let (counts, all) = Self.counts(seen)
                let usual = token.usual(in: member)
                known[token] = Set(
                    counts.filter { $0.key != usual && $0.value > 1 && 3 * $0.value >= all }.keys)
            }
        }
        // Where half a character becomes a whole one, the street is not cut there.
        var changes = Self.changes(sightings, member).filter { key, output in
            key.token.kind != .cutOff || !output.starts(with: key.token.bytes)
                || output == key.token.bytes
        }
        // What never explains an answer is none.
        let draft = Self(member: member, capacity: capacity, changes: changes, words: "")
        var used: Set<Key> = []
        for shown in all where !shown.isRight {
            guard Self.value(shown.output, member) == draft.value(of: shown.characters) else {
                continue
            }
            for (token, places) in zip(shown.tokens, shown.places)
            where draft.changed.contains(token) {
                used.formUnion(draft.keys(token, places))
            }
        }
        changes = changes.filter { used.contains($0.key) }
        var seen: [CharacterWords.Place: Set<StreetToken>] = [:]
        for (token, all) in sightings {
            for places in Set(all.map(\.places)) {
                for key in draft.keys(token, places) {
                    let place = CharacterWords.Place(place: key.place, isThere: key.isThere)
                    seen[place, default: []].insert(token)
                }
            }
        }
        let leftOut = CharacterWords(member: member, changes: changes, seen: seen)
            .leftOutWithoutRule
        changes = changes.filter { !leftOut.contains($0.key) }
        guard !changes.isEmpty else { return nil }
        self.init(
            member: member, capacity: capacity, changes: changes,
            words: CharacterWords(member: member, changes: changes, seen: seen).text)
    }

    private func keys(_ token: StreetToken, _ places: Set<StreetToken.Place>) -> [Key] {
        [Key(token: token, place: nil, isThere: true)]
            + StreetToken.Place.allCases.map {
                Key(token: token, place: $0, isThere: places.contains($0))
            }
    }

    /// How often a character was shown as what, and how often it was shown.
    private static func counts(_ seen: [Sighting]) -> (ofOutputs: [[UInt8]: Int], all: Int) {
        var counts: [[UInt8]: Int] = [:]
        for one in seen { counts[one.output, default: 0] += one.count }
        return (counts, counts.values.reduce(0, +))
    }

    private static func answer(
        _ result: CaseResult, _ observation: Observation, _ member: String, _ capacity: Int?,
        _ streets: inout [Street: Characters]
    ) -> Answer? {
        guard let street = street(result, member, capacity) else { return nil }
        let right = result.vector.expected[member]
        let value: JSONValue?
        switch observation {
        case .right: value = right
        case .differs(let members) where !observation.isRefusal:
            value = members[member] ?? right
        case .differs, .breakdown, .differsFromStep: return nil
        }
        guard let output = bytes(value, member) else { return nil }
        let characters = streets[street] ?? Characters(street, in: member)
        streets[street] = characters
        // Where a street is cut, more than its characters may be others.
        if let capacity, let whole = result.right.bytes(Observation.streetName),
            whole.count > capacity,
            characters.tokens.last?.kind != .cutOff || output.count > capacity + 2
        {
            return nil
        }
        return Answer(street: street, output: output, isRight: value == right)
    }

    /// The bytes of a text, or of what is none.
    private static func bytes(_ value: JSONValue?, _ member: String) -> [UInt8]? {
        guard let value else { return nil }
        if member == Observation.streetName {
            return JSONValue.object([member: value]).bytes(member).map(Array.init)
        }
        return value.string.map { Array($0.utf8) } ?? value.bytes("notUTF8").map(Array.init)
    }

    /// What mostly becomes of characters that are changed, by how many bytes they have.
    private static func forms(
        _ sightings: [StreetToken: [Sighting]], _ member: String
    ) -> [Int: Set<CharacterWords.Form>] {
        var counts: [Int: [CharacterWords.Form: Int]] = [:]
        var all: [Int: Int] = [:]
        for (token, seen) in sightings where token.kind == .character {
            let outputs = Set(seen.map(\.output)).subtracting([token.usual(in: member)])
            guard outputs.count == 1, let output = outputs.first else { continue }
            all[token.bytes.count, default: 0] += 1
            for form in CharacterWords.Form.general where form.output(token) == output {
                counts[token.bytes.count, default: [:]][form, default: 0] += 1
            }
        }
        return counts.reduce(into: [:]) { forms, one in
            let (size, counts) = one
            forms[size] = Set(counts.filter { 2 * $0.value > all[size] ?? 0 }.keys)
        }
    }

    /// What becomes of a character everywhere, or in a place and elsewhere.
    private struct Rule {
        let place: StreetToken.Place?
        let outputs: [Key: [UInt8]]
        let count: Int
    }

    /// What comes instead of characters.
    private static func changes(
        _ sightings: [StreetToken: [Sighting]], _ member: String
    ) -> [Key: [UInt8]] {
        let all = sightings.map { ($0, rules($0, $1)) }
        // Where several places fit a character, it is the one that fits most others.
        var counts: [StreetToken.Place: Int] = [:]
        for (_, rules) in all where rules.allSatisfy({ $0.place != nil }) {
            for place in rules.compactMap(\.place) { counts[place, default: 0] += 1 }
        }
        func count(_ rule: Rule) -> Int { rule.place.flatMap { counts[$0] } ?? 0 }
        // How many more characters are left out in a place only than there and elsewhere.
        var leftOut: [StreetToken.Place: Int] = [:]
        for (_, rules) in all {
            let isAnywhere = rules.contains { $0.place == nil }
            for rule in rules where rule.outputs.count > 1 {
                guard let place = rule.place,
                    rule.outputs.contains(where: { $0.key.isThere && $0.value.isEmpty })
                else { continue }
                leftOut[place, default: 0] += isAnywhere ? -1 : 1
            }
        }
        var changes: [Key: [UInt8]] = [:]
        for (token, rules) in all {
            let ofPlace = rules.filter { $0.place != nil }.max { count($0) < count($1) }
            var rule = rules.first { $0.place == nil } ?? ofPlace
            // A character is seldom seen in each place.
            if let ofPlace, let place = ofPlace.place, ofPlace.outputs.count == 1,
                let (key, output) = ofPlace.outputs.first,
                count(ofPlace) >= leastCount && token.isCase(output)
                    || leftOut[place, default: 0] >= leastCount && key.isThere && output.isEmpty
            {
                rule = ofPlace
            }
            for (key, output) in rule?.outputs ?? [:] where output != token.usual(in: member) {
                changes[key] = output
            }
        }
        return changes
    }

    /// How many characters must depend on a place if one may that is seen in this place only.
    private static let leastCount = 3

    /// The rules that fit most of what is seen of a character.
    private static func rules(_ token: StreetToken, _ seen: [Sighting]) -> [Rule] {
        func outputs(
            _ place: StreetToken.Place?, _ isThere: Bool, _ seen: [Sighting]
        ) -> (outputs: [Key: [UInt8]], count: Int)? {
            let (counts, all) = counts(seen)
            guard let most = counts.max(by: { $0.value < $1.value }) else { return ([:], 0) }
            let key = Key(token: token, place: place, isThere: isThere)
            return 100 * most.value >= mostly * all ? ([key: most.key], most.value) : nil
        }
        var all = StreetToken.Place.allCases.compactMap { place -> Rule? in
            guard let one = outputs(place, true, seen.filter { $0.places.contains(place) }),
                let other = outputs(place, false, seen.filter { !$0.places.contains(place) })
            else { return nil }
            return Rule(
                place: place, outputs: one.outputs.merging(other.outputs) { $1 },
                count: one.count + other.count)
        }
        if let everywhere = outputs(nil, true, seen) {
            all.append(Rule(place: nil, outputs: everywhere.outputs, count: everywhere.count))
        }
        let most = all.map(\.count).max()
        return all.filter { $0.count == most }
    }
}
