/// Which part of a text each character became.
struct Alignment {
    let member: String
    /// The characters that are right in other answers.
    let trusted: Set<StreetToken>
    /// What often comes instead of characters.
    let known: [StreetToken: Set<[UInt8]>]

    /// What mostly becomes of characters of so many bytes that are changed.
    let forms: [Int: Set<CharacterWords.Form>]

    /// The most characters that one may become.
    private static let most = 6
    /// How many characters more or fewer there may be in between than in all.
    private static let detour = 8

    /// What a character may become, without looking at the answer.
    private struct Choice {
        let token: StreetToken
        let usual: [UInt8]
        let likely: [[UInt8]]
        let known: Set<[UInt8]>
        let doubt: Int
        let hasCase: Bool
    }

    func outputs(_ tokens: [StreetToken], _ text: [UInt8]) -> [[UInt8]] {
        let choices = tokens.map { token in
            let forms = forms[token.bytes.count] ?? []
            return Choice(
                token: token, usual: token.usual(in: member),
                likely: forms.compactMap { $0.output(token) }, known: known[token] ?? [],
                doubt: trusted.contains(token) ? 6 : 0,
                hasCase: token.bytes.count > 1 && token.scalar?.properties.isCased == true)
        }
        let sizes = StreetToken.all(text).flatMap { piece in
            piece.kind == .character ? [piece.bytes.count] : piece.bytes.map { _ in 1 }
        }
        // Where each piece begins in the text.
        var places = [0]
        for size in sizes { places.append(places[places.count - 1] + size) }
        // What is the same at the beginning became itself, unless the last of these was doubled.
        var same = 0
        while same < min(tokens.count, sizes.count),
            choices[same].usual[...] == text[places[same]..<places[same + 1]]
        {
            same += 1
        }
        if same > 0, same < sizes.count,
            choices[same - 1].usual[...] == text[places[same]..<places[same + 1]]
        {
            same -= 1
        }
        let rest = outputs(Array(choices.dropFirst(same)), text, Array(places.dropFirst(same)))
        return choices.prefix(same).map(\.usual) + rest
    }

    private func outputs(_ choices: [Choice], _ text: [UInt8], _ places: [Int]) -> [[UInt8]] {
        let never = Int.max / 2
        let pieceCount = places.count - 1
        var costs = [Int](repeating: never, count: pieceCount + 1)
        costs[0] = 0
        var counts: [[Int]] = []
        for (index, choice) in choices.enumerated() {
            // Not far from the straight way to the end.
            let least = max(0, index + min(0, pieceCount - choices.count) - Self.detour)
            let greatest = min(pieceCount, index + max(0, pieceCount - choices.count) + Self.detour)
            guard least <= greatest else { return choices.map(\.usual) }
            var next = [Int](repeating: never, count: pieceCount + 1)
            var taken = next
            // Backwards: what is cheapest comes early, and of two that are alike, the second is left out.
            for begin in (least...greatest).reversed() where costs[begin] < never {
                let before = costs[begin]
                for count in 0...min(Self.most, pieceCount - begin)
                where before < next[begin + count] {
                    let output = text[places[begin]..<places[begin + count]]
                    let cost = before + cost(choice, output, count)
                    if cost < next[begin + count] {
                        next[begin + count] = cost
                        taken[begin + count] = count
                    }
                }
            }
            costs = next
            counts.append(taken)
        }
        var end = pieceCount
        guard costs[end] < never else { return choices.map(\.usual) }
        var outputs: [[UInt8]] = []
        for taken in counts.reversed() {
            let count = taken[end]
            outputs.append(Array(text[places[end - count]..<places[end]]))
            end -= count
        }
        return outputs.reversed()
    }

    private func isCase(_ choice: Choice, _ output: ArraySlice<UInt8>, _ count: Int) -> Bool {
        guard count == 1 || count == 2 else { return false }
        if let byte = output.first, output.count == 1, choice.token.bytes.count == 1 {
            return (byte ^ choice.token.bytes[0]) == 0x20
                && UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        }
        // Of characters that are not ASCII, those that have cases.
        return choice.hasCase && choice.token.isCase(Array(output))
    }

    private func cost(_ choice: Choice, _ output: ArraySlice<UInt8>, _ count: Int) -> Int {
        if output.count == choice.usual.count, output == choice.usual[...] { return 0 }
        if !choice.likely.isEmpty, choice.likely.contains(where: { $0[...] == output }) { return 1 }
        if !choice.known.isEmpty, choice.known.contains(Array(output)) { return 2 }
        if isCase(choice, output, count) { return 3 + choice.doubt }
        // One, or one for each byte, is likelier than another number.
        if count == 1 { return 4 + choice.doubt }
        let isLikely = count == choice.token.bytes.count || count == 0
        return (isLikely ? 5 : 4 + 2 * count) + choice.doubt
    }
}
