// The JSON decoder takes four times as long with the address sanitizer, and everything here is safe
// Swift.
// Without: address
// With: Sources/KomootNavJSON/{JSON,Forms}/*.swift
// With: Sources/KomootNavPipe/{Lines,Sessions,Recording}/*.swift
//
// The input is a byte that chooses the end of the pipe, and then lines. Whatever they are: each
// line gets one answer; reading them in chunks gives the same as reading them at once; refused
// lines change nothing; events and effects can be read back as they were written; and the record of
// everything is a log without damage.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPipe(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = unsafe Span(_unsafeStart: start, count: count)
    let setting = bytes[0]
    let input = ContiguousArray((1..<count).map { bytes[$0] })
    let whole = Conversation(setting, input, chunkSize: max(input.count, 1))
    check(
        whole.lines.count { $0.kind == .refusal } == whole.refusedLines,
        "\(whole.refusedLines) refused: \(whole.texts)")
    // The expensive checks run only for some inputs.
    guard setting & 0x38 == 0 else { return 0 }
    let chunked = Conversation(setting, input, chunkSize: Int(setting >> 6) + 1)
    check(whole.lines == chunked.lines, "at once \(whole.texts), in chunks \(chunked.texts)")

    // Only the accepted lines.
    let events = whole.lines.compactMap { line in
        if case .event = line.kind { line } else { nil }
    }
    var taken: ContiguousArray<UInt8> = []
    for event in events {
        guard case .object(var members) = event.json else { fatalError("an event that is none") }
        if !whole.isClockGiven { members["at"] = nil }
        taken += Array(JSONValue.object(members).description.utf8) + [UInt8(ascii: "\n")]
    }
    let again = Conversation(setting, taken, chunkSize: max(taken.count, 1))
    check(
        again.lines == whole.lines.filter { $0.kind != .refusal },
        "with refusals \(whole.texts), without \(again.texts)")
    check(
        whole.lines.count { $0.kind == .state } == events.count,
        "\(events.count) events: \(whole.texts)")
    for line in whole.lines {
        check(JSONValue(line: line.text) == line.json, "a line that is not what it says")
        check(!line.text.utf8.contains(UInt8(ascii: "\n")), "a line of two")
    }
    guard setting & 0xC0 == 0 else { return 0 }
    for line in whole.lines { checkForm(line) }
    checkRecord(whole)
    return 0
}

/// Reads back what a line says about an event or an effect.
private func checkForm(_ line: PipeLine) {
    func read<Form: JSONForm & Equatable>(_ form: Form) {
        check((try? Form(json: form.json)) == form, "\(form) is read as something else")
    }
    switch line.kind {
    case .event(let taken):
        switch taken.event {
        case .central(let event): read(event)
        case .peripheral(let event): read(event)
        }
    case .effect(.central(let effect)): read(effect)
    case .effect(.peripheral(let effect)): read(effect)
    case .greeting, .state, .refusal: break
    }
}

private func checkRecord(_ conversation: Conversation) {
    var recorder = PipeRecorder(of: conversation.pipe, start: CaptureTime(microsecondsSince1970: 0))
    for line in conversation.lines { recorder.handle(line) }
    var reader = CaptureReader()
    do {
        try reader.read(
            recorder.takeBytes().span, { _, _ in }, damage: { check(false, "damage: \($0)") })
        try reader.finish({ _, _ in }, damage: { check(false, "damage: \($0)") })
    } catch {
        fatalError("a record is not a log: \(error)")
    }
}

/// The answers of a pipe to some bytes.
private struct Conversation {
    private(set) var lines: [PipeLine] = []
    let pipe: SessionPipe
    let isClockGiven: Bool

    var refusedLines: Int { pipe.refusedLines }
    var texts: [String] { lines.map(\.text) }

    init(_ setting: UInt8, _ input: ContiguousArray<UInt8>, chunkSize: Int) {
        isClockGiven = setting & 1 == 0
        let clock: SessionPipe.Clock = isClockGiven ? .given : .wall
        var pipe: SessionPipe
        if setting & 2 == 0 {
            let radio = ChunkReassembler.Radio.allCases[Int(setting >> 2 & 3)]
            pipe = SessionPipe(central: CentralSession.Configuration(radio: radio), clock: clock)
        } else {
            let layout: InstructionLayout = setting & 4 == 0 ? .deployed : .legacy
            pipe = SessionPipe(
                peripheral: PeripheralSession.Configuration(layout: layout), clock: clock)
        }
        // Always the same time, so the number of chunks does not matter.
        let now = SessionTime(milliseconds: 5)
        var found: [PipeLine] = []
        var start = 0
        while start < input.count {
            let end = min(start + chunkSize, input.count)
            pipe.handle(input.span.extracting(start..<end), at: now) { found.append($0) }
            start = end
        }
        pipe.finish(at: now) { found.append($0) }
        lines = found
        self.pipe = pipe
        check(isClockGiven ? pipe.nextDeadline == nil : true, "a deadline on another's clock")
    }
}
