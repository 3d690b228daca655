package import CyclingSensors
import KomootNav
import KomootNavRecording
package import LinkForms

/// A calculator that speaks in lines of JSON: what a sensor notifies in, readings out. It also controls a trainer.
/// Docs/Pipe.md describes the lines.
package struct SensorPipe {
    private enum Event: String {
        case notified, located, linkLost, timePassed
        case target, startSpinDown, connected, done, failed
    }

    /// The bytes of a sensor's name, at most.
    private static let longestName = 64

    package let clock: SessionPipe.Clock
    /// How many lines were refused, and how many values could not be decoded.
    package private(set) var badCount = 0
    /// The latest time that it has seen.
    package private(set) var latest = SessionTime.zero

    private var ride: RideCalculator<String>
    /// `nil` until a line asks for something that only a trainer does.
    private var trainer: PipedTrainer?
    /// Whether a line has named its sensor.
    private var hasNames = false
    private var buffer = LineBuffer(maximumLength: SessionPipe.maximumLineLength)
    private var lineNumber = 0

    package init(wheelCircumference: UInt16, clock: SessionPipe.Clock) {
        ride = RideCalculator(wheelCircumferenceInMillimeters: wheelCircumference)
        self.clock = clock
    }

    /// The first line.
    package var greeting: JSONValue {
        .object([
            "pipe": .size(SessionPipe.version), "role": .string("sensor"),
            "clock": .string(clock.rawValue),
            "wheel": .size(Int(ride.wheelCircumferenceInMillimeters)),
        ])
    }

    /// Takes the next bytes from the other end.
    ///
    /// - Parameters:
    ///   - bytes: any part of its lines.
    ///   - time: when they came; ignored if the other end gives the time.
    ///   - write: called with each line to write.
    ///   - happened: called with what a line tells of a sensor, before its answer is written. A packet was decoded unless
    ///     a fault is written.
    package mutating func handle(
        _ bytes: Span<UInt8>, at time: SessionTime, _ write: (JSONValue) -> Void,
        _ happened: (RideEvent) -> Void
    ) {
        var buffer = LineBuffer(maximumLength: 0)
        swap(&buffer, &self.buffer)
        buffer.take(bytes) { takeLine($0, time, write, happened) }
        swap(&buffer, &self.buffer)
    }

    /// Ends the input: the last line may lack its line end.
    package mutating func finish(
        at time: SessionTime, _ write: (JSONValue) -> Void, _ happened: (RideEvent) -> Void
    ) {
        var buffer = LineBuffer(maximumLength: 0)
        swap(&buffer, &self.buffer)
        buffer.finish { takeLine($0, time, write, happened) }
        swap(&buffer, &self.buffer)
    }

    /// When time must pass; `nil` if nothing is due, or if the other end gives the time.
    package var nextDeadline: SessionTime? { clock == .wall ? trainer?.nextDeadline : nil }

    /// Lets time pass, and writes a reading.
    package mutating func passTime(to time: SessionTime, _ write: (JSONValue) -> Void) {
        latest = max(latest, time)
        trainer?.handle(.timePassed, at: latest, write)
        var reading = ReadingText(ride.reading(at: latest), at: latest, hasNames: hasNames).members
        if let trainer { reading["deadline"] = trainer.nextDeadline?.json ?? .null }
        write(.object(reading))
    }

    private mutating func takeLine(
        _ line: ContiguousArray<UInt8>?, _ time: SessionTime, _ write: (JSONValue) -> Void,
        _ happened: (RideEvent) -> Void
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
        _ happened: (RideEvent) -> Void
    ) throws(PipeRefusal) {
        let sensor = try sensor(of: line)
        guard let event = line["event"]?.string.flatMap(Event.init) else { throw .unknownEvent }
        switch event {
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
            happened(.packet(packet, from: sensor))
            take(packet, from: sensor, write)
        case .located:
            guard let location = line.int("location").flatMap(UInt8.init(exactly:)) else {
                throw .member("location")
            }
            ride.note(SensorLocation(rawValue: location), of: sensor)
        case .linkLost:
            happened(.linkLost(time, to: sensor))
            ride.linkLost(to: sensor)
            if trainer?.sensor == sensor { trainer?.linkLost(at: time, write) }
        case .timePassed: break
        case .target, .startSpinDown, .connected, .done, .failed:
            try control(sensor, by: line, event, at: time, write)
        }
        hasNames = hasNames || line["sensor"] != nil
    }

    /// The name of a line's sensor; without one, it is the only one.
    private func sensor(of line: JSONValue) throws(PipeRefusal) -> String {
        guard let member = line["sensor"] else { return "" }
        guard let name = member.string, name.utf8.count <= Self.longestName else {
            throw .member("sensor")
        }
        return name
    }

    private mutating func take(
        _ packet: SensorPacket, from sensor: String, _ write: (JSONValue) -> Void
    ) {
        do throws(SensorError) {
            if trainer?.sensor == sensor, try trainer?.take(packet, write) == true { return }
            try ride.take(packet, from: sensor)
        } catch {
            tell(error, of: packet.characteristic, sensor, write)
        }
    }

    private mutating func tell(
        _ error: SensorError, of characteristic: UUID128, _ sensor: String,
        _ write: (JSONValue) -> Void
    ) {
        badCount += 1
        var fault: [String: JSONValue] = [
            "effect": .string("fault"), "fault": .string(error.code.name),
            "offset": .size(error.offset), "characteristic": .string(characteristic.sensorText),
        ]
        if !sensor.isEmpty { fault["sensor"] = .string(sensor) }
        write(.object(fault))
    }
}

