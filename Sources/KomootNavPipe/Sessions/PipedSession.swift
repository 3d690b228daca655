import KomootNav
import KomootNavRecording

/// A session that speaks through a pipe.
protocol PipedSession: Sendable {
    associatedtype Session: JSONSession

    /// The session.
    var session: Session { get set }
    /// Which end of the link it is.
    var host: CaptureWriter.Host { get }
    /// The device's radio; `nil` at the phone's end.
    var radio: ChunkReassembler.Radio? { get }
    /// The settings that the greeting tells the other end.
    var settings: [String: JSONValue] { get }
    /// The event that tells the session that time has passed.
    var timePassed: SessionEvent { get }

    /// Reads an event from its JSON form.
    func event(_ json: JSONValue) throws(PipeRefusal) -> SessionEvent
    /// An event of this end, without its wrapper; `nil` for an event of the other end.
    static func event(_ event: SessionEvent) -> Session.OwnedEvent?
    /// An effect of the session.
    static func effect(_ effect: Session.OwnedEffect) -> SessionEffect
    /// The line that tells the other end of an effect.
    func json(of effect: SessionEffect) -> JSONValue
}

extension PipedSession {
    /// The state that it is in.
    var phaseName: String { session.phase.rawValue }
    /// When the session must be told that time has passed.
    var nextDeadline: SessionTime? { session.nextDeadline }

    /// Takes an event. One of the other end is refused, and changes nothing.
    mutating func handle(_ event: SessionEvent, at time: SessionTime) throws(PipeRefusal) {
        guard let event = Self.event(event) else { throw .unknownEvent }
        session.handle(owned: event, at: time)
    }

    /// The effects of the last event, all of them.
    mutating func takeEffects() -> [SessionEffect] { session.takeEffects().map(Self.effect) }
}

/// The device's end.
struct PipedCentral: PipedSession {
    var session: CentralSession

    init(_ configuration: CentralSession.Configuration) {
        session = CentralSession(configuration)
    }

    let host = CaptureWriter.Host.central
    var radio: ChunkReassembler.Radio? { session.configuration.radio }
    var settings: [String: JSONValue] {
        [
            "radio": .string(session.configuration.radio.name),
            "layout": .string(LayoutChoice(session.configuration.layout).name),
        ]
    }
    var timePassed: SessionEvent { .central(.timePassed) }

    func event(_ json: JSONValue) throws(PipeRefusal) -> SessionEvent {
        do throws(MalformedForm) {
            return .central(try CentralSession.OwnedEvent(json: json))
        } catch {
            throw PipeRefusal(error)
        }
    }

    static func event(_ event: SessionEvent) -> CentralSession.OwnedEvent? {
        if case .central(let event) = event { event } else { nil }
    }

    static func effect(_ effect: CentralSession.OwnedEffect) -> SessionEffect { .central(effect) }

    /// A delivery's line also has its decoded instruction.
    func json(of effect: SessionEffect) -> JSONValue {
        guard case .central(.deliver(let bytes, let extent)) = effect,
            case .object(var members) = effect.json
        else { return effect.json }
        do throws(KomootNavError) {
            let view = try NavigationInstructionView(
                decoding: bytes.span, layout: session.configuration.layout, extent: extent)
            members["instruction"] = .object(view.members)
        } catch {
            members["error"] = error.json
        }
        return .object(members)
    }
}

/// The phone's end.
struct PipedPeripheral: PipedSession {
    var session: PeripheralSession

    init(_ configuration: PeripheralSession.Configuration) {
        session = PeripheralSession(configuration)
    }

    let host = CaptureWriter.Host.peripheral
    var radio: ChunkReassembler.Radio? { nil }
    var settings: [String: JSONValue] { session.configuration.members }
    var timePassed: SessionEvent { .peripheral(.timePassed) }

    /// The line may give an instruction by its fields instead of its bytes.
    func event(_ json: JSONValue) throws(PipeRefusal) -> SessionEvent {
        let instruction: NavigationInstruction
        do throws(MalformedForm) {
            guard json.word("event", of: PeripheralSession.OwnedEvent.Kind.self) == .publish,
                let fields = json["instruction"]
            else { return .peripheral(try PeripheralSession.OwnedEvent(json: json)) }
            instruction = try NavigationInstruction(json: fields)
        } catch {
            throw PipeRefusal(error)
        }
        do throws(KomootNavError) {
            let object = try instruction.encoded(as: session.configuration.layout)
            return .peripheral(.publish(ContiguousArray(object)))
        } catch {
            throw .unpublishable(error)
        }
    }

    static func event(_ event: SessionEvent) -> PeripheralSession.OwnedEvent? {
        if case .peripheral(let event) = event { event } else { nil }
    }

    static func effect(_ effect: PeripheralSession.OwnedEffect) -> SessionEffect {
        .peripheral(effect)
    }

    func json(of effect: SessionEffect) -> JSONValue { effect.json }
}
