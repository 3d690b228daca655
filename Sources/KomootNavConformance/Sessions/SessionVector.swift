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
}
