import KomootNav

/// Translates between a `GATTPeripheral`'s radio and a `PeripheralDriver`.
///
/// It may be marked as sendable because everything but ``hub`` and what never changes is used only in the radio's context.
final class PeripheralAdapter: UpdatingAdapter, @unchecked Sendable {
    private typealias Driver = PeripheralDriver<GATTPeer, GATTRead>

    /// Takes the updates.
    let hub = UpdateHub<NavigationPhone.Update>()
    let configuration: PeripheralSession.Configuration
    /// What is advertised with the service.
    private let name: String?
    private let peripheral: GATTPeripheral
    private let context: RadioCore
    private let observer: (any PhoneObserver)?
    private let driver: PeripheralDriver<GATTPeer, GATTRead>
    private var share: PeripheralShare?
    /// Whether the user navigates. For all threads.
    private let isStarted = Locked(false)
    /// Whether the radio can be used.
    private var state = GATTRadioState.unknown
    /// Whether the system has refused to advertise.
    private var isRefusedAdvertising = false
    private var status: NavigationPhone.Status?
    /// Is told what the system refuses.
    var didFail: ((NavigationPhone.Failure) -> Void)?
    /// Whom alone it serves; `nil` if it serves everybody.
    private let audience: Audience?

    /// Decides who is served: nobody but one central. It is used only in the radio's context.
    final class Audience: @unchecked Sendable {
        /// Who is served.
        fileprivate(set) var member: GATTPeer?
        /// Whether navigation is over: there is no instruction until the next one is published.
        fileprivate var isOver = false
        /// Who is subscribed, served or not.
        fileprivate var subscribers: Set<GATTPeer> = []
        /// Is called before anything that happens is taken.
        var willTake: (() -> Void)?
    }

    private static let instruction = GATTCharacteristic.Path(
        NavigationService.instructionCharacteristic, in: NavigationService.uuid)

    /// - Parameter audience: whom it serves, without advertising; `nil` to advertise, and to serve everybody.
    init(
        _ configuration: PeripheralSession.Configuration, name: String?,
        on peripheral: GATTPeripheral, observer: (any PhoneObserver)?, audience: Audience? = nil
    ) {
        self.configuration = configuration
        self.name = name
        self.peripheral = peripheral
        context = peripheral.context
        self.observer = observer
        self.audience = audience
        driver = PeripheralDriver(configuration)
    }

    // MARK: What the app wants

    /// Serves and advertises as soon as Bluetooth is on. May be called from any thread, as what follows.
    func start() {
        isStarted.with {
            let wasStarted = $0
            $0 = true
            context.runAndWait {
                if self.share == nil { self.begin() }
                self.handle(.startNavigation)
                if wasStarted { self.tryAgain() }
                // It may say at once that Bluetooth is on.
                self.share?.open()
            }
        }
    }

    private func begin() {
        let share = PeripheralShare(of: peripheral) { [weak self] in self?.take($0) }
        self.share = share
        // Off until the radio says how it is.
        handle(.radioOff)
    }

    func stop() {
        let listener = hub.newestListener
        isStarted.with {
            $0 = false
            context.run {
                self.handle(.stopNavigation)
                self.withdrawIfStopped()
                self.hub.end(upTo: listener)
            }
        }
    }

    /// Lets devices find the phone for a while.
    func advertise() {
        context.run {
            self.handle(.startAdvertising)
            self.tryAgain()
        }
    }

    /// Publishes an instruction under a new random identifier.
    func publish(
        _ arrow: Arrow, _ distanceInMeters: UInt32, _ street: Street
    ) throws(NavigationPhone.PublishingError) {
        let number = context.randomNumber
        let identifier: InstructionIdentifier =
            switch configuration.layout.identifierFormat {
            case .uint32: .uint32(UInt32(truncatingIfNeeded: number()))
            case .uuid: .uuid(.random(number))
            }
        try publish(
            NavigationInstruction(
                identifier: identifier, arrow: arrow, distanceInMeters: distanceInMeters,
                street: street))
    }

    func publish(
        _ instruction: NavigationInstruction
    ) throws(NavigationPhone.PublishingError) {
        let object: ContiguousArray<UInt8>
        do throws(KomootNavError) {
            object = try instruction.encoded(as: configuration.layout)
        } catch {
            throw .unencodable(error)
        }
        let isPublished = isStarted.with { isStarted in
            if isStarted { context.run { self.publish(object) } }
            return isStarted
        }
        guard isPublished else { throw .notStarted }
    }

    /// Navigation is over: there is nothing to read until something is published. Its service stays, so that the link that
    /// others use too goes on.
    func endNavigation() {
        context.run { self.audience?.isOver = true }
    }

    private func publish(_ object: ContiguousArray<UInt8>) {
        audience?.willTake?()
        audience?.isOver = false
        let now = context.now
        observer?.willPublish(object.span, at: now)
        driver.publish(object.span, at: now, on: self)
        observer?.didHandle()
    }

