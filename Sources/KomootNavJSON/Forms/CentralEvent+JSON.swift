public import KomootNav

extension CentralSession.OwnedEvent {
    /// The names of the events, in the order in which they are declared and numbered in C.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case start, stop, radioOff, radioOn, found, connected, disconnected, discovered
        case notDiscovered, subscribed, answered, failed, notified, arrived, mtuChanged
        case serviceChanged, timePassed
    }

    /// What the event is called.
    package var kind: Kind {
        switch self {
        case .start: .start
        case .stop: .stop
        case .radioOff: .radioOff
        case .radioOn: .radioOn
        case .found: .found
        case .connected: .connected
        case .disconnected: .disconnected
        case .discovered: .discovered
        case .notDiscovered: .notDiscovered
        case .subscribed: .subscribed
        case .answered: .answered
        case .failed: .failed
        case .notified: .notified
        case .arrived: .arrived
        case .mtuChanged: .mtuChanged
        case .serviceChanged: .serviceChanged
        case .timePassed: .timePassed
        }
    }
}

extension CentralSession.OwnedEvent: JSONForm {
    /// Reads an event from its JSON form; members that do not belong to it are ignored.
    public init(json: JSONValue) throws(MalformedForm) {
        switch try json.requiredName("event", of: Kind.self) {
        case .start: self = .start
        case .stop: self = .stop
        case .radioOff: self = .radioOff
        case .radioOn: self = .radioOn
        case .found: self = .found(try json.requiredPeer())
        case .connected:
            self = .connected(
                link: try json.requiredTicket("link"), mtu: try json.requiredMTU())
        case .disconnected: self = .disconnected(link: try json.requiredTicket("link"))
        case .discovered:
            self = .discovered(
                try json.requiredTicket("ticket"), hasCCCD: try json.requiredBool("hasCCCD"))
        case .notDiscovered: self = .notDiscovered(try json.requiredTicket("ticket"))
        case .subscribed: self = .subscribed(try json.requiredTicket("ticket"))
        case .answered:
            self = .answered(
                try json.requiredTicket("ticket"), try json.requiredBytes("bytes"))
        case .failed:
            self = .failed(try json.requiredTicket("ticket"), try json.requiredATTError())
        case .notified:
            self = .notified(
                link: try json.requiredTicket("link"), try json.requiredBytes("bytes"))
        case .arrived:
            self = .arrived(
                link: try json.requiredTicket("link"), try json.requiredBytes("bytes"))
        case .mtuChanged:
            self = .mtuChanged(
                link: try json.requiredTicket("link"), mtu: try json.requiredMTU())
        case .serviceChanged: self = .serviceChanged(link: try json.requiredTicket("link"))
        case .timePassed: self = .timePassed
        }
    }

    /// The event's JSON form.
    public var json: JSONValue { .form("event", kind, members) }

    private var members: [String: JSONValue] {
        switch self {
        case .start, .stop, .radioOff, .radioOn, .timePassed: [:]
        case .found(let peer): ["peer": peer.json]
        case .connected(let link, let mtu), .mtuChanged(let link, let mtu):
            ["link": link.json, "mtu": mtu.map(JSONValue.size) ?? .null]
        case .disconnected(let link), .serviceChanged(let link): ["link": link.json]
        case .discovered(let ticket, let hasCCCD):
            ["ticket": ticket.json, "hasCCCD": .bool(hasCCCD)]
        case .notDiscovered(let ticket), .subscribed(let ticket): ["ticket": ticket.json]
        case .answered(let ticket, let bytes): ["ticket": ticket.json, "bytes": .bytes(bytes)]
        case .failed(let ticket, let error): ["ticket": ticket.json, "attError": error.json]
        case .notified(let link, let bytes), .arrived(let link, let bytes):
            ["link": link.json, "bytes": .bytes(bytes)]
        }
    }
}
