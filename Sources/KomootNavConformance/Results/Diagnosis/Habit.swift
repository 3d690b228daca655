public import KomootNavPipe

/// Something that a testee does in every case of an operation, right or wrong.
///
/// A testee that answers every street with an empty one agrees by chance with each bug that empties some streets. What it
/// does everywhere explains more.
public struct Habit: Hashable, Sendable {
    /// What a testee may always do.
    public enum Kind: Hashable, Sendable {
        /// It ends, never answers, or writes something else than an answer.
        case noAnswer
        /// The same, but only if there is an instruction to show.
        case noInstruction
        /// The same, but only if a member of the right answer has this value.
        case noAnswerWith(member: String, JSONValue)
        /// A member has this value, or is missing.
        case constant(member: String, JSONValue?)
        /// A member is wrong.
        case wrong(member: String)
        /// Streets of more than so many bytes are cut to that length.
        case cutStreet(byteCount: Int)
        /// Streets end before their first zero byte.
        case streetEndsAtZero
        /// The street is read from this byte of the object, whatever its layout.
        case streetBegins(byte: Int)
    }

    /// What it does.
    public let kind: Kind
    /// In which operations.
    public let operations: [Vector.Operation]
}

extension Habit: CustomStringConvertible {
    /// The habit as a sentence without its end: "decode: arrow is always 0".
    public var description: String {
        "\(operations.map(\.rawValue).joined(separator: ", ")): \(kind)"
    }
}

extension Habit.Kind: CustomStringConvertible {
    /// The habit as a sentence without its end: "arrow is always 0".
    public var description: String {
        switch self {
        case .noAnswer: "there is never a valid answer"
        case .noInstruction: "there is never a valid instruction"
        case .noAnswerWith(let member, let value):
            "there is never a valid answer if \(member) is \(value)"
        case .constant(let member, nil): "\(member) is always missing"
        case .constant(let member, let value?): "\(member) is always \(value)"
        case .wrong(let member): "\(member) is always wrong"
        case .cutStreet(let count): "a street of more than \(count) bytes is always cut"
        case .streetEndsAtZero: "a street always ends before its first zero byte"
        case .streetBegins(let byte): "the street is always read from byte \(byte)"
        }
    }
}

extension Habit.Kind {
    private static let street = "street"
    private static let strictErrorOffset = "strictErrorOffset"
    /// How often something must be seen to be taken for a habit.
    private static let leastCount = 3

    /// What may be habits: of what is wrong with each member, what comes most often.
    static func candidates(_ observations: [(CaseResult, Observation)]) -> [Self] {
        var counts: [String: [Self: Int]] = [:]
        for (result, observation) in observations {
            for (subject, kind) in shown(by: observation, result.vector) {
                counts[subject, default: [:]][kind, default: 0] += 1
            }
        }
        let best = counts.values.compactMap { kinds in
            kinds.max { ($0.value, $0.key.description) < ($1.value, $1.key.description) }
        }
        return best.filter { $0.value >= leastCount }.map(\.key)
    }

    /// The habits that one case may show, each with its subject.
    private static func shown(by observation: Observation, _ vector: Vector) -> [(String, Self)] {
        switch observation {
        case .right, .differsFromStep: return []
        case .breakdown:
            var habits = [("answer", Self.noAnswer), ("instruction", .noInstruction)]
            if let arrow = vector.expected[Observation.arrowName] {
                let name = Observation.arrowName
                habits.append((name, .noAnswerWith(member: name, arrow)))
            }
            // Other streets are too many to look for one.
            let name = Observation.streetName
            if let street = vector.expected[name], street == .string("") {
                habits.append((name, .noAnswerWith(member: name, street)))
            }
            return habits
        case .differs(let members):
            let values = members.flatMap { member, value in
                [
                    (member, Self.constant(member: member, value)),
                    ("any \(member)", .wrong(member: member)),
                ]
            }
            guard let given = members[Observation.streetName]??.string,
                let right = vector.expected[Observation.streetName]?.string
            else { return values }
            return values + shown(byStreet: given, insteadOf: right, vector)
        }
    }

