public import KomootNav

/// A session behind lines of JSON: events in, effects out.
///
/// A program in any language that has a radio becomes a correct device, or a correct phone, by handing
/// on what its radio tells and doing what the lines say. Bytes go in as they come, in pieces of any size:
///
/// ```swift
/// var pipe = SessionPipe(central: .init(radio: .wholeValues), clock: .wall)
/// print(pipe.greeting.text)
/// while let bytes = input.read() {
///     pipe.take(bytes.span, at: now) { line in
///         if !line.isForTraces { print(line.text) }
///     }
/// }
/// ```
///
/// With the clock ``Clock/wall`` have ``passTime(to:_:)`` called at ``nextDeadline``. What can't be
/// understood is refused with a line that says why, and changes nothing. It needs memory for one line
/// of ``maximumLineLength``.
///
/// Source: `Docs/Pipe.md`.
public struct SessionPipe: Sendable {
    /// Whose time counts.
    public enum Clock: String, Hashable, Sendable {
        /// The pipe's: events happen when their line comes.
        case wall
        /// The other end's: each event says when it happened, in its member `at`.
        case given
    }

    /// The version of the protocol.
    public static let version = 1
    /// The longest line that is read, in bytes.
    public static let maximumLineLength = 65_536

    /// Whose time counts.
    public let clock: Clock
    /// How many lines were refused.
    public private(set) var refusedLines = 0

    private var session: any PipedSession
    private var buffer = LineBuffer(maximumLength: maximumLineLength)
    private var lineNumber = 0
    private var latest = SessionTime.zero

    /// Creates the device's end.
    public init(central configuration: CentralSession.Configuration, clock: Clock) {
        self.init(PipedCentral(configuration), clock)
    }

    /// Creates the phone's end.
    public init(peripheral configuration: PeripheralSession.Configuration, clock: Clock) {
        self.init(PipedPeripheral(configuration), clock)
    }

    private init(_ session: any PipedSession, _ clock: Clock) {
        self.session = session
        self.clock = clock
    }

    /// The first line: who speaks, and which version.
    public var greeting: PipeLine {
        var members = session.settings
        members["pipe"] = .number(Int64(Self.version))
        members["role"] = .string(session.role)
        members["clock"] = .string(clock.rawValue)
        return PipeLine(kind: .greeting, json: JSONValue.object(members))
    }

    /// When time must be passed; `nil` when only other events count, or when the other end gives the
    /// time.
    public var nextDeadline: SessionTime? { clock == .wall ? session.nextDeadline : nil }

    /// Takes the next bytes from the other end.
    ///
    /// - Parameters:
    ///   - bytes: any part of its lines.
    ///   - time: when they came; of no meaning where the other end gives the time.
    ///   - write: called with each line that they cause.
    public mutating func take(
        _ bytes: Span<UInt8>, at time: SessionTime, _ write: (PipeLine) -> Void
    ) {
        var buffer = LineBuffer(maximumLength: 0)
        swap(&buffer, &self.buffer)
        buffer.take(bytes) { takeLine($0, time, write) }
        swap(&buffer, &self.buffer)
    }

    /// Takes the end of what comes from the other end: a last line may have no line's end.
    public mutating func finish(at time: SessionTime, _ write: (PipeLine) -> Void) {
        var buffer = LineBuffer(maximumLength: 0)
        swap(&buffer, &self.buffer)
        buffer.finish { takeLine($0, time, write) }
        swap(&buffer, &self.buffer)
    }

    /// Does what is due by now.
    public mutating func passTime(to time: SessionTime, _ write: (PipeLine) -> Void) {
        takeOwn(["event": .string("timePassed")], at: time, write)
    }

    /// Has the phone's end publish an object that this side knows of, such as a ride's next one.
    public mutating func publish(
        _ object: Span<UInt8>, at time: SessionTime, _ write: (PipeLine) -> Void
    ) {
        let bytes = JSONValue.string(HexBytes.encode(object))
        takeOwn(["event": .string("publish"), "bytes": bytes], at: time, write)
    }

    private mutating func takeOwn(
        _ event: [String: JSONValue], at time: SessionTime, _ write: (PipeLine) -> Void
    ) {
        do throws(PipeRefusal) {
            try accept(.object(event), at: time, write)
        } catch {
            refuse(error, write)
        }
    }

    private mutating func takeLine(
        _ line: ContiguousArray<UInt8>?, _ time: SessionTime, _ write: (PipeLine) -> Void
    ) {
        lineNumber += 1
        do throws(PipeRefusal) {
            guard let line else { throw .tooLong }
            if line.allSatisfy(\.isBlank) { return }
            guard let json = JSONValue(objectIn: line) else { throw .malformedLine }
            switch clock {
            case .wall:
                guard json["at"] == nil else { throw .unexpectedTime }
                try accept(json, at: time, write)
            case .given:
                guard let given = json["at"] else { throw .noTime }
                guard let milliseconds = given.unsigned64 else { throw .member("at") }
                try accept(json, at: SessionTime(milliseconds: milliseconds), write)
            }
        } catch {
            refuse(error, write)
        }
    }

    private mutating func accept(
        _ event: JSONValue, at time: SessionTime, _ write: (PipeLine) -> Void
    ) throws(PipeRefusal) {
        try session.accept(event, at: time)
        latest = max(latest, time)
        let now = JSONValue.number(Int64(clamping: latest.milliseconds))
        if case .object(var members) = event {
            members["at"] = now
            let name = event["event"]?.string ?? ""
            write(PipeLine(kind: .event(name), json: JSONValue.object(members)))
        }
        for effect in session.takeEffects() {
            write(PipeLine(kind: .effect, json: effect))
        }
        let deadline = session.nextDeadline.map {
            JSONValue.number(Int64(clamping: $0.milliseconds))
        }
        let state: [String: JSONValue] = [
            "at": now, "phase": .string(session.phaseName), "deadline": deadline ?? .null,
        ]
        write(PipeLine(kind: .state, json: JSONValue.object(state)))
    }

    private mutating func refuse(_ refusal: PipeRefusal, _ write: (PipeLine) -> Void) {
        refusedLines += 1
        write(PipeLine(kind: .refusal, json: refusal.json(line: lineNumber)))
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool {
        [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains(self)
    }
}
