import CyclingSensors
import Foundation
import KomootNav
import KomootNavPipe
import KomootNavRecording
import LinkForms

/// Plays a source's packets to a calculator, and shows what a rider would see.
struct SensorPlayback {
    /// How to play and what to show.
    struct Setting {
        /// The name of the command, for messages.
        var command: String
        /// The wheel's circumference in millimetres.
        var wheelCircumference: UInt16
        /// How many times as fast as the ride; `nil` for at once.
        var pace: Double?
        /// The time between two lines, in milliseconds.
        var step: UInt64
        var isJSON: Bool
    }

    let setting: Setting
    private var ride: SensorRide
    private let hasNames: Bool
    private let end: SessionTime
    private var record: LogFile<SensorRecorder>?
    private var summary = ReadingSummary()
    private var plot = TimePlot.readings
    private let plotFile: PartialFile?
    private let terminal = Terminal()
    /// The line that the next one is drawn over; `nil` if the next one stands below.
    private var drawn: String?

    /// - Parameters:
    ///   - events: what happens to the sensors, in the order of the times, which are the ride's.
    ///   - hasNames: whether to say whose values are shown.
    ///   - end: when the ride ends.
    ///   - record: where the packets are recorded.
    ///   - plot: the file for a plot.
    init(
        _ events: some Sequence<RideEvent>, hasNames: Bool = false, until end: SessionTime,
        _ setting: Setting, record: LogFile<SensorRecorder>? = nil, plot: PartialFile? = nil
    ) {
        ride = SensorRide(
            events, until: end, every: setting.step,
            wheelCircumference: setting.wheelCircumference)
        self.hasNames = hasNames
        self.end = end
        self.setting = setting
        self.record = record
        plotFile = plot
    }

    private var redraws: Bool { setting.pace != nil && terminal.canRedraw && !setting.isJSON }

    /// Plays the ride to its end.
    mutating func run() -> ExitCode {
        let clock = ContinuousClock()
        let start = clock.now
        while true {
            let time = ride.time
            if let pace = setting.pace { wait(until: start + time.duration / pace, clock) }
            let reading = nextReading()
            summary.take(reading.values, at: time)
            if plotFile != nil { plot.add(reading.values, at: time) }
            show(ReadingText(reading, at: time, hasNames: hasNames))
            guard let silence = ride.advance() else { break }
            if silence > 0 { tellSilence(of: silence) }
        }
        settle()
        let text = summary.line(packetCount: ride.packetCount)
        if setting.isJSON { reportError(text) } else { terminal.line(terminal.styled(text, .dim)) }
        return finish()
    }

    /// Takes what is due, and reports what can't be decoded.
    private mutating func nextReading() -> RideReading<String> {
        var refusals: [String] = []
        var record = record
        var count = ride.packetCount
        let reading = ride.reading { packet, error in
            count += 1
            record?.record { $0.add(.packet(packet, from: "")) }
            guard let error else { return }
            refusals.append("packet \(count) of \(packet.characteristic.sensorText): \(error)")
        }
        self.record = record
        if !refusals.isEmpty { settle() }
        for text in refusals { reportError("knav \(setting.command): \(text)") }
        return reading
    }

    private func tellSilence(of milliseconds: UInt64) {
        guard !setting.isJSON && !redraws else { return }
        let seconds = Seconds(microseconds: Int64(clamping: milliseconds) * 1000)
        terminal.line(terminal.styled("           … nothing came for \(seconds) s", .dim))
    }

    private func wait(until moment: ContinuousClock.Instant, _ clock: ContinuousClock) {
        terminal.flush()
        Thread.sleep(forTimeInterval: max(0, clock.now.duration(to: moment) / .seconds(1)))
    }

    private mutating func show(_ text: ReadingText) {
        if setting.isJSON {
            print(text.json)
        } else if redraws {
            terminal.draw([text.line])
            drawn = text.line
        } else {
            terminal.line(text.line)
        }
    }

    /// Leaves the line that is drawn, and goes on below it.
    private mutating func settle() {
        if let drawn { terminal.settle([drawn]) }
        drawn = nil
    }

    private mutating func finish() -> ExitCode {
        var exitCode = ride.badCount == 0 ? ExitCode.success : .badData
        let (end, command) = (end, setting.command)
        if let written = record?.finish(at: end, as: command), written != .success {
            exitCode = written
        }
        if var file = plotFile {
            file.write(plot.svg)
            if !file.finish() { exitCode = .unwritable(file.path, for: command) }
        }
        return exitCode
    }
}

extension SensorPlayback.Setting {
    /// Reads what both commands that play a ride have in common.
    init(_ arguments: Arguments, command: String) throws(UsageError) {
        self.init(
            command: command, wheelCircumference: try arguments.wheel(),
            pace: try arguments.pace(), step: try arguments.step(),
            isJSON: arguments.flags.contains("--json"))
    }
}
