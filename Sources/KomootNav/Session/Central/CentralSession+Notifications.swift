// A notification is a reason to read, and nothing else (clause 7).
extension CentralSession {
    mutating func receiveNotification(
        _ bytes: Span<UInt8>, of ticket: Ticket, on link: inout CentralLink
    ) {
        guard ticket == link.ticket else { return reportLateArrival() }
        link.hear(at: now)
        link.owesSubscription = false
        let notice = notice(in: bytes)
        if case .ready = link.activity { return read(on: &link) }
        link.note(notice)
    }

    /// What a notification says. If it is malformed, the session reports a fault.
    @inline(never)  // One copy for all callers saves flash.
    mutating func notice(in bytes: Span<UInt8>) -> CentralLink.Notice {
        do throws(KomootNavError) {
            let payload = try NotificationPayload(decoding: bytes, layout: configuration.layout)
            if case .identifier(let named) = payload { return .naming(named) }
        } catch {
            effects.append(.fault(.malformedNotification(error)))
        }
        return .beginning(prefixHash: DeliveredObject(bytes, isComplete: false).prefixHash)
    }

    /// Takes a value that may be an answer or a notification. With one callback nothing is
    /// subscribed to, so it is the answer if one is awaited; otherwise it is a notification (C.12).
    mutating func receiveArrival(
        _ bytes: Span<UInt8>, of ticket: Ticket, on link: inout CentralLink
    ) {
        guard configuration.radio == .oneCallback else {
            return receiveNotification(bytes, of: ticket, on: &link)
        }
        guard ticket == link.ticket else { return reportLateArrival() }
        link.hear(at: now)
        if case .reading(let request, let object) = link.activity {
            receive(bytes, of: object, request, on: &link)
        }
    }
}
