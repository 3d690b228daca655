extension VectorFile {
    /// Reads a file; `nil` if a member is missing or is something else.
    init?(_ json: JSONValue) {
        guard let suite = json["suite"]?.string,
            let suiteVersion = json["suiteVersion"]?.string,
            let layer = json["layer"]?.string,
            let topic = json["topic"]?.string,
            let count = json.int("count"),
            let flags = json["flags"]?.members(Flag.init),
            let vectors = json["vectors"]?.elements(Vector.init)
        else { return nil }
        self.init(
            suite: suite, suiteVersion: suiteVersion, layer: layer, topic: topic, count: count,
            flags: flags, vectors: vectors)
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
    fileprivate init?(_ json: JSONValue) {
        guard let id = json["id"]?.string,
            let title = json["title"]?.string,
            let clause = json["clause"]?.string,
            let level = json["level"]?.string.flatMap(Level.init),
            let since = json["since"]?.string,
            let provenance = json["provenance"]?.string,
            let flags = json["flags"]?.elements(\.string),
            let operation = json["operation"]?.string.flatMap(Operation.init),
            let input = json["input"],
            let expected = json["expected"]
        else { return nil }
        var wrongAnswers: [String: WrongAnswer]?
        if let member = json["wrongAnswers"] {
            wrongAnswers = member.members(WrongAnswer.init)
            guard wrongAnswers != nil else { return nil }
        }
        self.init(
            id: id, title: title, clause: clause, level: level, since: since,
            provenance: provenance, flags: flags, operation: operation, input: input,
            expected: expected, wrongAnswers: wrongAnswers)
    }
}

extension JSONValue {
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
