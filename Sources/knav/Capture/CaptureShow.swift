import Foundation
import KomootNav
import KomootNavConformance
import KomootNavRecording

/// Shows the reads of a capture, one after the other.
struct CaptureShow {
    let path: String
    let handle: UInt16?
    let units: DistanceStyle
    let isJSON: Bool

    private let terminal = Terminal()
    /// When the first event happened.
    private var start: Int64?
    /// When the last read of each connection ended.
    private var lastEnds: [Int: Int64] = [:]
    private var counts = Counts()

    private struct Counts {
        var reads = 0
        var instructions = 0
        var torn = 0
        var unfinished = 0
        var gaps = 0
        var damaged = 0
    }

    /// The longest time between two reads that leaves the phone sure of its device: clause 9.3.
    private static let longestGap: Int64 = 5_000_000

    init(path: String, handle: UInt16?, units: DistanceStyle, isJSON: Bool) {
        self.path = path
        self.handle = handle
        self.units = units
        self.isJSON = isJSON
    }

    mutating func run() -> ExitCode {
        var traffic = NavigationTraffic(handle: handle)
        var tracker = ReadTracker()
        var hasTraffic = false
        let format: CaptureFormat
        do throws(CaptureFile.Failure) {
            format = try CaptureFile(path: path).read(
                { record, packet in
                    traffic.take(
                        record, packet,
                        { event, value in
                            hasTraffic = hasTraffic || event.kind.isTraffic
                            if start == nil { begin(event) }
                            tracker.take(event, value) { show($0) }
                        }, damage: { show($0) })
                }, damage: { show($0) })
            tracker.finish { show($0) }
        } catch {
            return fail(error.explanation, error.exitCode)
        }
        guard hasTraffic else {
            let failure = CaptureFile.Failure.withoutTraffic
            return fail(failure.explanation, failure.exitCode)
        }
        summary(format)
        return counts.damaged == 0 ? .success : .badData
    }

    private func fail(_ reason: String, _ code: ExitCode) -> ExitCode {
        reportError("knav capture show: '\(printable(path))': \(reason)")
        return code
    }

    private mutating func begin(_ event: CapturedEvent) {
        start = event.timeInMicroseconds
        guard !isJSON else { return }
        let date = Date(timeIntervalSince1970: Double(event.timeInMicroseconds) / 1_000_000)
        let name = URL(fileURLWithPath: path).lastPathComponent
        let facts = [printable(name), date.formatted(.iso8601)]
        terminal.line(terminal.styled(facts.joined(separator: " · "), .dim))
    }

    private mutating func show(_ damage: CaptureDamage) {
        counts.damaged += 1
        reportError(
            "knav capture show: '\(printable(path))': \(damage.explanation)")
    }

    private mutating func show(_ read: CapturedRead) {
        counts.reads += 1
        if let last = lastEnds[read.connection],
            read.startInMicroseconds - last > Self.longestGap
        {
            counts.gaps += 1
            if !isJSON {
                let seconds = Double(read.startInMicroseconds - last) / 1_000_000
                let rounded = (seconds * 10).rounded() / 10
                line(read, terminal.styled("no read for \(rounded) s", .warning))
            }
        }
        lastEnds[read.connection] = read.endInMicroseconds
        if read.outcome == .unfinished { counts.unfinished += 1 }
        if read.integrity == .torn { counts.torn += 1 }
        let instruction = read.outcome == .complete ? decoded(read) : nil
        if instruction != nil { counts.instructions += 1 }
        if isJSON { printJSON(read) } else { line(read, text(of: read, instruction)) }
    }

    private func decoded(_ read: CapturedRead) -> NavigationInstruction? {
        try? NavigationInstruction(decoding: read.bytes.span)
    }

    private func line(_ read: CapturedRead, _ text: String) {
        let time = secondsText(read.endInMicroseconds - (start ?? read.endInMicroseconds))
        terminal.line("\(rightAligned(time, 9)) s  #\(read.connection)  \(text)")
    }

    private func text(of read: CapturedRead, _ instruction: NavigationInstruction?) -> String {
        let facts =
            "\(counted(read.bytes.count, "byte")), \(counted(read.answerCount, "answer"))"
        switch read.outcome {
        case .refused(let error):
            return terminal.styled("refused: \(error)", .warning)
        case .unfinished:
            return terminal.styled("unfinished", .warning) + "  (\(facts))"
        case .complete:
            guard let instruction else {
                return terminal.styled("no instruction", .warning) + "  (\(facts))"
            }
            let distance = DistanceDisplay(
                distanceInMeters: instruction.distanceInMeters, style: units)
            let shown = [
                instruction.arrow.glyph, rightAligned("\(distance)", 7),
                printable(instruction.street.description),
            ].filter { !$0.isEmpty }
            let integrity =
                read.integrity == .torn
                ? terminal.styled("torn", .warning) : "\(read.integrity)"
            return "\(shown.joined(separator: "  "))  (\(facts), \(integrity))"
        }
    }

    private func printJSON(_ read: CapturedRead) {
        var record = OutputRecord()
        if read.outcome == .complete,
            let view = try? NavigationInstructionView(decoding: read.bytes.span)
        {
            record = OutputRecord(view, units: units)
        }
        record.time = Double(read.endInMicroseconds - (start ?? 0)) / 1_000_000
        record.connection = read.connection
        record.integrity = "\(read.integrity)"
        record.answers = read.answerCount
        record.bytes = HexBytes.encode(read.bytes)
        switch read.outcome {
        case .complete: record.outcome = "complete"
        case .unfinished: record.outcome = "unfinished"
        case .refused(let error):
            record.outcome = "refused"
            record.attError = error.rawValue
        }
        print(record.json)
    }

    private func summary(_ format: CaptureFormat) {
        var facts = [
            format.explanation,
            counted(counts.instructions, "instruction"), counted(counts.reads, "read"),
            "\(counts.torn) torn", "\(counts.unfinished) unfinished",
            "\(counted(counts.gaps, "gap")) above 5 s",
        ]
        if counts.damaged > 0 { facts.append(counted(counts.damaged, "damaged place")) }
        let text = facts.joined(separator: ", ")
        if isJSON { reportError(text) } else { terminal.line(terminal.styled(text, .dim)) }
    }
}
