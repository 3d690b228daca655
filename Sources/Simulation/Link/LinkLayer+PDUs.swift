import KomootNav

// PDUs: from one end, with faults, to the other.
extension LinkLayer {
    /// A central's request. One may be outstanding; the referee sees a second one.
    func send(
        _ request: Request, on number: Int32, token: UInt32, payload: Payload = .none
    ) {
        let link = links[Int(number)]
        referee.requestWentOut(request, on: number, isOneTooMany: link.outstanding != nil, at: now)
        links[Int(number)].outstanding = token
        links[Int(number)].outstandingSince = now
        let pdu = PDU(link: number, token: token, body: .request(request), payload: payload)
        sendToPeripheral(pdu)
    }

    /// A host's answer to a request that it heard.
    func respond(
        _ response: Response, on number: Int32, token: UInt32, payload: Payload = .none
    ) {
        var response = response
        var payload = payload
        var delay: UInt64 = 0
        var again: PDU?
        let fault = isData(response) ? faults.nextAnswer() : nil
        switch fault {
        case .answerDelayed(let milliseconds): delay = UInt64(milliseconds) * 1000
        case .answerLost: return payloads.release(payload)
        case .answerFailed(let error):
            payloads.release(payload)
            payload = .none
            response = .error(error)
        case .answerRepeated:
            again = PDU(
                link: number, token: token, body: .response(response),
                payload: payloads.copy(payload))
        case .answerCorrupted(let position, let mask):
            payloads.corrupt(payload, at: position, with: mask)
        case .answerResized(let count): payload = payloads.resize(payload, to: count)
        default: break
        }
        let pdu = PDU(link: number, token: token, body: .response(response), payload: payload)
        sendToCentral(pdu, delay: delay)
        if let again, case .answerRepeated(let milliseconds) = fault {
            // The radio repeats what has arrived, so not before it, and past what else is on its way.
            let arrival = max(now, links[Int(number)].lastToCentral)
            queue.add(.arrival(again), at: arrival + 1 + UInt64(milliseconds) * 1000)
        }
    }

    /// Faults of answers hit reads, not set-up.
    private func isData(_ response: Response) -> Bool {
        switch response {
        case .value, .error: true
        case .done, .characteristic: false
        }
    }

    /// - Returns: whether the queue had room.
    func notify(_ value: Span<UInt8>, handle: UInt16, on number: Int32) -> Bool {
        let link = links[Int(number)]
        if peripherals[Int(link.peripheral)].isQueueFull { return false }
        guard link.isUpForPeripheral, subscriptions[Int(number)].contains(handle) else {
            return true
        }
        var count = min(value.count, ATT.notificationPayload(mtu: Int(link.mtu)))
        var delay: UInt64 = 0
        let fault = faults.nextNotification()
        switch fault {
        case .notificationLost: return true
        case .notificationQueueFull(let milliseconds):
            peripherals[Int(link.peripheral)].isQueueFull = true
            schedule(
                .queueReady(peripheral: link.peripheral), after: UInt64(milliseconds) * 1000)
            return false
        case .notificationDelayed(let milliseconds): delay = UInt64(milliseconds) * 1000
        case .notificationCut(let length): count = min(count, max(length, 0))
        default: break
        }
        var payload = payloads.store(value.extracting(..<count))
        switch fault {
        case .notificationCorrupted(let position, let mask):
            payloads.corrupt(payload, at: position, with: mask)
        case .notificationResized(let length): payload = payloads.resize(payload, to: length)
        case .notificationRepeated:
            let again = PDU(
                link: number, token: 0, body: .notification(handle: handle),
                payload: payloads.copy(payload))
            sendToCentral(again)
        default: break
        }
        let pdu = PDU(
            link: number, token: 0, body: .notification(handle: handle), payload: payload)
        sendToCentral(pdu, delay: delay)
        return true
    }

    private func sendToPeripheral(_ pdu: PDU) {
        guard links[Int(pdu.link)].carries else { return payloads.release(pdu.payload) }
        let time = max(now + hop(), links[Int(pdu.link)].lastToPeripheral)
        links[Int(pdu.link)].lastToPeripheral = time
        queue.add(.arrival(pdu), at: time)
    }

