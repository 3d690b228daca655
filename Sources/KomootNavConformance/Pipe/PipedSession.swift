import KomootNav

/// A session that a pipe can have behind it.
protocol PipedSession: Sendable {
    /// Which end of the link it is.
    var role: String { get }
    /// What it was made with, as far as the other end should know.
    var settings: [String: JSONValue] { get }
    /// The state that it is in.
    var phaseName: String { get }
    /// When time must be passed.
    var nextDeadline: SessionTime? { get }

    /// Takes an event in its JSON form. If it is refused nothing changes.
    mutating func accept(_ event: JSONValue, at time: SessionTime) throws(PipeRefusal)
    /// The effects of the last event, all of them.
    mutating func takeEffects() -> [JSONValue]
}

extension PipeRefusal {
    init(_ fault: MalformedEvent) {
        switch fault {
        case .unknownEvent: self = .unknownEvent
        case .member(let name): self = .member(name)
        }
    }
}

/// The device's end.
struct PipedCentral: PipedSession {
    private var session: CentralSession

    init(_ configuration: CentralSession.Configuration) {
        session = CentralSession(configuration)
    }

    let role = "central"
    var settings: [String: JSONValue] {
        let radio =
            switch session.configuration.radio {
            case .offsetReads: "offsetReads"
            case .wholeValues: "wholeValues"
            }
        let layout = session.configuration.layout?.description ?? "auto"
        return ["radio": .string(radio), "layout": .string(layout)]
    }
    var phaseName: String { session.phase.rawValue }
    var nextDeadline: SessionTime? { session.nextDeadline }

    mutating func accept(_ event: JSONValue, at time: SessionTime) throws(PipeRefusal) {
        do throws(MalformedEvent) {
            try session.take(event, at: time)
        } catch {
            throw PipeRefusal(error)
        }
    }

    /// A delivery brings along what its bytes say.
    mutating func takeEffects() -> [JSONValue] {
        session.takeEffects().map { effect in
            guard effect["effect"]?.string == "deliver" else { return effect }
            let layout = session.configuration.layout
            let decoded = session.withDelivery { (bytes, extent) -> [String: JSONValue] in
                do throws(KomootNavError) {
                    let view = try NavigationInstructionView(
                        decoding: bytes, layout: layout, extent: extent)
                    return ["instruction": .object(view.members)]
                } catch {
                    return ["error": error.json]
                }
            }
            guard case .object(let members) = effect, let decoded else { return effect }
            return .object(members.merging(decoded) { $1 })
        }
    }
}

/// The phone's end.
struct PipedPeripheral: PipedSession {
    private var session: PeripheralSession

    init(_ configuration: PeripheralSession.Configuration) {
        session = PeripheralSession(configuration)
    }

    let role = "peripheral"
    var settings: [String: JSONValue] {
        [
            "layout": .string(session.configuration.layout.description),
            "hasCCCD": .bool(session.configuration.hasCCCD),
        ]
    }
    var phaseName: String { session.phase.rawValue }
    var nextDeadline: SessionTime? { session.nextDeadline }

    mutating func accept(_ event: JSONValue, at time: SessionTime) throws(PipeRefusal) {
        let instruction: NavigationInstruction?
        do throws(MalformedEvent) {
            instruction = try published(by: event)
            if instruction == nil { try session.take(event, at: time) }
        } catch {
            throw PipeRefusal(error)
        }
        guard let instruction else { return }
        let object = try encoded(instruction)
        session.handle(.publish(object.span), at: time)
    }

    /// The instruction of an event that publishes one by its fields and not by its bytes.
    private func published(by event: JSONValue) throws(MalformedEvent) -> NavigationInstruction? {
        guard event["event"]?.string == "publish", let instruction = event["instruction"] else {
            return nil
        }
        return try NavigationInstruction(json: instruction)
    }

    private func encoded(
        _ instruction: NavigationInstruction
    ) throws(PipeRefusal) -> ContiguousArray<UInt8> {
        do throws(KomootNavError) {
            return ContiguousArray(try instruction.encoded(as: session.configuration.layout))
        } catch {
            throw PipeRefusal.unpublishable(error)
        }
    }

    mutating func takeEffects() -> [JSONValue] { session.takeEffects() }
}

extension NavigationInstruction {
    /// Reads an instruction: `identifier`, `arrow` (a number or a name), `distanceInMeters`, `street`.
    fileprivate init(json: JSONValue) throws(MalformedEvent) {
        guard case .object = json else { throw .member("instruction") }
        guard let identifier = try json.optionalIdentifier("identifier") else {
            throw .member("identifier")
        }
        let number = json["arrow"]?.unsigned.flatMap { UInt8(exactly: $0) }
        guard
            let arrow = number.map(Arrow.init(rawValue:))
                ?? json["arrow"]?.string.flatMap(Arrow.init(name:))
        else { throw .member("arrow") }
        guard let street = json["street"]?.string else { throw .member("street") }
        self.init(
            identifier: identifier, arrow: arrow,
            distanceInMeters: try json.requiredUnsigned("distanceInMeters"), street: Street(street))
    }
}
