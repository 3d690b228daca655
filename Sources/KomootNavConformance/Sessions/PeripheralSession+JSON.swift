import KomootNav

/// The JSON forms of a peripheral session's events and effects: those of vectors and of pipes.
///
/// Source: `Fixtures/README.md`; `Docs/Pipe.md`.
extension PeripheralSession {
    /// Takes an event in its JSON form. If the form is at fault nothing changes.
    mutating func take(_ json: JSONValue, at time: SessionTime) throws(MalformedEvent) {
        switch json["event"]?.string ?? "" {
        case "startNavigation": handle(.startNavigation, at: time)
        case "stopNavigation": handle(.stopNavigation, at: time)
        case "startAdvertising": handle(.startAdvertising, at: time)
        case "publish":
            let bytes = try json.requiredBytes("bytes")
            handle(.publish(bytes.span), at: time)
        case "notificationsReady": handle(.notificationsReady, at: time)
        case "radioOff": handle(.radioOff, at: time)
        case "radioOn": handle(.radioOn, at: time)
        case "timePassed": handle(.timePassed, at: time)
        case "connected":
            let central = try json.requiredCentral()
            handle(.connected(central, mtu: try json.requiredInt("mtu")), at: time)
        case "disconnected": handle(.disconnected(try json.requiredCentral()), at: time)
        case "mtuChanged":
            let central = try json.requiredCentral()
            handle(.mtuChanged(central, try json.requiredInt("mtu")), at: time)
        case "subscribed": handle(.subscribed(try json.requiredCentral()), at: time)
        case "unsubscribed": handle(.unsubscribed(try json.requiredCentral()), at: time)
        case "read":
            let central = try json.requiredCentral()
            let offset = try json.requiredInt("offset")
            let identifier = try json.optionalIdentifier("identifier")
            handle(.read(central, offset: offset, identifier: identifier), at: time)
        case "notificationRefused":
            handle(.notificationRefused(try json.requiredCentral()), at: time)
        default: throw .unknownEvent
        }
    }

    /// The effects of the last event, all of them.
    mutating func takeEffects() -> [JSONValue] {
        var effects: [JSONValue] = []
        while let effect = nextEffect() { effects.append(json(of: effect)) }
        return effects
    }

    /// The effects of the last event, and where the session stands behind it.
    mutating func takeStep() -> JSONValue {
        SessionVector.step(
            effects: takeEffects(), phase: phase.rawValue, deadline: nextDeadline)
    }

    private mutating func json(of effect: Effect) -> JSONValue {
        switch effect {
        case .addService: .effect("addService")
        case .removeService: .effect("removeService")
        case .startAdvertising: .effect("startAdvertising")
        case .stopAdvertising: .effect("stopAdvertising")
        case .notify(let central, let value): .effect("notify", members(central, value))
        case .answer(let central, let value): .effect("answer", members(central, value))
        case .reject(let central, let error):
            .effect("reject", ["central": .integer(central.rawValue), "attError": error.json])
        case .fault(.unpublishable(let error)): .fault("unpublishable", ["error": error.json])
        case .fault(.notNavigating): .fault("notNavigating")
        case .fault(.unknownCentral): .fault("unknownCentral")
        }
    }

    private mutating func members(_ central: Central, _ value: Value) -> [String: JSONValue] {
        let bytes = withBytes(of: value) { HexBytes.encode($0) }
        return ["central": .integer(central.rawValue), "bytes": .string(bytes)]
    }
}

extension JSONValue {
    fileprivate func requiredCentral() throws(MalformedEvent) -> PeripheralSession.Central {
        PeripheralSession.Central(rawValue: try requiredUnsigned("central"))
    }
}
