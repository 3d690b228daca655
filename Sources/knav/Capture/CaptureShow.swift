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

    var listing: CaptureListing

    private let terminal = Terminal()

    mutating func run() throws(InputFailure) -> ExitCode {
        var reader = NavigationReader(handle: handle)
        let ending = try file.read(
            &reader, { event, _ in observe(event) }, reads: { read in list { $0.take(read, $1) } })
        list { $0.finish($1) }
        guard reader.hasTraffic, let format = reader.format else {
            return try file.finish(ending, with: reader.withoutTraffic)
        }
        summary(format, damageCount: reader.damageCount)
        if listing.selection.isPart && listing.readCount == 0 && listing.gapCount == 0 {
            return try file.finish(ending, with: listing.selection.withoutTraffic(in: reader))
        }
        let exitCode = file.finish(ending).combined(with: reader.exitCode)
        return listing.inventedCount > 0 ? exitCode.combined(with: .failed) : exitCode
    }

    private mutating func observe(_ event: CapturedEvent) {
        if listing.selection.start == nil && !isJSON {
            terminal.line(terminal.styled(file.heading(at: event.time), .dim))
        }
        list { $0.take(event, $1) }
    }

    /// Shows what something adds to the list.
    private mutating func list(
        _ body: (inout CaptureListing, (CaptureListing.Item) -> Void) -> Void
    ) {
        var items: [CaptureListing.Item] = []
        body(&listing) { items.append($0) }
        for item in items {
            switch item {
            case .silence(let silence) where !isJSON:
                let duration = silence.end.microseconds(since: silence.start)
                let seconds = (Double(duration) / 1_000_000).inTenths
                let text = terminal.styled("no read for \(seconds) s", .warning)
                line(silence.end, silence.connection, text)
            case .silence: break
            case .read(let read, _, let isPublished) where isJSON:
                var record = OutputRecord(read, units: units)
                record.isPublished = isPublished
                record.time = listing.selection.seconds(to: read.end)
                print(jsonLine(record))
            case .read(let read, let instruction, let isPublished):
                let words = read.words(instruction, isPublished: isPublished, units) {
                    terminal.styled($0, .warning)
                }
                line(read.end, read.connection, words)
            }
        }
    }

    private func line(_ time: CaptureTime, _ connection: Int, _ text: String) {
        let seconds = Seconds(
            microseconds: time.microseconds(since: listing.selection.start ?? time))
        terminal.line("\(rightAligned("\(seconds)", 9)) s  #\(connection)  \(text)")
    }

    private func summary(_ format: CaptureFormat, damageCount: Int) {
        var facts = [format.explanation] + listing.sums
        if damageCount > 0 { facts.append(counted(damageCount, "damaged place")) }
        let text = facts.joined(separator: ", ")
        if isJSON { reportError(text) } else { terminal.line(terminal.styled(text, .dim)) }
    }
}

/// Shows a capture's exchange, packet by packet.
struct CaptureEvents {
    let file: CaptureFile
    let handle: UInt16?
    let isJSON: Bool

    var selection: CaptureSelection

    private let terminal = Terminal()
    private(set) var hasShown = false

    mutating func run() throws(InputFailure) -> ExitCode {
        var reader = NavigationReader(handle: handle)
        let ending = try file.read(&reader) { show($0, $1) }
        guard reader.hasTraffic else {
            return try file.finish(ending, with: reader.withoutTraffic)
        }
        guard hasShown else {
            return try file.finish(ending, with: selection.withoutTraffic(in: reader))
        }
        return file.finish(ending).combined(with: reader.exitCode)
    }

    private mutating func show(_ event: CapturedEvent, _ value: Span<UInt8>) {
        selection.note(event.time)
        guard selection.contains(event.connection, event.time) else { return }
        hasShown = true
        let beginning = selection.start ?? event.time
        guard !isJSON else { return print(event.json(value, since: beginning)) }
        let time = Seconds(microseconds: event.time.microseconds(since: beginning))
        let words = [event.kind.words, HexBytes.encode(value)].filter { !$0.isEmpty }
        terminal.line(
            "\(rightAligned("\(time)", 9)) s  #\(event.connection)  "
                + words.joined(separator: "  "))
    }
}
