import KomootNav

// The device's end: its state machine and its radio.
extension ExploredWorld {
    mutating func feedDevice(_ event: borrowing CentralSession.Event) {
        device.handle(event, at: time)
        var count = 0
        while let effect = device.nextEffect() {
            count += 1
            perform(effect)
        }
        referee.observe(
            .acted(effects: count, memory: device.memoryInUse()), of: 0, at: microseconds, Span())
    }

    private mutating func perform(_ effect: CentralSession.Effect) {
        switch effect {
        case .startScan:
            rest.isScanning = true
            referee.observe(.scanning(central: 0), at: microseconds, Span())
        case .stopScan: rest.isScanning = false
        case .connect(_, let ticket): connect(ticket)
        case .disconnect(let ticket): disconnect(ticket)
        case .discover(let ticket): ask(.discover, ticket)
        case .subscribe(let ticket): ask(.subscribe, ticket)
        case .read(let ticket, let offset): ask(.read(offset: offset), ticket)
        case .deliver(let extent): deliver(extent)
        case .report(let status):
            referee.observe(.reported(status), of: 0, at: microseconds, Span())
            record(.note("status \(status)"))
        case .fault(let fault): referee.observe(.noticed(fault), of: 0, at: microseconds, Span())
        }
    }

    private mutating func connect(_ ticket: Ticket) {
        let link = ExploredLink(
            number: rest.linkCount, token: ticket.rawValue, mtu: ExplorationSetting.mtu)
        rest.linkCount += 1
        rest.links.append(link)
        referee.observe(
            .connecting(link: link.number, central: 0, peripheral: 0), at: microseconds, Span())
    }

    private mutating func disconnect(_ ticket: Ticket) {
        guard let link = rest.links.firstIndex(where: { $0.token == ticket.rawValue }) else {
            return
        }
        rest.links[link].isComingUp = false
        if rest.links[link].isUpForDevice {
            rest.links[link].isUpForDevice = false
            rest.links[link].toDevice.removeAll()
            referee.observe(.ended(link: rest.links[link].number), at: microseconds, Span())
            record(.link("device ends the link"), link: link)
            if !rest.links[link].isLost {
                rest.links[link].toPhone.append(ExploredPDU(body: .gone))
            }
        }
        forgetLinkOfRadio()
        forgetGoneLinks()
    }

    /// The radio owes nothing any more, because the link is gone.
    mutating func forgetRequests() {
        rest.owed = nil
        rest.longRead = nil
        rest.queued.removeAll()
        rest.callbacks.removeAll()
    }

    /// As ``forgetRequests()``; the subscription is gone too.
    mutating func forgetLinkOfRadio() {
        forgetRequests()
        rest.isSubscribed = false
    }

    /// Asks the radio. It must not owe an answer: this is where a device's promise counts, because a
    /// radio may put requests in a row before the link sees them.
    private mutating func ask(_ body: ExploredPDU.Body, _ ticket: Ticket) {
        guard let link = deviceLink, rest.links[link].isUpForDevice else { return }
        if rest.owed != nil {
            referee.report(
                .asksOneAtATime, microseconds, "\(body) while the radio owes an answer")
            return
        }
        rest.owed = ticket.rawValue
        if body == .discover { rest.discovery = ticket.rawValue }
        if body == .subscribe { rest.links[link].owesSubscription = false }
        if hasOneCallback && rest.links[link].outstanding != nil {
            rest.queued.append(ExploredPDU(body: body, token: ticket.rawValue))
            return
        }
        request(body, ticket, link)
    }

    mutating func request(_ body: ExploredPDU.Body, _ ticket: Ticket, _ link: Int) {
        if case .read(let offset) = body, setting.radio.reads.goesOn {
            let start = setting.radio.reads.readsWholeValues ? 0 : offset
            rest.longRead = LongRead(ticket, at: start)
            return requestChunk(at: start, link)
        }
        send(ExploredPDU(body: body, token: ticket.rawValue), on: link)
    }

    mutating func requestChunk(at offset: Int, _ link: Int) {
        rest.radioToken &+= 1
        rest.longRead?.token = LongRead.tokenBit | rest.radioToken
        send(
            ExploredPDU(body: .read(offset: offset), token: LongRead.tokenBit | rest.radioToken),
            on: link)
    }

    private mutating func send(_ pdu: ExploredPDU, on link: Int) {
        referee.observe(
            .sent(
                link: rest.links[link].number, token: pdu.token, pdu.requestKind,
                offset: pdu.offset, isOneTooMany: rest.links[link].outstanding != nil),
            at: microseconds, Span())
        rest.links[link].outstanding = pdu.token
        guard !rest.links[link].isLost else { return }
        rest.links[link].toPhone.append(pdu)
    }

    private mutating func deliver(_ extent: ObjectExtent) {
        let time = microseconds
        let referee = referee
        let recorder = recorder
        let mark = device.withDelivery { bytes, _ in
            referee.observe(.delivered(extent), of: 0, at: time, bytes)
            let form = extent == .whole ? "whole" : "a beginning"
            recorder?.record(
                .note("shows \(bytes.count) bytes, \(form)\(Self.mark(bytes))"), at: time / 1000,
                link: nil)
            return bytes.isEmpty ? 0 : bytes[0]
        }
        if let mark { shown = Shown(mark: mark, extent: extent) }
    }

