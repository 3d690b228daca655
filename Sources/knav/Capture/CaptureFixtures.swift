import KomootNav
import KomootNavConformance
import KomootNavRecording

/// Collects of a capture what becomes fixtures: for reassembly the phone's answers to one read each, for
/// sessions what the phone did, some moments each.
struct CaptureFixtures {
    /// The capture's name.
    let name: String
    private(set) var reads: [RecordedVectors.Input] = []
    /// The objects that the capture itself shows whole, and not torn.
    private(set) var objects: Set<ContiguousArray<UInt8>> = []

    private var seen: Set<JSONValue> = []
    private var tracker = ReadTracker()
    fileprivate enum Answer {
        case piece(ContiguousArray<UInt8>)
        case refusal(ATTError)
    }

    private var readers: [Int: Reader] = [:]
    private var start: Int64?

    /// How many moments one session fixture holds.
    private static let momentsPerSession = 24
    /// The longest input of a session fixture, in bytes: a request of a runner has less than 64 KiB.
    private static let longestSession = 60_000

    /// One connection's read by the library's rules, answered with what the phone answered then.
    fileprivate struct Reader {
        var reassembler = ChunkReassembler(radio: .offsetReads)
        var events: [JSONValue] = []
        var answerCount = 0
        var start: Int64 = 0
        var object: ContiguousArray<UInt8>?
    }

    init(name: String) { self.name = name }

    mutating func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
        start = start ?? event.timeInMicroseconds
        var found: [CapturedRead] = []
        tracker.take(event, value) { found.append($0) }
        for read in found { take(read) }
        switch event.kind {
        case .piece(let offset): answer(event, at: offset, .piece(copy(of: value)))
        case .failed(let offset, let error): answer(event, at: offset, .refusal(error))
        case .disconnected:
            if let reader = readers.removeValue(forKey: event.connection) { end(reader) }
        case .connected, .mtuAgreed, .discovered, .foundAnother, .requested, .notified: break
        }
    }

    mutating func finish() {
        var found: [CapturedRead] = []
        tracker.finish { found.append($0) }
        for read in found { take(read) }
        for connection in readers.keys.sorted() {
            if let reader = readers.removeValue(forKey: connection) { end(reader) }
        }
    }

    private mutating func take(_ read: CapturedRead) {
        guard read.outcome == .complete, read.integrity != .torn else { return }
        objects.insert(read.bytes)
    }

    /// Gives the reader an answer, if it is the one that it would have asked for.
    private mutating func answer(
        _ event: CapturedEvent, at offset: Int, _ answer: Answer
    ) {
        var reader = readers[event.connection] ?? Reader()
        if reader.reassembler.awaitedOffset != offset {
            guard offset == 0 else { return }
            // The recorded device began anew.
            end(reader)
            reader = Reader()
            reader.start = event.timeInMicroseconds
            _ = reader.reassembler.begin()
            reader.events = [.object(["event": .string("begin")])]
        }
        reader.answerCount += 1
        reader.take(answer, at: offset)
        readers[event.connection] = reader
        if reader.reassembler.awaitedOffset == nil {
            end(reader)
            readers[event.connection] = nil
        }
    }

    private mutating func end(_ reader: Reader) {
        guard reader.answerCount > 0 else { return }
        let input = JSONValue.object([
            "radio": .string("offsetReads"), "events": .array(reader.events),
        ])
        guard seen.insert(input).inserted else { return }
        let answers = counted(reader.answerCount, "answer")
        let title =
            reader.object.map { "An object of \(counted($0.count, "byte")) in \(answers)" }
            ?? "No object in \(answers)"
        let time = secondsText(reader.start - (start ?? reader.start))
        reads.append(.init(title: title, origin: "\(name) at \(time) s", input: input))
    }

    private func copy(of value: Span<UInt8>) -> ContiguousArray<UInt8> {
        var bytes: ContiguousArray<UInt8> = []
        for position in 0..<value.count { bytes.append(value[position]) }
        return bytes
    }

    /// The whole recording as inputs of a session, some moments each; every one begins with a phone that
    /// comes into reach and has what it had.
    func sessions(of recording: PhoneRecording) -> [RecordedVectors.Input] {
        sessions(of: recording, from: 0, inMoments: Self.momentsPerSession)
    }

    private func sessions(
        of recording: PhoneRecording, from start: UInt64, inMoments count: Int
    ) -> [RecordedVectors.Input] {
        recording.parts(ofMoments: count).flatMap { part in
            let begin = start + part.start.milliseconds
            let input = session(of: part.recording)
            // A testee need not read longer lines.
            guard input.description.utf8.count > Self.longestSession, count > 1 else {
                let time = secondsText(Int64(clamping: begin) &* 1000)
                let acts = counted(part.recording.moments.count, "thing")
                return [
                    RecordedVectors.Input(
                        title: "A phone that did \(acts)", origin: "\(name) from \(time) s on",
                        input: input)
                ]
            }
            return sessions(of: part.recording, from: begin, inMoments: max(count / 2, 1))
        }
    }

    /// What a session is told that reads of this phone.
    private func session(of recording: PhoneRecording) -> JSONValue {
        var replay = CentralReplay(recording, .init(radio: .offsetReads))
        var events: [JSONValue] = []
        while replay.nextTime != nil {
            replay.step { events.append($0.event.json(at: $0.time)) }
        }
        let configuration: JSONValue = .object([
            "radio": .string("offsetReads"), "layout": .string("auto"),
        ])
        return .object(["configuration": configuration, "events": .array(events)])
    }
}

extension CaptureFixtures.Reader {
    fileprivate mutating func take(_ answer: CaptureFixtures.Answer, at offset: Int) {
        let place = JSONValue.number(Int64(offset))
        do throws(KomootNavError) {
            let step: ChunkReassembler.Step
            switch answer {
            case .piece(let bytes):
                events.append(
                    .object([
                        "event": .string("piece"), "offset": place,
                        "bytes": .string(HexBytes.encode(bytes)),
                    ]))
                step = try reassembler.receive(bytes.span, at: offset)
            case .refusal(let error):
                events.append(
                    .object([
                        "event": .string("error"), "offset": place,
                        "attError": .number(Int64(error.rawValue)),
                    ]))
                step = try reassembler.receive(error, at: offset)
            }
            guard case .complete = step else { return }
            object = reassembler.withObject { bytes, _ in
                var copy: ContiguousArray<UInt8> = []
                for position in 0..<bytes.count { copy.append(bytes[position]) }
                return copy
            }
        } catch {
            // The vector expects just this error.
        }
    }
}
