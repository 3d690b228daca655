import KomootNav

// The phone's end: its state machine and its system.
extension ExploredWorld {
    mutating func endSubscriptions() {
        for link in rest.links.indices where rest.links[link].carries {
            rest.links[link].isSubscribed = false
            rest.links[link].toDevice.append(ExploredPDU(body: .serviceChanged))
        }
    }

    mutating func notify(
        _ central: PeripheralSession.Central, _ value: PeripheralSession.Value
    ) -> Bool {
        guard system.isServing else { return true }
        let number = Int32(bitPattern: central.rawValue)
        let time = microseconds
        let referee = referee
        let bytes = phone.withBytes(of: value) { bytes in
            referee.observe(.notified(link: number), of: 0, at: time, bytes)
            return ContiguousArray(copying: bytes)
        }
        if system.isQueueFull {
            referee.observe(.queueFull(link: number), at: time, Span())
            return false
        }
        guard let link = position(of: number), rest.links[link].carries,
            rest.links[link].isSubscribed
        else { return true }
        let count = min(bytes.count, ATT.notificationPayload(mtu: rest.links[link].mtu))
        rest.links[link].toDevice.append(
            ExploredPDU(body: .notification, bytes: ContiguousArray(bytes[..<count])))
        return true
    }

    mutating func answer(
        _ central: PeripheralSession.Central, _ value: PeripheralSession.Value
    ) {
        guard let (link, offset, token) = readAnswered(to: central) else { return }
        let number = rest.links[link].number
        let time = microseconds
        let referee = referee
        let largest = setting.largestAnswer ?? ATT.maximumValueLength
        let bytes = phone.withBytes(of: value) { bytes in
            referee.observe(.answered(link: number, offset: offset), of: 0, at: time, bytes)
            return ContiguousArray(copying: bytes.extracting(first: largest))
        }
        respond(ExploredPDU(body: .value, token: token, bytes: bytes), on: link)
    }

    mutating func reject(_ central: PeripheralSession.Central, _ error: ATTError) {
        guard let (link, offset, token) = readAnswered(to: central) else { return }
        referee.observe(
            .rejected(link: rest.links[link].number, offset: offset, error), of: 0,
            at: microseconds, Span())
        respond(ExploredPDU(body: .error(error), token: token), on: link)
    }

    /// The read that is being answered; `nil` if this central has none.
    private mutating func readAnswered(
        to central: PeripheralSession.Central
    ) -> (link: Int, offset: Int, token: UInt32)? {
        guard let read = rest.pendingRead,
            let link = position(of: Int32(bitPattern: central.rawValue)),
            rest.links[link].number == read.link
        else { return nil }
        rest.pendingRead = nil
        return (link, read.offset, read.token)
    }

    private mutating func respond(_ pdu: ExploredPDU, on link: Int) {
        guard rest.links[link].carries else { return }
        rest.links[link].toDevice.append(pdu)
    }

    private func central(_ link: Int) -> PeripheralSession.Central {
        PeripheralSession.Central(rawValue: UInt32(bitPattern: rest.links[link].number))
    }

    /// A PDU arrives at the phone.
    mutating func arriveAtPhone(_ pdu: ExploredPDU, on link: Int) {
        let number = rest.links[link].number
        record(.toPhone(pdu.words), link: link)
        switch pdu.body {
        case .gone: loseAtPhone(link)
        case .discover:
            let body: ExploredPDU.Body =
                system.isServing
                ? .characteristic(hasCCCD: setting.phone.hasCCCD) : .error(.attributeNotFound)
            respond(ExploredPDU(body: body, token: pdu.token), on: link)
        case .subscribe, .read:
            guard system.isServing else {
                return respond(
                    ExploredPDU(body: .error(.invalidHandle), token: pdu.token), on: link)
            }
            if case .read(let offset) = pdu.body {
                rest.pendingRead = (number, offset, pdu.token)
                feedPhone(
                    .read(central(link), offset: offset, identifier: nil),
                    .read(number, offset: offset))
            } else {
                rest.links[link].isSubscribed = true
                feedPhone(.subscribed(central(link)), .subscribed(number))
                respond(ExploredPDU(body: .done, token: pdu.token), on: link)
            }
        default: break
        }
    }

    /// The phone is told that a link is gone.
    mutating func loseAtPhone(_ link: Int) {
        let central = central(link)
        let number = rest.links[link].number
        rest.links[link].isUpForPhone = false
        rest.links[link].toPhone.removeAll()
        forgetGoneLinks()
        feedPhone(.disconnected(central), .disconnected(number))
    }

    mutating func changeMTU(to mtu: Int, on link: Int) {
        rest.links[link].mtu = mtu
        // With one callback nobody tells, until something arrives.
        if !hasOneCallback {
            rest.links[link].toDevice.append(ExploredPDU(body: .mtuChanged(mtu)))
        }
        feedPhone(.mtuChanged(central(link), mtu: mtu), .mtuChanged(rest.links[link].number, mtu))
    }

    mutating func forgetSubscription(on link: Int) {
        rest.links[link].isSubscribed = false
        feedPhone(.unsubscribed(central(link)), .unsubscribed(rest.links[link].number))
    }

    /// A link that was asked for comes up.
    mutating func comeUp(_ link: Int) {
        rest.links[link].isComingUp = false
        rest.links[link].isUpForDevice = true
        rest.links[link].isUpForPhone = true
        rest.hasMet = true
        rest.toldMTU = rest.links[link].mtu
        let (number, token, mtu) = (
            rest.links[link].number, rest.links[link].token, rest.links[link].mtu
        )
        record(.link("connected"), link: link)
        referee.observe(.connected(link: number), at: microseconds, Span())
        feedPhone(.connected(central(link), mtu: mtu), .connected(number, mtu: mtu))
        feedDevice(.connected(link: Ticket(rawValue: token), mtu: mtu))
    }
}