    /// Serves this central only, in the radio's context; `nil` for nobody.
    func serve(only member: GATTPeer?) {
        guard let audience, audience.member != member else { return }
        if let old = audience.member { handle(.disconnected(old)) }
        audience.member = member
        if let member, audience.subscribers.contains(member) {
            hear(member)
            handle(.subscribed(member))
        }
    }

    // MARK: The session

    private func handle(_ event: Driver.Event) {
        let now = context.now
        observer?.willHandle(resolved(event), at: now)
        driver.handle(event, at: now, on: self)
        observer?.didHandle()
    }

    /// The event, and for a device that is heard what that means.
    private func resolved(_ event: Driver.Event) -> Driver.Event {
        guard case .heard(let central, let mtu) = event else { return event }
        return driver.isConnected(central)
            ? .mtuChanged(central, mtu: mtu) : .connected(central, mtu: mtu)
    }

    /// Tells the status if it is another one than before.
    private func tellStatus() {
        guard share != nil, state != .unknown || status != nil else { return }
        let current = NavigationPhone.Status(driver.phase, state)
        guard current != status else { return }
        status = current
        hub.send(.status(current))
    }

    private func tell(_ failure: GATTFailure, of operation: NavigationPhone.Failure.Operation) {
        let failure = NavigationPhone.Failure(operation, NavigationService.uuid, failure)
        hub.send(.failure(failure))
        didFail?(failure)
    }

    // MARK: What happens

    private func take(_ event: GATTPeripheralEvent) {
        audience?.willTake?()
        switch event {
        case .state(let state):
            self.state = state
            audience?.subscribers = []
            handle(state == .on ? .radioOn : .radioOff)
            // The app may have stopped while Bluetooth was off.
            if state == .on { withdrawIfStopped() }
            tellStatus()
        case .serviceRefused(_, let failure): tell(failure, of: .addService)
        case .advertisingRefused(let failure):
            isRefusedAdvertising = true
            tell(failure, of: .startAdvertising)
        case .subscribed(let central, _):
            audience?.subscribers.insert(central)
            guard isServed(central) else { return }
            hear(central)
            handle(.subscribed(central))
        case .unsubscribed(let central, _):
            audience?.subscribers.remove(central)
            if isServed(central) { handle(.unsubscribed(central)) }
        case .read(let read):
            guard isServed(read.central) else {
                share?.refuse(read.ticket, with: .insufficientAuthorization)
                return
            }
            if audience?.isOver == true {
                share?.refuse(read.ticket, with: .attributeNotFound)
                return
            }
            hear(read.central)
            handle(.read(read, by: read.central, offset: read.offset))
        case .write(let write): share?.refuse(write.ticket, with: .writeNotPermitted)
        case .ready: handle(.notificationsReady)
        case .timePassed: handle(.timePassed)
        }
    }

    private func isServed(_ central: GATTPeer) -> Bool {
        audience.map { $0.member == central } ?? true
    }

    /// The radio tells no connections, and cuts each answer and each notification to what fits, so the session may offer
    /// all it has.
    private func hear(_ central: GATTPeer) {
        handle(.heard(central, mtu: ATT.maximumMTU))
    }

    /// Asks again for what the system has refused, in the radio's context.
    private func tryAgain() {
        hub.forget { if case .failure = $0 { true } else { false } }
        switch driver.phase {
        case .stopped, .radioOff: break
        case .advertising, .advertisingAgain:
            share?.serve(service)
            if isRefusedAdvertising { perform(.startAdvertising) }
        case .serving: share?.serve(service)
        }
    }

    /// Takes away what the system has kept, if the app has stopped the phone.
    private func withdrawIfStopped() {
        if driver.phase == .stopped { share?.withdraw(NavigationService.uuid) }
    }

    private var service: GATTService {
        GATTService(
            uuid: NavigationService.uuid,
            characteristics: [
                GATTCharacteristic(
                    uuid: NavigationService.instructionCharacteristic,
                    properties: configuration.hasCCCD ? [.read, .notify] : .read)
            ])
    }
}

extension PeripheralAdapter: PeripheralRadio {
    func perform(_ request: PeripheralDriver<GATTPeer, GATTRead>.Request) {
        observer?.willPerform(request)
        switch request {
        case .addService: share?.serve(service)
        case .removeService:
            audience?.subscribers = []
            share?.withdraw(NavigationService.uuid)
        case .startAdvertising:
            isRefusedAdvertising = false
            if audience == nil { share?.advertise(NavigationService.uuid, name: name) }
        case .stopAdvertising: share?.advertise(nil)
        }
    }

    func notify(_ central: GATTPeer, with value: Span<UInt8>) -> Bool {
        observer?.willNotify(central, with: value)
        return share?.notify(value, of: Self.instruction, to: central) ?? true
    }

    func answer(_ read: GATTRead, with value: Span<UInt8>) {
        observer?.willAnswer(read, with: value)
        share?.answer(read.ticket, with: value)
    }

    func reject(_ read: GATTRead, with error: ATTError) {
        observer?.willReject(read, with: error)
        share?.refuse(read.ticket, with: error)
    }

    func wake(at time: SessionTime?) { share?.wake(at: time) }

    func report(_ phase: PeripheralSession.Phase) { tellStatus() }
}
