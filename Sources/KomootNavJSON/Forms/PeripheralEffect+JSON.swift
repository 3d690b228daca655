public import KomootNav

extension PeripheralSession.OwnedEffect {
    /// The names of the effects, in the order in which they are declared and numbered in C.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case addService, removeService, startAdvertising, stopAdvertising, notify, answer, reject
        case fault
    }

    /// What the effect is called.
    package var kind: Kind {
        switch self {
        case .addService: .addService
        case .removeService: .removeService
        case .startAdvertising: .startAdvertising
        case .stopAdvertising: .stopAdvertising
        case .notify: .notify
        case .answer: .answer
        case .reject: .reject
        case .fault: .fault
        }
    }
}

extension PeripheralSession.OwnedEffect: JSONForm {
    /// Reads an effect from its JSON form; members that do not belong to it are ignored.
    public init(json: JSONValue) throws(MalformedForm) {
        switch try json.requiredName("effect", of: Kind.self) {
        case .addService: self = .addService
        case .removeService: self = .removeService
        case .startAdvertising: self = .startAdvertising
        case .stopAdvertising: self = .stopAdvertising
        case .notify:
            self = .notify(try json.requiredCentral(), try json.requiredBytes("bytes"))
        case .answer:
            self = .answer(try json.requiredCentral(), try json.requiredBytes("bytes"))
        case .reject: self = .reject(try json.requiredCentral(), try json.requiredATTError())
        case .fault: self = .fault(try PeripheralSession.Fault(json: json))
        }
    }

    /// The effect's JSON form.
    public var json: JSONValue { .form("effect", kind, members) }

    private var members: [String: JSONValue] {
        switch self {
        case .addService, .removeService, .startAdvertising, .stopAdvertising: [:]
        case .notify(let central, let bytes), .answer(let central, let bytes):
            ["central": central.json, "bytes": .bytes(bytes)]
        case .reject(let central, let error): ["central": central.json, "attError": error.json]
        case .fault(let fault): fault.members
        }
    }
}

extension PeripheralSession.Fault {
    /// The names of the faults, in the order in which they are declared and numbered in C.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case unpublishable, notNavigating, unknownCentral
    }

    /// What the fault is called.
    package var kind: Kind {
        switch self {
        case .unpublishable: .unpublishable
        case .notNavigating: .notNavigating
        case .unknownCentral: .unknownCentral
        }
    }

    fileprivate init(json: JSONValue) throws(MalformedForm) {
        switch try json.requiredWord("fault", of: Kind.self) {
        case .unpublishable: self = .unpublishable(try json.requiredError())
        case .notNavigating: self = .notNavigating
        case .unknownCentral: self = .unknownCentral
        }
    }

    fileprivate var members: [String: JSONValue] {
        let name = JSONValue.string(kind.rawValue)
        return switch self {
        case .unpublishable(let error): ["fault": name, "error": error.json]
        case .notNavigating, .unknownCentral: ["fault": name]
        }
    }
}
