import CompanionPairing
import KomootNav

/// Translates between a `GATTPeripheral`'s radio, an app's store and a `PairingServer`, and has a phone's navigation served
/// to the display with which it is paired.
///
/// It may be marked as sendable because everything but ``hub`` and ``navigation`` is used only in the radio's context.
final class ServerAdapter: UpdatingAdapter, @unchecked Sendable {
    private static let serverName = GATTCharacteristic.Path(
        PairingService.serverNameCharacteristic, in: PairingService.uuid)
    private static let pairedName = GATTCharacteristic.Path(
        PairingService.pairedClientNameCharacteristic, in: PairingService.uuid)
    private static let service = GATTService(
        uuid: PairingService.uuid,
        characteristics: [
            GATTCharacteristic(uuid: serverName.characteristic, properties: .read),
            // No notifications: to a display with one callback, a notified name would pass for the answer that renews its lease.
            GATTCharacteristic(uuid: pairedName.characteristic, properties: [.read, .write]),
        ])

    /// Takes the updates.
    let hub = UpdateHub<PairedPhone.Update>()
    /// Serves the instructions.
    let navigation: PeripheralAdapter
    private let peripheral: GATTPeripheral
    private let context: RadioCore
    private let store: any NameStore
    private let name: String?
    private let observer: (any PairedPhoneObserver)?
    private(set) var session: PairingServer
    private var share: PeripheralShare?
    private var names: NameQueue?
    private var state = GATTRadioState.unknown
    /// Whether the app wants to be paired.
    private var isStarted = false
    /// Who was heard last. A radio that tells no ends of links can't tell two links of one central apart.
    private var centrals = PeerNumbers()

    init(
        on peripheral: GATTPeripheral, names store: any NameStore, freshName: PairingName?,
        layout: InstructionLayout, name: String?, observer: (any PairedPhoneObserver)?
    ) {
        self.peripheral = peripheral
        context = peripheral.context
        self.observer = observer
        self.store = store
        self.name = name
        var configuration = PairingServer.Configuration(
            freshName: freshName ?? PairingName(random: context.randomNumber()))
        configuration.tellsDisconnections = false
        session = PairingServer(configuration)
        var served = PeripheralSession.Configuration(layout: layout)
        served.serving = .snapshotPerRead
        let audience = PeripheralAdapter.Audience()
        navigation = PeripheralAdapter(
            served, name: nil, on: peripheral, observer: nil, audience: audience)
        audience.willTake = { [weak self] in self?.catchUp() }
        navigation.didFail = { [hub] in hub.send(.failure($0)) }
    }

    /// Before anything is answered after a suspension, the display's lease may be over (clause 10.9).
    private func catchUp() {
        guard let due = session.nextDeadline, due <= context.unstoppedTime else { return }
        handle(.timePassed)
    }

    // MARK: What the app wants

    /// May be called from any thread, as what follows.
    func start() {
        hub.forget { $0.isTriedAgain }
        navigation.start()
        context.runAndWait {
            if self.share == nil { self.begin() }
            self.isStarted = true
            self.handle(.start)
            if self.state == .on { self.handle(.radioOn) }
            // Perhaps the system has refused it before.
            if self.isReady { self.serve() }
            // It may say at once that Bluetooth is on.
            self.share?.open()
        }
    }

    private func begin() {
        let share = PeripheralShare(of: peripheral) { [weak self] in self?.take($0) }
        self.share = share
        names = NameQueue(store, in: context, didCall: hub.tellStore) { [weak self] in
            self?.take($0)
        }
        hub.send(.screen(session.screen))
        // Off until the radio says how it is.
        handle(.radioOff)
    }

    /// To the session, this is as if Bluetooth were off.
    func stop() {
        let listener = hub.newestListener
        navigation.stop()
        context.run {
            self.isStarted = false
            self.handle(.radioOff)
            self.share?.advertise(nil)
            self.share?.withdraw(PairingService.uuid)
            self.hub.end(upTo: listener)
        }
    }

    func unpair() {
        context.run {
            if self.session.screen.canUnpair { self.handle(.unpair) }
        }
    }

    // MARK: The session

    private func handle(_ event: borrowing PairingServer.Event) {
        session.handle(event, at: context.unstoppedTime)
        while let effect = session.nextEffect() { perform(effect) }
        navigation.serve(only: member)
        share?.wake(atUnstopped: session.nextDeadline)
        observer?.didHandle(session)
    }

    /// Who may read the instructions: the display whose name is stored, while it is connected.
    private var member: GATTPeer? {
        switch session.phase {
        case .paired, .takingOver: session.client.flatMap { centrals[$0.rawValue] }
        case .stopped, .loading, .unreadable, .naming, .unpaired, .waiting, .claimed, .pairing,
            .unpairing:
            nil
        }
    }

    private func perform(_ effect: PairingServer.Effect) {
        observer?.willPerform(effect)
        switch effect {
        case .load: names?.load()
        case .store(let new, let ticket): names?.store(new, ticket)
        case .startAdvertising: serve()
        case .answer(let request, let answer):
            answer.withBytes { share?.answer(Ticket(request), with: $0) }
        case .accept(let request): share?.accept(Ticket(request))
        case .refuse(let request, let error): share?.refuse(Ticket(request), with: error)
        case .show(let screen): hub.send(.screen(screen))
        case .pairedNameChanged, .fault: break
        }
    }

    /// Whether the names are loaded.
    private var isReady: Bool {
        switch session.phase {
        case .stopped, .loading, .unreadable, .naming: false
        case .unpaired, .waiting, .claimed, .pairing, .paired, .takingOver, .unpairing: true
        }
    }

    private func serve() {
        share?.serve(Self.service)
        share?.advertise(PairingService.uuid, name: name)
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

    private func take(_ event: GATTPeripheralEvent) {
        // The session takes a request before it looks at the time.
        catchUp()
        switch event {
        case .state(let state):
            self.state = state
            if state != .unknown { hub.send(.bluetooth(state)) }
            handle(state == .on && isStarted ? .radioOn : .radioOff)
            if state == .on && !isStarted { share?.withdraw(PairingService.uuid) }
        case .serviceRefused(_, let failure): tell(failure, of: .addService)
        case .advertisingRefused(let failure): tell(failure, of: .startAdvertising)
        case .read(let read):
            let isServerName = read.characteristic == Self.serverName
            handle(
                .read(
                    link(of: read.central), isServerName ? .serverName : .pairedClientName,
                    offset: read.offset, PairingServer.Request(read.ticket)))
        case .write(let write):
            handle(
                .write(
                    link(of: write.central), write.value.span, PairingServer.Request(write.ticket)))
        case .timePassed: handle(.timePassed)
        case .subscribed, .unsubscribed, .ready: break
        }
    }

    private func link(of central: GATTPeer) -> PairingServer.Link {
        PairingServer.Link(
            rawValue: centrals.number(of: central, keeping: session.client?.rawValue))
    }

    private func tell(_ failure: GATTFailure, of operation: NavigationPhone.Failure.Operation) {
        hub.send(.failure(NavigationPhone.Failure(operation, PairingService.uuid, failure)))
    }
}

extension PairingServer.Request {
    fileprivate init(_ ticket: Ticket) { self.init(rawValue: UInt64(ticket.rawValue)) }
}

extension Ticket {
    fileprivate init(_ request: PairingServer.Request) {
        self.init(rawValue: UInt32(truncatingIfNeeded: request.rawValue))
    }
}
