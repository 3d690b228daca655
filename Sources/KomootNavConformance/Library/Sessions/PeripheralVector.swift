import KomootNav

/// Vectors of the operation `peripheralSession`.
enum PeripheralVector {
    private typealias Central = PeripheralSession.Central

    /// What the library's session does.
    static func answer(_ input: JSONValue) -> JSONValue? {
        guard let configuration = input["configuration"].flatMap(configuration) else { return nil }
        var session = PeripheralSession(configuration)
        return SessionVector.steps(input) { json, time in
            let bytes = json.bytes("bytes") ?? []
            guard let event = event(json, bytes.span) else { return nil }
            session.handle(event, at: time)
            return step(of: &session)
        }
    }

    private static func configuration(_ json: JSONValue) -> PeripheralSession.Configuration? {
        guard let layout = json.layout?.pinned else { return nil }
        var configuration = PeripheralSession.Configuration(layout: layout)
        if let name = json["notification"]?.string {
            guard let form = PeripheralSession.NotificationForm(rawValue: name) else { return nil }
            configuration.notification = form
        }
        if let name = json["retriedNotification"]?.string {
            guard let form = PeripheralSession.NotificationForm(rawValue: name) else { return nil }
            configuration.retriedNotification = form
        }
        if let name = json["serving"]?.string {
            guard let serving = PeripheralSession.Serving(rawValue: name) else { return nil }
            configuration.serving = serving
        }
        if let name = json["ending"]?.string {
            guard let ending = PeripheralSession.Ending(rawValue: name) else { return nil }
            configuration.ending = ending
        }
        if let name = json["pieceSize"]?.string {
            guard let size = PeripheralSession.PieceSize(rawValue: name) else { return nil }
            configuration.pieceSize = size
        }
        if let hasCCCD = json.bool("hasCCCD") { configuration.hasCCCD = hasCCCD }
        return configuration
    }

    /// The event that a vector names; `nil` if there is none of the name, or something is missing.
    @_lifetime(copy bytes)
    private static func event(
        _ json: JSONValue, _ bytes: Span<UInt8>
    ) -> PeripheralSession.Event? {
        switch json["event"]?.string ?? "" {
        case "startNavigation": return .startNavigation
        case "stopNavigation": return .stopNavigation
        case "startAdvertising": return .startAdvertising
        case "publish": return .publish(bytes)
        case "notificationsReady": return .notificationsReady
        case "radioOff": return .radioOff
        case "radioOn": return .radioOn
        case "timePassed": return .timePassed
        case let name:
            guard let number = json["central"]?.unsigned else { return nil }
            return centralEvent(name, Central(rawValue: number), json)
        }
    }

    /// What a central does, or what becomes of its link.
    @_lifetime(immortal)
    private static func centralEvent(
        _ name: String, _ central: Central, _ json: JSONValue
    ) -> PeripheralSession.Event? {
        switch name {
        case "connected":
            guard let mtu = json.int("mtu") else { return nil }
            return .connected(central, mtu: mtu)
        case "disconnected": return .disconnected(central)
        case "mtuChanged":
            guard let mtu = json.int("mtu") else { return nil }
            return .mtuChanged(central, mtu)
        case "subscribed": return .subscribed(central)
        case "unsubscribed": return .unsubscribed(central)
        case "read":
            guard let offset = json.int("offset") else { return nil }
            let identifier = json["identifier"].flatMap(InstructionIdentifier.init(json:))
            return .read(central, offset: offset, identifier: identifier)
        case "notificationRefused": return .notificationRefused(central)
        default: return nil
        }
    }

    private static func step(of session: inout PeripheralSession) -> JSONValue {
        var effects: [JSONValue] = []
        while let effect = session.nextEffect() {
            effects.append(json(of: effect, in: &session))
        }
        return SessionVector.step(
            effects: effects, phase: session.phase.rawValue, deadline: session.nextDeadline)
    }

    private static func json(
        of effect: PeripheralSession.Effect, in session: inout PeripheralSession
    ) -> JSONValue {
        switch effect {
        case .addService: SessionVector.effect("addService")
        case .removeService: SessionVector.effect("removeService")
        case .startAdvertising: SessionVector.effect("startAdvertising")
        case .stopAdvertising: SessionVector.effect("stopAdvertising")
        case .notify(let central, let value):
            SessionVector.effect("notify", members(central, value, in: &session))
        case .answer(let central, let value):
            SessionVector.effect("answer", members(central, value, in: &session))
        case .reject(let central, let error):
            SessionVector.effect(
                "reject", ["central": .integer(central.rawValue), "attError": error.json])
        case .fault(.unpublishable(let error)):
            SessionVector.fault("unpublishable", SessionVector.error(error))
        case .fault(.notNavigating): SessionVector.fault("notNavigating")
        case .fault(.unknownCentral): SessionVector.fault("unknownCentral")
        }
    }

    private static func members(
        _ central: Central, _ value: PeripheralSession.Value, in session: inout PeripheralSession
    ) -> [String: JSONValue] {
        let bytes = session.withBytes(of: value) { HexBytes.encode($0) }
        return ["central": .integer(central.rawValue), "bytes": .string(bytes)]
    }
}
