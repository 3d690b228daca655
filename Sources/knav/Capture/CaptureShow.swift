import Foundation
import KomootNav
import KomootNavPipe
import KomootNavRecording

/// Shows the reads of a capture, one after the other.
struct CaptureShow {
    let file: CaptureFile
    let handle: UInt16?
    let units: DistanceStyle
    let isJSON: Bool

    private let terminal = Terminal()
    private var selection: CaptureSelection
    private var silenceTracker = SilenceTracker()
    /// Each connection's silences that wait until the reads before them are shown.
    private var silences: [Int: [CapturedSilence]] = [:]
    private var counts = Counts()

    private struct Counts {
        var reads = 0
        var instructions = 0
        var torn = 0
        var unfinished = 0
        var refused = 0
        var gaps = 0
    }

    init(
        file: CaptureFile, handle: UInt16?, selection: CaptureSelection, units: DistanceStyle,
        isJSON: Bool
    ) {
        self.file = file
        self.handle = handle
        self.selection = selection
        self.units = units
        self.isJSON = isJSON
    }

    mutating func run() throws(InputFailure) -> ExitCode {
        var reader = NavigationReader(handle: handle)
        let ending = try file.read(&reader, { event, _ in observe(event) }, reads: { show($0) })
        silenceTracker.finish { silences[$0.connection, default: []].append($0) }
        for connection in silences.keys.sorted() { showSilences(connection) }
        guard reader.hasTraffic, let format = reader.format else {
            return try file.finish(ending, with: reader.withoutTraffic)
        }
        summary(format, damageCount: reader.damageCount)
        if selection.isPart && counts.reads == 0 && counts.gaps == 0 {
            return try file.finish(ending, with: selection.withoutTraffic(in: reader))
        }
        return file.finish(ending).combined(with: reader.exitCode)
    }

    private mutating func observe(_ event: CapturedEvent) {
        if selection.start == nil { begin(event) }
        var found: CapturedSilence?
        silenceTracker.handle(event) { found = $0 }
        if let found { silences[event.connection, default: []].append(found) }
        if case .disconnected = event.kind { showSilences(event.connection) }
    }

    private mutating func begin(_ event: CapturedEvent) {
        selection.note(event.time)
        guard !isJSON else { return }
        let date = Date(timeIntervalSince1970: Double(event.time.microsecondsSince1970) / 1_000_000)
        let facts = [file.name, date.formatted(.iso8601)]
        terminal.line(terminal.styled(facts.joined(separator: " · "), .dim))
    }

    /// Shows the silences of a connection that ended by this time.
    private mutating func showSilences(_ connection: Int, by time: CaptureTime = .latest) {
        for silence in silences[connection] ?? []
        where silence.end <= time && selection.contains(connection, silence.end) {
            counts.gaps += 1
            guard !isJSON else { continue }
            let duration = silence.end.microseconds(since: silence.start)
            let seconds = (Double(duration) / 1_000_000).inTenths
            let text = terminal.styled("no read for \(seconds) s", .warning)
            line(silence.end, connection, text)
        }
        silences[connection]?.removeAll { $0.end <= time }
    }

    private mutating func show(_ read: CapturedRead) {
        showSilences(read.connection, by: read.start)
        guard selection.contains(read.connection, read.end) else { return }
        counts.reads += 1
        switch read.outcome {
        case .unfinished: counts.unfinished += 1
        case .refused: counts.refused += 1
        case .complete: break
        }
        if read.integrity == .torn { counts.torn += 1 }
        let instruction = read.outcome == .complete ? decoded(read) : nil
        if instruction != nil { counts.instructions += 1 }
        guard !isJSON else { return printJSON(read) }
        line(read.end, read.connection, text(of: read, instruction))
    }

    private func decoded(_ read: CapturedRead) -> NavigationInstruction? {
        try? NavigationInstruction(decoding: read.bytes.span)
    }

    private func line(_ time: CaptureTime, _ connection: Int, _ text: String) {
        let seconds = Seconds(microseconds: time.microseconds(since: selection.start ?? time))
        terminal.line("\(rightAligned("\(seconds)", 9)) s  #\(connection)  \(text)")
    }

    private func text(of read: CapturedRead, _ instruction: NavigationInstruction?) -> String {
        let facts =
            "\(counted(read.bytes.count, "byte")), \(counted(read.answerCount, "answer"))"
        switch read.outcome {
        case .refused(let error):
            return terminal.styled("refused: \(error.words)", .warning)
        case .unfinished:
            return terminal.styled("unfinished", .warning) + "  (\(facts))"
        case .complete:
            guard let instruction else {
                return terminal.styled("no instruction", .warning) + "  (\(facts))"
            }
            let shown = InstructionText(instruction, units: units).line
            let integrity =
                read.integrity == .torn
                ? terminal.styled(read.integrity.rawValue, .warning) : read.integrity.rawValue
            return "\(shown)  (\(facts), \(integrity))"
        }
    }

    private func printJSON(_ read: CapturedRead) {
        var record = OutputRecord()
        if read.outcome == .complete {
            do throws(KomootNavError) {
                record = OutputRecord(
                    try NavigationInstructionView(decoding: read.bytes.span), units: units)
            } catch {
                record = OutputRecord(errorCode: error.code.name, offset: error.offset)
            }
        }
        record.time = selection.seconds(to: read.end)
        record.connection = read.connection
        record.integrity = read.integrity.rawValue
        record.answers = read.answerCount
        record.bytes = HexBytes.encode(read.bytes)
        record.outcome = read.outcome.name.rawValue
        if case .refused(let error) = read.outcome {
            record.attError = error.rawValue
            record.attErrorName = error.name
        }
        print(record.json)
    }

    private func summary(_ format: CaptureFormat, damageCount: Int) {
        let longestPause = SilenceTracker.longestPause.components.seconds
        var facts = [
            format.explanation,
            counted(counts.instructions, "instruction"), counted(counts.reads, "read"),
            "\(counts.torn) torn", "\(counts.unfinished) unfinished",
            "\(counted(counts.gaps, "gap")) above \(longestPause) s",
        ]
        if counts.refused > 0 { facts.insert("\(counts.refused) refused", at: 3) }
        if damageCount > 0 { facts.append(counted(damageCount, "damaged place")) }
        let text = facts.joined(separator: ", ")
        if isJSON { reportError(text) } else { terminal.line(terminal.styled(text, .dim)) }
    }
}

extension CaptureTime {
    /// No moment is later.
    fileprivate static let latest = CaptureTime(microsecondsSince1970: .max)
}
