import KomootNavJSON

@testable import KomootNavConformance

/// What an implementation with a bug does.
enum MadeUpBug {
    /// The verdict on an implementation that has the bug; `nil` if it passes.
    static func verdict(of flag: String, over vector: Vector) -> Verdict? {
        vector.wrongAnswers?[flag].flatMap { verdict($0, over: vector) }
    }

    /// The first thing that a bug may do instead of the right answer.
    static func verdict(_ wrongAnswer: Vector.WrongAnswer, over vector: Vector) -> Verdict? {
        for alternative in wrongAnswer.alternatives where alternative != .members([:]) {
            switch alternative {
            case .crash, .anything: return .crashed(.signalled(11), lastErrors: "")
            case .hang: return .timedOut
            case .members(let members): return wrong(vector, members.mapValues(value))
            case .step(let number, let step):
                guard case .array(let steps) = vector.expected["steps"] else { return nil }
                let given = steps.prefix(number - 1) + (step.map { [$0] } ?? [])
                return wrong(vector, ["steps": .array(Array(given))])
            }
        }
        return nil
    }

    /// The verdict on an answer that is right but for some members; `nil` stands for a member that is left out.
    static func wrong(_ vector: Vector, _ changes: [String: JSONValue?]) -> Verdict {
        guard case .object(var answer) = vector.expected else { return .timedOut }
        for (name, value) in changes { answer[name] = value }
        return .wrong(answer: .object(answer))
    }

    private static func value(_ pattern: Vector.WrongAnswer.Pattern) -> JSONValue? {
        switch pattern {
        case .missing: nil
        case .exactly(let value): value
        case .among(let values): values.first
        case .beginning(let text): .string(text + "aa")
        case .textBeginning(let text): .string(text + "?")
        case .any: .string("whatever was in memory")
        }
    }
}
