public import KomootNav
import KomootNavRecording

/// A session that speaks in lines of JSON: events in, effects out.
///
/// A program with a radio, in any language, becomes a correct device or a correct phone: it passes on what
/// its radio reports, and does what the lines say. Bytes go in as they come, a few or many at a time:
///
/// ```swift
/// var pipe = SessionPipe(central: .init(radio: .wholeValues), clock: .wall)
/// print(pipe.greeting.text)
/// while let bytes = input.read() {
///     pipe.handle(bytes.span, at: now) { line in
///         if !line.isForTraces { print(line.text) }
///     }
/// }
/// ```
///
/// With the clock ``Clock/wall``, call ``passTime(to:_:)`` at ``nextDeadline``. A line that can't be
/// understood is refused with a line that says why, and changes nothing. The pipe keeps at most one line
/// of ``maximumLineLength``.
///
/// Source: `Docs/Pipe.md`.
public struct SessionPipe: Sendable {
    /// Whose clock counts.
    public enum Clock: String, Hashable, Sendable, CaseIterable {
        /// The pipe's: an event happens when its line comes.
        case wall
        /// The other end's: each event says when it happened, in its member `at`.
        case given
    }

    /// The version of the protocol.
    public static let version = 1
    /// The longest line that is read, in bytes.
    public static let maximumLineLength = 65_536

    /// Whose clock counts.
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

    /// Which end of the link it is.
    var host: CaptureWriter.Host { session.host }
    /// The device's radio; `nil` at the phone's end.
    var radio: ChunkReassembler.Radio? { session.radio }

    /// The first line: which end speaks, and the version of the protocol.
    public var greeting: PipeLine {
        var members = session.settings
        members["pipe"] = .size(Self.version)
        members["role"] = .string(host.rawValue)
        members["clock"] = .string(clock.rawValue)
        return PipeLine(kind: .greeting, json: JSONValue.object(members))
    }

    /// When to call ``passTime(to:_:)``; `nil` if nothing is due, or if the other end gives the time.
    public var nextDeadline: SessionTime? { clock == .wall ? session.nextDeadline : nil }

    /// Takes the next bytes from the other end.
    ///
    /// - Parameters:
    ///   - bytes: any part of its lines.
    ///   - time: when they came; ignored if the other end gives the time.
    ///   - write: called with each line that they cause.
    public mutating func handle(
        _ bytes: Span<UInt8>, at time: SessionTime, _ write: (PipeLine) -> Void
    ) {
        var buffer = LineBuffer(maximumLength: 0)
        swap(&buffer, &self.buffer)
        buffer.take(bytes) { takeLine($0, time, write) }
        swap(&buffer, &self.buffer)
    }

    /// Ends the input: the last line may lack its line end.
    public mutating func finish(at time: SessionTime, _ write: (PipeLine) -> Void) {
        var buffer = LineBuffer(maximumLength: 0)
        swap(&buffer, &self.buffer)
        buffer.finish { takeLine($0, time, write) }
        swap(&buffer, &self.buffer)
    }

    /// Lets time pass: does what is due by then.
    public mutating func passTime(to time: SessionTime, _ write: (PipeLine) -> Void) {
        handle(session.timePassed, at: time, write)
    }

    /// Takes an event of this side, such as a ride's next instruction, and writes what a line with its
    /// JSON form would cause. An event of the other kind of session is refused.
    public mutating func handle(
        _ event: SessionEvent, at time: SessionTime, _ write: (PipeLine) -> Void
    ) {
        do throws(PipeRefusal) {
            try handle(event, event.json, at: time, write)
        } catch {
            refuse(error, write)
        }
    }

    private mutating func takeLine(
        _ line: ContiguousArray<UInt8>?, _ time: SessionTime, _ write: (PipeLine) -> Void
    ) {
        lineNumber += 1
        do throws(PipeRefusal) {
            guard let line else { throw .oversized }
            if line.allSatisfy(\.isBlank) { return }
            guard let json = JSONValue(objectIn: line.span) else { throw .malformedLine }
            let happened = try clock.time(of: json) ?? time
            try handle(try session.event(json), json, at: happened, write)
        } catch {
            refuse(error, write)
        }
    }

    private mutating func handle(
        _ event: SessionEvent, _ line: JSONValue, at time: SessionTime,
        _ write: (PipeLine) -> Void
    ) throws(PipeRefusal) {
        try session.handle(event, at: time)
        latest = max(latest, time)
        if case .object(var members) = line {
            members["at"] = latest.json
            let taken = PipeEvent(event, at: latest, in: line)
            write(PipeLine(kind: .event(taken), json: JSONValue.object(members)))
        }
        for effect in session.takeEffects() {
            write(PipeLine(kind: .effect(effect), json: session.json(of: effect)))
        }
        let state: [String: JSONValue] = [
            "at": latest.json, "phase": .string(session.phaseName),
            "deadline": session.nextDeadline?.json ?? .null,
        ]
        write(PipeLine(kind: .state, json: JSONValue.object(state)))
    }

    private mutating func refuse(_ refusal: PipeRefusal, _ write: (PipeLine) -> Void) {
        refusedLines += 1
        write(PipeLine(kind: .refusal, json: refusal.json(line: lineNumber)))
    }
}

extension SessionPipe.Clock {
    /// The time that a line gives; `nil` if the pipe's own clock counts.
    package func time(of line: JSONValue) throws(PipeRefusal) -> SessionTime? {
        switch self {
        case .wall:
            guard line["at"] == nil else { throw .unexpectedTime }
            return nil
        case .given:
            guard let given = line["at"] else { throw .noTime }
            guard let milliseconds = given.unsigned64 else { throw .member("at") }
            return SessionTime(milliseconds: milliseconds)
        }
    }
}

extension UInt8 {
    /// Whether it is a blank, a tabulator or the CR of a line end.
    package var isBlank: Bool {
        [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains(self)
    }
}
