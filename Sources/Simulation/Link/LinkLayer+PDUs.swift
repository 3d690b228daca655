import LinkVocabulary

// PDUs: from one end to the other, with faults on the way.
extension LinkLayer {
    /// Sends a central's request. Only one should be outstanding; a second one is sent too, and
    /// reported.
    package func send(
        _ request: Request, on number: Int32, token: UInt32, payload: Payload = .none
    ) {
        let link = state.links[Int(number)]
        let isAnswered = token != Request.noResponse
        let isOneTooMany = isAnswered && link.outstanding != nil
        report(
            .sent(
                link: number, token: token, request.kind, offset: request.offset,
                isOneTooMany: isOneTooMany))
        if isAnswered {
            state.links[Int(number)].outstanding = token
            state.links[Int(number)].outstandingSince = now
        }
        let pdu = PDU(link: number, token: token, body: .request(request), payload: payload)
        sendToPeripheral(pdu)
    }

    /// Sends a host's answer to a request.
    package func respond(
        _ response: Response, on number: Int32, token: UInt32, payload: Payload = .none
    ) {
        guard token != Request.noResponse else { return state.payloads.release(payload) }
        var response = response
        var payload = payload
        var delay: UInt64 = 0
        var again: PDU?
        let fault = isData(response) ? state.faults.nextAnswer() : nil
        switch fault {
        case .delayed(let time): delay = time.wholeMicroseconds
        case .lost: return state.payloads.release(payload)
        case .failed(let error):
            state.payloads.release(payload)
            payload = .none
            response = .error(error)
        case .repeated:
            again = PDU(
                link: number, token: token, body: .response(response),
                payload: state.payloads.copy(payload))
        case .corrupted(let position, let mask):
            state.payloads.corrupt(payload, at: position, with: mask)
        case .resized(let count): payload = state.payloads.resize(payload, to: count)
        case nil: break
        }
        let pdu = PDU(link: number, token: token, body: .response(response), payload: payload)
        sendToCentral(pdu, delay: delay)
        if let again, case .repeated(let time) = fault {
            // The radio repeats a value that has arrived: after it, and after everything else under
            // way.
            let arrival = max(now, state.links[Int(number)].lastToCentral)
            state.queue.add(.arrival(again), at: arrival + 1 + time.wholeMicroseconds)
        }
    }

    /// Faults of answers affect reads, not the set-up.
    private func isData(_ response: Response) -> Bool {
        switch response {
        case .value, .error: true
        case .done, .characteristic: false
        }
    }

    /// - Returns: whether the queue had room.
    package func notify(_ value: Span<UInt8>, handle: UInt16, on number: Int32) -> Bool {
        let link = state.links[Int(number)]
        if state.peripherals[Int(link.peripheral)].isQueueFull {
            report(.queueFull(link: number))
            return false
        }
        guard link.isUpForPeripheral, state.subscriptions[Int(number)].contains(handle) else {
            return true
        }
        var count = min(value.count, ATT.notificationPayload(mtu: Int(link.mtu)))
        var delay: UInt64 = 0
        let fault = state.faults.nextNotification()
        switch fault {
        case .lost: return true
        case .queueFull(let time):
            state.peripherals[Int(link.peripheral)].isQueueFull = true
            report(.queueFull(link: number))
            schedule(.queueReady(peripheral: link.peripheral), after: time.wholeMicroseconds)
            return false
        case .delayed(let time): delay = time.wholeMicroseconds
        case .cut(let length): count = min(count, max(length, 0))
        case .repeated, .corrupted, .resized, nil: break
        }
        var payload = state.payloads.store(value.extracting(..<count))
        switch fault {
        case .corrupted(let position, let mask):
            state.payloads.corrupt(payload, at: position, with: mask)
        case .resized(let length): payload = state.payloads.resize(payload, to: length)
        case .repeated:
            let again = PDU(
                link: number, token: 0, body: .notification(handle: handle),
                payload: state.payloads.copy(payload))
            sendToCentral(again)
        case .lost, .queueFull, .delayed, .cut, nil: break
        }
        let pdu = PDU(
            link: number, token: 0, body: .notification(handle: handle), payload: payload)
        sendToCentral(pdu, delay: delay)
        return true
    }

    private func sendToPeripheral(_ pdu: PDU) {
        guard state.links[Int(pdu.link)].carries else { return state.payloads.release(pdu.payload) }
        let time = max(now + hop(), state.links[Int(pdu.link)].lastToPeripheral)
        state.links[Int(pdu.link)].lastToPeripheral = time
        state.queue.add(.arrival(pdu), at: time)
    }

    func sendToCentral(_ pdu: PDU, delay: UInt64 = 0) {
        guard state.links[Int(pdu.link)].carries else { return state.payloads.release(pdu.payload) }
        let time = max(now + delay + hop(), state.links[Int(pdu.link)].lastToCentral)
        state.links[Int(pdu.link)].lastToCentral = time
        state.queue.add(.arrival(pdu), at: time)
    }

