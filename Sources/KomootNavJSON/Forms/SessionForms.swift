public import Foundation
public import KomootNav

/// Why a JSON value is not an event or an effect.
public enum MalformedForm: Error, Hashable, Sendable {
    /// It has no name, or one that the session does not know.
    case unknownName
    /// This member is missing, or has the wrong type.
    case member(String)
}

extension MalformedForm: CustomStringConvertible {
    /// What is wrong with the value, in words.
    public var description: String {
        switch self {
        case .unknownName: "it has no name, or one that the session does not know"
        case .member(let name): "the member '\(name)' is missing, or has the wrong type"
        }
    }
}

extension MalformedForm: LocalizedError {
    /// The ``description`` as a sentence that stands alone.
    public var errorDescription: String? {
        "This is not an event or an effect of a session: \(description)."
    }
}

/// Something that has a JSON form: an object with its name and the members that belong to it.
///
/// Source: `Fixtures/README.md`; `Docs/Pipe.md`.
package protocol JSONForm {
    /// Reads the form; members that do not belong to it are ignored.
    init(json: JSONValue) throws(MalformedForm)
    /// The form.
    var json: JSONValue { get }
}

extension JSONForm {
    /// The form with one more member: `at`, the time at which it happened, in milliseconds.
    package func json(at time: SessionTime) -> JSONValue {
        guard case .object(var members) = json else { return json }
        members["at"] = time.json
        return .object(members)
    }
}

/// A session whose events and effects have JSON forms.
package protocol JSONSession: Sendable {
    associatedtype OwnedEvent: JSONForm
    associatedtype OwnedEffect: JSONForm
    associatedtype Phase: RawRepresentable<String>

    /// The state that it is in.
    var phase: Phase { get }
    /// When the session must be told that time has passed.
    var nextDeadline: SessionTime? { get }

    /// Takes an event that happened at a time.
    mutating func handle(owned event: OwnedEvent, at time: SessionTime)
    /// The effects of the last event.
    mutating func takeEffects() -> [OwnedEffect]
}

extension CentralSession: JSONSession {}
extension PeripheralSession: JSONSession {}

/// An event of one of the two ends.
public enum SessionEvent: Hashable, Sendable {
    /// The device's.
    case central(CentralSession.OwnedEvent)
    /// The phone's.
    case peripheral(PeripheralSession.OwnedEvent)

    /// The JSON form.
    public var json: JSONValue {
        switch self {
        case .central(let event): event.json
        case .peripheral(let event): event.json
        }
    }
}

/// An effect of one of the two ends.
public enum SessionEffect: Hashable, Sendable {
    /// The device's.
    case central(CentralSession.OwnedEffect)
    /// The phone's.
    case peripheral(PeripheralSession.OwnedEffect)

    /// The JSON form.
    public var json: JSONValue {
        switch self {
        case .central(let effect): effect.json
        case .peripheral(let effect): effect.json
        }
    }
}