    func sendToCentral(_ pdu: PDU, delay: UInt64 = 0) {
        guard links[Int(pdu.link)].carries else { return payloads.release(pdu.payload) }
        let time = max(now + delay + hop(), links[Int(pdu.link)].lastToCentral)
        links[Int(pdu.link)].lastToCentral = time
        queue.add(.arrival(pdu), at: time)
    }

    func arrive(_ pdu: PDU) {
        let link = links[Int(pdu.link)]
        let bytes = payloads.bytes(of: pdu.payload)
        let value = bytes.span.extracting(..<Int(pdu.payload.count))
        switch pdu.body {
        case .request(let request):
            guard link.isUpForPeripheral, !link.isLost else { return }
            eventCount += 1
            trace.note(request.traced(link: pdu.link, token: pdu.token), at: now, value)
            serve(request, pdu: pdu, link: link, value)
        case .response(let response):
            // A radio may report the answer of a link that is gone: the host has the token.
            let isAwaited = link.outstanding == pdu.token
            if isAwaited { links[Int(pdu.link)].outstanding = nil }
            eventCount += 1
            trace.note(response.traced(link: pdu.link, token: pdu.token), at: now, value)
            referee.responseArrived(
                response, value, on: pdu.link, isAwaited: isAwaited, at: now)
            centrals[Int(link.central)].host.hear(
                .response(response, token: pdu.token, linkToken: link.linkToken), value)
        case .notification(let handle):
            guard link.isUpForCentral else { return }
            eventCount += 1
            trace.note(.notification(link: pdu.link), at: now, value)
            referee.notificationArrived(on: pdu.link, at: now)
            centrals[Int(link.central)].host.hear(
                .notification(handle: handle, linkToken: link.linkToken), value)
        case .mtuChanged(let mtu):
            guard link.isUpForCentral else { return }
            eventCount += 1
            trace.note(.mtuChanged(link: pdu.link, mtu), at: now)
            referee.changed(.mtuChangedInRead, on: pdu.link)
            tellCentral(link.central, .mtuChanged(Int(mtu), linkToken: link.linkToken))
        case .servicesChanged:
            guard link.isUpForCentral else { return }
            eventCount += 1
            trace.note(.servicesChanged(link: pdu.link), at: now)
            referee.notificationArrived(on: pdu.link, at: now)
            referee.changed(.servicesChangedInRead, on: pdu.link)
            tellCentral(link.central, .servicesChanged(linkToken: link.linkToken))
        }
    }

    /// Answers what a server answers by itself, and asks the host for the rest.
    private func serve(_ request: Request, pdu: PDU, link: Link, _ value: Span<UInt8>) {
        let index = Int(link.peripheral)
        let isPaired = peripherals[index].isPaired
        if let error = peripherals[index].database.error(for: request, isPaired: isPaired) {
            return respond(.error(error), on: pdu.link, token: pdu.token)
        }
        switch request {
        case .discover: answerDiscovery(pdu, peripherals[index].database, value)
        case .read(let handle): ask(pdu, link, handle, offset: 0)
        case .readBlob(let handle, let offset):
            if offset > 0, case .objectReplaced(let count)? = faults.nextReadBehindStart() {
                replaceObject?(count)
            }
            ask(pdu, link, handle, offset: Int(offset))
        case .write(let handle):
            guard let characteristic = peripherals[index].database.characteristic(at: handle)
            else { return }
            peripherals[index].host.hear(
                .write(link: pdu.link, characteristic: characteristic.uuid, token: pdu.token),
                value)
        case .subscribe(let handle, let isOn): subscribe(pdu, link, handle, isOn: isOn)
        }
    }

    private func ask(_ pdu: PDU, _ link: Link, _ handle: UInt16, offset: Int) {
        let index = Int(link.peripheral)
        guard let characteristic = peripherals[index].database.characteristic(at: handle)
        else { return }
        tellPeripheral(
            link.peripheral,
            .read(
                link: pdu.link, characteristic: characteristic.uuid, offset: offset,
                token: pdu.token))
    }

