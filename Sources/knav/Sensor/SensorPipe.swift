import CyclingSensors
import Foundation
import KomootNav
import KomootNavPipe
import KomootNavRecording

/// A calculator that speaks in lines of JSON: what a sensor notifies in, readings out. Docs/Pipe.md
/// describes the lines.
struct SensorPipe {
    /// What a line did.
    enum Happening {
        /// A packet came; it was decoded unless a fault is written.
        case packet(SensorPacket)
        /// The link was lost.
        case linkLost(SessionTime)
    }

    private enum Event: String {
        case notified, linkLost, timePassed
    }

    let clock: SessionPipe.Clock
    /// How many lines were refused, and how many values could not be decoded.
    private(set) var badCount = 0
    /// The latest time that it has seen.
    private(set) var latest = SessionTime.zero

    private var calculator: CyclingCalculator
    private var buffer = LineBuffer(maximumLength: SessionPipe.maximumLineLength)
    private var lineNumber = 0

    init(wheelCircumference: UInt16, clock: SessionPipe.Clock) {
        calculator = CyclingCalculator(wheelCircumference: wheelCircumference)
        self.clock = clock
    }

    /// The first line.
    var greeting: JSONValue {
        .object([
            "pipe": .size(SessionPipe.version), "role": .string("sensor"),
            "clock": .string(clock.rawValue), "wheel": .size(Int(calculator.wheelCircumference)),
        ])
    }

    /// Takes the next bytes from the other end.
    ///
    /// - Parameters:
    ///   - bytes: any part of its lines.
    ///   - time: when they came; ignored if the other end gives the time.
    ///   - write: called with each line to write.
    ///   - happened: called with what each line did, before its answer is written.
    mutating func handle(
        _ bytes: Span<UInt8>, at time: SessionTime, _ write: (JSONValue) -> Void,
        _ happened: (Happening) -> Void
    ) {
        var buffer = LineBuffer(maximumLength: 0)
        swap(&buffer, &self.buffer)
        buffer.take(bytes) { takeLine($0, time, write, happened) }
        swap(&buffer, &self.buffer)
    }

    /// Ends the input: the last line may lack its line end.
    mutating func finish(
        at time: SessionTime, _ write: (JSONValue) -> Void, _ happened: (Happening) -> Void
    ) {
        var buffer = LineBuffer(maximumLength: 0)
        swap(&buffer, &self.buffer)
        buffer.finish { takeLine($0, time, write, happened) }
        swap(&buffer, &self.buffer)
    }

    /// Lets time pass, and writes a reading.
    mutating func passTime(to time: SessionTime, _ write: (JSONValue) -> Void) {
        latest = max(latest, time)
        write(ReadingText(reading: calculator.reading(at: latest), time: latest).json)
    }

    private mutating func takeLine(
        _ line: ContiguousArray<UInt8>?, _ time: SessionTime, _ write: (JSONValue) -> Void,
        _ happened: (Happening) -> Void
    ) {
        lineNumber += 1
        do throws(PipeRefusal) {
            guard let line else { throw .oversized }
            if line.allSatisfy(\.isBlank) { return }
            guard let json = JSONValue(objectIn: line.span) else { throw .malformedLine }
            let time = try clock.time(of: json) ?? time
            try take(json, at: max(latest, time), write, happened)
            passTime(to: time, write)
        } catch {
            badCount += 1
            write(error.json(line: lineNumber))
        }
    }

    private mutating func take(
        _ line: JSONValue, at time: SessionTime, _ write: (JSONValue) -> Void,
        _ happened: (Happening) -> Void
    ) throws(PipeRefusal) {
        switch line["event"]?.string.flatMap(Event.init) {
        case .notified:
            guard
                let characteristic = line["characteristic"]?.string.flatMap({
                    KnownCharacteristic($0)?.uuid ?? UUID128(sensorText: $0)
                })
            else { throw .member("characteristic") }
            guard let value = line.bytes("bytes"), value.count <= ATT.maximumValueLength else {
                throw .member("bytes")
            }
            let packet = SensorPacket(characteristic: characteristic, value: value, time: time)
            happened(.packet(packet))
            take(packet, write)
        case .linkLost:
            happened(.linkLost(time))
            calculator.linkLost()
        case .timePassed: break
        case nil: throw .unknownEvent
        }
    }

    private mutating func take(_ packet: SensorPacket, _ write: (JSONValue) -> Void) {
        do throws(SensorError) {
            try calculator.take(packet)
        } catch {
            badCount += 1
            write(
                .object([
                    "effect": .string("fault"), "fault": .string(error.code.name),
                    "offset": .size(error.offset),
                    "characteristic": .string(packet.characteristic.sensorText),
                ]))
        }
    }
}

/// Runs a sensor's pipe between standard input and standard output.
struct SensorLoop {
    private var pipe: SensorPipe
    private var record: SensorRecord?
    /// How often a reading is written if nothing comes, in milliseconds.
    private let step: UInt64
    private let start = ContinuousClock.now
    private let terminal = Terminal()

    init(_ pipe: SensorPipe, every step: UInt64, record: SensorRecord?) {
        self.pipe = pipe
        self.step = step
        self.record = record
    }

    private var now: SessionTime { SessionTime(start.duration(to: .now)) }

    /// Runs until the input ends or fails.
    mutating func run(as command: String) -> ExitCode {
        print(pipe.greeting)
        terminal.flush()
        var input = StandardInput()
        var failure: StandardInput.Failure?
        reading: while true {
            let due = pipe.latest.advanced(byMilliseconds: step)
            switch input.wait(atMost: pipe.clock == .wall ? due.milliseconds(since: now) : nil) {
            case .nothing:
                if pipe.clock == .wall && now >= due { pipe.passTime(to: now) { print($0) } }
            case .end: break reading
            case .failed(let why):
                failure = why
                break reading
            case .bytes(let count): take(input.chunk.span.extracting(..<count))
            }
            terminal.flush()
        }
        if failure == nil { take(nil) }
        var record = record
        let end = pipe.clock == .wall ? now : pipe.latest
        if let path = record?.path, record?.finish(at: end) == false {
            let reason = record?.reason ?? systemReason()
            reportError("knav \(command): '\(printable(path))' can't be written: \(reason)")
            return .outputFailed
        }
        let result = failure?.report(as: command) ?? .success
        return result.combined(with: pipe.badCount == 0 ? .success : .badData)
    }

    /// Takes bytes, or the end of the input.
    private mutating func take(_ bytes: Span<UInt8>?) {
        var record = record
        func note(_ happening: SensorPipe.Happening) {
            switch happening {
            case .packet(let packet):
                if MeasuringService.measures(packet.characteristic) { record?.add(packet) }
            case .linkLost(let time): record?.addLoss(at: time)
            }
        }
        if let bytes {
            pipe.handle(bytes, at: now, { print($0) }, note)
        } else {
            pipe.finish(at: now, { print($0) }, note)
        }
        self.record = record
    }
}
