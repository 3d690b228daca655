import KomootNav

/// The vectors of both sessions: events go in, and each gives effects, a phase and a deadline.
enum SessionVector {
    /// What the library's session for a device does.
    static func central(_ input: JSONValue) -> JSONValue? {
        input["configuration"].flatMap(CentralSession.Configuration.init(json:)).flatMap {
            steps(input, of: CentralSession($0))
        }
    }

    /// What the library's session for a phone does.
    static func peripheral(_ input: JSONValue) -> JSONValue? {
        input["configuration"].flatMap { try? PeripheralSession.Configuration(members: $0) }.flatMap
        {
            steps(input, of: PeripheralSession($0))
        }
    }

    /// Runs a vector's events through a session.
    ///
    /// - Returns: the steps; `nil` for an input that does not have the form of its operation.
    private static func steps(_ input: JSONValue, of session: some JSONSession) -> JSONValue? {
        guard case .array(let events) = input["events"] else { return nil }
        var session = session
        var steps: [JSONValue] = []
        for event in events {
            guard let time = event["at"]?.unsigned,
                let step = step(event, at: SessionTime(milliseconds: UInt64(time)), of: &session)
            else { return nil }
            steps.append(step)
        }
        return .object(["steps": .array(steps)])
    }

    private static func step<Session: JSONSession>(
        _ json: JSONValue, at time: SessionTime, of session: inout Session
    ) -> JSONValue? {
        guard let event = try? Session.OwnedEvent(json: json) else { return nil }
        session.handle(owned: event, at: time)
        return .object([
            "effects": .array(session.takeEffects().map(\.json)),
            "phase": .string(session.phase.rawValue),
            "deadline": session.nextDeadline?.json ?? .null,
        ])
    }
}

extension CentralSession.Configuration {
    fileprivate init?(json: JSONValue) {
        guard let radio = json.radio,
            let layout = json.layout
        else { return nil }
        self.init(radio: radio, layout: layout.pinned)
        if let restarts = json.int("maximumRestarts") { maximumRestarts = restarts }
        if let trusts = json.bool("trustsChunkSize") { trustsChunkSize = trusts }
        if let subscribes = json.bool("subscribes") { self.subscribes = subscribes }
        if let timeout = json.int("readTimeout") { readTimeout = .milliseconds(timeout) }
    }
}
