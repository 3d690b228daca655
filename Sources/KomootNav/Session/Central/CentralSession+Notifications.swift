// Notifications are reasons to read, nothing else (clause 7).
extension CentralSession {
    mutating func receiveNotification(_ bytes: Span<UInt8>, on ticket: Ticket) {
        guard isOn(ticket) else { return reportLateArrival() }
        link.hear(at: now)
        takeNotification(bytes)
    }

    private mutating func takeNotification(_ bytes: Span<UInt8>) {
        var identifier: InstructionIdentifier?
        do throws(KomootNavError) {
            switch try NotificationPayload(decoding: bytes, layout: configuration.layout) {
            case .identifier(let named): identifier = named
            case .instruction(let view): identifier = view.identifier
            }
        } catch {
            effects.append(.fault(.malformedNotification(error)))
        }
        haveReasonToRead(identifier)
    }

    private mutating func haveReasonToRead(_ identifier: InstructionIdentifier?) {
        switch state {
        case .stopped, .radioOff, .scanning, .connecting, .discovering, .subscribing: break
        case .ready: read()
        case .reading:
            link.mustReadAgain = true
            link.notifiedIdentifier = identifier
        }
    }

    /// A value of unknown kind. Where the radio reads whole values it may be the answer that is
    /// waited for; it is taken for it unless it can be a notification.
    mutating func receiveArrival(_ bytes: Span<UInt8>, on ticket: Ticket) {
        guard isOn(ticket) else { return reportLateArrival() }
        link.hear(at: now)
        let isBareIdentifier =
            bytes.count < InstructionLayout.deployed.streetOffset
            || bytes.count == UUID128.byteCount && InstructionLayout.holdsVersion4UUID(bytes)
        let isNotification = isBareIdentifier && link.isSubscribed
        guard configuration.radio == .wholeValues, !isNotification else {
            return takeNotification(bytes)
        }
        switch state {
        case .stopped, .radioOff, .scanning, .connecting, .discovering, .subscribing: break
        case .ready:
            // A late answer that says what was shown already is no reason for one more.
            if DeliveredObject(bytes, extent: .whole) != lastWhole { read() }
        case .reading(let awaited, _, _, _):
            if link.isSubscribed && bytes.count == ATT.notificationPayload(mtu: link.mtu) {
                doubt(bytes)
            } else {
                receive(bytes, for: awaited)
            }
        }
    }

    /// As long as a cut notification would be: it is the beginning of an object and proves nothing, and
    /// the read begins again, a few times.
    private mutating func doubt(_ bytes: Span<UInt8>) {
        if link.mustDiscover { return requestDiscovery() }
        showBeginning(bytes)
        link.doubtfulArrivals += 1
        if link.doubtfulArrivals < Self.maximumDoubtfulArrivals { return read() }
        link.doubtfulArrivals = 0
        rest()
    }
}
