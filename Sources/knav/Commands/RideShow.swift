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
    private var skippedCount = 0
    private var badCount = 0
    private var readCount = 0
    /// Whether the lines above the cursor are a panel that can be drawn over.
    private var isPanelAbove = false

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
        let instructions = ride.instructions
        let first = instructions.first
        if first != nil && !isJSON { header() }
        let clock = ContinuousClock()
        let start = clock.now
        for line in ride.lines {
            switch line.content {
            case .success(let instruction):
                let time = milliseconds(from: first, to: instruction)
                if isRealtime {
                    terminal.flush()
                    let due = start + .milliseconds(time)
                    Thread.sleep(forTimeInterval: max(0, clock.now.duration(to: due) / .seconds(1)))
                }
                show(instruction, time: time, line: line.number)
            case .failure(let error):
                report(error, line: line.number)
            }
        }
        guard first != nil else {
            reportError("knav ride: \(printable(name)): no instruction in it")
            return .badData
        }
        summary(duration: milliseconds(from: first, to: instructions.last))
        return badCount == 0 ? .success : .badData
    }

    /// The time between two instructions; zero if a recording goes back in time.
    private func milliseconds(from first: RideInstruction?, to other: RideInstruction?) -> UInt64 {
        guard let start = first?.timeInMilliseconds, let end = other?.timeInMilliseconds,
            end > start
        else { return 0 }
        return end - start
    }

    private mutating func report(_ error: RideFileError, line: Int) {
        if case .columnCount = error {
            // The format itself has a reader pass over such a line.
            skippedCount += 1
            report("skipped: \(error)", line: line)
        } else {
            badCount += 1
            report("\(error)", line: line)
        }
    }

    private mutating func report(_ text: String, line: Int) {
        reportError("knav ride: \(printable(name)):\(line): \(text)")
        isPanelAbove = false
    }

    private mutating func show(_ ride: RideInstruction, time: UInt64, line: Int) {
        let outcome: RidePlayback.Outcome
        do throws(KomootNavError) {
            outcome = try playback.send(ride)
        } catch {
            badCount += 1
            report("no \(playback.layout) object holds it: \(error)", line: line)
            return
        }
        readCount += outcome.readCount
        shownCount += 1
        if isJSON {
            var record = OutputRecord(
                outcome.instruction, layout: outcome.detectedLayout, units: units)
            record.time = Double(time) / 1000
            print(record.json)
        } else if redraws {
            if isPanelAbove { terminal.goUp(lines: 2) }
            panel(outcome.instruction)
            isPanelAbove = true
        } else {
            self.line(outcome.instruction)
        }
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

    private func summary(duration: UInt64) {
        let seconds = duration / 1000
        var facts = [
            counted(shownCount, "instruction"), "\(seconds / 60) min \(seconds % 60) s of riding",
            counted(readCount, "read"),
        ]
        if skippedCount > 0 { facts.append("\(counted(skippedCount, "line")) skipped") }
        if badCount > 0 { facts.append(counted(badCount, "bad line")) }
        let text = facts.joined(separator: ", ")
        if isJSON {
            reportError(text)
        } else {
            terminal.line(terminal.styled(text, .dim))
        }
    }
}
