package import CyclingSensors
import KomootNav
import KomootNavRecording
import LinkForms

/// A calculator that speaks in lines of JSON: what a sensor notifies in, readings out. Docs/Pipe.md
/// describes the lines.
package struct SensorPipe {
    /// What a line did.
    package enum Happening {
        /// A packet came; it was decoded unless a fault is written.
        case packet(SensorPacket)
        /// The link was lost.
        case linkLost(SessionTime)
    }

    private enum Event: String {
        case notified, linkLost, timePassed
    }

    package let clock: SessionPipe.Clock
    /// How many lines were refused, and how many values could not be decoded.
    package private(set) var badCount = 0
    /// The latest time that it has seen.
    package private(set) var latest = SessionTime.zero

    private var calculator: CyclingCalculator
    private var buffer = LineBuffer(maximumLength: SessionPipe.maximumLineLength)
    private var lineNumber = 0

    package init(wheelCircumference: UInt16, clock: SessionPipe.Clock) {
        calculator = CyclingCalculator(wheelCircumferenceInMillimeters: wheelCircumference)
        self.clock = clock
    }

    /// The first line.
    package var greeting: JSONValue {
        .object([
            "pipe": .size(SessionPipe.version), "role": .string("sensor"),
            "clock": .string(clock.rawValue),
            "wheel": .size(Int(calculator.wheelCircumferenceInMillimeters)),
        ])
    }

    /// Takes the next bytes from the other end.
    ///
    /// - Parameters:
    ///   - bytes: any part of its lines.
    ///   - time: when they came; ignored if the other end gives the time.
    ///   - write: called with each line to write.
    ///   - happened: called with what each line did, before its answer is written.
    package mutating func handle(
        _ bytes: Span<UInt8>, at time: SessionTime, _ write: (JSONValue) -> Void,
        _ happened: (Happening) -> Void
    ) {
        var buffer = LineBuffer(maximumLength: 0)
        swap(&buffer, &self.buffer)
        buffer.take(bytes) { takeLine($0, time, write, happened) }
        swap(&buffer, &self.buffer)
    }

    /// Ends the input: the last line may lack its line end.
    package mutating func finish(
        at time: SessionTime, _ write: (JSONValue) -> Void, _ happened: (Happening) -> Void
    ) {
        var buffer = LineBuffer(maximumLength: 0)
        swap(&buffer, &self.buffer)
        buffer.finish { takeLine($0, time, write, happened) }
        swap(&buffer, &self.buffer)
    }

    /// Lets time pass, and writes a reading.
    package mutating func passTime(to time: SessionTime, _ write: (JSONValue) -> Void) {
        latest = max(latest, time)
        write(ReadingText(calculator.reading(at: latest), at: latest).json)
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
