public import KomootNav

/// A simulated navigating phone: a state machine with a radio, in a world.
public actor SimulatedPeripheral: PeripheralHost, PhoneApp {
    private let executor: WorldExecutor
    private let linkLayer: LinkLayer
    /// The executor of its world.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    private let makeSession: @Sendable () -> any PeripheralStateMachine
    private let confined: Confined<State>
    /// Everything that changes from event to event.
    var state: State {
        unsafeAddress { unsafe confined.address }
        unsafeMutableAddress { unsafe confined.mutableAddress }
    }
    private let observer: (any PhoneObserver)?
    private let clock: LocalClock
    private let layout: InstructionLayout
    /// Whether centrals can subscribe.
    let hasCCCD: Bool
    private let keepsPublications: Bool
    /// Everything that its app published, in order. What its state machine refused is not among it: it
    /// refuses objects while nobody navigates, for example.
    public private(set) var publications: [Publication] = []

    init(
        clock: LocalClock, layout: InstructionLayout, hasCCCD: Bool, keepsPublications: Bool,
        in world: World, makeSession: @escaping @Sendable () -> any PeripheralStateMachine
    ) {
        executor = world.executor
        linkLayer = world.linkLayer
        observer = world.linkLayer.observer as? any PhoneObserver
        self.clock = clock
        self.layout = layout
        self.hasCCCD = hasCCCD
        self.keepsPublications = keepsPublications
        self.makeSession = makeSession
        confined = Confined(State(session: makeSession()))
    }

    /// Whether it advertises.
    public var isAdvertising: Bool {
        !linkLayer.state.peripherals[Int(state.number)].advertised.isEmpty
    }

    /// - Parameter salt: for the objects that it makes up; `nil` to derive it from its number.
    func enter(salt: UInt32?) {
        state.number = linkLayer.addPeripheral(self)
        let ownSalt = UInt32(truncatingIfNeeded: state.number) << 16
        state.objects = ObjectFactory(layout: layout, salt: salt ?? ownSalt)
    }

    private func report(_ event: PhoneEvent, _ bytes: Span<UInt8> = Span()) {
        observer?.observe(event, of: state.number, at: linkLayer.now, bytes)
    }

    /// The user starts to navigate.
    public func startNavigation() { feed(.startNavigation, .navigationStarted) }

    /// The user stops navigating.
    public func stopNavigation() { feed(.stopNavigation, .navigationStopped) }

    /// The user asks the phone to advertise.
    public func startAdvertising() { feed(.startAdvertising, .advertisingWanted) }

    /// The app publishes an instruction, encoded in the phone's layout.
    ///
    /// - Throws: what `NavigationInstruction.encoded(as:)` throws.
    public func publish(_ instruction: NavigationInstruction) throws(KomootNavError) {
        let object = try instruction.encoded(as: layout)
        publish(object.span)
    }

    /// The app publishes an object.
    func publish(_ object: Span<UInt8>) {
        state.hasRefusedObject = false
        feed(.publish(object), .published, object)
        guard keepsPublications && state.isAlive && !state.hasRefusedObject else { return }
        publications.append(
            Publication(
                time: VirtualClock.Instant(microseconds: linkLayer.now), layout: layout,
                bytes: ContiguousArray(copying: object)))
    }

    /// The app publishes a made-up object with a street of this many bytes; the key decides the
    /// rest.
    package func publishInvented(streetByteCount: Int, key: UInt64) {
        guard var objects = state.objects else { return }
        state.objects = nil
        objects.withObject(streetByteCount: streetByteCount, key: key) { publish($0) }
        state.objects = objects
    }

    /// Arms a replacement: made-up objects are published before the phone answers the next read at an
    /// offset above zero.
    package func arm(_ replacement: Replacement) { state.replacements.append(replacement) }

    package var replacements: ContiguousArray<Replacement> { state.replacements }

    package func end() {}

    /// Disarms all replacements.
    package func disarmReplacements() { state.replacements.removeAll() }

    /// Makes the app publish a made-up instruction at once, and then one after each interval.
    ///
    /// - Parameters:
    ///   - interval: the time between two instructions, more than zero.
    ///   - streetByteCount: the length of each street, 0 to 503 bytes. What an object of 512 bytes can't hold is
    ///     cut off.
    public func startPublishing(every interval: Duration, streetByteCount: Int) {
        precondition(interval > .zero, "time passes between two instructions")
        precondition(
            ImpossibleFault.Quantity.streetByteCount.range ~= streetByteCount,
            "a street has 0 to 503 bytes")
        let microseconds = interval.wholeMicroseconds
        state.series = Series(
            interval: min(max(microseconds, 1), Self.longestInterval),
            streetByteCount: streetByteCount)
        publishNext()
    }

    /// So long that it never ends, and so short that it can be added to a time.
    private static let longestInterval = UInt64(Int64.max)

    /// Makes the app stop publishing by itself.
    public func stopPublishing() { state.series = nil }

    private func publishNext() {
        guard let series = state.series else { return }
        let key = linkLayer.state.random.next()
        publishInvented(streetByteCount: series.streetByteCount, key: key)
        state.series?.due = linkLayer.now + series.interval
        linkLayer.schedule(.alarm(peripheral: state.number), after: series.interval)
    }

    package var isServing: Bool { handle != nil }
    package var isRunning: Bool { state.isAlive }

    package func stopServing() { stopNavigation() }
    package func serveAgain() { startNavigation() }

    package func die() {
        report(.killed)
        state.isAlive = false
        linkLayer.changeServices(of: state.number) { $0.removeAll() }
        advertise(false)
        state.reads.removeAll()
    }

    /// Starts the app again; the user goes on navigating.
    package func restart() {
        state.session = makeSession()
        state.isAlive = true
        state.nextWake = .max
        if !linkLayer.state.peripherals[Int(state.number)].isRadioOn { feed(.radioOff, .radioOff) }
        startNavigation()
        publishNext()
    }

    package nonisolated func hear(_ indication: PeripheralIndication, _ payload: Span<UInt8>) {
        assumeIsolated { $0.take(indication) }
    }

    private func take(_ indication: PeripheralIndication) {
        guard state.isAlive else { return }
        switch indication {
        case .wake:
            // An earlier wake-up has taken this one's place: nothing is left to do.
            guard linkLayer.now >= state.nextWake else { return }
            state.nextWake = .max
            let isDue = state.session.deadline().map { $0 <= now } ?? false
            isDue ? feed(.timePassed, .timePassed) : scheduleWake()
        case .radioOff:
            state.reads.removeAll()
            feed(.radioOff, .radioOff)
        case .radioOn: feed(.radioOn, .radioOn)
        case .connected(let link, let mtu):
            feed(.connected(central(link), mtu: mtu), .connected(link, mtu: mtu))
        case .disconnected(let link):
            state.reads.removeAll { $0.link == link }
            feed(.disconnected(central(link)), .disconnected(link))
        case .mtuChanged(let link, let mtu):
            feed(.mtuChanged(central(link), mtu: mtu), .mtuChanged(link, mtu))
        case .read(let link, _, let offset, let token):
            if offset > 0 && !state.replacements.isEmpty { replaceObject(readAt: offset) }
            state.reads.append(PendingRead(link: link, token: token, offset: offset))
            feed(
                .read(central(link), offset: offset, identifier: nil), .read(link, offset: offset))
        case .write(let link, _, let token):
            linkLayer.respond(.error(.writeNotPermitted), on: link, token: token)
        case .subscribed(let link, _): feed(.subscribed(central(link)), .subscribed(link))
        case .unsubscribed(let link, _): feed(.unsubscribed(central(link)), .unsubscribed(link))
        case .queueReady: feed(.notificationsReady, .queueReady)
        case .alarm:
            // The alarm of a series that was stopped, or begun anew, is not due.
            if state.series?.due == linkLayer.now { publishNext() }
        }
    }

    private func replaceObject(readAt offset: Int) {
        let replacement = state.replacements.removeFirst()
        let count = replacement.streetByteCount
        guard replacement.forgetsOld else {
            return publishInvented(streetByteCount: count, key: UInt64(count))
        }
        // An object that ends before the offset would not go on, but end the read.
        let needed = offset + ATT.smallestPayload - layout.streetOffset
        for number in 0..<PeripheralSession.keptObjects {
            publishInvented(streetByteCount: max(count, needed), key: UInt64(number))
        }
    }

    private func central(_ link: Int32) -> PeripheralSession.Central {
        PeripheralSession.Central(rawValue: UInt32(bitPattern: link))
    }

    private var now: SessionTime { clock.time(at: linkLayer.now) }

    private func feed(
        _ event: PeripheralSession.Event, _ input: PhoneInput, _ bytes: Span<UInt8> = Span()
    ) {
        guard state.isAlive else { return }
        let time = now
        report(.told(input, at: time), bytes)
        state.session.handle(event, at: time)
        while let effect = state.session.nextEffect() { perform(effect) }
        if let reason = state.session.breakdownNow() { report(.brokeDown(reason)) }
        report(.acted)
        scheduleWake()
    }

    private func scheduleWake() {
        guard let deadline = state.session.deadline() else { return }
        let time = max(clock.microseconds(of: deadline), linkLayer.now)
        guard time < state.nextWake else { return }
        state.nextWake = time
        linkLayer.state.queue.add(.wake(.peripheral(state.number)), at: time)
    }

    private func perform(_ effect: PeripheralSession.Effect) {
        switch effect {
        case .addService:
            linkLayer.changeServices(of: state.number) { $0.add(.navigation(hasCCCD: hasCCCD)) }
        case .removeService:
            linkLayer.changeServices(of: state.number) { $0.remove(NavigationService.uuid) }
        case .startAdvertising: advertise(true)
        case .stopAdvertising: advertise(false)
        case .notify(let central, let value): notify(central, value)
        case .answer(let central, let value): answer(central, value)
        case .reject(let central, let error):
            guard let read = takeRead(central) else { return }
            report(.rejected(link: read.link, offset: read.offset, error))
            linkLayer.respond(.error(error), on: read.link, token: read.token)
        case .fault(.notNavigating), .fault(.unpublishable): state.hasRefusedObject = true
        case .fault(.unknownCentral): break
        }
    }

    private func advertise(_ isOn: Bool) {
        linkLayer.state.peripherals[Int(state.number)].advertised =
            isOn ? [NavigationService.uuid] : []
        report(.advertising(isOn: isOn))
    }

    private var handle: UInt16? {
        linkLayer.state.peripherals[Int(state.number)].database.handle(
            of: NavigationService.instructionCharacteristic, in: NavigationService.uuid)
    }

    private func notify(_ central: PeripheralSession.Central, _ value: PeripheralSession.Value) {
        guard let handle else { return }
        let link = Int32(bitPattern: central.rawValue)
        let isTaken = state.session.withBytes(of: value) { bytes in
            report(.notified(link: link), bytes)
            return linkLayer.notify(bytes, handle: handle, on: link)
        }
        if !isTaken { state.session.handle(.notificationRefused(central), at: now) }
    }

    private func answer(_ central: PeripheralSession.Central, _ value: PeripheralSession.Value) {
        guard let read = takeRead(central) else { return }
        let payload = state.session.withBytes(of: value) { bytes in
            report(.answered(link: read.link, offset: read.offset), bytes)
            return linkLayer.state.payloads.store(bytes)
        }
        linkLayer.respond(.value, on: read.link, token: read.token, payload: payload)
    }

    private func takeRead(_ central: PeripheralSession.Central) -> PendingRead? {
        let link = Int32(bitPattern: central.rawValue)
        guard let index = state.reads.firstIndex(where: { $0.link == link }) else { return nil }
        return state.reads.remove(at: index)
    }
}

extension SimulatedPeripheral {
    /// Everything that changes from event to event.
    struct State {
        var session: any PeripheralStateMachine
        /// Its number in the world.
        var number: Int32 = -1
        /// The reads that wait for their answers.
        var reads: ContiguousArray<PendingRead> = []
        /// When it will next be woken, in microseconds.
        var nextWake = UInt64.max
        /// Whether the app runs.
        var isAlive = true
        /// Makes objects; `nil` while someone is using it.
        var objects: ObjectFactory?
        /// Whether the state machine refused the object that was published last.
        var hasRefusedObject = false
        /// What the app publishes by itself.
        var series: Series?
        /// What will be published before a read continues: one replacement for each read.
        var replacements: ContiguousArray<Replacement> = []
    }

    /// A read that waits for its answer.
    struct PendingRead {
        let link: Int32
        let token: UInt32
        let offset: Int
    }

    /// Instructions that the app publishes by itself.
    struct Series {
        /// The time between two of them, in microseconds.
        let interval: UInt64
        let streetByteCount: Int
        /// When the next one is due, in microseconds of the world's clock.
        var due: UInt64 = 0
    }
}
