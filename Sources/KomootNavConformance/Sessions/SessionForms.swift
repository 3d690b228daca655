import KomootNav

/// Why a JSON value is no event.
enum MalformedEvent: Error, Hashable {
    /// There is no event of the name, or no name.
    case unknownEvent
    /// This member is missing, or of another kind.
    case member(String)
}

extension JSONValue {
    /// An effect: its name, and what belongs to it.
    static func effect(_ name: String, _ members: [String: JSONValue] = [:]) -> JSONValue {
        .object(members.merging(["effect": .string(name)]) { $1 })
    }

    /// An effect that reports a fault.
    static func fault(_ name: String, _ members: [String: JSONValue] = [:]) -> JSONValue {
        effect("fault", members.merging(["fault": .string(name)]) { $1 })
    }
}

extension KomootNavError {
    /// The error's code and offset.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "code": .string(code.name), "offset": .number(Int64(offset)),
        ]
        if case .attError(let error) = code { members["attError"] = error.json }
        return .object(members)
    }
}

extension ATTError {
    /// The code as a number.
    var json: JSONValue { .number(Int64(rawValue)) }
}

extension Ticket {
    /// The ticket as a number.
    var json: JSONValue { .integer(rawValue) }
}

extension JSONValue {
    /// A member that is a truth value.
    func bool(_ key: String) -> Bool? {
        if case .bool(let value) = self[key] { return value }
        return nil
    }

    /// A member that is a size, an offset or a count.
    func int(_ key: String) -> Int? { self[key]?.unsigned.map { Int($0) } }

    /// A member that is the error of an ATT response.
    var attError: ATTError? {
        self["attError"]?.unsigned.flatMap { UInt8(exactly: $0) }.map(ATTError.init(rawValue:))
    }

    /// A number that must be there.
    func requiredUnsigned(_ key: String) throws(MalformedEvent) -> UInt32 {
        guard let number = self[key]?.unsigned else { throw .member(key) }
        return number
    }

    /// A size or an offset that must be there.
    func requiredInt(_ key: String) throws(MalformedEvent) -> Int {
        Int(try requiredUnsigned(key))
    }

    /// A ticket that must be there.
    func requiredTicket(_ key: String) throws(MalformedEvent) -> Ticket {
        Ticket(rawValue: try requiredUnsigned(key))
    }

    /// Bytes in hexadecimal that must be there.
    func requiredBytes(_ key: String) throws(MalformedEvent) -> ContiguousArray<UInt8> {
        guard let bytes = bytes(key) else { throw .member(key) }
        return bytes
    }

    /// An identifier, if there is one.
    func optionalIdentifier(_ key: String) throws(MalformedEvent) -> InstructionIdentifier? {
        guard let json = self[key] else { return nil }
        guard let identifier = InstructionIdentifier(json: json) else { throw .member(key) }
        return identifier
    }
}
