package import CompanionPairing
package import KomootNavJSON
package import LinkVocabulary

extension PairingClient {
    /// The names of the events that only the client has.
    enum EventName: String, Hashable, Sendable, CaseIterable {
        case discover, connect, disconnect, found, connected, disconnected, discovered
        case notDiscovered, answered, written, failed, pairedNameChanged, servicesChanged
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
        case .discover: handle(.discover, at: time)
        case .connect: handle(.connect, at: time)
        case .disconnect: handle(.disconnect, at: time)
        case .found:
            let peer = UInt64(try json.requiredUnsigned("peer"))
            handle(.found(Peer(rawValue: peer)), at: time)
        case .connected: handle(.connected(link: try json.requiredTicket("link")), at: time)
        case .disconnected: handle(.disconnected(link: try json.requiredTicket("link")), at: time)
        case .discovered: handle(.discovered(try json.requiredTicket("ticket")), at: time)
        case .notDiscovered: handle(.notDiscovered(try json.requiredTicket("ticket")), at: time)
        case .answered:
            let ticket = try json.requiredTicket("ticket")
            let bytes = try json.requiredBytes("bytes")
            handle(.answered(ticket, bytes.span), at: time)
        case .written: handle(.written(try json.requiredTicket("ticket")), at: time)
        case .failed:
            let ticket = try json.requiredTicket("ticket")
            handle(.failed(ticket, try json.requiredATTError()), at: time)
        case .pairedNameChanged:
            handle(.pairedNameChanged(link: try json.requiredTicket("link")), at: time)
        case .servicesChanged:
            handle(.servicesChanged(link: try json.requiredTicket("link")), at: time)
        }
    }
}

extension PairingClient.Effect {
    /// The effect's JSON form.
    package var json: JSONValue {
        switch self {
        case .load: .effect("load")
        case .store(let names, let ticket):
            .effect("store", ["names": names.json, "ticket": ticket.json])
        case .startScan: .effect("startScan")
        case .stopScan: .effect("stopScan")
        case .connect(let peer, let link):
            .effect("connect", ["peer": .field(peer.rawValue), "link": link.json])
        case .disconnect(let link): .effect("disconnect", ["link": link.json])
        case .discover(let ticket): .effect("discover", ["ticket": ticket.json])
        case .readServerName(let ticket): .effect("readServerName", ["ticket": ticket.json])
        case .readPairedName(let ticket): .effect("readPairedName", ["ticket": ticket.json])
        case .writePairedName(let value, let ticket):
            .effect(
                "writePairedName",
                ["bytes": value.withBytes { .bytes($0) }, "ticket": ticket.json])
        case .show(let screen): .effect("show", ["screen": screen.json])
        case .fault(let fault): fault.json
        }
    }
}

extension PairingClient.Fault {
    fileprivate var json: JSONValue {
        switch self {
        case .lateArrival: .fault("lateArrival")
        case .unreadableStore: .fault("unreadableStore")
        case .storeFailed: .fault("storeFailed")
        case .refused(let error): .fault("refused", ["attError": error.json])
        case .invalidName: .fault("invalidName")
        case .noService: .fault("noService")
        case .timedOut: .fault("timedOut")
        case .leaseExpired: .fault("leaseExpired")
        case .outrun: .fault("outrun")
        case .servicesChanged: .fault("servicesChanged")
        }
    }
}

extension PairingClient.Screen {
    /// What the user sees.
    package var json: JSONValue {
        let words: [(Buttons, String)] = [
            (.discover, "discover"), (.connect, "connect"), (.disconnect, "disconnect"),
            (.unpair, "unpair"),
        ]
        let present = words.filter { buttons.contains($0.0) }.map(\.1)
        func screen(_ kind: String, _ name: PairingName? = nil) -> JSONValue {
            .screen(kind, name, buttons: present)
        }
        return switch self {
        case .starting: screen("starting")
        case .storeUnreadable: screen("storeUnreadable")
        case .unpaired: screen("unpaired")
        case .discovering: screen("discovering")
        case .paired(let name): screen("paired", name)
        case .connecting(let name): screen("connecting", name)
        case .connected(let name): screen("connected", name)
        case .unpairing(let name): screen("unpairing", name)
        }
    }
}
