// The JSON decoder takes four times as long with the address sanitizer, and all here is safe Swift.
// Without: address
// With: Sources/KomootNavConformance/{Pipe,Sessions}/*.swift
// With: Sources/KomootNavConformance/Vectors/{JSONValue,JSONValue+Line,HexBytes}.swift
// With: Sources/KomootNavConformance/Library/{VectorInput,NavigationInstructionView+JSON}.swift
//
// The input is a byte that says which end of the pipe it is, then lines. Whatever they are: each is answered, once;
// in pieces they give what they give at once; and those that are refused might as well not have come.

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
    // What is dear is looked at now and then.
    guard setting & 0x38 == 0 else { return 0 }
    let chunked = Conversation(setting, input, chunkSize: Int(setting >> 6) + 1)
    check(whole.lines == chunked.lines, "at once \(whole.texts), in pieces \(chunked.texts)")

    // Only the lines that were taken.
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
    return 0
}

/// What a pipe says to some bytes.
private struct Conversation {
    private(set) var lines: [PipeLine] = []
    private(set) var refusedLines = 0
    let isClockGiven: Bool

    var texts: [String] { lines.map(\.text) }

    init(_ setting: UInt8, _ input: ContiguousArray<UInt8>, chunkSize: Int) {
        isClockGiven = setting & 1 == 0
        let clock: SessionPipe.Clock = isClockGiven ? .given : .wall
        var pipe: SessionPipe
        if setting & 2 == 0 {
            let radio: ChunkReassembler.Radio = setting & 4 == 0 ? .offsetReads : .wholeValues
            pipe = SessionPipe(central: CentralSession.Configuration(radio: radio), clock: clock)
        } else {
            let layout: InstructionLayout = setting & 4 == 0 ? .deployed : .legacy
            pipe = SessionPipe(
                peripheral: PeripheralSession.Configuration(layout: layout), clock: clock)
        }
        // Always the same time, so that it does not matter in how many pieces the lines come.
        let now = SessionTime(milliseconds: 5)
        var found: [PipeLine] = []
        var start = 0
        while start < input.count {
            let end = min(start + chunkSize, input.count)
            pipe.take(input.span.extracting(start..<end), at: now) { found.append($0) }
            start = end
        }
        pipe.finish(at: now) { found.append($0) }
        lines = found
        refusedLines = pipe.refusedLines
        check(isClockGiven ? pipe.nextDeadline == nil : true, "a deadline on another's clock")
    }
}
