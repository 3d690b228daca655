import CyclingSensors
import Foundation
import KomootNav
import KomootNavRecording

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
    private var source: any SensorSource
    private let end: SessionTime
    /// When the link was lost, in order.
    private var losses: ArraySlice<SessionTime>
    private var record: SensorRecord?
    private var calculator: CyclingCalculator
    private var summary = ReadingSummary()
    private var plot = SensorPlot()
    private let plotFile: PartialFile?
    private var packetCount = 0
    private var badCount = 0
    /// When the last packet or loss was.
    private var latest = SessionTime.zero
    private let terminal = Terminal()
    /// The line that the next one is drawn over; `nil` if the next one stands below.
    private var drawn: String?

    /// - Parameters:
    ///   - source: where the packets come from; their times are the ride's.
    ///   - end: when the ride ends.
    ///   - losses: when the link was lost, in order.
    ///   - record: where the packets are recorded.
    ///   - plot: the file for a plot.
    init(
        _ source: any SensorSource, until end: SessionTime, losses: [SessionTime] = [],
        _ setting: Setting, record: SensorRecord? = nil, plot: PartialFile? = nil
    ) {
        self.source = source
        self.end = end
        self.losses = losses[...]
        self.setting = setting
        self.record = record
        plotFile = plot
        calculator = CyclingCalculator(wheelCircumference: setting.wheelCircumference)
    }

    private var redraws: Bool { setting.pace != nil && terminal.canRedraw && !setting.isJSON }

    /// Plays the ride to its end.
    mutating func run() -> ExitCode {
        let clock = ContinuousClock()
        let start = clock.now
        var time = SessionTime.zero
        while true {
            if let pace = setting.pace { wait(until: start + time.duration / pace, clock) }
            take(by: time)
            let reading = calculator.reading(at: time)
            summary.take(reading, at: time)
            if plotFile != nil { plot.add(reading, at: time) }
            show(ReadingText(reading: reading, time: time))
            guard time < end else { break }
            let next = timeOfNextLine(after: time)
            if next.milliseconds(since: time) > setting.step { tellSilence(from: time, to: next) }
            time = next
        }
        settle()
        let text = summary.line(packetCount: packetCount)
        if setting.isJSON { reportError(text) } else { terminal.line(terminal.styled(text, .dim)) }
        return finish()
    }

    /// By then, a reading has changed for the last time, in milliseconds: standstill comes after 5 s.
    private static let longestChange: UInt64 = 10_000

    /// A long silence gets no lines: a phone's clock may step by years.
    private func timeOfNextLine(after time: SessionTime) -> SessionTime {
        let step = max(setting.step, 1)
        var steps: UInt64 = 1
        if time.milliseconds(since: latest) >= Self.longestChange {
            let due = min(source.nextPacketTime ?? end, losses.first ?? end)
            steps = max(due.milliseconds(since: time) / step, 1)
        }
        return min(time.advanced(byMilliseconds: steps * step), end)
    }

    private func tellSilence(from time: SessionTime, to next: SessionTime) {
        guard !setting.isJSON && !redraws else { return }
        let seconds = Seconds(
            microseconds: Int64(clamping: next.milliseconds(since: time)) * 1000)
        terminal.line(terminal.styled("           … nothing came for \(seconds) s", .dim))
    }

    private func wait(until moment: ContinuousClock.Instant, _ clock: ContinuousClock) {
        terminal.flush()
        Thread.sleep(forTimeInterval: max(0, clock.now.duration(to: moment) / .seconds(1)))
    }

    /// Takes the packets and the losses that are due, in the order of their times.
    private mutating func take(by time: SessionTime) {
        while true {
            let loss = losses.first.flatMap { $0 <= time ? $0 : nil }
            if let packet = source.nextPacket(by: loss ?? time) {
                take(packet)
            } else if let loss {
                losses.removeFirst()
                latest = max(latest, loss)
                calculator.linkLost()
            } else {
                return
            }
        }
    }

    private mutating func take(_ packet: SensorPacket) {
        packetCount += 1
        latest = max(latest, packet.time)
        record?.add(packet)
        do throws(SensorError) {
            try calculator.take(packet)
        } catch {
            badCount += 1
            settle()
            let name = packet.characteristic.sensorText
            reportError(
                "knav \(setting.command): packet \(packetCount) of \(name): \(error)")
        }
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
        var exitCode = badCount == 0 ? ExitCode.success : .badData
        var record = record
        if let path = record?.path, record?.finish(at: end) == false {
            exitCode = reportUnwritable(path, record?.reason ?? systemReason())
        }
        if var file = plotFile {
            file.write(plot.svg)
            if !file.finish() { exitCode = reportUnwritable(file.path, systemReason()) }
        }
        return exitCode
    }

    private func reportUnwritable(_ path: String, _ reason: String) -> ExitCode {
        reportError("knav \(setting.command): '\(printable(path))' can't be written: \(reason)")
        return .outputFailed
    }
}
