package import KomootNav
import KomootNavJSON
import KomootNavRecording

/// A line of a program that is judged: an effect, or the state that ends the answer to an event.
package enum ProgramLine<Effect: Hashable>: Hashable {
    case effect(Effect)
    /// A fault, for a log only.
    case note
    /// When it next acts by itself, and the latest time that it has seen, if it says so.
    case state(deadline: SessionTime?, at: SessionTime?)

    /// - Parameter effect: reads an effect; `nil` for one that is only for a log.
    fileprivate init(
        _ text: String, effect: (JSONValue) throws(MalformedForm) -> Effect?
    ) throws(UnreadableLine) {
        guard let json = JSONValue(line: text), case .object = json else {
            throw UnreadableLine(reason: "a line that is not a JSON object")
        }
        if json["effect"] != nil {
            do throws(MalformedForm) {
                self = try effect(json).map(Self.effect) ?? .note
            } catch {
                throw UnreadableLine(error)
            }
        } else if json["deadline"] != nil {
            self = .state(deadline: try json.time("deadline"), at: try json.time("at"))
        } else if json["refused"] != nil {
            throw UnreadableLine(reason: "that it refuses the event")
        } else {
            throw UnreadableLine(reason: "a line with neither 'effect' nor 'deadline'")
        }
    }
}

/// A line of a program that is a device.
package typealias DeviceLine = ProgramLine<CentralSession.OwnedEffect>
/// A line of a program that is a phone.
package typealias PhoneLine = ProgramLine<PeripheralSession.OwnedEffect>

extension DeviceLine {
    /// Reads a line.
    ///
    /// - Parameter layout: the phone's. A `deliver` without `bytes` is what an object of this layout with the fields of
    ///   `instruction` has.
    package init(_ text: String, layout: InstructionLayout) throws(UnreadableLine) {
        try self.init(text) { json throws(MalformedForm) in
            switch try json.requiredName("effect", of: CentralSession.OwnedEffect.Kind.self) {
            case .fault: return nil
            case .deliver where json["bytes"] == nil:
                guard let extent = json.word("extent", of: ObjectExtent.self) else {
                    throw .member("extent")
                }
                guard let fields = json["instruction"] else { throw .member("bytes") }
                let instruction = try NavigationInstruction(json: fields)
                let object = try? instruction.encoded(as: layout)
                // No phone published what its layout can't hold.
                return .deliver(ContiguousArray(object ?? []), extent)
            default: return try CentralSession.OwnedEffect(json: json)
            }
        }
    }
}

extension PhoneLine {
    /// Reads a line.
    package init(phone text: String) throws(UnreadableLine) {
        try self.init(text) { json throws(MalformedForm) in
            let kind = try json.requiredName("effect", of: PeripheralSession.OwnedEffect.Kind.self)
            return kind == .fault ? nil : try PeripheralSession.OwnedEffect(json: json)
        }
    }
}

/// Why a program's line is neither an effect nor a state.
package struct UnreadableLine: Error, Hashable {
    /// What is wrong, as the end of a sentence that begins with *it wrote*.
    package let reason: String

    fileprivate init(reason: String) { self.reason = reason }

    fileprivate init(_ error: MalformedForm) {
        switch error {
        case .unknownName: reason = "an effect that is not in Docs/Pipe.md"
        case .member("extent"):
            reason = "an effect whose 'extent' is neither \"whole\" nor \"possiblyCut\""
        case .member("status"):
            let names = CentralSession.Status.allCases.map(\.rawValue)
            reason = "an effect whose 'status' is none of \(names.joined(separator: ", "))"
        case .member(let name):
            reason = "an effect whose member '\(name)' is missing, or malformed"
        }
    }
}

extension JSONValue {
    /// A time, which may be `null` or missing.
    fileprivate func time(_ key: String) throws(UnreadableLine) -> SessionTime? {
        guard let member = self[key], member != .null else { return nil }
        guard let milliseconds = member.unsigned64 else {
            throw UnreadableLine(reason: "a state whose member '\(key)' is malformed")
        }
        return SessionTime(milliseconds: milliseconds)
    }
}