    /// Which object the bytes begin with.
    static func mark(_ bytes: Span<UInt8>) -> String {
        bytes.isEmpty ? "" : ", of object \(bytes[0])"
    }

    /// A PDU arrives at the device.
    mutating func arriveAtDevice(_ pdu: ExploredPDU, on link: Int) {
        hasOneCallback ? arriveAtQueue(pdu, on: link) : takeAtDevice(pdu, on: link)
    }

    /// The device's radio tells a PDU.
    mutating func takeAtDevice(_ pdu: ExploredPDU, on link: Int) {
        let number = rest.links[link].number
        let token = rest.links[link].token
        let ticket = Ticket(rawValue: pdu.token)
        record(.toDevice(pdu.words), link: link)
        if rest.links[link].outstanding == pdu.token && pdu.isResponse {
            rest.links[link].outstanding = nil
        }
        observeArrival(pdu, number)
        switch pdu.body {
        case .value where pdu.token & LongRead.tokenBit != 0:
            let mtu = rest.links[link].mtu
            guard let progress = rest.longRead?.receive(pdu.bytes.span, mtu: mtu) else { return }
            proceed(progress, link)
        case .error(let error) where pdu.token & LongRead.tokenBit != 0:
            guard let progress = rest.longRead?.receive(error, on: setting.radio) else { return }
            proceed(progress, link)
        case .value:
            answer(pdu.token)
            feedDevice(.answered(ticket, pdu.bytes.span))
        case .done:
            answer(pdu.token)
            rest.isSubscribed = true
            feedDevice(.subscribed(ticket))
        case .characteristic(let hasCCCD):
            answer(pdu.token)
            rest.isSubscribed = false
            rest.links[link].owesSubscription = hasCCCD
            feedDevice(.discovered(ticket, hasCCCD: hasCCCD))
        case .error(.attributeNotFound) where pdu.token == rest.discovery:
            answer(pdu.token)
            feedDevice(.notDiscovered(ticket))
        case .error(let error):
            answer(pdu.token)
            feedDevice(.failed(ticket, error))
        case .notification:
            rest.links[link].owesSubscription = false
            feedDevice(.notified(link: Ticket(rawValue: token), pdu.bytes.span))
        case .mtuChanged(let mtu): feedDevice(.mtuChanged(link: Ticket(rawValue: token), mtu: mtu))
        case .serviceChanged: feedDevice(.serviceChanged(link: Ticket(rawValue: token)))
        case .gone: loseAtDevice(link)
        case .discover, .subscribe, .read: break
        }
    }

    private mutating func answer(_ token: UInt32) { if rest.owed == token { rest.owed = nil } }

    private mutating func proceed(_ progress: LongRead.Progress, _ link: Int) {
        switch progress {
        case .readOn(let offset): requestChunk(at: offset, link)
        case .finished:
            guard let read = rest.longRead else { return }
            forgetRequests()
            report(read, Ticket(rawValue: rest.links[link].token))
        case .failed(let error):
            guard let read = rest.longRead else { return }
            forgetRequests()
            feedDevice(.failed(read.ticket, error))
        }
    }

    private mutating func report(_ read: LongRead, _ link: Ticket) {
        let bytes = read.bytes.span
        if setting.radio == .blueZ && rest.isSubscribed {
            feedDevice(.notified(link: link, bytes))
        }
        feedDevice(.answered(read.ticket, bytes))
    }

    func observeArrival(_ pdu: ExploredPDU, _ link: Int32) {
        let event: LinkEvent
        switch pdu.body {
        case .value: event = .value(link: link, token: pdu.token)
        case .done, .characteristic: event = .confirmation(link: link, token: pdu.token)
        case .error(let error): event = .refusal(link: link, token: pdu.token, error)
        case .notification: event = .notification(link: link)
        case .mtuChanged(let mtu): event = .mtuChanged(link: link, Int32(mtu))
        case .serviceChanged: event = .serviceChanged(link: link)
        case .discover, .subscribe, .read, .gone: return
        }
        referee.observe(event, at: microseconds, pdu.bytes.span)
    }

    /// The device is told that its link is gone.
    mutating func loseAtDevice(_ link: Int) {
        let ticket = Ticket(rawValue: rest.links[link].token)
        rest.links[link].isComingUp = false
        rest.links[link].isUpForDevice = false
        rest.links[link].toDevice.removeAll()
        referee.observe(
            .centralDisconnected(link: rest.links[link].number), at: microseconds, Span())
        forgetLinkOfRadio()
        forgetGoneLinks()
        feedDevice(.disconnected(link: ticket))
    }
}

extension ExploredPDU {
    fileprivate var requestKind: LinkEvent.RequestKind {
        switch body {
        case .discover: .discovery
        case .subscribe: .subscription
        default: .read
        }
    }

    fileprivate var offset: UInt16 {
        if case .read(let offset) = body { UInt16(clamping: offset) } else { 0 }
    }

    var isResponse: Bool {
        switch body {
        case .value, .done, .characteristic, .error: true
        default: false
        }
    }

    /// The PDU for a chart.
    var words: String {
        guard !bytes.isEmpty || body == .value else { return "\(body)" }
        return "\(body): \(bytes.count) bytes" + (bytes.isEmpty ? "" : " of object \(bytes[0])")
    }
}
