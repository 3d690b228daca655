import Foundation
import KomootNav
import KomootNavPipe
import KomootNavRecording
import Simulation
import SimulationRuns

/// Shows a ride, instruction by instruction.
struct RideShow {
    let name: String
    let setting: RideSimulation.Setting
    let units: DistanceStyle
    let isJSON: Bool
    let isRealtime: Bool
    private var trace: PartialFile?
    private var record: PartialFile?
    private let terminal = Terminal()

    private var tally = RideTally()
    private var lines: RideLineReport
    /// What the handlebar shows.
    private var shown: NavigationInstruction?
    /// The lines that the next ones are drawn over; empty if these stand below what was printed.
    private var panel: [String] = []

    init(
        name: String, setting: RideSimulation.Setting, units: DistanceStyle, isJSON: Bool,
        isRealtime: Bool, trace: PartialFile?, record: PartialFile?
    ) {
        self.name = name
        self.setting = setting
        self.units = units
        self.isJSON = isJSON
        self.isRealtime = isRealtime
        self.trace = trace
        self.record = record
        lines = RideLineReport(command: "ride", name: name)
    }

    /// How long the device may take to show the last instruction.
    private static let lastWait = Duration.seconds(5)

    private var redraws: Bool { isRealtime && terminal.canRedraw && !isJSON }

    mutating func run(_ ride: RideFile) async -> ExitCode {
        let instructions = ride.instructions
        if !instructions.isEmpty && !isJSON { header() }
        var whole = PlaybackPace()
        let times = instructions.map { SessionTime(whole.offset(of: $0.time)) }
        let duration = (times.last ?? .zero).duration
        var ridePace = PlaybackPace()
        var simulation = await RideSimulation(
            setting, ridesFor: duration,
            tracing: trace != nil || record != nil, isInterrupted: { Interruption.hasHappened })
        let clock = ContinuousClock()
        let start = clock.now
        let terminal = terminal
        let pace: ((Duration) -> Void)? =
            !isRealtime
            ? nil
            : { elapsed in
                terminal.flush()
                let due = start + elapsed
                Thread.sleep(forTimeInterval: max(0, clock.now.duration(to: due) / .seconds(1)))
            }
        Interruption.catchSignals()
        for line in ride.lines where !Interruption.hasHappened {
            switch line.content {
            case .success(let instruction):
                let time = SessionTime(ridePace.offset(of: instruction.time))
                await simulation.pass(until: time, pace: pace) { show($0, at: $1) }
                if Interruption.hasHappened { break }
                await publish(instruction, time: time, line: line.number, &simulation)
            case .failure(let error):
                settlePanel()
                lines.take(error, line: line.number)
            }
        }
        guard let first = instructions.first else {
            reportError("knav ride: '\(printable(name))': no instruction found")
            trace?.discard()
            record?.discard()
            return .badData
        }
        let ridden = Interruption.hasHappened ? simulation.elapsed : duration
        let end = SessionTime(simulation.elapsed + Self.lastWait)
        await simulation.pass(until: end, pace: pace) { show($0, at: $1) }
        settlePanel()
        if let line = simulation.freshness.line { tell(line) }
        summary(duration: ridden, readCount: await simulation.readCount)
        let happened = await simulation.world.trace
        var exitCode = ExitCode.success
        if var trace {
            trace.write(happened.map { "\($0)\n" }.joined())
            exitCode = exitCode.combined(with: finish(&trace))
        }
        if var record {
            let start = first.time.advanced(by: .zero - RideSimulation.settlingTime)
            record.write(
                Data(
                    RideRecording.file(
                        of: happened, from: start, mtu: setting.mtu,
                        form: WrittenForm(ofFileNamed: record.path))))
            exitCode = exitCode.combined(with: finish(&record))
        }
        return exitCode.combined(with: Interruption.hasHappened ? .interrupted : .success)
            .combined(with: lines.badCount == 0 ? .success : .badData)
    }

    private func finish(_ file: inout PartialFile) -> ExitCode {
        file.finish() ? .success : .unwritable(file.path, for: "ride")
    }

    private mutating func publish(
        _ instruction: RideInstruction, time: SessionTime, line: Int,
        _ simulation: inout RideSimulation
    ) async {
        do throws(KomootNavError) {
            try await simulation.publish(instruction, time: time)
            tally.publish()
        } catch {
            settlePanel()
            lines.take(
                "it does not fit into a \(setting.profile.layout) object: \(error)", line: line)
        }
    }

