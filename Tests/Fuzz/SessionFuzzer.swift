// The input is a script of events for both sessions: any event in any state, with expected and
// other tickets, any bytes, and times that go forwards and backwards. The bounds are checked, that
// each read gets one answer, and that the lent bytes are the announced ones.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSessions(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var script = Events(copied(unsafe Span(_unsafeStart: start, count: count)))
    if script.next().isMultiple(of: 2) {
        driveCentral(&script)
    } else {
        drivePeripheral(&script)
    }
    return 0
}

/// Bytes that decide which events happen, and when.
private struct Events {
    private var script: Script
    private(set) var now: UInt64 = 0

    init(_ bytes: [UInt8]) { script = Script(bytes) }

    var isOver: Bool { script.isOver }

    mutating func next() -> Int { script.next() }

    /// Usually soon after the last event; sometimes exactly at the deadline, much later, or
    /// earlier.
    mutating func time(deadline: SessionTime?) -> SessionTime {
        let kind = next()
        switch kind & 7 {
        case 0: now = min(deadline?.milliseconds ?? now, 1 << 60)
        case 1: now += UInt64(next()) * 100
        case 2: return SessionTime(milliseconds: now / 2)
        case 3 where kind == 0xFB: return SessionTime(milliseconds: .max)
        default: now += UInt64(kind >> 3)
        }
        return SessionTime(milliseconds: now)
    }

    /// Any MTU, sometimes one that no link has; `nil` if the radio doesn't tell it.
    mutating func mtu() -> Int? {
        let byte = next()
        return byte == 255 ? nil : byte * 4 - 8
    }

    mutating func payload() -> ContiguousArray<UInt8> {
        let kind = next()
        let count = [0, 4, 9, 16, 20, 22, 47, 512, 513, 600][kind % 10]
        let fill = UInt8(next())
        var payload = ContiguousArray<UInt8>(repeating: fill, count: count)
        // Makes it look like an object: a short distance.
        if count > 8 && kind & 0x80 == 0 { for index in 5..<9 { payload[index] = 0 } }
        return payload
    }
}

// MARK: - The central

private func driveCentral(_ script: inout Events) {
    let setting = script.next()
    var configuration = CentralSession.Configuration(
        radio: ChunkReassembler.Radio.allCases[setting & 1 | setting >> 6 & 2])
    configuration.layout = pinnedLayouts[setting >> 1 & 3]
    configuration.maximumRestarts = setting >> 3 & 3
    configuration.trustsChunkSize = setting & 32 != 0
    configuration.subscribes = setting & 64 == 0
    var session = CentralSession(configuration)
    var link = Ticket(rawValue: 0)
    var request = Ticket(rawValue: 0)
    var steps = 0
    while !script.isOver && steps < 400 {
        steps += 1
        let refusal = feed(&session, &script, link, request)
        var count = 0
        var refusals = 0
        while let effect = session.nextEffect() {
            count += 1
            switch effect {
            case .connect(_, let ticket): link = ticket
            case .discover(let ticket), .subscribe(let ticket):
                request = ticket
                if let refusal, refusals == 0 {
                    refusals += 1
                    session.handle(
                        .failed(ticket, refusal), at: SessionTime(milliseconds: script.now))
                }
            case .read(let ticket, let offset):
                request = ticket
                check(0...512 ~= offset, "a read at \(offset)")
                if refusal != nil, refusals == 0 {
                    refusals += 1
                    session.handle(
                        .disconnected(link: link), at: SessionTime(milliseconds: script.now))
                }
            case .deliver(let extent): checkDelivery(&session, extent)
            case .startScan, .stopScan, .disconnect, .report, .fault: break
            }
        }
        check(count <= CentralSession.maximumEffects * (1 + refusals), "\(count) effects")
    }
}

private func checkDelivery(_ session: inout CentralSession, _ extent: ObjectExtent) {
    let layout = session.configuration.layout
    let isLent: Bool? = session.withDelivery { bytes, lent in
        check(bytes.count <= 512, "\(bytes.count) bytes are lent")
        check(lent == extent, "announced as \(extent), lent as \(lent)")
        let decoded = outcome { () throws(KomootNavError) in
            try NavigationInstruction(decoding: bytes, layout: layout, extent: lent)
        }
        if case .failure(let error) = decoded { check(false, "no instruction: \(error)") }
        return true
    }
    check(isLent == true, "announced, and not lent")
}

