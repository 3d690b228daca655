import KomootNav

/// What a radio with one callback has not told yet.
enum ExploredCallback: Sendable {
    /// A value arrived: an answer to a read, or a notification. Its bytes are not kept.
    case value(ExploredPDU)
    /// A read failed.
    case failed(ExploredPDU, ticket: UInt32)
    case other(ExploredPDU)
    /// The device's deadline has come.
    case timePassed(SessionTime)

    var tellsValue: Bool { if case .value = self { true } else { false } }

    func describe(to digest: inout StateDigest, isDue: Bool, role: (UInt32) -> UInt64) {
        switch self {
        case .value(let pdu): pdu.describe(to: &digest, role: role)
        case .failed(let pdu, let ticket):
            pdu.describe(to: &digest, role: role)
            digest.add(role(ticket))
        case .other(let pdu): pdu.describe(to: &digest, role: role)
        case .timePassed: digest.add(isDue ? UInt64(100) : 101)
        }
    }
}

// Core Bluetooth tells everything on one queue. It keeps one value of the characteristic, and a callback tells the
// value that is there when it runs: a later one than arrived, or one that was told before.
extension ExploredWorld {
    var hasOneCallback: Bool { setting.radio == .coreBluetooth }

    /// Whether the deadline of a callback is still the device's.
    func isDue(_ callback: ExploredCallback) -> Bool {
        guard case .timePassed(let deadline) = callback else { return false }
        return deadline == device.nextDeadline
    }

    /// Whether a callback waits to tell that a deadline has come.
    var isPosted: Bool {
        rest.callbacks.contains { if case .timePassed = $0 { true } else { false } }
    }

    /// A PDU arrives at the device's radio.
    mutating func arriveAtQueue(_ pdu: ExploredPDU, on link: Int) {
        record(.toDevice(pdu.words), link: link)
        if rest.links[link].outstanding == pdu.token && pdu.isResponse {
            rest.links[link].outstanding = nil
        }
        if case .notification = pdu.body { return keep(pdu, pdu.bytes, link) }
        guard pdu.token & LongRead.tokenBit != 0 else {
            if rest.callbacks.isEmpty { return tell(pdu, link) }
            rest.callbacks.append(.other(pdu))
            return
        }
        let mtu = rest.links[link].mtu
        let progress: LongRead.Progress?
        if case .error(let error) = pdu.body {
            progress = rest.longRead?.receive(error, on: setting.radio)
        } else {
            progress = rest.longRead?.receive(pdu.bytes.span, mtu: mtu)
        }
        guard let progress, let read = rest.longRead else { return }
        switch progress {
        case .readOn(let offset):
            observeArrival(pdu, rest.links[link].number)
            return requestChunk(at: offset, link)
        case .finished:
            rest.longRead = nil
            keep(pdu, read.bytes, link)
        case .failed:
            rest.longRead = nil
            rest.callbacks.append(.failed(pdu, ticket: read.ticket.rawValue))
        }
        requestNext(link)
    }

    private mutating func keep(
        _ pdu: ExploredPDU, _ value: ContiguousArray<UInt8>, _ link: Int
    ) {
        rest.value = value
        rest.callbacks.append(.value(ExploredPDU(body: pdu.body, token: pdu.token)))
    }

    private mutating func requestNext(_ link: Int) {
        guard !rest.queued.isEmpty else { return }
        let next = rest.queued.removeFirst()
        request(next.body, Ticket(rawValue: next.token), link)
    }

    /// Runs the next callback.
    mutating func tellNext() {
        let callback = rest.callbacks.removeFirst()
        guard let link = rest.links.firstIndex(where: \.isUpForDevice) else { return }
        let ticket = Ticket(rawValue: rest.links[link].token)
        switch callback {
        case .value(let pdu):
            let value = rest.value
            observeArrival(
                ExploredPDU(body: pdu.body, token: pdu.token, bytes: value), rest.links[link].number
            )
            if pdu.body == .notification { rest.links[link].owesSubscription = false }
            if rest.toldMTU != rest.links[link].mtu {
                rest.toldMTU = rest.links[link].mtu
                referee.observe(
                    .mtuChanged(link: rest.links[link].number, Int32(rest.toldMTU)),
                    at: microseconds, Span())
                feedDevice(.mtuChanged(link: ticket, mtu: rest.toldMTU))
            }
            // The device may take it for the answer, or for what has taken the answer's place.
            rest.owed = nil
            record(.note("told \(value.count) bytes\(Self.mark(value.span))"), link: link)
            feedDevice(.arrived(link: ticket, value.span))
        case .failed(let pdu, let read):
            observeArrival(pdu, rest.links[link].number)
            guard case .error(let error) = pdu.body else { return }
            if rest.owed == read { rest.owed = nil }
            record(.note("told: \(pdu.words)"), link: link)
            feedDevice(.failed(Ticket(rawValue: read), error))
        case .other(let pdu): tell(pdu, link)
        case .timePassed(let deadline):
            record(.note("device is told that time passed"))
            if deadline == device.nextDeadline { feedDevice(.timePassed) }
        }
    }

    private mutating func tell(_ pdu: ExploredPDU, _ link: Int) {
        takeAtDevice(pdu, on: link)
        if let link = rest.links.firstIndex(where: \.isUpForDevice),
            rest.links[link].outstanding == nil
        {
            requestNext(link)
        }
    }
}
