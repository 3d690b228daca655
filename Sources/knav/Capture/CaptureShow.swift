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
    /// When each connection last had a read, and the silences that are still to be shown.
    private var links: [Int: Link] = [:]
    private var counts = Counts()

    private struct Link {
        /// When something was last asked, and when something last happened.
        var lastRequest: Int64?
        var lastEvent: Int64 = 0
        var silences: [Silence] = []
    }

    /// A time without a read.
    private struct Silence {
        let end: Int64
        let duration: Int64
    }

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
                            observe(event)
                            tracker.take(event, value) { show($0) }
                            if case .disconnected = event.kind {
                                showSilences(event.connection, before: .max)
                                links[event.connection] = nil
                            }
                        }, damage: { show($0) })
                }, damage: { show($0) })
            tracker.finish { show($0) }
            for connection in links.keys.sorted() {
                endReads(connection)
                showSilences(connection, before: .max)
            }
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

    /// Looks for silences between requests, and up to the link's end.
    private mutating func observe(_ event: CapturedEvent) {
        let time = event.timeInMicroseconds
        links[event.connection, default: Link()].lastEvent = time
        switch event.kind {
        case .requested:
            endReads(event.connection)
            links[event.connection]?.lastRequest = time
        case .disconnected: endReads(event.connection)
        case .connected, .mtuAgreed, .discovered, .foundAnother, .piece, .failed, .notified: break
        }
    }

    /// Notes a silence that ends with the last event.
    private mutating func endReads(_ connection: Int) {
        guard let link = links[connection], let last = link.lastRequest else { return }
        let duration = link.lastEvent &- last
        guard duration > Self.longestGap else { return }
        links[connection]?.silences.append(Silence(end: link.lastEvent, duration: duration))
    }

    /// Shows the silences that ended by then.
    private mutating func showSilences(_ connection: Int, before time: Int64) {
        for silence in links[connection]?.silences ?? [] where silence.end <= time {
            counts.gaps += 1
            guard !isJSON else { continue }
            let seconds = (Double(silence.duration) / 100_000).rounded() / 10
            line(silence.end, connection, terminal.styled("no read for \(seconds) s", .warning))
        }
        links[connection]?.silences.removeAll { $0.end <= time }
    }

    private mutating func show(_ damage: CaptureDamage) {
        counts.damaged += 1
        reportError(
            "knav capture show: '\(printable(path))': \(damage.explanation)")
    }

    private mutating func show(_ read: CapturedRead) {
        counts.reads += 1
        showSilences(read.connection, before: read.startInMicroseconds)
        if read.outcome == .unfinished { counts.unfinished += 1 }
        if read.integrity == .torn { counts.torn += 1 }
        let instruction = read.outcome == .complete ? decoded(read) : nil
        if instruction != nil { counts.instructions += 1 }
        guard !isJSON else { return printJSON(read) }
        line(read.endInMicroseconds, read.connection, text(of: read, instruction))
    }

    private func decoded(_ read: CapturedRead) -> NavigationInstruction? {
        try? NavigationInstruction(decoding: read.bytes.span)
    }

    private func line(_ time: Int64, _ connection: Int, _ text: String) {
        let seconds = secondsText(time &- (start ?? time))
        terminal.line("\(rightAligned(seconds, 9)) s  #\(connection)  \(text)")
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
