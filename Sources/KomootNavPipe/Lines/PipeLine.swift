public import KomootNav

/// A line that a pipe writes.
public struct PipeLine: Hashable, Sendable {
    /// What a line is about.
    public enum Kind: Hashable, Sendable {
        /// The first line: which end the pipe is, and how it is set.
        case greeting
        /// An event that the session took. It is for traces only, not for the other end.
        case event(PipeEvent)
        /// Something to do.
        case effect(SessionEffect)
        /// The session's state. It is the last line that an event causes.
        case state
        /// A line was refused; the session has not seen it.
        case refusal
    }

    /// What it is about.
    public let kind: Kind
    /// Its content: an object.
    public let json: JSONValue

    /// The line, without a line end.
    public var text: String { json.description }

    /// Whether the line is only for traces, and not for the other end.
    public var isForTraces: Bool {
        switch kind {
        case .event: true
        case .greeting, .effect, .state, .refusal: false
        }
    }
}

/// An event that came through a pipe.
public struct PipeEvent: Hashable, Sendable {
    /// What happened.
    public let event: SessionEvent
    /// The latest time that the session has seen.
    public let time: SessionTime
    /// Why the link ended, as an HCI error code, if the line says so. It is for the record only.
    public let reason: UInt8?
    /// The handle of the characteristic's value, if the line gives it. It is for the record only.
    public let handle: UInt16?

    init(_ event: SessionEvent, at time: SessionTime, in line: JSONValue) {
        self.event = event
        self.time = time
        reason = line["reason"]?.unsigned.flatMap { UInt8(exactly: $0) }
        handle = line["handle"]?.unsigned.flatMap { UInt16(exactly: $0) }
    }
}
