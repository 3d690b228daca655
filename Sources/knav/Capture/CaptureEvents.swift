import KomootNavPipe
import KomootNavRecording

/// Shows a capture's exchange, packet by packet.
struct CaptureEvents {
    let file: CaptureFile
    let handle: UInt16?
    let isJSON: Bool

    private let terminal = Terminal()
    private var start: CaptureTime?
    private var notes = CaptureNotes()

    init(file: CaptureFile, handle: UInt16?, isJSON: Bool) {
        self.file = file
        self.handle = handle
        self.isJSON = isJSON
    }

    mutating func run() throws(InputFailure) -> ExitCode {
        var reader = NavigationReader(handle: handle)
        try file.read(&reader) { show($0, $1) }
        for line in notes.lines(reader) { file.note(line) }
        guard reader.hasTraffic else { throw .withoutTraffic }
        return reader.exitCode
    }

    private mutating func show(_ event: CapturedEvent, _ value: Span<UInt8>) {
        let beginning = start ?? event.time
        start = beginning
        notes.take(event)
        guard !isJSON else { return print(event.json(value, since: beginning)) }
        let time = Seconds(microseconds: event.time.microseconds(since: beginning))
        let words = [event.kind.words, HexBytes.encode(value)].filter { !$0.isEmpty }
        terminal.line(
            "\(rightAligned("\(time)", 9)) s  #\(event.connection)  "
                + words.joined(separator: "  "))
    }
}
