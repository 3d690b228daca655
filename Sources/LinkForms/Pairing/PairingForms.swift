package import CompanionPairing
package import KomootNavJSON

// What the forms of both ends of pairing share. Source: `Fixtures/README.md`.

/// The names of the events of both ends.
enum SharedEventName: String, Hashable, Sendable, CaseIterable {
    case start, loaded, loadFailed, stored, storeFailed, unpair, radioOff, radioOn, timePassed
}

extension JSONValue {
    /// An event of both ends; `nil` if it has another name, or none.
    func sharedPairingEvent() throws(MalformedForm) -> SharedPairingEvent? {
        switch self["event"]?.string.flatMap(SharedEventName.init) {
        case nil: nil
        case .start: .start
        case .loaded: .loaded(try requiredNames())
        case .loadFailed: .loadFailed
        case .stored: .stored(try requiredTicket("ticket"))
        case .storeFailed: .storeFailed(try requiredTicket("ticket"))
        case .unpair: .unpair
        case .radioOff: .radioOff
        case .radioOn: .radioOn
        case .timePassed: .timePassed
        }
    }

    /// A member that is a name: 1 to 64 bytes, and not `UNPAIRED`.
    package func requiredPairingName(_ key: String) throws(MalformedForm) -> PairingName {
        let bytes = try requiredBytes(key)
        guard let name = PairingName(bytes.span) else { throw .member(key) }
        return name
    }

    /// The member `names`, which must be there: what a store has, or `null`.
    func requiredNames() throws(MalformedForm) -> PairingNames? {
        guard let json = self["names"] else { throw .member("names") }
        if json == .null { return nil }
        guard let peer = json["peer"] else { throw .member("peer") }
        let own = try json.requiredPairingName("own")
        if peer == .null { return PairingNames(own: own) }
        return PairingNames(own: own, peer: try json.requiredPairingName("peer"))
    }

    /// An effect with its name and its members.
    static func effect(_ name: String, _ members: [String: JSONValue] = [:]) -> JSONValue {
        .object(members.merging(["effect": .string(name)]) { $1 })
    }

    /// The effect of a fault.
    static func fault(_ name: String, _ members: [String: JSONValue] = [:]) -> JSONValue {
        effect("fault", members.merging(["fault": .string(name)]) { $1 })
    }

    /// What a user sees: the kind of screen, the name on it, and the buttons.
    static func screen(_ kind: String, _ name: PairingName?, buttons: [String]) -> JSONValue {
        var members: [String: JSONValue] = [
            "kind": .string(kind), "buttons": .array(buttons.map(JSONValue.string)),
        ]
        if let name { members["name"] = name.json }
        return .object(members)
    }
}

extension PairingName {
    var json: JSONValue { withBytes { .bytes($0) } }
}

extension PairingNames {
    /// What is stored.
    var json: JSONValue { .object(["own": own.json, "peer": peer?.json ?? .null]) }
}
