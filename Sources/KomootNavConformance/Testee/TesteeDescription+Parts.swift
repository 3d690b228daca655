import KomootNav

// What a testee is judged by that does not have all of an instruction.
extension TesteeDescription {
    /// A vector as this testee is judged by it: without the members that it lacks, and with as much of the street as
    /// it keeps.
    func reduced(_ vector: Vector) -> Vector {
        guard isReduced(vector.operation), case .object(let expected) = vector.expected else {
            return vector
        }
        let reduced = reduced(expected)
        var wrongAnswers = vector.wrongAnswers
        for (name, wrongAnswer) in vector.wrongAnswers ?? [:] {
            let left = self.reduced(wrongAnswer, insteadOf: reduced)
            // Two bugs at once may do nothing, though one alone does.
            let isNothing = left.alternatives.allSatisfy { $0 == .members([:]) }
            wrongAnswers?[name] = isNothing && !Vector.WrongAnswer.isPair(name) ? nil : left
        }
        return Vector(
            vector, expected: .object(reduced),
            flags: vector.flags.filter {
                vector.wrongAnswers?[$0] == nil || wrongAnswers?[$0] != nil
            },
            wrongAnswers: wrongAnswers)
    }

    /// An answer without the members that this testee is not judged by.
    func reduced(_ answer: JSONValue, to operation: Vector.Operation) -> JSONValue {
        guard isReduced(operation), case .object(let members) = answer else { return answer }
        return .object(judged(members))
    }

    /// Why a case leaves nothing to judge; `nil` if it does.
    func lackOfParts(for vector: Vector) -> String? {
        if judgedMembers.isEmpty && vector.operation == .decode && vector.expected["error"] == nil {
            return "the testee has no member of an instruction"
        }
        let street: ContiguousArray<UInt8>? =
            switch vector.operation {
            case .street: vector.input.bytes("bytes")
            case .encode: vector.input.bytes("streetBytes")
            default: nil
            }
        if let street, let streetCapacity, street.count > streetCapacity {
            return "the testee keeps \(streetCapacity) bytes of a street"
        }
        return nil
    }

    /// What is not judged in any case, in words.
    var unjudgedParts: [String] {
        let names = InstructionMember.allCases.filter { !judgedMembers.contains($0) }
            .map(\.rawValue)
        let members = names.isEmpty ? [] : ["instruction: \(names.joined(separator: ", "))"]
        let street = streetCapacity.map { ["street: what follows \($0) bytes"] } ?? []
        let isTextless = layers.contains("codec") && !features.contains(.street)
        let text = isTextless && !judgedMembers.contains(.street)
        let give = "give the member or the feature `street`"
        return (text ? ["your text of ill-formed streets was not judged: \(give)"] : [])
            + (members + street).map { "left out of each \($0)" }
    }

    private func isReduced(_ operation: Vector.Operation) -> Bool {
        (members != nil || streetCapacity != nil)
            && (operation == .decode || operation == .notification)
    }

    /// A testee that does not keep the whole street can't say where its first fault is.
    private var judgedMembers: Set<InstructionMember> {
        let members = members ?? Set(InstructionMember.allCases)
        return streetCapacity == nil ? members : members.subtracting([.strictErrorOffset])
    }

    private func judged<Value>(_ members: [String: Value]) -> [String: Value] {
        members.filter { name, _ in
            InstructionMember(rawValue: name).map(judgedMembers.contains) ?? true
        }
    }

    private func reduced(_ members: [String: JSONValue]) -> [String: JSONValue] {
        judged(streetCapacity.map { members.keeping($0) } ?? members)
    }

    /// What a bug does that shows.
    private func reduced(
        _ wrongAnswer: Vector.WrongAnswer, insteadOf expected: [String: JSONValue]
    ) -> Vector.WrongAnswer {
        let alternatives = wrongAnswer.alternatives.map { alternative in
            guard case .members(let members) = alternative else { return alternative }
            // Where a text is cut, only its bytes tell: what is repaired has others.
            let exact = members.compactMapValues { pattern -> JSONValue? in
                if case .exactly(let value) = pattern { value } else { nil }
            }
            let kept = streetCapacity.map { exact.keeping($0) } ?? exact
            let left = judged(members).map { name, pattern in
                let other = streetCapacity.map { pattern.keeping($0, of: name) } ?? pattern
                return (name, kept[name].map(Vector.WrongAnswer.Pattern.exactly) ?? other)
            }
            return .members(
                Dictionary(uniqueKeysWithValues: left).filter { name, pattern in
                    pattern != expected[name].map(Vector.WrongAnswer.Pattern.exactly) ?? .missing
                })
        }
        return Vector.WrongAnswer(alternatives: alternatives)
    }
}

extension Vector.WrongAnswer.Pattern {
    /// The values that a member of an instruction may have if only the first bytes of the street are kept.
    fileprivate func keeping(_ capacity: Int, of name: String) -> Self {
        func kept(_ value: JSONValue) -> JSONValue {
            [name: value].keeping(capacity)[name] ?? value
        }
        return switch self {
        case .missing, .any: self
        case .exactly(let value): .exactly(kept(value))
        case .among(let values): .among(values.map(kept))
        case .textBeginning(let text):
            kept(.string(text)) == .string(text) ? self : .exactly(kept(.string(text)))
        case .beginning(let text):
            kept(.string(text)) == .string(text) ? self : .exactly(kept(.string(text)))
        }
    }
}

extension [String: JSONValue] {
    /// The members of an instruction with a street of which only the first bytes are kept, and as text only whole
    /// characters.
    fileprivate func keeping(_ capacity: Int) -> Self {
        var kept = self
        if let bytes = JSONValue.object(self).bytes("streetBytes") {
            guard bytes.count > capacity else { return self }
            let prefix = ContiguousArray(bytes.prefix(capacity))
            kept["streetBytes"] = .bytes(prefix)
            if self["street"] != nil { kept["street"] = .string(prefix.shownText) }
        } else if let street = self["street"]?.string, street.utf8.count > capacity {
            kept["street"] = .string(ContiguousArray(street.utf8.prefix(capacity)).shownText)
        }
        return kept
    }
}

extension ContiguousArray<UInt8> {
    /// The text that is shown of a street.
    var shownText: String {
        // This policy refuses nothing.
        (try? StreetView(span).text(.dropIncompleteTail)) ?? ""
    }
}

extension String {
    /// The text or, if it is longer than `length`, its beginning, and how many characters it has. A character is a
    /// Unicode scalar here: any number of them may be one letter with its accents.
    func beginning(_ length: Int) -> String {
        // A megabyte is not walked through for its beginning alone.
        guard utf8.count > length else { return self }
        let scalars = unicodeScalars
        guard scalars.count > length else { return self }
        return "\(String(scalars.prefix(length)))… (\(scalars.count) characters)"
    }
}
