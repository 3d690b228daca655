import KomootNav

/// A line that a pipe has to say.
public struct PipeLine: Hashable, Sendable {
    /// What a line is about.
    public enum Kind: Hashable, Sendable {
        /// Who speaks; the first line.
        case greeting
        /// An event of this name, which the session took. It is for traces only: who is at the other
        /// end knows it.
        case event(String)
        /// Something to do.
        case effect
        /// Where the session stands. It ends what belongs to one event.
        case state
        /// A line that was refused; the session does not know of it.
        case refusal
    }

    /// What it is about.
    public let kind: Kind
    /// What it says: an object.
    public let json: JSONValue

    /// The line, without its end.
    public var text: String { json.description }

    /// Whether the other end is not told.
    public var isForTraces: Bool {
        if case .event = kind { return true }
        return false
    }
}

/// Why a line was refused.
enum PipeRefusal: Error, Hashable {
    /// It is no object of JSON, or has numbers that are no integers.
    case malformedLine
    /// It is longer than ``SessionPipe/maximumLineLength``.
    case tooLong
    /// It names no event that the session knows.
    case unknownEvent
    /// This member is missing, or of another kind.
    case member(String)
    /// The time is given by the other end, and the line has none.
    case noTime
    /// The time is the pipe's own, and the line has one.
    case unexpectedTime
    /// There is no such object in the layout.
    case unpublishable(KomootNavError)

    /// The members of the line that tells it.
    func json(line: Int) -> JSONValue {
        var members: [String: JSONValue] = [
            "line": .number(Int64(line)), "reason": .string(reason),
        ]
        switch self {
        case .member(let name): members["member"] = .string(name)
        case .unpublishable(let error): members["error"] = error.json
        case .malformedLine, .tooLong, .unknownEvent, .noTime, .unexpectedTime: break
        }
        return .object(["refused": .object(members)])
    }

    private var reason: String {
        switch self {
        case .malformedLine: "malformedLine"
        case .tooLong: "tooLong"
        case .unknownEvent: "unknownEvent"
        case .member: "malformedMember"
        case .noTime: "noTime"
        case .unexpectedTime: "unexpectedTime"
        case .unpublishable: "unpublishable"
        }
    }
}
