import KomootNav
import KomootNavRecording

/// Makes a reassembly input from each read in a capture: the phone's answers to the requests that this
/// library would have made too.
struct RecordedReads {
    /// The inputs, without repeats.
    private(set) var inputs: [RecordedVectors.Input] = []

    fileprivate enum Answer {
        case chunk(ContiguousArray<UInt8>)
        case refusal(ATTError)
    }

    /// A read on one connection by this library's rules, with the answers that the phone gave.
    fileprivate struct Reader {
        var reassembler = ChunkReassembler(radio: .offsetReads)
        var events: [JSONValue] = []
        var answerCount = 0
        let start: CaptureTime
        var object: ContiguousArray<UInt8>?
    }

    private let name: String
    private var seen: Set<JSONValue> = []
    private var readers: [Int: Reader] = [:]
    private var start: CaptureTime?

    /// - Parameter name: the capture's name.
    init(name: String) { self.name = name }

    mutating func handle(_ event: CapturedEvent, _ value: Span<UInt8>) {
        start = start ?? event.time
        switch event.kind {
        case .chunk(let offset):
            answer(event, at: offset, .chunk(ContiguousArray(copying: value)))
        case .failed(let offset, let error): answer(event, at: offset, .refusal(error))
        case .disconnected:
            if let reader = readers.removeValue(forKey: event.connection) { end(reader) }
        case .connected, .mtuAgreed, .discovered, .foundAnother, .subscribed, .requested, .notified:
            break
        }
    }

    mutating func finish() {
        for connection in readers.keys.sorted() {
            if let reader = readers.removeValue(forKey: connection) { end(reader) }
        }
    }

    /// Gives the reader an answer, if it is the one that it would have asked for.
    private mutating func answer(_ event: CapturedEvent, at offset: Int, _ answer: Answer) {
        var reader = readers[event.connection] ?? Reader(start: event.time)
        if reader.reassembler.awaitedOffset != offset {
            guard offset == 0 else { return }
            // The recorded device began again.
            end(reader)
            reader = Reader(start: event.time)
            _ = reader.reassembler.begin()
            reader.events = [.form("event", ReassemblyVector.Event.begin, [:])]
        }
        reader.answerCount += 1
        reader.handle(answer, at: offset)
        readers[event.connection] = reader
        if reader.reassembler.awaitedOffset == nil {
            end(reader)
            readers[event.connection] = nil
        }
    }

    private mutating func end(_ reader: Reader) {
        guard reader.answerCount > 0 else { return }
        let input = JSONValue.object([
            "radio": .string(reader.reassembler.radio.name), "events": .array(reader.events),
        ])
        guard seen.insert(input).inserted else { return }
        let answers = counted(reader.answerCount, "answer")
        let title =
            reader.object.map { "An object of \(counted($0.count, "byte")) in \(answers)" }
            ?? "No object in \(answers)"
        let time = Seconds(microseconds: reader.start.microseconds(since: start ?? reader.start))
        inputs.append(.init(title: title, origin: "\(name) at \(time) s", input: input))
    }
}

extension RecordedReads.Reader {
    fileprivate mutating func handle(_ answer: RecordedReads.Answer, at offset: Int) {
        let place = JSONValue.size(offset)
        do throws(KomootNavError) {
            let step: ChunkReassembler.Step
            switch answer {
            case .chunk(let bytes):
                events.append(
                    .form(
                        "event", ReassemblyVector.Event.chunk,
                        ["offset": place, "bytes": .bytes(bytes)]))
                step = try reassembler.receive(bytes.span, at: offset)
            case .refusal(let error):
                events.append(
                    .form(
                        "event", ReassemblyVector.Event.error,
                        ["offset": place, "attError": error.json]))
                step = try reassembler.receive(error, at: offset)
            }
            guard case .complete = step else { return }
            object = reassembler.withObject { bytes, _ in ContiguousArray(copying: bytes) }
        } catch {
            // The vector expects this error.
        }
    }
}
