// With: Sources/CompanionPairing/{Service,Names,Client,Server}/*.swift
// With: Sources/CompanionPairingStore/NamesFile.swift
//
// The first byte chooses what the rest is: a name, a file of names, or what happens to a server or a client.
// Whatever happens, in whatever order: no request is answered twice, reads are answered with values and writes
// without, a client that is connected has stored its server, and there is one store at a time.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPairing(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    // Not copied: the address sanitizer knows where these bytes end.
    let input = unsafe Span(_unsafeStart: start, count: count)
    let rest = input.extracting(1...)
    switch input[0] % 4 {
    case 0: checkName(rest)
    case 1: checkFile(rest)
    case 2: checkServer(rest)
    default: checkClient(rest)
    }
    return 0
}

private func checkName(_ bytes: Span<UInt8>) {
    let copy = ContiguousArray(copying: bytes)
    let isUnpaired = copy.elementsEqual("UNPAIRED".utf8)
    let name = PairingName(bytes)
    check((name != nil) == (1...64 ~= copy.count && !isUnpaired), "is \(copy) a name")
    if let name { check(name.bytes == copy, "the bytes of \(name)") }
    switch PairedName(bytes) {
    case nil: check(name == nil && !isUnpaired, "\(copy) is a value")
    case .unpaired: check(isUnpaired, "\(copy) is not UNPAIRED")
    case .name(let read): check(read == name, "\(copy) has two names")
    }
}

private func checkFile(_ bytes: Span<UInt8>) {
    let copy = ContiguousArray(copying: bytes)
    if let names = try? NamesFile.names(in: copy) {
        check(NamesFile.bytes(of: names) == copy, "another file has the same names")
    }
    // Two names out of the bytes are read back from their file.
    let middle = bytes.count / 2
    guard let own = PairingName(bytes.extracting(0..<middle)) else { return }
    let names = PairingNames(own: own, peer: PairingName(bytes.extracting(middle...)))
    check((try? NamesFile.names(in: NamesFile.bytes(of: names))) == names, "\(names) is lost")
}

/// Bytes, one after the other; zeros after the last.
private struct Source: ~Escapable {
    private let bytes: Span<UInt8>
    private var position = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    var isEmpty: Bool { position >= bytes.count }

    mutating func next() -> UInt8 {
        defer { position += 1 }
        return position < bytes.count ? bytes[position] : 0
    }

    /// Up to 79 bytes, or one of a few names.
    mutating func value() -> ContiguousArray<UInt8> {
        let length = Int(next() % 88)
        guard length < 80 else {
            return ContiguousArray(["UNPAIRED", "A", "B", "C"][length % 4].utf8)
        }
        return ContiguousArray((0..<length).map { _ in next() })
    }

    mutating func name() -> PairingName? { PairingName(value().span) }
}

private func checkServer(_ bytes: Span<UInt8>) {
    var source = Source(bytes)
    var configuration = PairingServer.Configuration(freshName: PairingName(random: 1))
    configuration.tellsDisconnections = source.next() % 2 == 0
    var run = ServerRun(session: PairingServer(configuration))
    run.handle(.start)
    while !source.isEmpty { run.step(&source) }
}

/// A server, and what is known about its requests.
private struct ServerRun {
    var session: PairingServer
    private var time: UInt64 = 0
    private var lastRequest: UInt64 = 0
    /// The requests that are not answered yet, and whether they are writes.
    private var waiting: [PairingServer.Request: Bool] = [:]
    private var store: Ticket?

    init(session: PairingServer) { self.session = session }

    mutating func handle(_ event: borrowing PairingServer.Event) {
        session.handle(event, at: SessionTime(milliseconds: time))
        while let effect = session.nextEffect() { note(effect) }
        check(
            session.screen.canUnpair || session.client == nil || session.phase == .unpairing,
            "a client is served that can't be unpaired")
    }

    private mutating func note(_ effect: PairingServer.Effect) {
        switch effect {
        case .answer(let request, let answer):
            check(waiting.removeValue(forKey: request) == false, "an answer to no read")
            answer.withBytes { check($0.count <= 64, "an answer of \($0.count) bytes") }
        case .accept(let request):
            check(waiting.removeValue(forKey: request) == true, "no write to accept")
        case .refuse(let request, _):
            check(waiting.removeValue(forKey: request) != nil, "no request to refuse")
        case .store(_, let ticket):
            check(store == nil, "two stores at a time")
            store = ticket
        case .load, .startAdvertising, .pairedNameChanged, .show, .fault: break
        }
    }

    private mutating func newRequest(isWrite: Bool) -> PairingServer.Request {
        lastRequest += 1
        let request = PairingServer.Request(rawValue: lastRequest)
        waiting[request] = isWrite
        return request
    }

