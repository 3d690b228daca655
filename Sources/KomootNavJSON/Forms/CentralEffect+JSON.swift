public import KomootNav

extension CentralSession.OwnedEffect {
    /// The names of the effects, in the order in which they are declared and numbered in C.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case startScan, stopScan, connect, disconnect, discover, subscribe, read, deliver, report
        case fault
    }

    /// What the effect is called.
    package var kind: Kind {
        switch self {
        case .startScan: .startScan
        case .stopScan: .stopScan
        case .connect: .connect
        case .disconnect: .disconnect
        case .discover: .discover
        case .subscribe: .subscribe
        case .read: .read
        case .deliver: .deliver
        case .report: .report
        case .fault: .fault
        }
    }
}

extension CentralSession.OwnedEffect: JSONForm {
    /// Reads an effect from its JSON form; members that do not belong to it are ignored.
    public init(json: JSONValue) throws(MalformedForm) {
        switch try json.requiredName("effect", of: Kind.self) {
        case .startScan: self = .startScan
        case .stopScan: self = .stopScan
        case .connect:
            self = .connect(try json.requiredPeer(), link: try json.requiredTicket("link"))
        case .disconnect: self = .disconnect(link: try json.requiredTicket("link"))
        case .discover: self = .discover(try json.requiredTicket("ticket"))
        case .subscribe: self = .subscribe(try json.requiredTicket("ticket"))
        case .read:
            self = .read(
                try json.requiredTicket("ticket"), offset: try json.requiredInt("offset"))
        case .deliver:
            self = .deliver(
                try json.requiredBytes("bytes"),
                try json.requiredWord("extent", of: ObjectExtent.self))
        case .report:
            self = .report(try json.requiredWord("status", of: CentralSession.Status.self))
        case .fault: self = .fault(try CentralSession.Fault(json: json))
        }
    }

    /// The effect's JSON form.
    public var json: JSONValue { .form("effect", kind, members) }

    private var members: [String: JSONValue] {
        switch self {
        case .startScan, .stopScan: [:]
        case .connect(let peer, let link): ["peer": peer.json, "link": link.json]
        case .disconnect(let link): ["link": link.json]
        case .discover(let ticket), .subscribe(let ticket): ["ticket": ticket.json]
        case .read(let ticket, let offset): ["ticket": ticket.json, "offset": .size(offset)]
        case .deliver(let bytes, let extent):
            ["extent": .string(extent.rawValue), "bytes": .bytes(bytes)]
        case .report(let status): ["status": .string(status.rawValue)]
        case .fault(let fault): fault.members
        }
    }
}

extension CentralSession.Fault {
    /// The names of the faults, in the order in which they are declared and numbered in C.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case lateArrival, malformedNotification, unreadable, refused, timedOut, gaveUp
    }

    /// What the fault is called.
    package var kind: Kind {
        switch self {
        case .lateArrival: .lateArrival
        case .malformedNotification: .malformedNotification
        case .unreadable: .unreadable
        case .refused: .refused
        case .timedOut: .timedOut
        case .gaveUp: .gaveUp
        }
    }

    fileprivate init(json: JSONValue) throws(MalformedForm) {
        switch try json.requiredWord("fault", of: Kind.self) {
        case .lateArrival: self = .lateArrival
        case .malformedNotification: self = .malformedNotification(try json.requiredError())
        case .unreadable: self = .unreadable(try json.requiredError())
        case .refused: self = .refused(try json.requiredATTError())
        case .timedOut: self = .timedOut
        case .gaveUp: self = .gaveUp
        }
    }

    fileprivate var members: [String: JSONValue] {
        let name = JSONValue.string(kind.rawValue)
        return switch self {
        case .lateArrival, .timedOut, .gaveUp: ["fault": name]
        case .malformedNotification(let error), .unreadable(let error):
            ["fault": name, "error": error.json]
        case .refused(let error): ["fault": name, "attError": error.json]
        }
    }
}