    /// Shows what happened to the device. The beginning of an object is shown only on a terminal, if the ride runs
    /// live.
    private mutating func show(_ happening: RideSimulation.Happening, at time: Duration) {
        tally.take(happening)
        switch happening {
        case .delivered(let instruction, let extent, let publication):
            show(instruction, extent, at: publication.time.duration)
        case .deliveredInvented(let instruction, let extent):
            show(instruction, extent, at: time, isInvented: true)
        case .reported(let status):
            if isJSON {
                print(jsonLine(OutputRecord(status: status, at: time)))
            } else if redraws {
                drawPanel()
            } else {
                terminal.line(terminal.styled("·  \(status)", status.style))
            }
        case .fault(let fault):
            if isJSON {
                print(jsonLine(OutputRecord(fault: "\(fault)", at: time)))
            } else {
                // It takes the panel's place, which is drawn again below it.
                if redraws { terminal.draw([]) }
                panel = []
                terminal.line(terminal.styled("!  \(fault)", .dim))
                if redraws { drawPanel() }
            }
        }
    }

    private mutating func show(
        _ instruction: NavigationInstruction, _ extent: ObjectExtent, at time: Duration,
        isInvented: Bool = false
    ) {
        guard extent == .whole || redraws else { return }
        shown = instruction
        if isJSON {
            var record = OutputRecord(instruction, layout: setting.profile.layout, units: units)
            record.time = OutputRecord.seconds(time)
            if isInvented { record.fault = Self.invented }
            print(jsonLine(record))
        } else if redraws {
            drawPanel()
        } else {
            line(instruction, isInvented: isInvented)
        }
    }

    /// What is said of an instruction that is not of the ride.
    private static let invented = "made up by a fault"

    private func line(_ instruction: NavigationInstruction, isInvented: Bool) {
        let text = InstructionText(instruction, units: units)
        let street = text.street.isEmpty ? "" : "  \(text.street)"
        terminal.line(
            terminal.styled(text.arrow, style(of: instruction.arrow)) + "  "
                + terminal.styled(text.alignedDistance, .bold) + street
                + (isInvented ? terminal.styled("  ! \(Self.invented)", .dim) : ""))
    }

    /// Draws what the handlebar shows over the last drawing: the instruction, and what the rider is told.
    private mutating func drawPanel() {
        let text = shown.map { InstructionText($0, units: units) }
        let arrow = terminal.styled(text?.arrow ?? " ", shown.map { style(of: $0.arrow) } ?? .dim)
        panel = [
            "  \(arrow)   \(terminal.styled(text?.distance ?? "", .bold))",
            "      \(text?.street ?? "")",
            "      \(terminal.styled("\(tally.status)", tally.status.style))",
        ]
        terminal.draw(panel)
    }

    /// Leaves the panel that is drawn, and goes on below it.
    private mutating func settlePanel() {
        if !panel.isEmpty { terminal.settle(panel) }
        panel = []
    }

    private func style(of arrow: Arrow) -> Terminal.Style {
        arrow == .outOfRoute || arrow.isReserved ? .warning : .arrow
    }

    private func header() {
        let facts = [printable(name)] + setting.facts + ["\(units.rawValue) units"]
        terminal.line(terminal.styled(facts.joined(separator: " · "), .dim))
        if setting.faults.campaignLevel != nil {
            let text =
                "No rider meets so many faults: a campaign's levels are made to break sessions."
            terminal.line(terminal.styled("\(text) Riders know 'everyday' and 'rough'.", .dim))
        }
    }

    private func summary(duration: Duration, readCount: Int) {
        if let reasons = tally.reasons(isInterrupted: Interruption.hasHappened) { tell(reasons) }
        var facts = tally.facts(duration: duration, readCount: readCount)
        if lines.skippedCount > 0 { facts.append("\(counted(lines.skippedCount, "line")) skipped") }
        if lines.badCount > 0 { facts.append(counted(lines.badCount, "bad line")) }
        tell(facts.joined(separator: ", "))
    }

    /// Writes a line about the ride as a whole.
    private func tell(_ text: String) {
        if isJSON {
            reportError(text)
        } else {
            terminal.line(terminal.styled(text, .dim))
        }
    }
}

extension CentralSession.Status {
    /// How it is highlighted: whether something is wrong.
    fileprivate var style: Terminal.Style {
        switch self {
        case .searching, .waiting, .navigating: .dim
        case .stopped, .radioOff, .silent, .ended, .pairingRequired: .warning
        }
    }
}
