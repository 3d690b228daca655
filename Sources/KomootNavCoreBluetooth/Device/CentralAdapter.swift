import KomootNav
import KomootNavFoundation

/// Translates between a ``GATTCentral``'s radio and a `CentralDriver`.
///
/// It may be marked as sendable because what is not for all threads is used only in the radio's context.
final class CentralAdapter: UpdatingAdapter, @unchecked Sendable {
    /// Takes the updates.
    let hub = UpdateHub<NavigationDevice.Update>()
    /// Is called before anything that happens is taken, in the radio's context.
    var willTake: (() -> Void)?
    /// Is told each update, in the radio's context.
    var didTell: ((NavigationDevice.Update) -> Void)?
    private let observer: (any DeviceObserver)?
    private let driver: CentralDriver<GATTPeer>
    private let central: GATTCentral
    private let context: RadioCore
    private var share: CentralShare?
    /// Whether the radio can be used.
    private var state = GATTRadioState.unknown
    private var status: NavigationDevice.Status?
    /// Whether an instruction was told that is still to be shown.
    private var hasInstruction = false
    private var choice: PhoneChoice
    /// Whether the link has given a value.
    private var hasGiven = false
    /// The phone that gave directions last. For all threads.
    let phone = Locked<GATTPeer?>(nil)
    /// Why the phone could not be read; `nil` once it gives a value. For all threads.
    let fault = Locked<GATTError?>(nil)
    /// The phone that was connected last.
    private var connected: GATTPeer?
    /// Whether that phone does not know any more that it was paired.
    private var hasLostPairing = false
    /// When the session is to be told that time has passed.
    private var deadline: SessionTime?

    /// What shows the phone who reads, if it has refused a read because it can't tell; `nil` if nothing does.
    private let proof: GATTCharacteristic.Path?

    private static let instruction = GATTCharacteristic.Path(
        NavigationService.instructionCharacteristic, in: NavigationService.uuid)

    init(
        layout: InstructionLayout?, chosen: GATTPeer?, on central: GATTCentral,
        proof: GATTCharacteristic.Path? = nil, observer: (any DeviceObserver)?
    ) {
        self.proof = proof
        self.central = central
        context = central.context
        choice = PhoneChoice(chosen)
        self.observer = observer
        // Core Bluetooth tells notifications and answers to reads with one callback, so this assumes no more on any radio.
        var configuration = CentralSession.Configuration(radio: .oneCallback, layout: layout)
        configuration.readTimeout = GATTLink.requestLimit
        driver = CentralDriver(configuration)
    }

    /// Looks for a phone as soon as Bluetooth is on. May be called from any thread.
    func start() {
        context.runAndWait { self.startInContext() }
    }

    /// Does the same, in the radio's context.
    func startInContext() {
        if share == nil { begin() }
        if driver.phase == .stopped { fault.with { $0 = nil } }
        handle(.start)
    }

    /// Ends the link, in the radio's context.
    func stopInContext() {
        hasLostPairing = false
        handle(.stop)
    }

    private func begin() {
        let share = CentralShare(of: central) { [weak self] in self?.take($0) }
        self.share = share
        // Off until the radio says how it is.
        handle(.radioOff)
        share.open()
    }

    func stop() {
        let listener = hub.newestListener
        context.run {
            self.stopInContext()
            self.hub.end(upTo: listener)
        }
    }

    /// Connects to this phone and to no other; `nil` to any. May be called from any thread.
    func choose(_ phone: GATTPeer?) {
        context.run { self.chooseInContext(phone) }
    }

    /// Does the same, in the radio's context.
    func chooseInContext(_ phone: GATTPeer?) {
        choice.chosen = phone
        guard driver.phase != .stopped else { return }
        let isAnother = phone != nil && phone != (driver.peer ?? self.phone.with { $0 })
        if isAnother && (driver.peer != nil || hasInstruction) {
            // What the other phone has told is over.
            stopInContext()
            handle(.start)
        } else if driver.phase == .scanning {
            // It may have been found before.
            search()
        }
    }

    private func search() {
        choice.begin()
        setAlarm()
        share?.search(for: NavigationService.uuid)
        // To whom others have a link need not be found. It may lack the service, which is told then.
        if let chosen = choice.chosen, share?.isShared(chosen) == true {
            take(
                .found(
                    GATTAdvertisement(
                        peer: chosen, name: nil, signalStrength: nil,
                        services: [NavigationService.uuid])))
        }
    }

    private func setAlarm() {
        share?.wake(at: [deadline, choice.deadline].compactMap(\.self).min())
    }

    private func handle(_ event: CentralDriver<GATTPeer>.Event) {
        driver.handle(event, at: context.now, on: self)
        tellHandled()
    }

    private func tellHandled() {
        tellForgotten()
        if let observer { share?.afterwards { observer.didHandle() } }
    }

    /// Tells the status if it is another one than before.
    private func tellStatus() {
        // Before the radio has said how it is, there is nothing to tell.
        guard share != nil, state != .unknown || status != nil else { return }
        var current = NavigationDevice.Status(driver.status, state)
        if hasLostPairing && current == .searching { current = .pairingRequired }
        guard current != status else { return }
        status = current
        tell(.status(current))
    }

    /// Tells that the last instruction is over. After a stop it stays on the screen until the next start.
    private func tellForgotten() {
        guard hasInstruction && !driver.hasInstruction && driver.phase != .stopped else { return }
        hasInstruction = false
        tell(.noInstruction)
    }

