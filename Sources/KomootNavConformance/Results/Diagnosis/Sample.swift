/// A case, or a step of one, and what is known of it.
struct Sample {
    /// The case.
    let id: String
    /// What it was asked to do.
    let operation: Vector.Operation
    /// What it has, by name: values of the input, of the right answer, and of what came before.
    var features: [String: JSONValue] = [:]
    /// The members of the right answer.
    let right: [String: JSONValue]
    /// The members that the testee gave; `nil` if it broke down.
    let given: [String: JSONValue]?
    /// The members of the answer before.
    let before: [String: JSONValue]
    /// The bytes of what is read.
    var size: Int?
    /// Whether it is a step.
    var isStep = false

    /// Stands for the whole answer.
    static let answer = "the answer"

    /// The members that are wrong: the whole answer, if it is an error or should be one.
    var wrong: [String] {
        guard let given else { return [Self.answer] }
        guard given != right else { return [] }
        if Self.isError(right) != Self.isError(given) { return [Self.answer] }
        let wrong = Set(right.keys).union(given.keys).filter { right[$0] != given[$0] }
        // Of a step, most goes wrong together.
        return isStep && wrong.count > 1 ? [Self.answer] : wrong.sorted()
    }

    /// Whether what is unexplained of a case has to do with a member.
    func isUnexplained(_ member: String, _ names: Set<String>) -> Bool {
        isStep && names == [Observation.stepsName] || given == nil
            || member == Self.answer && names.contains(Observation.errorName)
            || names.contains(String(member.prefix { $0 != "." }))
    }

    /// What kind of answer is wrong, in words.
    var kindOfAnswer: String {
        guard let given else { return "there is no answer" }
        guard Self.isError(given) != Self.isError(right) else { return "the answer is wrong" }
        guard Self.isError(given) else { return Self.noError }
        return "there is the error \(given[Self.code] ?? given["error"] ?? .null)"
    }

    static let noError = "there is no error"
    /// The kind of an error.
    static let code = "error.code"

    static func isError(_ members: [String: JSONValue]) -> Bool {
        members.keys.contains { $0 == "error" || $0.hasPrefix("error.") }
    }
}

extension Sample {
    /// The samples of a case: itself, or each step up to the first that is wrong.
    static func all(_ result: CaseResult) -> [Sample] {
        let vector = result.vector
        let answer: JSONValue?
        switch result.verdict {
        case .passed: answer = vector.expected
        case .wrong(let given): answer = given
        case .crashed, .timedOut, .malformed: answer = nil
        case .skipped, .notRun: return []
        }
        if case .array(let steps) = vector.expected[Observation.stepsName] {
            return all(steps, answer.map { $0[Observation.stepsName] ?? .array([]) }, vector)
        }
        var sample = Sample(
            id: vector.id, operation: vector.operation, right: flat(vector.expected),
            given: answer.map { flat($0) },
            before: result.earlier.map { flat(.object($0.kept)) } ?? [:],
            size: vector.input.bytes("bytes")?.count)
        sample.features = described(flat(result.right), "")
            .merging(described(flat(vector.input), "input ")) { one, _ in one }
        return [sample]
    }

    private static func all(
        _ steps: [JSONValue], _ answer: JSONValue?, _ vector: Vector
    ) -> [Sample] {
        let given: [JSONValue]? = if case .array(let given) = answer { given } else { nil }
        let events: [JSONValue] =
            if case .array(let all) = vector.input["events"] { all } else { [] }
        let setting = described(flat(vector.input), "input ")
        var samples: [Sample] = []
        for (index, step) in steps.enumerated() {
            let shown = given.map { $0.indices.contains(index) ? flat($0[index]) : [:] }
            let before = index > 0 ? flat(steps[index - 1]) : [:]
            let event = events.indices.contains(index) ? flat(events[index]) : [:]
            var sample = Sample(
                id: vector.id, operation: vector.operation, right: flat(step), given: shown,
                before: before,
                size: events.indices.contains(index) ? events[index].bytes("bytes")?.count : nil)
            var features = described(event, "").merging(setting) { one, _ in one }
            features.merge(described(before, "earlier ")) { one, _ in one }
            if index > 0, events.indices.contains(index - 1) {
                features.merge(described(flat(events[index - 1]), "previous ")) { one, _ in one }
            }
            if let bytes = event["bytes"]?.string,
                let first = events[..<index].first(where: { $0["bytes"] != nil })?["bytes"]?.string
            {
                features["bytes compared with the first"] = .string(
                    bytes == first
                        ? "the same"
                        : first.hasPrefix(bytes)
                            ? "its beginning" : bytes.hasPrefix(first) ? "longer" : "others")
                let earlier = events[..<index].compactMap { $0["bytes"]?.string?.utf8.count }
                for (name, count) in [("first", earlier.first), ("last", earlier.last)] {
                    guard let count else { continue }
                    features["the size compared with the \(name)"] = .string(
                        bytes.utf8.count == count
                            ? "the same" : bytes.utf8.count < count ? "less" : "more")
                }
            }
            features.merge(described(flat(step), "right ")) { one, _ in one }
            sample.features = features
            sample.isStep = true
            samples.append(sample)
            if shown != sample.right { break }
        }
        return samples
    }

    /// What may be told of members: no long text, but how long bytes are.
    private static func described(
        _ members: [String: JSONValue], _ prefix: String
    ) -> [String: JSONValue] {
        members.reduce(into: [:]) { features, member in
            let (name, value) = member
            // Which number a phone has says nothing.
            if name == "bytes" && prefix != "previous " || name == "peer" { return }
            if name == Observation.arrowName { features[Columns.instruction] = .bool(true) }
            if name == Observation.arrowNameName, value.isReserved {
                features[Columns.reservedArrow] = value
            }
            if name == Observation.faultName {
                features[Columns.illFormedStreet] = value
            } else if name.hasSuffix("ytes") || ["object", "partial"].contains(name) {
                features[prefix + name + ".count"] = .size((value.string?.utf8.count ?? 0) / 2)
            } else if name != Observation.streetTextName {
                if case .array = value { return }
                features[prefix + name] = value
            }
        }
    }

    /// The members, and those of members that are objects.
    private static func flat(_ value: JSONValue, _ prefix: String = "") -> [String: JSONValue] {
        guard case .object(let members) = value else { return [:] }
        return members.reduce(into: [:]) { all, member in
            let name = prefix + member.key
            if case .object(let inner) = member.value, inner["notUTF8"] == nil {
                all.merge(flat(member.value, name + ".")) { one, _ in one }
            } else {
                all[name] = member.value
            }
        }
    }
}
