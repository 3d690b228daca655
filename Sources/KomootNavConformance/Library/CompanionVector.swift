import ConnectIQBridge
import KomootNav
import LinkForms

/// The vectors of the session of a companion app.
enum CompanionVector {
    /// What the library's session does.
    ///
    /// - Returns: `nil` for an input that does not have the form of its operation.
    static func session(_ input: JSONValue) -> JSONValue? {
        guard case .array(let events) = input["events"],
            let configuration = input["configuration"]?.companionConfiguration
        else { return nil }
        var session = CompanionSession(configuration)
        var steps: [JSONValue] = []
        for json in events {
            guard let time = json["at"]?.unsigned,
                let event = try? CompanionSession.Event(json: json)
            else { return nil }
            session.handle(event, at: SessionTime(milliseconds: UInt64(time)))
            var effects: [JSONValue] = []
            while let effect = session.nextEffect() { effects.append(effect.json) }
            steps.append(session.step(effects))
        }
        return .object(["steps": .array(steps)])
    }
}

extension CompanionSession {
    /// What is known after an event.
    fileprivate func step(_ effects: [JSONValue]) -> JSONValue {
        let devices = devices.map { device in
            JSONValue.object([
                "id": .string(device.id.description),
                "phase": .string("\(phase(ofDevice: device.id))"),
                "status": status(ofDevice: device.id).map { .string("\($0)") } ?? .null,
            ])
        }
        let apps = apps.map { app in
            JSONValue.object(["app": app.json, "phase": .string("\(phase(of: app))")])
        }
        return .object([
            "effects": .array(effects), "phase": .string("\(phase)"),
            "deadline": nextDeadline?.json ?? .null, "devices": .array(devices),
            "apps": .array(apps),
        ])
    }
}

extension JSONValue {
    /// The configuration of a session; `nil` if it has another form.
    fileprivate var companionConfiguration: CompanionSession.Configuration? {
        guard let limits = messageLimits, let selection = deviceSelectionRequest,
            case .success(let request) = selection
        else { return nil }
        var overridesInstallAlert = false
        if self["overridesInstallAlert"] != nil {
            guard let given = bool("overridesInstallAlert") else { return nil }
            overridesInstallAlert = given
        }
        return CompanionSession.Configuration(
            selection: request, overridesInstallAlert: overridesInstallAlert, limits: limits)
    }
}
