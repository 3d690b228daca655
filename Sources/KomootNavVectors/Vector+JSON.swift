extension VectorFile {
    /// Reads a file; `nil` if a member is missing or is something else.
    init?(_ json: JSONValue) {
        guard let suite = json["suite"]?.string,
            let suiteVersion = json["suiteVersion"]?.string,
            let layer = json["layer"]?.string,
            let topic = json["topic"]?.string,
            let count = json.int("count"),
            let flags = json["flags"]?.members(Flag.init),
            let vectors = json["vectors"].flatMap(Self.vectors)
        else { return nil }
        self.init(
            suite: suite, suiteVersion: suiteVersion, layer: layer, topic: topic, count: count,
            flags: flags, vectors: vectors)
    }

    /// Reads the vectors, each of which may begin as an earlier one.
    private static func vectors(_ json: JSONValue) -> [Vector]? {
        guard case .array(let elements) = json else { return nil }
        var vectors: [Vector] = []
        var places: [String: Int] = [:]
        for element in elements {
            var beginning: Vector.Beginning?
            if let begins = element["begins"] {
                guard let place = begins["as"]?.string.flatMap({ places[$0] }),
                    let count = begins.int("events"),
                    let read = Vector.Beginning(of: vectors[place], eventCount: count)
                else { return nil }
                beginning = read
            }
            guard let vector = Vector(element, after: beginning) else { return nil }
            places[vector.id] = vectors.count
            vectors.append(vector)
        }
        return vectors
    }
}

extension VectorFile.Flag {
    fileprivate init?(_ json: JSONValue) {
        guard let bugType = json["bugType"]?.string, let effect = json["effect"]?.string else {
            return nil
        }
        self.init(bugType: bugType, effect: effect)
    }
}

extension Vector {
    /// The most events of a script that begins as another one. A small file could otherwise name a huge one.
    private static let maximumEventCount = 10_000

    /// Reads a vector; what it begins with is not in its own JSON.
    fileprivate init?(_ json: JSONValue, after beginning: Beginning?) {
        guard let id = json["id"]?.string,
            let title = json["title"]?.string,
            let clause = json["clause"]?.string,
            let level = json["level"]?.string.flatMap(Level.init),
            let since = json["since"]?.string,
            let provenance = json["provenance"]?.string,
            let flags = json["flags"]?.elements(\.string),
            let operation = json["operation"]?.string.flatMap(Operation.init),
            var input = json["input"],
            var expected = json["expected"]
        else { return nil }
        var wrongAnswers: [String: WrongAnswer]?
        if let member = json["wrongAnswers"] {
            wrongAnswers = member.members(WrongAnswer.init)
            guard wrongAnswers != nil else { return nil }
        }
        if let beginning {
            // What the beginning has besides is not repeated, so it can't differ.
            guard case .object(let inputs) = input, case .object(let answers) = expected,
                inputs.count == 1, answers.count == 1, operation == beginning.operation,
                let events = input.array("events"), let steps = expected.array("steps"),
                beginning.steps.count + events.count <= Self.maximumEventCount
            else { return nil }
            input = beginning.input(followedBy: events)
            expected = .object(["steps": .array(beginning.steps + steps)])
            if !beginning.wrongAnswers.isEmpty {
                wrongAnswers = beginning.wrongAnswers.merging(wrongAnswers ?? [:]) { $1 }
            }
        }
        self.init(
            id: id, title: title, clause: clause, level: level, since: since,
            provenance: provenance, flags: flags, operation: operation, input: input,
            expected: expected, wrongAnswers: wrongAnswers)
    }
}

extension Vector {
    /// The first events of a script with all that belongs to them, which another vector begins with as well.
    fileprivate struct Beginning {
        /// What is asked of an implementation.
        let operation: Operation
        private let members: [String: JSONValue]
        private let events: [JSONValue]
        /// A step for each event.
        let steps: [JSONValue]
        /// What bugs change in these steps.
        let wrongAnswers: [String: WrongAnswer]

        /// The beginning of a vector; `nil` if it is not a script, or has fewer events than these.
        init?(of vector: Vector, eventCount count: Int) {
            guard case .object(let members) = vector.input,
                let events = vector.input.array("events"),
                let steps = vector.expected.array("steps"),
                count > 0, count <= events.count, count <= steps.count
            else { return nil }
            operation = vector.operation
            self.members = members
            self.events = Array(events.prefix(count))
            self.steps = Array(steps.prefix(count))
            wrongAnswers = (vector.wrongAnswers ?? [:]).filter { $0.value.shows(within: count) }
        }

        /// The input of a vector that has further events.
        func input(followedBy others: [JSONValue]) -> JSONValue {
            .object(members.merging(["events": .array(events + others)]) { $1 })
        }
    }
}

extension Vector.WrongAnswer {
    /// Whether it shows in the first steps of a script, whatever comes after them.
    fileprivate func shows(within count: Int) -> Bool {
        alternatives.allSatisfy {
            if case .step(let number, _) = $0 { number <= count } else { false }
        }
    }
}

extension JSONValue {
    /// The elements of the array that a member holds.
    fileprivate func array(_ key: String) -> [JSONValue]? {
        guard case .array(let elements) = self[key] else { return nil }
        return elements
    }

    /// The elements of an array, each read; `nil` if one can't be, or for any other value.
    fileprivate func elements<Element>(_ read: (JSONValue) -> Element?) -> [Element]? {
        guard case .array(let elements) = self else { return nil }
        let found = elements.compactMap(read)
        return found.count == elements.count ? found : nil
    }

    /// The members of an object, each read; `nil` if one can't be, or for any other value.
    fileprivate func members<Member>(_ read: (JSONValue) -> Member?) -> [String: Member]? {
        guard case .object(let members) = self else { return nil }
        let found = members.compactMapValues(read)
        return found.count == members.count ? found : nil
    }
}
