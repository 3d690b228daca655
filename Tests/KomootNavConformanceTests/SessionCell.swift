import KomootNavConformance
import KomootNavJSON

/// Where a session's vector ends: the phase in which the last event happened, and what it caused.
struct SessionCell: Hashable {
    let event: String
    let before: String
    let after: String
    let effects: [JSONValue]
    /// Whether a companion app's session only refused the event, and shows what it showed before; `nil` for others.
    let isRefusal: Bool?

    /// Whether the session stayed in its phase, and did nothing but report a late arrival, if that.
    var changesNothing: Bool { isRefusal ?? (after == before && (effects.isEmpty || isLate)) }

    private var isLate: Bool {
        effects.count == 1 && effects.first?["fault"]?.string == "lateArrival"
    }

    /// The outcome's mark in the session's table.
    var outcome: String {
        if changesNothing { return isLate ? "late" : "·" }
        let isLoss = effects.contains { $0["effect"]?.string == "disconnect" }
        return isLoss && after == "scanning" ? "loss" : after
    }
}

extension Vector {
    /// The cell of a session's vector; `nil` for any other.
    var cell: SessionCell? {
        guard case .array(let events) = input["events"], case .array(let steps) = expected["steps"],
            let event = events.last?["event"]?.string, let last = steps.last,
            let after = last["phase"]?.string, case .array(let effects) = last["effects"]
        else { return nil }
        let before = steps.dropLast().last?["phase"]?.string ?? "stopped"
        return SessionCell(
            event: event, before: before, after: after, effects: effects,
            isRefusal: operation == .companionSession ? isRefusal(steps, effects) : nil)
    }

    private func isRefusal(_ steps: [JSONValue], _ effects: [JSONValue]) -> Bool {
        let unstarted: [String: JSONValue] = [
            "phase": .string("stopped"), "deadline": .null, "devices": .array([]),
            "apps": .array([]),
        ]
        let isSame = unstarted.allSatisfy { member, value in
            steps.last?[member] == (steps.dropLast().last.map { $0[member] } ?? value)
        }
        return isSame && effects.allSatisfy { $0["fault"] != nil || $0["refusal"] != nil }
    }

    /// A session's vector whose last event must be ignored.
    var changesNothing: Bool { cell?.changesNothing ?? false }

    /// A script of reassembly whose last event must be refused.
    var endsInError: Bool {
        guard case .array(let steps) = expected["steps"] else { return false }
        return steps.last?["error"] != nil
    }
}
