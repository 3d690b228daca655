public import KomootNav

/// What a replay told the session: ``CentralSession/Event`` with bytes of its own.
public enum ReplayEvent: Hashable, Sendable {
    /// The session was started.
    case start
    /// A phone was found.
    case found(CentralSession.Peer)
    /// The link is up.
    case connected(link: Ticket, mtu: Int)
    /// The link is down.
    case disconnected(link: Ticket)
    /// The characteristic was found, with its CCCD.
    case discovered(Ticket)
    /// The subscription was accepted.
    case subscribed(Ticket)
    /// A read was answered.
    case answered(Ticket, ContiguousArray<UInt8>)
    /// A request was refused.
    case failed(Ticket, ATTError)
    /// The characteristic was notified.
    case notified(link: Ticket, ContiguousArray<UInt8>)
    /// The MTU, in bytes, is another one.
    case mtuChanged(link: Ticket, Int)
    /// A deadline was reached.
    case timePassed
    /// The session was stopped.
    case stop
}

extension CentralSession {
    mutating func replay(_ event: ReplayEvent, at time: SessionTime) {
        switch event {
        case .start: handle(.start, at: time)
        case .found(let peer): handle(.found(peer), at: time)
        case .connected(let link, let mtu): handle(.connected(link: link, mtu: mtu), at: time)
        case .disconnected(let link): handle(.disconnected(link: link), at: time)
        case .discovered(let ticket): handle(.discovered(ticket, hasCCCD: true), at: time)
        case .subscribed(let ticket): handle(.subscribed(ticket), at: time)
        case .answered(let ticket, let bytes): handle(.answered(ticket, bytes.span), at: time)
        case .failed(let ticket, let error): handle(.failed(ticket, error), at: time)
        case .notified(let link, let bytes):
            handle(.notified(link: link, bytes.span), at: time)
        case .mtuChanged(let link, let mtu): handle(.mtuChanged(link: link, mtu), at: time)
        case .timePassed: handle(.timePassed, at: time)
        case .stop: handle(.stop, at: time)
        }
    }
}
