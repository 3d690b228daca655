import Foundation
import KomootNav
import KomootNavRecording

/// Shows a ride, instruction by instruction.
struct RideShow {
    let name: String
    var playback: RidePlayback
    let units: DistanceStyle
    let isJSON: Bool
    let isRealtime: Bool
    private let terminal = Terminal()

    private var shownCount = 0
    private var failedCount = 0
    private var readCount = 0

    init(
        name: String, playback: RidePlayback, units: DistanceStyle, isJSON: Bool, isRealtime: Bool
    ) {
        self.name = name
        self.playback = playback
        self.units = units
        self.isJSON = isJSON
        self.isRealtime = isRealtime
    }

    /// The widest distance text that is usual, in characters.
    private static let distanceWidth = 7

    private var redraws: Bool { isRealtime && terminal.canRedraw && !isJSON }

    mutating func run(_ ride: RideFile) -> ExitCode {
        for fault in ride.faults { report(fault) }
        let skippedCount = ride.faults.count { $0.isSkipped }
        guard let first = ride.instructions.first, let last = ride.instructions.last else {
            reportError("knav ride: \(printable(name)): no instruction in it")
            return .badData
        }
        if !isJSON { header() }
        let clock = ContinuousClock()
        let start = clock.now
        for instruction in ride.instructions {
            let time = milliseconds(from: first, to: instruction)
            if isRealtime {
                let due = start + .milliseconds(time)
                Thread.sleep(forTimeInterval: seconds(clock.now.duration(to: due)))
            }
            show(instruction, time: time)
            if isRealtime { terminal.flush() }
        }
        let badCount = ride.faults.count - skippedCount + failedCount
        if !isJSON {
            summary(
                duration: milliseconds(from: first, to: last), skipped: skippedCount, bad: badCount)
        }
        return badCount == 0 ? .success : .badData
    }

    /// The time between two instructions; zero if a recording goes back in time.
    private func milliseconds(from first: RideInstruction, to other: RideInstruction) -> UInt64 {
        let start = first.timeInMilliseconds
        return other.timeInMilliseconds > start ? other.timeInMilliseconds - start : 0
    }

    private func seconds(_ duration: Duration) -> Double {
        max(0, duration / .seconds(1))
    }

    private func report(_ fault: RideFile.Fault) {
        let verdict = fault.isSkipped ? "skipped: " : ""
        reportError("knav ride: \(printable(name)):\(fault.line): \(verdict)\(fault.error)")
    }

    private mutating func show(_ ride: RideInstruction, time: UInt64) {
        let outcome: RidePlayback.Outcome
        do throws(KomootNavError) {
            outcome = try playback.send(ride)
        } catch {
            failedCount += 1
            reportError(
                "knav ride: \(printable(name)): \(ride.street.byteCount)-byte street: \(error)")
            return
        }
        readCount += outcome.readCount
        if isJSON {
            var record = OutputRecord(
                outcome.instruction, layout: outcome.detectedLayout, units: units)
            record.time = Double(time) / 1000
            print(record.json)
        } else if redraws {
            terminal.goUp(lines: shownCount == 0 ? 0 : 2)
            panel(outcome.instruction)
        } else {
            line(outcome.instruction)
        }
        shownCount += 1
    }

    private func distanceText(_ instruction: NavigationInstruction) -> String {
        DistanceDisplay(distanceInMeters: instruction.distanceInMeters, style: units).description
    }

    private func line(_ instruction: NavigationInstruction) {
        let distance = rightAligned(distanceText(instruction), Self.distanceWidth)
        let street = printable(instruction.street.description)
        let text =
            terminal.styled(arrowText(instruction.arrow), style(of: instruction.arrow)) + "  "
            + terminal.styled(distance, .bold) + (street.isEmpty ? "" : "  \(street)")
        terminal.line(text)
    }

    private func panel(_ instruction: NavigationInstruction) {
        let street = printable(instruction.street.description)
        let arrow = terminal.styled(arrowText(instruction.arrow), style(of: instruction.arrow))
        terminal.line("  \(arrow)   \(terminal.styled(distanceText(instruction), .bold))")
        terminal.line("      \(street)")
    }

    private func arrowText(_ arrow: Arrow) -> String {
        arrow.isReserved ? "\(arrow.glyph)\(arrow.rawValue)" : arrow.glyph
    }

    private func style(of arrow: Arrow) -> Terminal.Style {
        arrow == .outOfRoute || arrow.isReserved ? .warning : .arrow
    }

    private func header() {
        let layout =
            playback.layout == .deployed
            ? "layout deployed, as phones in the field send it"
            : "layout \(playback.layout) (phones in the field send deployed)"
        let facts = [
            printable(name), layout, "pieces of \(playback.chunkSize) bytes",
            "\(units.rawValue) units",
        ]
        terminal.line(terminal.styled(facts.joined(separator: " · "), .dim))
    }

    private func summary(duration: UInt64, skipped: Int, bad: Int) {
        let seconds = duration / 1000
        var facts = [
            "\(shownCount) instructions", "\(seconds / 60) min \(seconds % 60) s of riding",
            "\(readCount) reads",
        ]
        if skipped > 0 { facts.append("\(skipped) lines skipped") }
        if bad > 0 { facts.append("\(bad) bad lines") }
        terminal.line(terminal.styled(facts.joined(separator: ", "), .dim))
    }
}

extension RideFile.Fault {
    /// Whether the format itself has a reader pass over such a line.
    fileprivate var isSkipped: Bool {
        if case .columnCount = error { return true }
        return false
    }
}