    private static func shown(
        byStreet given: String, insteadOf right: String, _ vector: Vector
    ) -> [(String, Self)] {
        var habits: [(String, Self)] = []
        if given == beginning(of: right) { habits.append(("zero", .streetEndsAtZero)) }
        guard !given.isEmpty else { return habits }
        if right.hasPrefix(given) {
            habits.append(("cut", .cutStreet(byteCount: given.utf8.count / 2)))
        }
        // Byte 21 is a bug of its own.
        if let object = vector.input["bytes"]?.string, object.hasSuffix(given),
            !given.hasPrefix(right)
        {
            let byte = (object.utf8.count - given.utf8.count) / 2
            if byte != 21 { habits.append(("beginning", .streetBegins(byte: byte))) }
        }
        return habits
    }

    /// What a street holds before its first zero byte.
    private static func beginning(of street: String) -> String {
        var bytes = street[...]
        var beginning = ""
        while !bytes.isEmpty, !bytes.hasPrefix("00") {
            beginning += bytes.prefix(2)
            bytes = bytes.dropFirst(2)
        }
        return beginning
    }

    /// What the habit has to do with what a testee did with a case; `nil` if nothing.
    func relation(to observation: Observation, _ vector: Vector) -> Relation? {
        guard var relation = relationIfSeen(to: observation, vector) else { return nil }
        // A habit shows every time.
        if !relation.conflicts.isEmpty { relation = Relation(isContradicted: true) }
        relation.canBeHidden = false
        return relation
    }

    private func relationIfSeen(to observation: Observation, _ vector: Vector) -> Relation? {
        guard case .object(let expected) = vector.expected else { return nil }
        switch self {
        case .noInstruction where expected[Observation.arrowName] == nil: return nil
        case .noAnswerWith(let member, let value) where expected[member] != value: return nil
        case .noAnswer, .noInstruction, .noAnswerWith:
            return Relation([.crash, .hang], to: observation)
        case .constant(let member, let value):
            // A refusal has no other member than the error.
            guard expected[member] != value, value == nil || expected["error"] == nil else {
                return nil
            }
            let pattern = value.map(Vector.WrongAnswer.Pattern.exactly) ?? .missing
            return Relation([.members([member: pattern])], to: observation)
        case .wrong(let member):
            guard expected[member] != nil else { return nil }
            switch observation {
            case .differs(let members) where members[member] != nil:
                return Relation(unexplained: [member: Relation.Cost.habit])
            case .right, .differs: return Relation(isContradicted: true)
            case .breakdown, .differsFromStep: return nil
            }
        case .cutStreet(let count):
            guard let right = expected[Observation.streetName]?.string, right.utf8.count > 2 * count
            else { return nil }
            return relation(toStreet: String(right.prefix(2 * count)), observation)
        case .streetEndsAtZero:
            guard let right = expected[Observation.streetName]?.string,
                case let beginning = Self.beginning(of: right), beginning != right
            else { return nil }
            return relation(toStreet: beginning, observation)
        case .streetBegins(let byte):
            guard let right = expected[Observation.streetName]?.string,
                let object = vector.input["bytes"]?.string,
                case let street = String(object.dropFirst(2 * byte)), street != right
            else { return nil }
            return relation(toStreet: street, observation)
        }
    }

    /// The relation of a habit that shows this instead of the right street.
    private func relation(toStreet street: String, _ observation: Observation) -> Relation? {
        let members: [String: Vector.WrongAnswer.Pattern] = [
            Observation.streetName: .exactly(.string(street)), Self.street: .any,
            Self.strictErrorOffset: .any,
        ]
        return Relation([.members(members)], to: observation)
    }
}
