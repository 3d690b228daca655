package import CompanionPairing
package import LinkVocabulary

/// A client that follows only the published description. It reads the paired client name now and then while it is
/// connected, and heeds `UNPAIRED` only.
package struct PlainPairingClient: ClientMachine {
    enum State {
        case stopped
        case loading
        case idle
        case scanning
        case connecting(Ticket)
        case discovering(link: Ticket, Ticket)
        case readingServerName(link: Ticket, Ticket)
        case readingPairedName(link: Ticket, PairingName, Ticket)
        case writing(link: Ticket, PairingName, Ticket)
        case connected(link: Ticket, due: SessionTime?, reading: Ticket?)
    }

    private(set) var state = State.stopped
    private(set) var searchEnd: SessionTime?
    private var lastTicket: UInt32 = 0
    private var effects: [PairingClient.Effect] = []
    private var now = SessionTime.zero
    private let checkInterval: UInt64
    package private(set) var names: PairingNames

    /// - Parameter checkInterval: how often it looks for `UNPAIRED`, in milliseconds.
    package init(freshName: PairingName, checkInterval: UInt64 = 5000) {
        names = PairingNames(own: freshName)
        self.checkInterval = checkInterval
    }

    package var isLoaded: Bool {
        switch state {
        case .stopped, .loading: false
        default: true
        }
    }

    package var isConnected: Bool { if case .connected = state { true } else { false } }

    package var isSearching: Bool {
        switch state {
        case .stopped, .loading, .idle, .connected: false
        default: true
        }
    }

    package var nextDeadline: SessionTime? {
        switch state {
        case .stopped, .loading, .idle: nil
        case .connected(_, let due, _): due
        default: searchEnd
        }
    }

    package mutating func nextEffect() -> PairingClient.Effect? {
        effects.isEmpty ? nil : effects.removeFirst()
    }

    private mutating func ticket() -> Ticket {
        lastTicket += 1
        return Ticket(rawValue: lastTicket)
    }

    private mutating func store(peer: PairingName?) {
        names.peer = peer
        effects.append(.store(names, ticket()))
    }

    private mutating func scan() {
        effects.append(.startScan)
        state = .scanning
    }

    private mutating func drop(_ link: Ticket, scans: Bool) {
        effects.append(.disconnect(link: link))
        scans ? scan() : (state = .idle)
    }

    package mutating func handle(_ event: borrowing PairingClient.Event, at time: SessionTime) {
        now = max(now, time)
        switch event {
        case .start:
            state = .loading
            effects.append(.load)
        case .loaded(let stored):
            state = .idle
            if let stored { names = stored } else { store(peer: nil) }
        case .discover, .connect:
            guard case .idle = state else { return }
            searchEnd = now.advanced(by: .seconds(30))
            scan()
        case .disconnect: leave()
        case .unpair:
            leave()
            if isLoaded, names.peer != nil { store(peer: nil) }
        case .found(let peer):
            guard case .scanning = state else { return }
            let link = ticket()
            effects += [.stopScan, .connect(peer, link: link)]
            state = .connecting(link)
        case .radioOff: if isLoaded { state = .idle }
        case .timePassed: meetDeadline()
        case .loadFailed: effects.append(.load)
        case .stored, .storeFailed, .radioOn, .pairedNameChanged: break
        case .connected, .disconnected, .discovered, .notDiscovered, .answered, .written, .failed,
            .servicesChanged:
            followLink(event)
        }
    }

    private mutating func leave() {
        switch state {
        case .stopped, .loading, .idle: return
        case .scanning: effects.append(.stopScan)
        case .connecting(let link), .discovering(let link, _), .readingServerName(let link, _),
            .readingPairedName(let link, _, _), .writing(let link, _, _),
            .connected(let link, _, _):
            effects.append(.disconnect(link: link))
        }
        state = .idle
    }

    private mutating func meetDeadline() {
        if case .connected(let link, let due?, nil) = state {
            guard due <= now else { return }
            let request = ticket()
            effects.append(.readPairedName(request))
            state = .connected(link: link, due: nil, reading: request)
        } else if let searchEnd, searchEnd <= now, isSearching {
            leave()
        }
    }

    /// What happened on a link, without borrowed bytes.
    private enum Heard {
        case connected(Ticket)
        case disconnected(Ticket)
        case discovered(Ticket)
        case answered(Ticket, PairingName?, PairedName?)
        case written(Ticket)
        case failed
    }

    private mutating func followLink(_ event: borrowing PairingClient.Event) {
        switch event {
        case .connected(let ticket): follow(.connected(ticket))
        case .disconnected(let ticket): follow(.disconnected(ticket))
        case .discovered(let ticket): follow(.discovered(ticket))
        case .answered(let ticket, let bytes):
            follow(.answered(ticket, PairingName(bytes), PairedName(bytes)))
        case .written(let ticket): follow(.written(ticket))
        case .failed, .notDiscovered: follow(.failed)
        default: break
        }
    }

    private mutating func follow(_ heard: Heard) {
        switch (state, heard) {
        case (.connecting(let link), .connected(let ticket)) where ticket == link:
            let request = self.ticket()
            effects.append(.discover(request))
            state = .discovering(link: link, request)
        case (.connecting(let link), .disconnected(let old)) where old == link,
            (.discovering(let link, _), .disconnected(let old)) where old == link,
            (.readingServerName(let link, _), .disconnected(let old)) where old == link,
            (.readingPairedName(let link, _, _), .disconnected(let old)) where old == link:
            scan()
        case (.writing(let link, _, _), .disconnected(let old)) where old == link:
            state = .idle
        case (.connected(let link, _, _), .disconnected(let old)) where old == link:
            searchEnd = nil
            scan()
        case (.discovering(let link, let request), .discovered(let answer))
        where answer == request:
            let next = ticket()
            effects.append(.readServerName(next))
            state = .readingServerName(link: link, next)
        case (.readingServerName(let link, let request), .answered(let answer, let name, _))
        where answer == request:
            guard let name, names.peer == nil || names.peer == name else {
                return drop(link, scans: true)
            }
            let next = ticket()
            effects.append(.readPairedName(next))
            state = .readingPairedName(link: link, name, next)
        case (
            .readingPairedName(let link, let server, let request),
            .answered(let answer, _, let value)
        ) where answer == request:
            decide(value, server, link)
        case (.writing(let link, let server, let request), .written(let answer))
        where answer == request:
            if names.peer != server { store(peer: server) }
            state = .connected(
                link: link, due: now.advanced(byMilliseconds: checkInterval), reading: nil)
        case (.connected(let link, _, let request?), .answered(let answer, _, let value))
        where answer == request:
            if value == .unpaired { return drop(link, scans: names.peer != nil) }
            state = .connected(
                link: link, due: now.advanced(byMilliseconds: checkInterval), reading: nil)
        case (_, .failed): fail()
        default: break
        }
    }

    private mutating func decide(_ value: PairedName?, _ server: PairingName, _ link: Ticket) {
        if value == .name(names.own) || value == .unpaired && names.peer == nil {
            let request = ticket()
            effects.append(.writePairedName(.name(names.own), request))
            state = .writing(link: link, server, request)
        } else if names.peer != nil {
            store(peer: nil)
            drop(link, scans: false)
        } else {
            drop(link, scans: true)
        }
    }

    private mutating func fail() {
        switch state {
        case .discovering(let link, _), .readingServerName(let link, _),
            .readingPairedName(let link, _, _), .writing(let link, _, _),
            .connected(let link, _, _):
            drop(link, scans: true)
        default: break
        }
    }
}