// The trainer.
extension SensorPipe {
    private mutating func control(
        _ sensor: String, by line: JSONValue, _ event: Event, at time: SessionTime,
        _ write: (JSONValue) -> Void
    ) throws(PipeRefusal) {
        guard trainer.map({ $0.sensor == sensor }) ?? true else { throw .member("sensor") }
        var trainer = trainer ?? PipedTrainer(sensor)
        do throws(MalformedForm) {
            switch event {
            case .target:
                trainer.handle(.setTarget(try line.requiredTarget()), at: time, write)
            case .connected:
                trainer.connect(try offer(of: line, sensor, write), at: time, write)
            case .done: trainer.handle(.done(try line.requiredTicket("ticket")), at: time, write)
            case .failed:
                let ticket = try line.requiredTicket("ticket")
                trainer.handle(.failed(ticket, try line.requiredATTError()), at: time, write)
            default: trainer.handle(.startSpinDown, at: time, write)
            }
        } catch {
            throw PipeRefusal(error)
        }
        self.trainer = trainer
    }

    /// What a trainer offers. What can't be decoded is told, and counts as missing.
    private mutating func offer(
        of line: JSONValue, _ sensor: String, _ write: (JSONValue) -> Void
    ) throws(MalformedForm) -> TrainerControl.Offer {
        func read<Value: SensorValue>(
            _ name: String, of characteristic: UUID128
        ) throws(MalformedForm) -> Value? {
            guard line[name] != nil else { return nil }
            let bytes = try line.requiredBytes(name)
            do throws(SensorError) {
                return try Value(decoding: bytes.span)
            } catch {
                tell(error, of: characteristic, sensor, write)
                return nil
            }
        }
        switch line.word("service", of: MeasuringService.self) {
        case .fec: return .fec(nil)
        case .ftms:
            let feature: FitnessMachineFeature? = try read(
                "feature", of: SensorCharacteristic.fitnessMachineFeature)
            return .fitnessMachine(
                feature?.settable ?? [],
                power: try read("powerRange", of: SensorCharacteristic.powerRange),
                resistance: try read("resistanceRange", of: SensorCharacteristic.resistanceRange))
        default: throw .member("service")
        }
    }
}
