extension Vector {
    /// What an implementation with a bug does instead of the right answer: one of several things, where the bug
    /// reads or writes memory that is not its own.
    package struct WrongAnswer: Hashable, Sendable {
        /// All that may come.
        package let alternatives: [Alternative]

        package init(alternatives: [Alternative]) { self.alternatives = alternatives }

        /// Whether the name stands for two bugs at once: `one+other`.
        package static func isPair(_ name: String) -> Bool { name.utf8.contains(UInt8(ascii: "+")) }

        /// One thing that may come.
        package enum Alternative: Hashable, Sendable {
            /// The implementation ends.
            case crash
            /// It never answers.
            case hang
            /// Anything: it ends, or never answers, or its answer is wrong in any member, or right.
            case anything
            /// These members of the answer differ. If there are none, the answer is right.
            case members([String: Pattern])
            /// This step, counted from 1, is the first that differs; `nil` if there are no more steps.
            case step(Int, JSONValue?)
        }

        /// The values that a member may have.
        package enum Pattern: Hashable, Sendable {
            /// The member is missing.
            case missing
            /// This value.
            case exactly(JSONValue)
            /// One of these values.
            case among([JSONValue])
            /// Bytes in hexadecimal that begin so; none of those that follow is zero.
            case beginning(String)
            /// A text that begins so; no character that follows is U+0000.
            case textBeginning(String)
            /// Any value, or none.
            case any
        }
    }
}

extension Vector.WrongAnswer {
    /// Reads the JSON form; `nil` if it is something else.
    package init?(_ json: JSONValue) {
        let forms = if case .array(let forms) = json { forms } else { [json] }
        let alternatives = forms.compactMap(Alternative.init)
        guard !alternatives.isEmpty, alternatives.count == forms.count else { return nil }
        self.alternatives = alternatives
    }
}

extension Vector.WrongAnswer.Alternative {
    fileprivate init?(_ json: JSONValue) {
        switch json {
        case .string("crash"): self = .crash
        case .string("hang"): self = .hang
        case .string("anything"): self = .anything
        case .object(let members):
            if case .object(let steps) = members["steps"] {
                guard members.count == 1, steps.count == 1, let (text, step) = steps.first,
                    let number = Int(text), number >= 1
                else { return nil }
                self = .step(number, step == .null ? nil : step)
            } else {
                self = .members(members.mapValues(Vector.WrongAnswer.Pattern.init))
            }
        case .null, .bool, .number, .fraction, .string, .array: return nil
        }
    }
}

extension Vector.WrongAnswer.Pattern {
    fileprivate init(_ json: JSONValue) {
        guard case .object(let members) = json, members.count == 1,
            let (name, value) = members.first
        else {
            self = json == .null ? .missing : .exactly(json)
            return
        }
        switch (name, value) {
        case ("any", .bool(true)): self = .any
        case ("begins", .string(let text)): self = .beginning(text)
        case ("beginsText", .string(let text)): self = .textBeginning(text)
        case ("among", .array(let values)): self = .among(values)
        default: self = .exactly(json)
        }
    }

    /// Whether a member may have this value; `nil` stands for a member that is missing.
    package func fits(_ value: JSONValue?) -> Bool {
        switch self {
        case .missing: value == nil
        case .exactly(let exact): value == exact
        case .among(let values): value.map(values.contains) ?? false
        case .beginning(let text): value?.string.map { $0.continues(text) } ?? false
        case .textBeginning(let text):
            value?.string.map { given in
                let scalars = given.unicodeScalars
                return scalars.starts(with: text.unicodeScalars)
                    && !scalars.dropFirst(text.unicodeScalars.count).contains("\0")
            } ?? false
        case .any: true
        }
    }

    /// Whether the right value is excluded.
    package var isCertain: Bool {
        switch self {
        case .missing, .exactly: true
        case .among, .beginning, .textBeginning, .any: false
        }
    }
}

extension String {
    /// Whether these bytes, in hexadecimal, are others and more, none of which is zero.
    fileprivate func continues(_ beginning: String) -> Bool {
        guard hasPrefix(beginning) else { return false }
        var rest = dropFirst(beginning.utf8.count)
        while !rest.isEmpty, !rest.hasPrefix("00") { rest = rest.dropFirst(2) }
        return rest.isEmpty
    }
}
