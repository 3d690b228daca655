import CompanionPairing
import KomootNav

/// Translates between a ``GATTCentral``'s radio, an app's store and a `PairingClient`, and lets a device navigate as long
/// as that is connected.
///
/// It does not subscribe: with one callback, what is notified would pass for the answer to a read, which proves the lease.
///
/// It may be marked as sendable because what is not for all threads is used only in the radio's context.
final class ClientAdapter: UpdatingAdapter, @unchecked Sendable {
    private static let serverName = GATTCharacteristic.Path(
        PairingService.serverNameCharacteristic, in: PairingService.uuid)
    private static let pairedName = GATTCharacteristic.Path(
        PairingService.pairedClientNameCharacteristic, in: PairingService.uuid)

    /// Takes the updates.
    let hub = UpdateHub<PairedDisplay.Update>()
    private let central: GATTCentral
    private let context: RadioCore
    private let device: CentralAdapter
    private let observer: (any PairedDisplayObserver)?
    private var session: PairingClient
    private var share: CentralShare?
    private let store: any NameStore
    private var names: NameQueue?
    /// What was found last. It keeps its number, or it could not be avoided (clause 4.11).
    private var found = PeerNumbers()
    private var link = Ticket(rawValue: 0)
    /// The request that is outstanding.
    private var request = Ticket(rawValue: 0)
    /// Why the phone could not be paired with; `nil` once it is connected.
    private var fault: PairedDisplay.PhoneFault?
    private var toldFault: PairedDisplay.PhoneFault?
    /// To whom it connected last.
    private var tried: GATTPeer?
    /// What the server lacks.
    private var missing: GATTError?
    /// Whether it may connect to its server by itself: once after each start.
    private var mayConnect = false

    init(
        on central: GATTCentral, names store: any NameStore, freshName: PairingName?,
        layout: InstructionLayout?, observer: (any PairedDisplayObserver)?
    ) {
        self.central = central
        context = central.context
        self.observer = observer
        self.store = store
        device = CentralAdapter(
            layout: layout, chosen: nil, on: central, proof: Self.pairedName, observer: nil)
        session = PairingClient(
            freshName: freshName ?? PairingName(random: context.randomNumber()))
        device.didTell = { [hub, weak self] in
            self?.tellFault()
            observer?.willTell($0)
            hub.send(.navigation($0))
        }
        device.willTake = { [weak self] in self?.catchUp() }
    }

    /// Before anything is shown after a suspension, the lease may be over (clause 10.9).
    private func catchUp() {
        guard let due = session.nextDeadline, due <= context.unstoppedTime else { return }
        handle(.timePassed)
    }

    // MARK: What the app wants

    /// May be called from any thread, as what follows.
    func start() {
        context.runAndWait {
            if self.share == nil { self.begin() }
            self.mayConnect = true
            self.handle(.start)
            self.follow(self.session.screen)
        }
    }

    private func begin() {
        let share = CentralShare(of: central) { [weak self] in self?.take($0) }
        self.share = share
        names = NameQueue(store, in: context, didCall: hub.tellStore) { [weak self] in
            self?.take($0)
        }
        hub.send(.screen(session.screen))
        // Off until the radio says how it is.
        handle(.radioOff)
        share.open()
    }

    func stop() {
        let listener = hub.newestListener
        context.run {
            self.mayConnect = false
            self.handle(.disconnect)
            self.forgetFaults()
            self.hub.end(upTo: listener)
        }
    }

    func press(_ button: PairedDisplay.Button) {
        context.run {
            guard self.share != nil,
                PairedDisplay.Button.shown(on: self.session.screen).contains(button)
            else { return }
            switch button {
            case .discover:
                self.forgetFaults()
                self.handle(.discover)
            case .connect: self.handle(.connect)
            case .disconnect: self.handle(.disconnect)
            case .unpair: self.handle(.unpair)
            }
        }
    }

    // MARK: The session

    private func handle(_ event: borrowing PairingClient.Event) {
        session.handle(event, at: context.unstoppedTime)
        while let effect = session.nextEffect() { perform(effect) }
        tellFault()
        share?.wake(atUnstopped: session.nextDeadline)
        observer?.didHandle(session)
    }

    /// What was wrong with a phone need not be so any more.
    private func forgetFaults() {
        fault = nil
        device.fault.with { $0 = nil }
    }

    private func tellFault() {
        let current = fault ?? device.fault.with { $0 }.map { .link($0) }
        guard current != toldFault else { return }
        toldFault = current
        hub.send(.phoneFault(current))
    }

