import CompanionPairing
import KomootNav
import LinkForms

/// The vectors of both ends of pairing.
enum PairingVector {
    /// What the library's client does.
    static func client(_ input: JSONValue) -> JSONValue? {
        guard let freshName = freshName(input) else { return nil }
        var session = PairingClient(freshName: freshName)
        return steps(input) { event, time throws(MalformedForm) in
            try session.handle(event, at: time)
            var effects: [JSONValue] = []
            while let effect = session.nextEffect() { effects.append(effect.json) }
            return [
                "effects": .array(effects), "screen": session.screen.json,
                "phase": .string("\(session.phase)"),
                "deadline": session.nextDeadline?.json ?? .null,
            ]
        }
    }

    /// What the library's server does.
    static func server(_ input: JSONValue) -> JSONValue? {
        guard let freshName = freshName(input) else { return nil }
        var configuration = PairingServer.Configuration(freshName: freshName)
        if let tells = input["configuration"]?.bool("tellsDisconnections") {
            configuration.tellsDisconnections = tells
        }
        var session = PairingServer(configuration)
        return steps(input) { event, time throws(MalformedForm) in
            try session.handle(event, at: time)
            var effects: [JSONValue] = []
            while let effect = session.nextEffect() { effects.append(effect.json) }
            return [
                "effects": .array(effects), "screen": session.screen.json,
                "phase": .string("\(session.phase)"),
                "deadline": session.nextDeadline?.json ?? .null,
                "client": session.client?.json ?? .null,
            ]
        }
    }

    private static func freshName(_ input: JSONValue) -> PairingName? {
        try? input["configuration"]?.requiredPairingName("freshName")
    }

    /// Runs a vector's events through a session.
    ///
    /// - Returns: the steps; `nil` for an input that does not have the form of its operation.
    private static func steps(
        _ input: JSONValue,
        _ step: (JSONValue, SessionTime) throws(MalformedForm) -> [String: JSONValue]
    ) -> JSONValue? {
        guard case .array(let events) = input["events"] else { return nil }
        var steps: [JSONValue] = []
        for event in events {
            guard let time = event["at"]?.unsigned,
                let step = try? step(event, SessionTime(milliseconds: UInt64(time)))
            else { return nil }
            steps.append(.object(step))
        }
        return .object(["steps": .array(steps)])
    }
}
