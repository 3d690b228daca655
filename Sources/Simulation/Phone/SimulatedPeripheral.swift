public import KomootNav

/// A simulated phone that navigates: a state machine with a radio, in a world.
public actor SimulatedPeripheral: PeripheralHost {
    private let executor: WorldExecutor
    private let linkLayer: LinkLayer
    /// The executor of its world.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    private let makeSession: @Sendable () -> any PeripheralStateMachine
    let confined: Confined<State>
    private let clock: LocalClock
    private let layout: InstructionLayout
    private let hasCCCD: Bool

    init(
        clock: LocalClock, layout: InstructionLayout, hasCCCD: Bool, in world: World,
        makeSession: @escaping @Sendable () -> any PeripheralStateMachine
    ) {
        executor = world.executor
        linkLayer = world.linkLayer
        self.clock = clock
        self.layout = layout
        self.hasCCCD = hasCCCD
        self.makeSession = makeSession
        confined = Confined(State(session: makeSession()))
    }

    /// Whether it advertises.
    public var isAdvertising: Bool { advertises }

    func enter() { number = linkLayer.addPeripheral(self) }

    /// The user starts to navigate.
    public func startNavigation() { feed(.startNavigation, .navigationStarted) }

    /// The user stops navigating.
    public func stopNavigation() { feed(.stopNavigation, .navigationStopped) }

    /// The user has the phone advertise.
    public func startAdvertising() { feed(.startAdvertising, .advertisingWanted) }

    /// The app has a new instruction, which is encoded in the phone's layout.
    ///
    /// - Throws: what `NavigationInstruction.encoded(as:)` throws.
    public func publish(_ instruction: NavigationInstruction) throws(KomootNavError) {
        publish(ContiguousArray(try instruction.encoded(as: layout)).span)
    }

    /// The app has a new object.
    func publish(_ object: Span<UInt8>) {
        guard isAlive else { return }
        linkLayer.trace.note(.published(number), at: linkLayer.now, object)
        linkLayer.referee.phonePublished(object, at: linkLayer.now)
        feed(.publish(object), .published)
    }

    /// Has the app publish an invented instruction at once, and then again and again.
    ///
    /// - Parameters:
    ///   - interval: the time between two.
    ///   - streetByteCount: the length of each street.
    public func startPublishing(every interval: Duration, streetByteCount: Int) {
        series = Series(
            microseconds: max(VirtualClock.Instant(offset: interval).microseconds, 1),
            streetByteCount: streetByteCount,
            objects: ObjectFactory(layout: layout, salt: UInt32(truncatingIfNeeded: number) << 16))
        publishNext()
    }

    /// Has the app publish nothing more by itself.
    public func stopPublishing() { series = nil }

    private func publishNext() {
        guard var current = series else { return }
        series = nil
        let key = linkLayer.random.next()
        current.objects.withObject(streetByteCount: current.streetByteCount, key: key) {
            publish($0)
        }
        series = current
        linkLayer.schedule(.publication(peripheral: number), after: current.microseconds)
    }

    /// The app is killed: its service, its advertising and all that it knew are gone.
    func die() {
        linkLayer.referee.phoneRestarted(number)
        isAlive = false
        linkLayer.changeServices(of: number) { $0.removeAll() }
        linkLayer.peripherals[Int(number)].advertised = nil
        linkLayer.trace.note(.advertising(number, isOn: false), at: linkLayer.now)
        advertises = false
        reads.removeAll()
        refused.removeAll()
    }

    /// The app is started again, and the user navigates on.
    func restart() {
        session = makeSession()
        isAlive = true
        nextWake = .max
        if !linkLayer.peripherals[Int(number)].isRadioOn { feed(.radioOff, .radioOff) }
        startNavigation()
    }

    nonisolated func hear(_ indication: PeripheralIndication, _ payload: Span<UInt8>) {
        assumeIsolated { $0.take(indication) }
    }

    private func take(_ indication: PeripheralIndication) {
        guard isAlive else { return }
        switch indication {
        case .wake:
            // An earlier one was scheduled when this was, and has come.
            guard linkLayer.now >= nextWake else { return }
            nextWake = .max
            let isDue = session.nextDeadline.map { $0 <= now } ?? false
            isDue ? feed(.timePassed, .timePassed) : scheduleWake()
        case .radioOff:
            advertises = false
            reads.removeAll()
            feed(.radioOff, .radioOff)
        case .radioOn: feed(.radioOn, .radioOn)
        case .connected(let link, let mtu):
            feed(.connected(central(link), mtu: mtu), .connected(link, mtu: mtu))
        case .disconnected(let link):
            reads.removeAll { $0.link == link }
            feed(.disconnected(central(link)), .disconnected(link))
        case .mtuChanged(let link, let mtu):
            feed(.mtuChanged(central(link), mtu), .mtuChanged(link, mtu))
        case .read(let link, _, let offset, let token):
            reads.append(PendingRead(link: link, token: token, offset: offset))
            feed(
                .read(central(link), offset: offset, identifier: nil), .read(link, offset: offset))
        case .write(let link, _, let token):
            linkLayer.respond(.error(.writeNotPermitted), on: link, token: token)
        case .subscribed(let link, _): feed(.subscribed(central(link)), .subscribed(link))
        case .unsubscribed(let link, _): feed(.unsubscribed(central(link)), .unsubscribed(link))
        case .queueReady: feed(.notificationsReady, .queueReady)
        case .publication: publishNext()
        }
    }

    private func central(_ link: Int32) -> PeripheralSession.Central {
        PeripheralSession.Central(rawValue: UInt32(bitPattern: link))
    }

    private var now: SessionTime { clock.time(at: linkLayer.now) }

    private func feed(_ event: PeripheralSession.Event, _ observed: PhoneObservation) {
        guard isAlive else { return }
        let time = now
        linkLayer.referee.phone(number, observed, at: time)
        session.handle(event, at: time)
        drain(time)
        while let link = refused.popLast() {
            session.handle(.notificationRefused(central(link)), at: time)
            drain(time)
        }
        linkLayer.referee.phoneActed(number, at: time)
        scheduleWake()
    }

    private func drain(_ time: SessionTime) {
        while let effect = session.nextEffect() { perform(effect, time) }
    }

    private func scheduleWake() {
        guard let deadline = session.nextDeadline else { return }
        let time = max(clock.microseconds(of: deadline), linkLayer.now)
        guard time < nextWake else { return }
        nextWake = time
        linkLayer.queue.add(.wake(.peripheral(number)), at: time)
    }

    private func perform(_ effect: PeripheralSession.Effect, _ time: SessionTime) {
        switch effect {
        case .addService:
            linkLayer.changeServices(of: number) { $0.add(.navigation(hasCCCD: hasCCCD)) }
        case .removeService:
            linkLayer.changeServices(of: number) { $0.remove(NavigationService.uuid) }
        case .startAdvertising: advertise(true, time)
        case .stopAdvertising: advertise(false, time)
        case .notify(let central, let value): notify(central, value, time)
        case .answer(let central, let value): answer(central, value)
        case .reject(let central, let error):
            guard let read = takeRead(central) else { return }
            linkLayer.referee.phoneRejected(error, read, number)
            linkLayer.respond(.error(error), on: read.link, token: read.token)
        case .fault: break
        }
    }

    private func advertise(_ isOn: Bool, _ time: SessionTime) {
        advertises = isOn
        linkLayer.peripherals[Int(number)].advertised = isOn ? NavigationService.uuid : nil
        linkLayer.trace.note(.advertising(number, isOn: isOn), at: linkLayer.now)
        linkLayer.referee.phoneAdvertises(isOn, number, at: time)
    }

    private var handle: UInt16? {
        linkLayer.peripherals[Int(number)].database.handle(
            of: NavigationService.instructionCharacteristic, in: NavigationService.uuid)
    }

    private func notify(
        _ central: PeripheralSession.Central, _ value: PeripheralSession.Value, _ time: SessionTime
    ) {
        guard let handle else { return }
        let link = Int32(bitPattern: central.rawValue)
        let linkLayer = linkLayer
        let number = number
        let isTaken = session.withBytes(of: value) { bytes in
            linkLayer.referee.phoneNotified(bytes, link: link, number, at: time)
            return linkLayer.notify(bytes, handle: handle, on: link)
        }
        if !isTaken {
            linkLayer.referee.phoneQueueWasFull(link: link, number)
            refused.append(link)
        }
    }

    private func answer(_ central: PeripheralSession.Central, _ value: PeripheralSession.Value) {
        guard let read = takeRead(central) else { return }
        let linkLayer = linkLayer
        let number = number
        let payload = session.withBytes(of: value) { bytes in
            linkLayer.referee.phoneAnswered(bytes, read, number)
            return linkLayer.payloads.store(bytes)
        }
        linkLayer.respond(.value, on: read.link, token: read.token, payload: payload)
    }

    private func takeRead(_ central: PeripheralSession.Central) -> PendingRead? {
        let link = Int32(bitPattern: central.rawValue)
        guard let index = reads.firstIndex(where: { $0.link == link }) else { return nil }
        return reads.remove(at: index)
    }
}
