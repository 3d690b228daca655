import KomootNavPipe
import KomootNavRecording

/// Shows a capture's exchange, packet by packet.
struct CaptureEvents {
    let file: CaptureFile
    let handle: UInt16?
    let isJSON: Bool

    private let terminal = Terminal()
    private var selection: CaptureSelection
    private var hasShown = false

    init(file: CaptureFile, handle: UInt16?, selection: CaptureSelection, isJSON: Bool) {
        self.file = file
        self.handle = handle
        self.selection = selection
        self.isJSON = isJSON
    }

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
