// A notification is a reason to read, and nothing else (clause 7).
extension CentralSession {
    mutating func receiveNotification(
        _ bytes: Span<UInt8>, of ticket: Ticket, on link: inout CentralLink
    ) {
        guard ticket == link.ticket else { return reportLateArrival() }
        link.hear(at: now)
        let notice = notice(in: bytes)
        if case .ready = link.activity { return read(on: &link) }
        link.note(notice)
    }

    /// What a notification says. If it is malformed, the session reports a fault.
    @inline(never)  // One copy for all callers saves flash.
    mutating func notice(in bytes: Span<UInt8>) -> CentralLink.Notice {
        do throws(KomootNavError) {
            switch try NotificationPayload(decoding: bytes, layout: configuration.layout) {
            case .identifier(let named): return .naming(named)
            case .instruction:
                let object = DeliveredObject(bytes, isComplete: false)
                return .beginning(prefixHash: object.prefixHash)
            }
        } catch {
            effects.append(.fault(.malformedNotification(error)))
            return .nameless
        }
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