/// - Returns: the error with which the radio refuses the next discovery or subscription at once; if
///   the session reads instead, the link is lost at once.
private func feed(
    _ session: inout CentralSession, _ script: inout Events, _ link: Ticket, _ request: Ticket
) -> ATTError? {
    let kind = script.next()
    let time = script.time(deadline: session.nextDeadline)
    // About every fourth event has a ticket that is not the expected one.
    let link = kind & 0xC0 == 0 ? Ticket(rawValue: UInt32(script.next())) : link
    let request = kind & 0xC0 == 0 ? Ticket(rawValue: UInt32(script.next())) : request
    let payload = script.payload()
    switch kind & 0x1F {
    case 0: session.handle(.start, at: time)
    case 1: session.handle(.stop, at: time)
    case 2: session.handle(.radioOff, at: time)
    case 3: session.handle(.radioOn, at: time)
    case 4, 5: session.handle(.found(CentralSession.Peer(rawValue: UInt64(kind))), at: time)
    case 6, 7: session.handle(.connected(link: link, mtu: script.mtu()), at: time)
    case 8: session.handle(.disconnected(link: link), at: time)
    case 9, 10: session.handle(.discovered(request, hasCCCD: kind & 32 != 0), at: time)
    case 11: session.handle(.notDiscovered(request), at: time)
    case 12, 13: session.handle(.subscribed(request), at: time)
    case 14: session.handle(.failed(request, ATTError(rawValue: UInt8(script.next()))), at: time)
    case 15: session.handle(.failed(request, .invalidOffset), at: time)
    case 16: session.handle(.notified(link: link, payload.span), at: time)
    case 17: session.handle(.arrived(link: link, payload.span), at: time)
    case 18: session.handle(.mtuChanged(link: link, mtu: script.mtu()), at: time)
    case 19: session.handle(.serviceChanged(link: link), at: time)
    case 20, 21: session.handle(.timePassed, at: time)
    default: session.handle(.answered(request, payload.span), at: time)
    }
    guard kind & 0xC0 == 0x40 else { return nil }
    return kind & 0x20 == 0 ? .invalidHandle : .insufficientEncryption
}

// MARK: - The phone

private func drivePeripheral(_ script: inout Events) {
    let setting = script.next()
    let layout = chosenLayouts[setting & 3]
    var configuration = PeripheralSession.Configuration(layout: layout)
    configuration.notification = setting & 4 == 0 ? .identifier : .object
    configuration.serving = setting & 8 == 0 ? .newestAlways : .snapshotPerRead
    configuration.ending = [.empty, .invalidOffset, .attributeNotLong][(setting >> 4) % 3]
    configuration.hasCCCD = setting & 128 == 0
    configuration.lossDetection = setting & 64 == 0 ? .eachCentral : .sharedWatchdog
    let refusesAtOnce = setting & 32 != 0
    var session = PeripheralSession(configuration)
    var steps = 0
    while !script.isOver && steps < 400 {
        steps += 1
        let isRead = feed(&session, &script)
        var count = 0
        var answers = 0
        while let effect = session.nextEffect() {
            count += 1
            switch effect {
            case .answer(let central, let value), .notify(let central, let value):
                if case .answer = effect { answers += 1 }
                let lent: Int = session.withBytes(of: value) { $0.count }
                check(lent == value.count, "\(value.count) bytes announced, \(lent) lent")
                if refusesAtOnce { session.handle(.notificationRefused(central), at: .zero) }
            case .reject: answers += 1
            case .addService, .removeService, .startAdvertising, .stopAdvertising, .fault: break
            }
        }
        check(count <= PeripheralSession.maximumEffects, "\(count) effects")
        check(answers == (isRead ? 1 : 0), "\(answers) answers")
    }
}

/// - Returns: whether the event is a read.
private func feed(_ session: inout PeripheralSession, _ script: inout Events) -> Bool {
    let kind = script.next()
    let time = script.time(deadline: session.nextDeadline)
    let central = PeripheralSession.Central(rawValue: UInt32(kind >> 5))
    switch kind & 0x1F {
    case 0, 1: session.handle(.startNavigation, at: time)
    case 2: session.handle(.stopNavigation, at: time)
    case 3: session.handle(.startAdvertising, at: time)
    case 4, 5: session.handle(.connected(central, mtu: script.next() * 4 - 8), at: time)
    case 6: session.handle(.disconnected(central), at: time)
    case 7: session.handle(.mtuChanged(central, mtu: script.next() * 4 - 8), at: time)
    case 8, 9: session.handle(.subscribed(central), at: time)
    case 10: session.handle(.unsubscribed(central), at: time)
    case 11: session.handle(.notificationRefused(central), at: time)
    case 12: session.handle(.notificationsReady, at: time)
    case 13: session.handle(.radioOff, at: time)
    case 14: session.handle(.radioOn, at: time)
    case 15, 16, 17: session.handle(.timePassed, at: time)
    case 18...23: session.handle(.publish(script.payload().span), at: time)
    default:
        let offset = [0, 20, 22, 40, 47, 512, 513, -1, Int.max, Int.min][script.next() % 10]
        let named = script.next()
        let identifier: InstructionIdentifier? =
            named & 3 == 0 ? .uint32(UInt32(named) * 0x0101_0101) : nil
        session.handle(.read(central, offset: offset, identifier: identifier), at: time)
        return true
    }
    return false
}
