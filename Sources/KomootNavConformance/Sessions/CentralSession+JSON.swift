import KomootNav

/// The JSON forms of a central session's events and effects: those of vectors and of pipes.
///
/// Source: `Fixtures/README.md`; `Docs/Pipe.md`.
extension CentralSession {
    /// Takes an event in its JSON form. If the form is at fault nothing changes.
    mutating func take(_ json: JSONValue, at time: SessionTime) throws(MalformedEvent) {
        switch json["event"]?.string ?? "" {
        case "start": handle(.start, at: time)
        case "stop": handle(.stop, at: time)
        case "radioOff": handle(.radioOff, at: time)
        case "radioOn": handle(.radioOn, at: time)
        case "timePassed": handle(.timePassed, at: time)
        case "found":
            handle(.found(Peer(rawValue: UInt64(try json.requiredUnsigned("peer")))), at: time)
        case "connected":
            let link = try json.requiredTicket("link")
            handle(.connected(link: link, mtu: try json.requiredInt("mtu")), at: time)
        case "disconnected":
            handle(.disconnected(link: try json.requiredTicket("link")), at: time)
        case "notified":
            let link = try json.requiredTicket("link")
            let bytes = try json.requiredBytes("bytes")
            handle(.notified(link: link, bytes.span), at: time)
        case "arrived":
            let link = try json.requiredTicket("link")
            let bytes = try json.requiredBytes("bytes")
            handle(.arrived(link: link, bytes.span), at: time)
        case "mtuChanged":
            let link = try json.requiredTicket("link")
            handle(.mtuChanged(link: link, try json.requiredInt("mtu")), at: time)
        case "serviceChanged":
            handle(.serviceChanged(link: try json.requiredTicket("link")), at: time)
        case "discovered":
            let ticket = try json.requiredTicket("ticket")
            guard let hasCCCD = json.bool("hasCCCD") else { throw .member("hasCCCD") }
            handle(.discovered(ticket, hasCCCD: hasCCCD), at: time)
        case "notDiscovered":
            handle(.notDiscovered(try json.requiredTicket("ticket")), at: time)
        case "subscribed": handle(.subscribed(try json.requiredTicket("ticket")), at: time)
        case "answered":
            let ticket = try json.requiredTicket("ticket")
            let bytes = try json.requiredBytes("bytes")
            handle(.answered(ticket, bytes.span), at: time)
        case "failed":
            let ticket = try json.requiredTicket("ticket")
            guard let error = json.attError else { throw .member("attError") }
            handle(.failed(ticket, error), at: time)
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
        case .startScan: return .effect("startScan")
        case .stopScan: return .effect("stopScan")
        case .connect(let peer, let link):
            let number = JSONValue.integer(UInt32(clamping: peer.rawValue))
            return .effect("connect", ["peer": number, "link": link.json])
        case .disconnect(let link): return .effect("disconnect", ["link": link.json])
        case .discover(let ticket): return .effect("discover", ["ticket": ticket.json])
        case .subscribe(let ticket): return .effect("subscribe", ["ticket": ticket.json])
        case .read(let ticket, let offset):
            return .effect("read", ["ticket": ticket.json, "offset": .number(Int64(offset))])
        case .deliver(let extent):
            let bytes = withDelivery { bytes, _ in HexBytes.encode(bytes) }
            return .effect(
                "deliver",
                [
                    "extent": .string(extent.rawValue),
                    "bytes": bytes.map(JSONValue.string) ?? .null,
                ])
        case .report(let status): return .effect("report", ["status": .string(status.rawValue)])
        case .fault(let fault): return json(of: fault)
        }
    }

    private func json(of fault: Fault) -> JSONValue {
        switch fault {
        case .lateArrival: .fault("lateArrival")
        case .malformedNotification(let error):
            .fault("malformedNotification", ["error": error.json])
        case .unreadable(let error): .fault("unreadable", ["error": error.json])
        case .refused(let error): .fault("refused", ["attError": error.json])
        case .timedOut: .fault("timedOut")
        case .gaveUp: .fault("gaveUp")
        }
    }
}
