import Foundation
import KomootNav
import KomootNavPipe
import KomootNavRecording

/// Lets a central session read a recording, and shows what a rider would see.
struct CaptureReplay {
    let recording: PhoneRecording
    let configuration: CentralSession.Configuration
    let units: DistanceStyle
    let isJSON: Bool
    /// The speed relative to the recording; `nil` for at once.
    let speed: Double?
    var trace: PartialFile?

    /// How long an interruption may go unnoticed.
    private static let longestSleep = Duration.milliseconds(50)

    private let terminal = Terminal()

    /// Runs to the recording's end, or until the user interrupts it.
    mutating func run() -> ExitCode {
        if speed != nil { Interruption.catchSignals() }
        var replay = CentralReplay(recording, configuration)
        var pipe = SessionPipe(central: configuration, clock: .given)
        trace?.write(pipe.greeting.text + "\n")
        var shown = 0
        var reached = SessionTime.zero
        var isStopped = false
        let start = ContinuousClock.now
        while let time = replay.nextTime {
            if let speed { wait(until: start + time.duration / speed) }
            // What takes no time is shown to its end: perhaps the user only ended the reading of a log.
            isStopped = speed != nil && Interruption.hasHappened
            if isStopped { break }
            reached = time
            replay.step { step in
                if trace != nil { write(step, to: &pipe) }
                if step.delivery?.extent == .whole { shown += 1 }
                show(step)
            }
        }
        let duration = Seconds(isStopped ? reached : recording.end)
        let summary = "\(counted(shown, "instruction")), \(duration) s"
        if isJSON { reportError(summary) } else { terminal.line(terminal.styled(summary, .dim)) }
        if trace?.finish() == false {
            reportError("knav capture replay: the trace can't be written: \(systemReason())")
            return .outputFailed
        }
        return Interruption.hasHappened ? .interrupted : .success
    }

    private func wait(until moment: ContinuousClock.Instant) {
        terminal.flush()
        while !Interruption.hasHappened {
            let rest = ContinuousClock.now.duration(to: moment)
            guard rest > .zero else { return }
            Thread.sleep(forTimeInterval: min(rest, Self.longestSleep) / .seconds(1))
        }
    }

    private mutating func write(_ step: CentralReplay.Step, to pipe: inout SessionPipe) {
        pipe.handle(.central(step.event), at: step.time) { trace?.write($0.text + "\n") }
    }

    private func show(_ step: CentralReplay.Step) {
        for effect in step.effects {
            switch effect {
            case .deliver(let bytes, let extent):
                // A replay that takes no time shows only whole objects.
                guard extent == .whole || speed != nil else { break }
                show(bytes, extent, at: step.time)
            case .report(let status): show(status, at: step.time)
            case .startScan, .stopScan, .connect, .disconnect, .discover, .subscribe, .read,
                .fault:
                break
            }
        }
    }

    private func show(_ status: CentralSession.Status, at time: SessionTime) {
        guard isJSON else {
            return line(time, terminal.styled("\(status)", .dim))
        }
        print(jsonLine(OutputRecord(status: status, at: time.duration)))
    }

    private func show(
        _ bytes: ContiguousArray<UInt8>, _ extent: ObjectExtent, at time: SessionTime
    ) {
        guard
            let view = try? NavigationInstructionView(
                decoding: bytes.span, layout: configuration.layout, extent: extent)
        else { return }
        guard isJSON else {
            return line(time, InstructionText(view, extent, units: units).line)
        }
        var record = OutputRecord(view, units: units)
        record.time = Double(time.milliseconds) / 1000
        print(jsonLine(record))
    }

    private func line(_ time: SessionTime, _ text: String) {
        terminal.line("\(rightAligned("\(Seconds(time))", 9)) s  \(text)")
    }
}