    private func tell(_ update: NavigationDevice.Update) {
        hub.send(update)
        didTell?(update)
    }

    // MARK: What happens

    private func take(_ event: CentralShare.Event) {
        willTake?()
        switch event {
        case .state(let state):
            self.state = state
            handle(state == .on ? .radioOn : .radioOff)
            tellStatus()
        case .found(let phone):
            guard driver.phase == .scanning else { return }
            if let taken = choice.find(phone, at: context.now) {
                handle(.found(taken))
            } else {
                setAlarm()
            }
        case .pairingLost(let peer):
            if peer == connected { hasLostPairing = true }
            tellStatus()
        case .timePassed:
            let now = context.now
            if let deadline, deadline <= now { handle(.timePassed) }
            if let nearest = choice.take(at: now) { handle(.found(nearest)) }
            setAlarm()
        default: if let peer = share?.peer { take(event, of: peer) }
        }
    }

    /// Takes what happens on the link.
    private func take(_ event: CentralShare.Event, of peer: GATTPeer) {
        noteFault(event, of: peer)
        switch event {
        case .connected(let mtu):
            connected = peer
            handle(.connected(peer, mtu: mtu))
        case .ended(let wasUp):
            if !hasGiven { choice.lose(peer) }
            handle(wasUp ? .disconnected(peer) : .failedToConnect(peer))
            tellStatus()
        case .discovered(let service):
            let found = service.characteristics.first {
                $0.uuid == Self.instruction.characteristic
            }
            guard let found else {
                fault.with { $0 = .notDiscovered(Self.instruction.characteristic) }
                return handle(.notDiscovered(peer))
            }
            handle(.discovered(peer, hasCCCD: found.properties.contains(.notify)))
        case .notDiscovered: handle(.notDiscovered(peer))
        case .subscribed: handle(.subscribed(peer))
        case .value(Self.instruction, let value):
            hasLostPairing = false
            hasGiven = true
            choice.succeed(peer)
            phone.with { $0 = peer }
            driver.handle(.either, value.span, from: peer, at: context.now, on: self)
            tellHandled()
        case .refused(.subscribe, let error) where driver.phase == .subscribing:
            // An invalid handle may be that of a descriptor that the phone lacks (clause 9.11). If the services have changed,
            // the radio says so.
            handle(.failed(peer, error.requiresPairing ? error : .unlikelyError))
        case .refused(.discover, let error): handle(.failed(peer, error))
        case .refused(.read(Self.instruction), let error), .readFailed(Self.instruction, let error):
            if error == .insufficientAuthorization { prove() }
            // A read may fail late, if a notification was taken for its answer.
            if driver.phase == .reading { handle(.failed(peer, error)) }
        case .mtuChanged(let mtu): handle(.mtuChanged(peer, mtu: mtu))
        case .servicesChanged: handle(.serviceChanged(peer))
        default: break
        }
    }

    private func noteFault(_ event: CentralShare.Event, of peer: GATTPeer) {
        switch event {
        case .connected: if peer != connected { fault.with { $0 = nil } }
        // It has no directions now, or does not know yet who reads.
        case .refused(.read, .attributeNotFound): fault.with { $0 = nil }
        case .refused(.read, .insufficientAuthorization) where proof != nil: break
        case .notDiscovered, .refused(.discover, _), .refused(.read, _):
            let error = share?.lastError
            fault.with { $0 = error }
        case .readFailed(_, let error): fault.with { $0 = .refused(error) }
        case .value(Self.instruction, _): fault.with { $0 = nil }
        case .ended where !hasGiven:
            let error = share?.lastError ?? .disconnected
            fault.with { $0 = $0 ?? error }
        default: break
        }
    }

    /// Shows the phone who reads: its app may have begun again, and then it knows nobody who has not read twice (Pairing, 4.5).
    private func prove() {
        guard let proof else { return }
        for _ in 0..<2 { share?.send(.read(proof)) }
    }
}

extension CentralAdapter: CentralRadio {
    func perform(_ request: CentralDriver<GATTPeer>.Request) {
        switch request {
        case .startScan: search()
        case .stopScan:
            choice.begin()
            share?.search(for: nil)
        case .connect(let phone):
            hasGiven = false
            share?.connect(to: phone)
        case .disconnect(let phone):
            if !hasGiven { choice.giveUp(phone, at: context.now) }
            share?.disconnect()
        case .discover: share?.send(.discover(NavigationService.uuid))
        case .subscribe: share?.send(.subscribe(Self.instruction, isOn: true))
        case .read: share?.send(.read(Self.instruction))
        }
    }

    func wake(at time: SessionTime?) {
        deadline = time
        setAlarm()
    }

    func show(_ object: Span<UInt8>, extent: ObjectExtent) {
        observer?.willShow(object, extent)
        // It can be decoded: the session has done so, but its view can't outlive the effect.
        let view = try? NavigationInstructionView(
            decoding: object, layout: driver.configuration.layout, extent: extent)
        guard let view else { return }
        hasInstruction = true
        tell(.instruction(DecodedInstruction(view)))
    }

    func report(_ status: CentralSession.Status) {
        observer?.willReport(status)
        tellForgotten()
        tellStatus()
    }

    func note(_ fault: CentralSession.Fault) { observer?.willNote(fault) }
}