    /// What the share is asked for here, it does when the session's effects are done.
    private func perform(_ effect: PairingClient.Effect) {
        observer?.willPerform(effect)
        switch effect {
        case .load: names?.load()
        case .store(let new, let ticket): names?.store(new, ticket)
        case .startScan: share?.search(for: PairingService.uuid)
        case .stopScan: share?.search(for: nil)
        case .connect(let peer, let ticket): connect(to: peer, ticket)
        case .disconnect(let ticket): if ticket == link { share?.disconnect() }
        case .discover(let ticket): send(.discover(PairingService.uuid), ticket)
        case .readServerName(let ticket): send(.read(Self.serverName), ticket)
        case .readPairedName(let ticket): send(.read(Self.pairedName), ticket)
        case .writePairedName(let name, let ticket):
            let bytes = name.withBytes { ContiguousArray(copying: $0) }
            send(.write(bytes, Self.pairedName), ticket)
        case .show(let screen):
            if case .connected = screen { fault = nil }
            tellFault()
            hub.send(.screen(screen))
            follow(screen)
        case .fault(let fault): note(fault)
        }
    }

    private func note(_ fault: PairingClient.Fault) {
        // It goes on.
        if case .connected = session.screen { return }
        let phoneFault: PairedDisplay.PhoneFault
        switch fault {
        // These are not the phone's, and the name that was read has told of another display.
        case .lateArrival, .unreadableStore, .storeFailed, .outrun: return
        case .refused(let error): phoneFault = .link(share?.lastError ?? .refused(error))
        case .noService: phoneFault = .link(missing ?? .notDiscovered(PairingService.uuid))
        case .timedOut, .leaseExpired: phoneFault = .link(.timedOut)
        case .servicesChanged: phoneFault = .link(.servicesChanged)
        case .invalidName: phoneFault = .invalidName
        }
        self.fault = phoneFault
    }

    private func connect(to peer: PairingClient.Peer, _ ticket: Ticket) {
        link = ticket
        if let known = found[peer.rawValue] {
            missing = nil
            if known != tried { fault = nil }
            tried = known
            share?.connect(to: known)
        } else {
            // It was found too long ago.
            share?.afterwards { [weak self] in self?.handle(.disconnected(link: ticket)) }
        }
    }

    private func send(_ request: GATTRequest, _ ticket: Ticket) {
        self.request = ticket
        share?.send(request)
    }

    /// Navigates while connected, and connects after a start if there is a server.
    private func follow(_ screen: PairingClient.Screen) {
        if case .connected = screen, let peer = share?.peer {
            device.chooseInContext(peer)
            device.startInContext()
        } else {
            device.stopInContext()
        }
        // Only the first thing after a start: what follows is the user's will.
        guard mayConnect && screen != .starting else { return }
        mayConnect = false
        if case .paired = screen {
            share?.afterwards { [weak self] in self?.handle(.connect) }
        }
    }

    // MARK: What happens

    private func take(_ outcome: NameQueue.Outcome) {
        switch outcome {
        case .loaded(let names): handle(.loaded(names))
        case .loadFailed: handle(.loadFailed)
        case .stored(let ticket): handle(.stored(ticket))
        case .storeFailed(let ticket): handle(.storeFailed(ticket))
        }
    }

    private func take(_ event: CentralShare.Event) {
        switch event {
        case .state(let state):
            if state != .unknown { hub.send(.bluetooth(state)) }
            handle(state == .on ? .radioOn : .radioOff)
        case .found(let advertisement):
            handle(.found(PairingClient.Peer(rawValue: found.number(of: advertisement.peer))))
        case .connected: handle(.connected(link: link))
        case .ended: handle(.disconnected(link: link))
        case .discovered(let service):
            let uuids = service.characteristics.map(\.uuid)
            let needed = [Self.serverName.characteristic, Self.pairedName.characteristic]
            missing = needed.first { !uuids.contains($0) }.map { .notDiscovered($0) }
            handle(missing == nil ? .discovered(request) : .notDiscovered(request))
        case .notDiscovered: handle(.notDiscovered(request))
        case .value(let path, let value) where path.service == PairingService.uuid:
            if path == Self.pairedName, case .name(let name) = PairedName(value.span),
                name != session.names.own
            {
                fault = .pairedWithAnother
            }
            handle(.answered(request, value.span))
        case .written: handle(.written(request))
        case .refused(_, let error): handle(.failed(request, error))
        case .servicesChanged: handle(.servicesChanged(link: link))
        case .timePassed: handle(.timePassed)
        case .subscribed, .value, .readFailed, .mtuChanged, .pairingLost: break
        }
    }
}
