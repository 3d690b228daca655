import KomootNav

/// What the vectors of both sessions have in common: events go in, and after each of them come the
/// effects, the phase and the deadline.
enum SessionVector {
    /// Runs a vector's events through a session.
    ///
    /// - Returns: the steps; `nil` for an input that is none.
    static func steps(
        _ input: JSONValue, _ step: (JSONValue, SessionTime) -> JSONValue?
    ) -> JSONValue? {
        guard case .array(let events) = input["events"] else { return nil }
        var steps: [JSONValue] = []
        for event in events {
            guard let time = event["at"]?.unsigned,
                let answer = step(event, SessionTime(milliseconds: UInt64(time)))
            else { return nil }
            steps.append(answer)
        }
        return .object(["steps": .array(steps)])
    }

    /// One step as vectors expect it.
    static func step(
        effects: [JSONValue], phase: String, deadline: SessionTime?
    ) -> JSONValue {
        .object([
            "effects": .array(effects),
            "phase": .string(phase),
            "deadline": deadline.map { .number(Int64(clamping: $0.milliseconds)) } ?? .null,
        ])
    }

    /// An effect: its name, and what belongs to it.
    static func effect(_ name: String, _ members: [String: JSONValue] = [:]) -> JSONValue {
        .object(members.merging(["effect": .string(name)]) { $1 })
    }

    /// An effect that reports a fault.
    static func fault(_ name: String, _ members: [String: JSONValue] = [:]) -> JSONValue {
        effect("fault", members.merging(["fault": .string(name)]) { $1 })
    }

    /// A member that holds an error of the library.
    static func error(_ error: KomootNavError) -> [String: JSONValue] {
        var members: [String: JSONValue] = [
            "code": .string(error.code.name), "offset": .number(Int64(error.offset)),
        ]
        if case .attError(let code) = error.code { members["attError"] = code.json }
        return ["error": .object(members)]
    }
}

extension ATTError {
    /// The code as a number.
    var json: JSONValue { .number(Int64(rawValue)) }
}

extension Ticket {
    /// The ticket as a number.
    var json: JSONValue { .number(Int64(rawValue)) }
}

extension JSONValue {
    /// A member that is a truth value.
    func bool(_ key: String) -> Bool? {
        if case .bool(let value) = self[key] { return value }
        return nil
    }

    /// A member that is a size, an offset or a count.
    func int(_ key: String) -> Int? { self[key]?.unsigned.map { Int($0) } }

    /// A member that is a ticket.
    func ticket(_ key: String) -> Ticket? { self[key]?.unsigned.map(Ticket.init(rawValue:)) }

    /// A member that is the error of an ATT response.
    var attError: ATTError? {
        self["attError"]?.unsigned.flatMap { UInt8(exactly: $0) }.map(ATTError.init(rawValue:))
    }
}
