// A notification is a reason to read, and nothing else (clause 7).
extension CentralSession {
    mutating func receiveNotification(
        _ bytes: Span<UInt8>, of ticket: Ticket, on link: inout CentralLink
    ) {
        guard ticket == link.ticket else { return reportLateArrival() }
        link.hear(at: now)
        let identifier = identifier(notifiedIn: bytes)
        if case .ready = link.activity { return read(on: &link) }
        link.note(identifier)
    }

    /// The identifier in a notification. Without one it is `nil`, and the session reports a fault.
    @inline(never)  // One copy for all callers saves flash.
    mutating func identifier(notifiedIn bytes: Span<UInt8>) -> InstructionIdentifier? {
        do throws(KomootNavError) {
            switch try NotificationPayload(decoding: bytes, layout: configuration.layout) {
            case .identifier(let named): return named
            case .instruction(let view): return view.identifier
            }
        } catch {
            effects.append(.fault(.malformedNotification(error)))
            return nil
        }
    }

    /// Takes a value that may be an answer or a notification. If the radio reads whole values, it
    /// counts as the expected answer unless it can be a notification.
    mutating func receiveArrival(
        _ bytes: Span<UInt8>, of ticket: Ticket, on link: inout CentralLink
    ) {
        let isNotification = link.isSubscribed && NotificationPayload.isBareIdentifier(bytes)
        guard configuration.radio == .wholeValues, !isNotification else {
            return receiveNotification(bytes, of: ticket, on: &link)
        }
        guard ticket == link.ticket else { return reportLateArrival() }
        link.hear(at: now)
        switch link.activity {
        case .discovering, .subscribing: break
        case .ready:
            // A late answer with an object that was already shown is not a reason to read.
            if !shown.isLastWhole(bytes) { read(on: &link) }
        case .reading(let request, let object):
            if link.isSubscribed && bytes.count == ATT.notificationPayload(mtu: link.mtu) {
                doubt(bytes, request, on: &link)
            } else {
                receive(bytes, of: object, request, on: &link)
            }
        }
    }

    /// The value is as long as a cut notification would be. It is the beginning of an object and
    /// proves nothing, so the session reads again, a few times at most.
    private mutating func doubt(
        _ bytes: Span<UInt8>, _ request: CentralLink.Request, on link: inout CentralLink
    ) {
        if request.mustDiscover { return requestDiscovery(on: &link) }
        showBeginning(bytes, on: &link)
        link.doubtfulArrivals += 1
        if Int(link.doubtfulArrivals) < Self.maximumDoubtfulArrivals { return read(on: &link) }
        link.doubtfulArrivals = 0
        rest(on: &link)
    }
}
