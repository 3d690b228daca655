package import KomootNav
import KomootNavJSON
import KomootNavRecording

/// A line of a program that is a device: an effect, or the state that ends the answer to an event.
package enum DeviceLine: Hashable {
    case effect(CentralSession.OwnedEffect)
    /// A fault, for a log only.
    case note
    /// When it next acts by itself, and the latest time that it has seen, if it says so.
    case state(deadline: SessionTime?, at: SessionTime?)

    /// Why a line is none of these.
    package struct Unreadable: Error, Hashable {
        /// What is wrong, as the end of a sentence that begins with *it wrote*.
        package let reason: String
    }

    /// Reads a line.
    ///
    /// - Parameter layout: the phone's. A `deliver` without `bytes` is what an object of this layout with the fields of
    ///   `instruction` has.
    package init(_ text: String, layout: InstructionLayout) throws(Unreadable) {
        guard let json = JSONValue(line: text), case .object = json else {
            throw Unreadable(reason: "a line that is not a JSON object")
        }
        if json["effect"] != nil {
            self = try Self.effect(json, layout: layout)
        } else if json["deadline"] != nil {
            self = .state(deadline: try json.time("deadline"), at: try json.time("at"))
        } else if json["refused"] != nil {
            throw Unreadable(reason: "that it refuses the event")
        } else {
            throw Unreadable(reason: "a line with neither 'effect' nor 'deadline'")
        }
    }

    private static func effect(
        _ json: JSONValue, layout: InstructionLayout
    ) throws(Unreadable) -> DeviceLine {
        do throws(MalformedForm) {
            switch try json.requiredName("effect", of: CentralSession.OwnedEffect.Kind.self) {
            case .fault: return .note
            case .deliver where json["bytes"] == nil:
                guard let extent = json.word("extent", of: ObjectExtent.self) else {
                    throw .member("extent")
                }
                guard let fields = json["instruction"] else { throw .member("bytes") }
                let instruction = try NavigationInstruction(json: fields)
                let object = try? instruction.encoded(as: layout)
                // No phone published what its layout can't hold.
                return .effect(.deliver(ContiguousArray(object ?? []), extent))
            default: return .effect(try CentralSession.OwnedEffect(json: json))
            }
        } catch {
            switch error {
            case .unknownName: throw Unreadable(reason: "an effect that is not in Docs/Pipe.md")
            case .member(let name):
                throw Unreadable(
                    reason: "an effect whose member '\(name)' is missing, or malformed")
            }
        }
    }
}

extension JSONValue {
    /// A time, which may be `null` or missing.
    fileprivate func time(_ key: String) throws(DeviceLine.Unreadable) -> SessionTime? {
        guard let member = self[key], member != .null else { return nil }
        guard let milliseconds = member.unsigned64 else {
            throw DeviceLine.Unreadable(reason: "a state whose member '\(key)' is malformed")
        }
        return SessionTime(milliseconds: milliseconds)
    }
}
