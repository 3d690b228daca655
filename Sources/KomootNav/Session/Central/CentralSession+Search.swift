// What happens without a link: from the start to the connection, and after a loss.
extension CentralSession {
    mutating func follow(_ event: borrowing Event) {
        switch event {
        case .start: start()
        case .stop: stop()
        case .radioOff: loseRadio()
        case .radioOn: regainRadio()
        case .found(let peer): find(peer)
        case .connected(let ticket, let mtu): connect(ticket, mtu: mtu)
        case .disconnected(let ticket): isConnecting(ticket) ? scan() : reportLateArrival()
        case .notified(let ticket, let bytes):
            guard isConnecting(ticket) else { return reportLateArrival() }
            _ = notice(in: bytes)
        case .arrived(let ticket, let bytes):
            guard isConnecting(ticket) else { return reportLateArrival() }
            if configuration.radio != .oneCallback { _ = notice(in: bytes) }
        case .mtuChanged(let ticket, _), .serviceChanged(let ticket):
            if !isConnecting(ticket) { reportLateArrival() }
        case .discovered, .notDiscovered, .subscribed, .answered, .failed: reportLateArrival()
        case .timePassed: break
        }
    }

    private mutating func start() {
        guard case .stopped(let isRadioOn) = state else { return }
        isRadioOn ? scan() : (state = .radioOff)
    }

    mutating func stop() {
        shown = ShownNavigation()
        switch state {
        case .stopped: return
        case .radioOff:
            state = .stopped(isRadioOn: false)
            return
        case .scanning: effects.append(.stopScan)
        case .connecting(let ticket, _): effects.append(.disconnect(link: ticket))
        case .connected(let link): effects.append(.disconnect(link: link.ticket))
        }
        state = .stopped(isRadioOn: true)
    }

    mutating func loseRadio() {
        switch state {
        case .stopped: state = .stopped(isRadioOn: false)
        case .radioOff, .scanning, .connecting, .connected: state = .radioOff
        }
    }

    private mutating func regainRadio() {
        switch state {
        case .stopped: state = .stopped(isRadioOn: true)
        case .radioOff: scan()
        case .scanning, .connecting, .connected: break
        }
    }

    @inline(never)  // One copy for all callers saves flash.
    mutating func scan() {
        state = .scanning
        effects.append(.startScan)
    }

    private mutating func find(_ peer: Peer) {
        guard case .scanning = state else { return }
        let ticket = newTicket()
        state = .connecting(link: ticket, deadline: time(after: Milliseconds.setupTimeout))
        effects.append(.stopScan)
        effects.append(.connect(peer, link: ticket))
    }

    private func isConnecting(_ ticket: Ticket) -> Bool {
        guard case .connecting(let awaited, _) = state else { return false }
        return awaited == ticket
    }

    private mutating func connect(_ ticket: Ticket, mtu: Int?) {
        guard isConnecting(ticket) else { return reportLateArrival() }
        var link = CentralLink(ticket, at: now)
        reassembler.forgetChunkSize()
        reassembler.mtu = mtu
        requestDiscovery(on: &link)
        state = .connected(link)
    }

    /// Ends the link, and at once looks for the phone again (clause 9.7).
    @inline(never)  // One copy for all callers saves flash.
    mutating func drop(_ link: Ticket, because fault: Fault) {
        effects.append(.fault(fault))
        effects.append(.disconnect(link: link))
        scan()
    }
}
