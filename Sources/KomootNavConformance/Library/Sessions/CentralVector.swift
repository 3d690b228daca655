import KomootNav

/// Vectors of the operation `centralSession`.
enum CentralVector {
    /// What the library's session does.
    static func answer(_ input: JSONValue) -> JSONValue? {
        guard let configuration = input["configuration"].flatMap(configuration) else { return nil }
        var session = CentralSession(configuration)
        return SessionVector.steps(input) { json, time in
            let bytes = json.bytes("bytes") ?? []
            guard let event = event(json, bytes.span) else { return nil }
            session.handle(event, at: time)
            return step(of: &session)
        }
    }

    private static func configuration(_ json: JSONValue) -> CentralSession.Configuration? {
        let radios: [String: ChunkReassembler.Radio] = [
            "offsetReads": .offsetReads, "wholeValues": .wholeValues,
        ]
        guard let radio = json["radio"]?.string.flatMap({ radios[$0] }), let layout = json.layout
        else { return nil }
        var configuration = CentralSession.Configuration(radio: radio, layout: layout.pinned)
        if let restarts = json.int("maximumRestarts") { configuration.maximumRestarts = restarts }
        if let trusts = json.bool("trustsPieceSize") { configuration.trustsPieceSize = trusts }
        if let subscribes = json.bool("subscribes") { configuration.subscribes = subscribes }
        if let timeout = json.int("readTimeout") { configuration.readTimeout = UInt64(timeout) }
        return configuration
    }

    /// The event that a vector names; `nil` if there is none of the name, or something is missing.
    @_lifetime(copy bytes)
    private static func event(
        _ json: JSONValue, _ bytes: Span<UInt8>
    ) -> CentralSession.Event? {
        switch json["event"]?.string ?? "" {
        case "start": return .start
        case "stop": return .stop
        case "radioOff": return .radioOff
        case "radioOn": return .radioOn
        case "timePassed": return .timePassed
        case "found":
            guard let peer = json["peer"]?.unsigned else { return nil }
            return .found(CentralSession.Peer(rawValue: UInt64(peer)))
        case let name:
            if let link = json.ticket("link") { return linkEvent(name, link, json, bytes) }
            guard let ticket = json.ticket("ticket") else { return nil }
            return answerEvent(name, ticket, json, bytes)
        }
    }

    /// What a link has to say.
    @_lifetime(copy bytes)
    private static func linkEvent(
        _ name: String, _ link: Ticket, _ json: JSONValue, _ bytes: Span<UInt8>
    ) -> CentralSession.Event? {
        switch name {
        case "connected":
            guard let mtu = json.int("mtu") else { return nil }
            return .connected(link: link, mtu: mtu)
        case "disconnected": return .disconnected(link: link)
        case "notified": return .notified(link: link, bytes)
        case "arrived": return .arrived(link: link, bytes)
        case "mtuChanged":
            guard let mtu = json.int("mtu") else { return nil }
            return .mtuChanged(link: link, mtu)
        case "serviceChanged": return .serviceChanged(link: link)
        default: return nil
        }
    }

    /// What a request is answered with.
    @_lifetime(copy bytes)
    private static func answerEvent(
        _ name: String, _ ticket: Ticket, _ json: JSONValue, _ bytes: Span<UInt8>
    ) -> CentralSession.Event? {
        switch name {
        case "discovered":
            guard let hasCCCD = json.bool("hasCCCD") else { return nil }
            return .discovered(ticket, hasCCCD: hasCCCD)
        case "notDiscovered": return .notDiscovered(ticket)
        case "subscribed": return .subscribed(ticket)
        case "answered": return .answered(ticket, bytes)
        case "failed":
            guard let error = json.attError else { return nil }
            return .failed(ticket, error)
        default: return nil
        }
    }

    private static func step(of session: inout CentralSession) -> JSONValue {
        var effects: [JSONValue] = []
        while let effect = session.nextEffect() {
            effects.append(json(of: effect, in: &session))
        }
        return SessionVector.step(
            effects: effects, phase: session.phase.rawValue, deadline: session.nextDeadline)
    }

    private static func json(
        of effect: CentralSession.Effect, in session: inout CentralSession
    ) -> JSONValue {
        switch effect {
        case .startScan: return SessionVector.effect("startScan")
        case .stopScan: return SessionVector.effect("stopScan")
        case .connect(let peer, let link):
            let number = JSONValue.number(Int64(clamping: peer.rawValue))
            return SessionVector.effect("connect", ["peer": number, "link": link.json])
        case .disconnect(let link):
            return SessionVector.effect("disconnect", ["link": link.json])
        case .discover(let ticket):
            return SessionVector.effect("discover", ["ticket": ticket.json])
        case .subscribe(let ticket):
            return SessionVector.effect("subscribe", ["ticket": ticket.json])
        case .read(let ticket, let offset):
            return SessionVector.effect(
                "read", ["ticket": ticket.json, "offset": .number(Int64(offset))])
        case .deliver(let extent):
            let bytes = session.withDelivery { bytes, _ in HexBytes.encode(bytes) }
            return SessionVector.effect(
                "deliver",
                [
                    "extent": .string(extent.rawValue),
                    "bytes": bytes.map(JSONValue.string) ?? .null,
                ])
        case .report(let status):
            return SessionVector.effect("report", ["status": .string(status.rawValue)])
        case .fault(let fault):
            return json(of: fault)
        }
    }

    private static func json(of fault: CentralSession.Fault) -> JSONValue {
        switch fault {
        case .lateArrival: SessionVector.fault("lateArrival")
        case .malformedNotification(let error):
            SessionVector.fault("malformedNotification", SessionVector.error(error))
        case .unreadable(let error):
            SessionVector.fault("unreadable", SessionVector.error(error))
        case .refused(let error): SessionVector.fault("refused", ["attError": error.json])
        case .timedOut: SessionVector.fault("timedOut")
        case .gaveUp: SessionVector.fault("gaveUp")
        }
    }
}
