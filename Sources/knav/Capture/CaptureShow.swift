import Foundation
import KomootNav
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
    private static let chunkSize = 1 << 18

    init(path: String, handle: UInt16?, units: DistanceStyle, isJSON: Bool) {
        self.path = path
        self.handle = handle
        self.units = units
        self.isJSON = isJSON
    }

    mutating func run() -> ExitCode {
        guard let file = FileHandle(forReadingAtPath: path) else {
            return fail("can't be read", .noInput)
        }
        var reader = CaptureReader()
        var traffic = NavigationTraffic(handle: handle)
        var tracker = ReadTracker()
        var hasTraffic = false
        do {
            while let data = try file.read(upToCount: Self.chunkSize), !data.isEmpty {
                try reader.read(
                    ContiguousArray(data).span,
                    { record, packet in
                        traffic.take(
                            record, packet,
                            { event, value in
                                if case .connected = event.kind {} else { hasTraffic = true }
                                if start == nil { begin(event) }
                                tracker.take(event, value) { show($0) }
                            }, damage: { show($0) })
                    }, damage: { show($0) })
                terminal.flush()
            }
            tracker.finish { show($0) }
            try reader.finish { show($0) }
        } catch let error as CaptureError {
            return fail(error.explanation, .badData)
        } catch {
            return fail("can't be read", .noInput)
        }
        guard hasTraffic else {
            return fail(
                "nothing of the navigation characteristic is in it; where a phone was known from "
                    + "before, '--handle' names the characteristic", .badData)
        }
        if let format = reader.format { summary(format) }
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
            "knav capture show: '\(printable(path))': at byte \(damage.fileOffset): "
                + damage.reason.explanation)
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
        let time = seconds(read.endInMicroseconds)
        terminal.line("\(rightAligned(time, 9)) s  #\(read.connection)  \(text)")
    }

    /// Seconds since the beginning, with three digits behind the point.
    private func seconds(_ time: Int64) -> String {
        let milliseconds = (time - (start ?? time)) / 1000
        let fraction = String(abs(milliseconds % 1000))
        let sign = milliseconds < 0 ? "-" : ""
        return sign + "\(abs(milliseconds / 1000))."
            + String(repeating: "0", count: 3 - fraction.count) + fraction
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

extension CaptureError {
    /// The error as the end of a sentence about the file.
    fileprivate var explanation: String {
        switch self {
        case .unknownFormat: "it is neither btsnoop nor a PacketLogger file"
        case .unknownVersion(let version): "it is btsnoop of version \(version), not 1"
        case .unknownDatalink(let number):
            "it is btsnoop of datalink \(number); 1001, 1002 and 2001 are known"
        }
    }
}

extension CaptureDamage.Reason {
    /// The damage in words.
    fileprivate var explanation: String {
        switch self {
        case .notARecord(let count): "\(counted(Int(clamping: count), "byte")) that are no record"
        case .truncated(let count): "the file ends \(counted(count, "byte")) into a record"
        case .malformedPacket: "a packet whose lengths do not fit"
        case .malformedSegment: "a segment that fits no packet"
        }
    }
}

extension CaptureFormat {
    /// The format's name.
    fileprivate var explanation: String {
        switch self {
        case .btsnoop(.h1): "btsnoop, H1"
        case .btsnoop(.h4): "btsnoop, H4"
        case .btsnoop(.monitor): "btsnoop, Linux monitor"
        case .packetLogger(true): "PacketLogger, little-endian"
        case .packetLogger(false): "PacketLogger, big-endian"
        }
    }
}