    func arrive(_ pdu: PDU) {
        let link = state.links[Int(pdu.link)]
        let bytes = state.payloads.bytes(of: pdu.payload)
        let value = bytes.span.extracting(..<Int(pdu.payload.count))
        switch pdu.body {
        case .request(let request):
            guard link.isUpForPeripheral, !link.isLost else { return }
            state.eventCount += 1
            report(request.event(link: pdu.link, token: pdu.token), value)
            serve(request, pdu: pdu, link: link, value)
        case .response(let response):
            // A radio may report an answer of a link that is gone. The token tells the host.
            if link.outstanding == pdu.token { state.links[Int(pdu.link)].outstanding = nil }
            state.eventCount += 1
            report(response.event(link: pdu.link, token: pdu.token), value)
            tellCentral(
                link.central, .response(response, token: pdu.token, linkToken: link.linkToken),
                value)
        case .notification(let handle):
            guard link.isUpForCentral else { return }
            state.eventCount += 1
            report(.notification(link: pdu.link), value)
            tellCentral(
                link.central, .notification(handle: handle, linkToken: link.linkToken), value)
        case .mtuChanged(let mtu):
            guard link.isUpForCentral else { return }
            state.eventCount += 1
            report(.mtuChanged(link: pdu.link, mtu))
            tellCentral(link.central, .mtuChanged(Int(mtu), linkToken: link.linkToken))
        case .serviceChanged:
            guard link.isUpForCentral else { return }
            state.eventCount += 1
            report(.serviceChanged(link: pdu.link))
            tellCentral(link.central, .serviceChanged(linkToken: link.linkToken))
        }
    }

    /// Answers what a server answers by itself, and passes the rest on to the host.
    private func serve(_ request: Request, pdu: PDU, link: Link, _ value: Span<UInt8>) {
        let index = Int(link.peripheral)
        let isPaired = state.peripherals[index].isPaired
        if let error = state.peripherals[index].database.error(for: request, isPaired: isPaired) {
            return respond(.error(error), on: pdu.link, token: pdu.token)
        }
        switch request {
        case .discover: answerDiscovery(pdu, state.peripherals[index].database, value)
        case .read(let handle): ask(pdu, link, handle, offset: 0)
        case .readBlob(let handle, let offset):
            ask(pdu, link, handle, offset: Int(offset))
        case .write(let handle), .writeCommand(let handle):
            guard let characteristic = state.peripherals[index].database.characteristic(at: handle)
            else { return }
            tellPeripheral(
                link.peripheral,
                .write(link: pdu.link, characteristic: characteristic.uuid, token: pdu.token),
                value)
        case .subscribe(let handle, let isOn): subscribe(pdu, link, handle, isOn: isOn)
        }
    }

    private func ask(_ pdu: PDU, _ link: Link, _ handle: UInt16, offset: Int) {
        let index = Int(link.peripheral)
        guard let characteristic = state.peripherals[index].database.characteristic(at: handle)
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
        let database = state.peripherals[Int(link.peripheral)].database
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
        state.subscriptions[Int(number)].removeAll { $0 == handle }
        if isOn { state.subscriptions[Int(number)].append(handle) }
    }

    /// Makes the peripheral forget all subscriptions of a link, without telling the central.
    func forgetSubscriptions(on number: Int32) {
        let link = state.links[Int(number)]
        let handles = state.subscriptions[Int(number)]
        state.subscriptions[Int(number)].removeAll()
        let database = state.peripherals[Int(link.peripheral)].database
        for handle in handles {
            guard let characteristic = database.characteristic(at: handle) else { continue }
            tellPeripheral(
                link.peripheral,
                .unsubscribed(link: number, characteristic: characteristic.uuid))
        }
    }

    /// Sets a greater MTU, and tells both ends.
    func changeMTU(to mtu: Int, on number: Int32) {
        state.links[Int(number)].mtu = Int32(mtu)
        let link = state.links[Int(number)]
        tellPeripheral(link.peripheral, .mtuChanged(link: number, mtu))
        sendToCentral(PDU(link: number, token: 0, body: .mtuChanged(Int32(mtu)), payload: .none))
    }

    /// Changes a peripheral's services, and tells the connected centrals.
    package func changeServices(of peripheral: Int32, _ change: (inout GATTDatabase) -> Void) {
        change(&state.peripherals[Int(peripheral)].database)
        for number in state.links.indices
        where state.links[number].peripheral == peripheral && state.links[number].carries {
            let database = state.peripherals[Int(peripheral)].database
            state.subscriptions[number].removeAll { database.characteristic(at: $0) == nil }
            sendToCentral(
                PDU(link: Int32(number), token: 0, body: .serviceChanged, payload: .none))
        }
    }
}

extension Request {
    fileprivate var kind: LinkEvent.RequestKind {
        switch self {
        case .discover: .discovery
        case .read, .readBlob: .read
        case .write, .writeCommand: .write
        case .subscribe: .subscription
        }
    }

    fileprivate var offset: UInt16 {
        if case .readBlob(_, let offset) = self { offset } else { 0 }
    }

    fileprivate func event(link: Int32, token: UInt32) -> LinkEvent {
        switch self {
        case .discover: .discover(link: link, token: token)
        case .read: .read(link: link, token: token, offset: 0)
        case .readBlob(_, let offset): .read(link: link, token: token, offset: offset)
        case .write, .writeCommand: .write(link: link, token: token)
        case .subscribe(_, let isOn): .subscribe(link: link, token: token, isOn: isOn)
        }
    }
}

extension Response {
    fileprivate func event(link: Int32, token: UInt32) -> LinkEvent {
        switch self {
        case .value: .value(link: link, token: token)
        case .done, .characteristic: .confirmation(link: link, token: token)
        case .error(let error): .refusal(link: link, token: token, error)
        }
    }
}

extension UUID128 {
    /// Takes sixteen bytes in printed order; missing bytes count as zero.
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
