// The input is what a capture shows, event by event. Whatever it is, its replay ends, delivers only
// what the phone had, and can be read again.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReplay(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = unsafe Span(_unsafeStart: start, count: count)
    guard count > 1 else { return 0 }
    var script = Script(copied(bytes.extracting(1...)))
    let events = inventedEvents(&script)
    let setting = bytes[0]
    switch setting & 3 {
    case 0: redact(events, replacesStreets: setting & 4 == 0)
    case 1: draw(events)
    default:
        replay(
            events, inParts: setting & 4 == 0,
            radio: ChunkReassembler.Radio.allCases[Int(setting >> 3 & 3)])
    }
    return 0
}

private struct Invented {
    let event: CapturedEvent
    let value: ContiguousArray<UInt8>
}

/// Reads a kind and a connection, the time since the previous event, a number, and a value if the
/// kind has one.
private func inventedEvents(_ script: inout Script) -> [Invented] {
    var events: [Invented] = []
    var time: Int64 = 1_700_000_000_000_000
    while !script.isOver {
        let head = script.next()
        let pause = script.next()
        // Clocks sometimes go back.
        time += pause == 255 ? -3_000_000 : Int64(pause) * 20_000
        let number = script.next() * (head & 0x80 == 0 ? 1 : 2)
        var value: ContiguousArray<UInt8> = []
        let kind: CapturedEvent.Kind
        switch head & 0x0F {
        case 0: kind = .connected
        case 1: kind = .mtuAgreed(number + 23)
        case 2: kind = .discovered(handle: UInt16(truncatingIfNeeded: number * 131))
        case 3, 4, 5: kind = .requested(offset: head & 1 == 1 ? 0 : number)
        case 6, 7, 8, 9, 10:
            kind = .chunk(offset: head & 1 == 1 ? 0 : number)
            value = script.take(script.next() % 64)
        case 11: kind = .failed(offset: number, ATTError(rawValue: UInt8(script.next())))
        case 12, 13:
            kind = .notified
            value = script.take(script.next() % 24)
        case 14: kind = .disconnected(reason: UInt8(truncatingIfNeeded: number))
        default: continue
        }
        let event = CapturedEvent(
            kind: kind, connection: Int(head >> 4 & 3) + 1,
            time: CaptureTime(microsecondsSince1970: time))
        events.append(Invented(event: event, value: value))
    }
    return events
}

extension Script {
    fileprivate mutating func take(_ count: Int) -> ContiguousArray<UInt8> {
        var bytes: ContiguousArray<UInt8> = []
        for _ in 0..<count { bytes.append(UInt8(next())) }
        return bytes
    }
}

private func replay(_ events: [Invented], inParts: Bool, radio: ChunkReassembler.Radio) {
    var recorder = PhoneRecorder()
    for one in events { recorder.handle(one.event, one.value.span) }
    let recording = recorder.finish()
    let times = recording.moments.map(\.time)
    check(times == times.sorted(), "moments that go back in time: \(times)")
    let objects = recording.moments.compactMap { moment in
        if case .published(let object) = moment.act { object } else { nil }
    }
    for part in inParts ? recording.parts(ofMoments: 3).map(\.recording) : [recording] {
        var replay = CentralReplay(part, CentralSession.Configuration(radio: radio))
        var steps = 0
        while replay.nextTime != nil {
            replay.step { step in
                guard let delivery = step.delivery else { return }
                let isPart = objects.contains {
                    delivery.extent == .whole
                        ? $0 == delivery.bytes : $0.starts(with: delivery.bytes)
                }
                check(isPart, "\(Array(delivery.bytes)) was never published")
            }
            steps += 1
            check(steps < 100_000, "the replay does not end")
        }
    }
}

private func redact(_ events: [Invented], replacesStreets: Bool) {
    var survey = CaptureSurvey()
    for one in events { survey.handle(one.event, one.value.span) }
    survey.finish()
    let handle = CaptureWriter.valueHandle
    var redaction = CaptureRedaction(
        survey.connections, handle: handle, replacesStreets: replacesStreets)
    for one in events { redaction.handle(one.event, one.value.span) }
    let (packets, damage) = contents(of: redaction.takeBytes())
    check(
        damage.allSatisfy { if case .notARecord = $0.reason { true } else { false } },
        "a copy is damaged: \(damage)")
    let connections = Set(survey.connections.map(\.number))
    if connections.isEmpty { check(packets == 0, "\(packets) packets of nothing") }
}

private func contents(
    of file: ContiguousArray<UInt8>
) -> (packets: Int, damage: [CaptureDamage]) {
    var reader = CaptureReader()
    var damage: [CaptureDamage] = []
    var packets = 0
    do {
        try reader.read(file.span, { _, _ in packets += 1 }, damage: { damage.append($0) })
        try reader.finish({ _, _ in packets += 1 }, damage: { damage.append($0) })
    } catch {
        fatalError("a copy is not a capture: \(error)")
    }
    return (packets, damage)
}

private func draw(_ events: [Invented]) {
    var chart = SequenceChart()
    for one in events { chart.handle(one.event, one.value.span) }
    chart.finish()
    let lines = chart.text.utf8.count { $0 == UInt8(ascii: "\n") }
    check(lines == chart.rows.count + 1, "\(lines) lines of \(chart.rows.count) rows")
    check(chart.svg.hasSuffix("</svg>\n"), "a picture without an end")
}
