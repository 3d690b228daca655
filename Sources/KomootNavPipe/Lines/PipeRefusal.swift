package import KomootNav

/// The words for the reasons why a line was refused.
package enum RefusalReason: String, Sendable, CaseIterable {
    case malformedLine, oversized, unknownEvent, malformedMember, noTime, unexpectedTime
    case unpublishable
}

/// Why a line was refused.
package enum PipeRefusal: Error, Hashable {
    /// It is not a JSON object, names a member twice, or has a number out of range.
    case malformedLine
    /// It is longer than a pipe reads.
    case oversized
    /// It does not name an event of the session.
    case unknownEvent
    /// This member is missing, or has the wrong type.
    case member(String)
    /// The other end must give the time, and the line has none.
    case noTime
    /// The pipe uses its own clock, and the line has a time.
    case unexpectedTime
    /// The layout has no object for the instruction.
    case unpublishable(KomootNavError)

    init(_ fault: MalformedForm) {
        switch fault {
        case .unknownName: self = .unknownEvent
        case .member(let name): self = .member(name)
        }
    }

    /// The line that reports it.
    package func json(line: Int) -> JSONValue {
        var members: [String: JSONValue] = [
            "line": .size(line), "reason": .string(reason.rawValue),
        ]
        switch self {
        case .member(let name): members["member"] = .string(name)
        case .unpublishable(let error): members["error"] = error.json
        case .malformedLine, .oversized, .unknownEvent, .noTime, .unexpectedTime: break
        }
        return .object(["refused": .object(members)])
    }

    private var reason: RefusalReason {
        switch self {
        case .malformedLine: .malformedLine
        case .oversized: .oversized
        case .unknownEvent: .unknownEvent
        case .member: .malformedMember
        case .noTime: .noTime
        case .unexpectedTime: .unexpectedTime
        case .unpublishable: .unpublishable
        }
    }
}