    mutating func step(_ source: inout Source) {
        let choice = source.next()
        time += UInt64(source.next()) * UInt64(choice & 0xF0)
        let link = PairingServer.Link(rawValue: UInt64(source.next() % 6))
        switch choice & 0x0F {
        case 0: handle(.start)
        case 1: handle(.loaded(source.name().map { PairingNames(own: $0, peer: source.name()) }))
        case 2: handle(.loadFailed)
        case 3, 4: finishStore(succeeds: choice & 1 == 1, source.next())
        case 5: handle(.unpair)
        case 6: handle(choice & 0x10 == 0 ? .radioOff : .radioOn)
        case 7: handle(.connected(link))
        case 8: handle(.disconnected(link))
        case 9, 10, 11:
            handle(
                .read(
                    link, .pairedClientName, offset: 0, newRequest(isWrite: false)))
        case 12:
            let offset = Int(Int8(bitPattern: source.next()))
            handle(
                .read(
                    link, offset % 2 == 0 ? .serverName : .pairedClientName, offset: offset,
                    newRequest(isWrite: false)))
        case 13, 14:
            let value = source.value()
            handle(.write(link, value.span, newRequest(isWrite: true)))
        default: handle(.timePassed)
        }
    }

    private mutating func finishStore(succeeds: Bool, _ random: UInt8) {
        var ticket = Ticket(rawValue: UInt32(random))
        if random < 200, let store { ticket = store }
        if ticket == store { store = nil }
        handle(succeeds ? .stored(ticket) : .storeFailed(ticket))
    }
}

private func checkClient(_ bytes: Span<UInt8>) {
    var source = Source(bytes)
    var run = ClientRun()
    run.handle(.start)
    while !source.isEmpty { run.step(&source) }
}

/// A client, and what is known about its link.
private struct ClientRun {
    private var session = PairingClient(freshName: PairingName(random: 2))
    private var time: UInt64 = 0
    private var link = Ticket(rawValue: 0)
    private var request = Ticket(rawValue: 0)
    private var store: Ticket?
    private var isLinked = false

    mutating func handle(_ event: borrowing PairingClient.Event) {
        session.handle(event, at: SessionTime(milliseconds: time))
        while let effect = session.nextEffect() { note(effect) }
        if session.phase == .connected {
            check(session.names.peer != nil, "connected to a server that is not remembered")
            check(store == nil, "connected before the server is stored")
        }
    }

    private mutating func note(_ effect: PairingClient.Effect) {
        switch effect {
        case .connect(_, let ticket):
            check(!isLinked, "two links at a time")
            (link, isLinked) = (ticket, true)
        case .disconnect(let ticket):
            check(isLinked && ticket == link, "the end of no link")
            isLinked = false
        case .discover(let ticket), .readServerName(let ticket), .readPairedName(let ticket),
            .writePairedName(_, let ticket):
            check(isLinked, "a request without a link")
            request = ticket
        case .store(_, let ticket):
            check(store == nil, "two stores at a time")
            store = ticket
        case .load, .startScan, .stopScan, .show, .fault: break
        }
    }

    mutating func step(_ source: inout Source) {
        let choice = source.next()
        time += UInt64(source.next()) * UInt64(choice & 0xE0)
        // Mostly the ticket that is waited for.
        let other = source.next()
        let ticket = other < 230 ? request : Ticket(rawValue: UInt32(other))
        switch choice & 0x1F {
        case 0: handle(.start)
        case 1: handle(.loaded(source.name().map { PairingNames(own: $0, peer: source.name()) }))
        case 2: handle(.loadFailed)
        case 3, 4: finishStore(succeeds: choice & 1 == 1, other)
        case 5: handle(.discover)
        case 6: handle(.connect)
        case 7: handle(.disconnect)
        case 8: handle(.unpair)
        case 9:
            isLinked = false
            handle(.radioOff)
        case 10: handle(.radioOn)
        case 11, 12: handle(.found(PairingClient.Peer(rawValue: UInt64(other % 6))))
        case 13, 14: handle(.connected(link: link))
        case 15:
            isLinked = false
            handle(.disconnected(link: link))
        case 16, 17: handle(.discovered(ticket))
        case 18: handle(.notDiscovered(ticket))
        case 19, 20, 21, 22, 23:
            let value = source.value()
            handle(.answered(ticket, value.span))
        case 24, 25: handle(.written(ticket))
        case 26: handle(.failed(ticket, ATTError(rawValue: other)))
        case 27: handle(.pairedNameChanged(link: link))
        case 28: handle(.servicesChanged(link: link))
        default: handle(.timePassed)
        }
    }

    private mutating func finishStore(succeeds: Bool, _ random: UInt8) {
        var ticket = Ticket(rawValue: UInt32(random))
        if random < 230, let store { ticket = store }
        if ticket == store { store = nil }
        handle(succeeds ? .stored(ticket) : .storeFailed(ticket))
    }
}
