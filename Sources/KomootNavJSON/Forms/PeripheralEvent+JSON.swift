public import KomootNav

extension PeripheralSession.OwnedEvent {
    /// The names of the events, in the order in which they are declared.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case startNavigation, stopNavigation, startAdvertising, publish, connected, disconnected
        case mtuChanged, subscribed, unsubscribed, read, notificationRefused, notificationsReady
        case radioOff, radioOn, timePassed
    }

    /// What the event is called.
    package var kind: Kind {
        switch self {
        case .startNavigation: .startNavigation
        case .stopNavigation: .stopNavigation
        case .startAdvertising: .startAdvertising
        case .publish: .publish
        case .connected: .connected
        case .disconnected: .disconnected
        case .mtuChanged: .mtuChanged
        case .subscribed: .subscribed
        case .unsubscribed: .unsubscribed
        case .read: .read
        case .notificationRefused: .notificationRefused
        case .notificationsReady: .notificationsReady
        case .radioOff: .radioOff
        case .radioOn: .radioOn
        case .timePassed: .timePassed
        }
    }
}

extension PeripheralSession.OwnedEvent: JSONForm {
    /// Reads an event from its JSON form; members that do not belong to it are ignored.
    public init(json: JSONValue) throws(MalformedForm) {
        switch try json.requiredName("event", of: Kind.self) {
        case .startNavigation: self = .startNavigation
        case .stopNavigation: self = .stopNavigation
        case .startAdvertising: self = .startAdvertising
        case .publish: self = .publish(try json.requiredBytes("bytes"))
        case .connected:
            self = .connected(try json.requiredCentral(), mtu: try json.requiredInt("mtu"))
        case .disconnected: self = .disconnected(try json.requiredCentral())
        case .mtuChanged:
            self = .mtuChanged(try json.requiredCentral(), mtu: try json.requiredInt("mtu"))
        case .subscribed: self = .subscribed(try json.requiredCentral())
        case .unsubscribed: self = .unsubscribed(try json.requiredCentral())
        case .read:
            self = .read(
                try json.requiredCentral(), offset: try json.requiredInt("offset"),
                identifier: try json.optionalIdentifier("identifier"))
        case .notificationRefused: self = .notificationRefused(try json.requiredCentral())
        case .notificationsReady: self = .notificationsReady
        case .radioOff: self = .radioOff
        case .radioOn: self = .radioOn
        case .timePassed: self = .timePassed
        }
    }

    /// The event's JSON form.
    public var json: JSONValue { .form("event", kind, members) }

    private var members: [String: JSONValue] {
        switch self {
        case .startNavigation, .stopNavigation, .startAdvertising, .notificationsReady, .radioOff,
            .radioOn, .timePassed:
            return [:]
        case .publish(let object): return ["bytes": .bytes(object)]
        case .connected(let central, let mtu), .mtuChanged(let central, let mtu):
            return ["central": central.json, "mtu": .size(mtu)]
        case .disconnected(let central), .subscribed(let central), .unsubscribed(let central),
            .notificationRefused(let central):
            return ["central": central.json]
        case .read(let central, let offset, let identifier):
            var members = ["central": central.json, "offset": JSONValue.size(offset)]
            members["identifier"] = identifier?.json
            return members
        }
    }
}
