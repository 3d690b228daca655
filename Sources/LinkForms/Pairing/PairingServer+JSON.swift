package import CompanionPairing
package import KomootNavJSON
package import LinkVocabulary

extension PairingServer {
    /// The names of the events that only the server has.
    enum EventName: String, Hashable, Sendable, CaseIterable {
        case connected, disconnected, read, write
    }

    /// The names of all events.
    package static var eventNames: [String] {
        SharedEventName.allCases.map(\.rawValue) + EventName.allCases.map(\.rawValue)
    }

    /// Takes an event in its JSON form; members that do not belong to it are ignored.
    ///
    /// - Throws: if it is not an event. Nothing has changed then.
    package mutating func handle(
        _ json: JSONValue, at time: SessionTime
    ) throws(MalformedForm) {
        if let shared = try json.sharedPairingEvent() { return handle(Event(shared), at: time) }
        switch try json.requiredName("event", of: EventName.self) {
        case .connected: handle(.connected(try json.requiredLink()), at: time)
        case .disconnected: handle(.disconnected(try json.requiredLink()), at: time)
        case .read:
            let event = Event.read(
                try json.requiredLink(), try json.requiredCharacteristic(),
                offset: try json.requiredInt("offset"), try json.requiredRequest())
            handle(event, at: time)
        case .write:
            let bytes = try json.requiredBytes("bytes")
            let (link, request) = (try json.requiredLink(), try json.requiredRequest())
            handle(.write(link, bytes.span, request), at: time)
        }
    }
}

extension JSONValue {
    fileprivate func requiredLink() throws(MalformedForm) -> PairingServer.Link {
        PairingServer.Link(rawValue: UInt64(try requiredUnsigned("link")))
    }

    fileprivate func requiredRequest() throws(MalformedForm) -> PairingServer.Request {
        PairingServer.Request(rawValue: UInt64(try requiredUnsigned("request")))
    }

    fileprivate func requiredCharacteristic() throws(MalformedForm)
        -> PairingServer.Characteristic
    {
        switch self["characteristic"]?.string {
        case "serverName": .serverName
        case "pairedClientName": .pairedClientName
        default: throw .member("characteristic")
        }
    }
}

extension PairingServer.Link {
    /// The radio's handle.
    package var json: JSONValue { .field(rawValue) }
}

extension PairingServer.Effect {
    /// The effect's JSON form.
    package var json: JSONValue {
        switch self {
        case .load: .effect("load")
        case .store(let names, let ticket):
            .effect("store", ["names": names.json, "ticket": ticket.json])
        case .startAdvertising: .effect("startAdvertising")
        case .answer(let request, let answer):
            .effect(
                "answer",
                ["request": .field(request.rawValue), "bytes": answer.withBytes { .bytes($0) }])
        case .accept(let request): .effect("accept", ["request": .field(request.rawValue)])
        case .refuse(let request, let error):
            .effect("refuse", ["request": .field(request.rawValue), "attError": error.json])
        case .pairedNameChanged: .effect("pairedNameChanged")
        case .show(let screen): .effect("show", ["screen": screen.json])
        case .fault(let fault): fault.json
        }
    }
}

extension PairingServer.Fault {
    fileprivate var json: JSONValue {
        switch self {
        case .lateArrival: .fault("lateArrival")
        case .unreadableStore: .fault("unreadableStore")
        case .storeFailed: .fault("storeFailed")
        case .invalidName: .fault("invalidName")
        }
    }
}

extension PairingServer.Screen {
    /// What the user sees.
    package var json: JSONValue {
        func screen(_ kind: String, _ name: PairingName? = nil) -> JSONValue {
            .screen(kind, name, buttons: canUnpair ? ["unpair"] : [])
        }
        return switch self {
        case .starting: screen("starting")
        case .storeUnreadable: screen("storeUnreadable")
        case .expecting: screen("expecting")
        case .pairing(let name): screen("pairing", name)
        case .expectingClient(let name): screen("expectingClient", name)
        case .connected(let name): screen("connected", name)
        case .unpairing(let name): screen("unpairing", name)
        }
    }
}
