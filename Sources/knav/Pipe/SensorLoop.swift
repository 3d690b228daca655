import CyclingSensors
import Foundation
import KomootNav
import KomootNavPipe
import KomootNavRecording
import LinkForms

/// Runs a sensor's pipe between standard input and standard output.
struct SensorLoop {
    var pipe: SensorPipe
    /// How often a reading is written if nothing comes, in milliseconds.
    let step: UInt64
    var record: LogFile<SensorRecorder>?

    private let start = ContinuousClock.now
    private let terminal = Terminal()

    private var now: SessionTime { SessionTime(start.duration(to: .now)) }

    /// Runs until the input ends or fails.
    mutating func run(as command: String) -> ExitCode {
        print(pipe.greeting)
        terminal.flush()
        var input = StandardInput()
        var failure: StandardInput.Failure?
        reading: while true {
            let next = pipe.latest.advanced(byMilliseconds: step)
            let due = pipe.nextDeadline.map { min($0, next) } ?? next
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
        let end = pipe.clock == .wall ? now : pipe.latest
        if let written = record?.finish(at: end, as: command), written != .success {
            return written
        }
        let result = failure?.report(as: command) ?? .success
        return result.combined(with: pipe.badCount == 0 ? .success : .badData)
    }

    /// Takes bytes, or the end of the input.
    private mutating func take(_ bytes: Span<UInt8>?) {
        var record = record
        func note(_ event: RideEvent) {
            if case .packet(let packet, _) = event,
                !MeasuringService.measures(packet.characteristic)
            {
                return
            }
            record?.record { $0.add(event) }
        }
        if let bytes {
            pipe.handle(bytes, at: now, { print($0) }, note)
        } else {
            pipe.finish(at: now, { print($0) }, note)
        }
        self.record = record
    }
}

extension LogFile<SensorRecorder> {
    /// Ends the log and gives the file its name, and reports for a command if that fails.
    mutating func finish(at time: SessionTime, as command: String) -> ExitCode {
        record { $0.finish(at: time) }
        return finish() ? .success : .unwritable(path, reason, for: command)
    }
}
