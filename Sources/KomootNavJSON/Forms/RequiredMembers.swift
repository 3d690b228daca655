package import KomootNav

extension JSONValue {
    /// An object with its name and its other members.
    package static func form(
        _ member: String, _ kind: some RawRepresentable<String>, _ members: [String: JSONValue]
    ) -> JSONValue {
        .object(members.merging([member: .string(kind.rawValue)]) { $1 })
    }

    /// The name of an event or of an effect.
    package func requiredName<Kind: RawRepresentable<String>>(
        _ member: String, of type: Kind.Type
    ) throws(MalformedForm) -> Kind {
        guard let kind = word(member, of: type) else { throw .unknownName }
        return kind
    }

    /// A member that must be one of a list of words.
    func requiredWord<Word: RawRepresentable<String>>(
        _ key: String, of type: Word.Type
    ) throws(MalformedForm) -> Word {
        guard let word = word(key, of: type) else { throw .member(key) }
        return word
    }

    /// A truth value, which must be there.
    package func requiredBool(_ key: String) throws(MalformedForm) -> Bool {
        guard let value = bool(key) else { throw .member(key) }
        return value
    }

    /// A number, which must be there.
    package func requiredUnsigned(_ key: String) throws(MalformedForm) -> UInt32 {
        guard let number = self[key]?.unsigned else { throw .member(key) }
        return number
    }

    /// A size or an offset, which must be there.
    package func requiredInt(_ key: String) throws(MalformedForm) -> Int {
        Int(try requiredUnsigned(key))
    }

    /// The MTU of a central's link, which must be there; `null` if the radio doesn't tell it.
    func requiredMTU() throws(MalformedForm) -> Int? {
        self["mtu"] == .null ? nil : try requiredInt("mtu")
    }

    /// Bytes in hexadecimal, which must be there.
    package func requiredBytes(_ key: String) throws(MalformedForm) -> ContiguousArray<UInt8> {
        guard let bytes = bytes(key) else { throw .member(key) }
        return bytes
    }

    /// A ticket, which must be there.
    package func requiredTicket(_ key: String) throws(MalformedForm) -> Ticket {
        Ticket(rawValue: try requiredUnsigned(key))
    }

    /// A peer, which must be there.
    func requiredPeer() throws(MalformedForm) -> CentralSession.Peer {
        CentralSession.Peer(rawValue: UInt64(try requiredUnsigned("peer")))
    }

    /// A central, which must be there.
    func requiredCentral() throws(MalformedForm) -> PeripheralSession.Central {
        PeripheralSession.Central(rawValue: try requiredUnsigned("central"))
    }

    /// The error of an ATT response, which must be there.
    package func requiredATTError() throws(MalformedForm) -> ATTError {
        guard let error = attError else { throw .member("attError") }
        return error
    }

    /// An error, which must be there.
    func requiredError() throws(MalformedForm) -> KomootNavError {
        guard let error = self["error"].flatMap(KomootNavError.init(json:)) else {
            throw .member("error")
        }
        return error
    }

    /// An identifier, if there is one.
    package func optionalIdentifier(_ key: String) throws(MalformedForm) -> InstructionIdentifier? {
        guard let json = self[key] else { return nil }
        guard let identifier = InstructionIdentifier(json: json) else { throw .member(key) }
        return identifier
    }
}