    private func answerDiscovery(
        _ pdu: PDU, _ database: GATTDatabase, _ value: Span<UInt8>
    ) {
        let service = UUID128(bytes: value, at: 0)
        let uuid = UUID128(bytes: value, at: UUID128.byteCount)
        guard let handle = database.handle(of: uuid, in: service),
            let characteristic = database.characteristic(at: handle)
        else { return respond(.error(.attributeNotFound), on: pdu.link, token: pdu.token) }
        respond(
            .characteristic(handle: handle, hasCCCD: characteristic.hasCCCD), on: pdu.link,
            token: pdu.token)
    }

    private func subscribe(_ pdu: PDU, _ link: Link, _ handle: UInt16, isOn: Bool) {
        let database = peripherals[Int(link.peripheral)].database
        guard let characteristic = database.characteristic(at: handle) else { return }
        setSubscription(isOn, handle: handle, on: pdu.link)
        let uuid = characteristic.uuid
        tellPeripheral(
            link.peripheral,
            isOn
                ? .subscribed(link: pdu.link, characteristic: uuid)
                : .unsubscribed(link: pdu.link, characteristic: uuid))
        respond(.done, on: pdu.link, token: pdu.token)
    }

    private func setSubscription(_ isOn: Bool, handle: UInt16, on number: Int32) {
        subscriptions[Int(number)].removeAll { $0 == handle }
        if isOn { subscriptions[Int(number)].append(handle) }
    }

    /// The phone forgets all subscriptions of a link, and the central is not told.
    func forgetSubscriptions(on number: Int32) {
        let link = links[Int(number)]
        let handles = subscriptions[Int(number)]
        subscriptions[Int(number)].removeAll()
        let database = peripherals[Int(link.peripheral)].database
        for handle in handles {
            guard let characteristic = database.characteristic(at: handle) else { continue }
            tellPeripheral(
                link.peripheral,
                .unsubscribed(link: number, characteristic: characteristic.uuid))
        }
    }

    /// Both ends learn of another MTU.
    func changeMTU(to mtu: Int, on number: Int32) {
        guard links[Int(number)].carries else { return }
        links[Int(number)].mtu = Int32(mtu)
        let link = links[Int(number)]
        tellPeripheral(link.peripheral, .mtuChanged(link: number, mtu))
        sendToCentral(PDU(link: number, token: 0, body: .mtuChanged(Int32(mtu)), payload: .none))
    }

    /// A peripheral's services are others; connected centrals are told.
    func changeServices(of peripheral: Int32, _ change: (inout GATTDatabase) -> Void) {
        change(&peripherals[Int(peripheral)].database)
        for number in links.indices
        where links[number].peripheral == peripheral && links[number].carries {
            subscriptions[number].removeAll()
            sendToCentral(
                PDU(link: Int32(number), token: 0, body: .servicesChanged, payload: .none))
        }
    }
}

extension Request {
    fileprivate func traced(link: Int32, token: UInt32) -> TraceEntry.Event {
        switch self {
        case .discover: .discover(link: link, token: token)
        case .read: .read(link: link, token: token, offset: 0)
        case .readBlob(_, let offset): .read(link: link, token: token, offset: offset)
        case .write: .write(link: link, token: token)
        case .subscribe(_, let isOn): .subscribe(link: link, token: token, isOn: isOn)
        }
    }
}

extension Response {
    fileprivate func traced(link: Int32, token: UInt32) -> TraceEntry.Event {
        switch self {
        case .value: .value(link: link, token: token)
        case .done, .characteristic: .confirmation(link: link, token: token)
        case .error(let error): .refusal(link: link, token: token, error)
        }
    }
}

extension UUID128 {
    /// Sixteen bytes in printed order; bytes that are not there count as zero.
    init(bytes: Span<UInt8>, at position: Int) {
        var high: UInt64 = 0
        var low: UInt64 = 0
        for index in 0..<UUID128.byteCount where position + index < bytes.count {
            let byte = UInt64(bytes[position + index])
            if index < 8 { high = high << 8 | byte } else { low = low << 8 | byte }
        }
        self.init(high: high, low: low)
    }
}
