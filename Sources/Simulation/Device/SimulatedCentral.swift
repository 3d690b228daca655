public import KomootNav

/// A simulated device on the handlebar: a state machine with a radio, in a world.
public actor SimulatedCentral: CentralHost {
    private let executor: WorldExecutor
    let linkLayer: LinkLayer
    /// The executor of its world.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    private let confined: Confined<State>
    /// Everything that changes from event to event.
    var state: State {
        unsafeAddress { unsafe confined.address }
        unsafeMutableAddress { unsafe confined.mutableAddress }
    }
    private let observer: (any DeviceObserver)?
    let radio: DeviceRadio
    /// Whether the radio tells the session the MTU.
    let tellsMTU: Bool
    private let keepsDeliveries: Bool
    /// Everything that it was given to show, in order.
    public private(set) var deliveries: [Delivery] = []
    /// What nobody has taken yet of what it told its rider.
    private var reports: [(time: VirtualClock.Instant, status: CentralSession.Status)] = []
    /// How many reads it has asked its radio for.
    package private(set) var readCount = 0
    /// What the rider was last told.
    public private(set) var status = CentralSession.Status.stopped

    init(
        _ session: any CentralStateMachine, radio: DeviceRadio, tellsMTU: Bool, in world: World,
        keepsDeliveries: Bool
    ) {
        executor = world.executor
        linkLayer = world.linkLayer
        observer = world.linkLayer.observer as? any DeviceObserver
        confined = Confined(State(session: session))
        self.radio = radio
        self.tellsMTU = tellsMTU
        self.keepsDeliveries = keepsDeliveries
    }

    func enter() {
        state.number = linkLayer.addCentral(self)
        report(.added(radio))
    }

    private func report(_ event: DeviceEvent, _ bytes: Span<UInt8> = Span()) {
        observer?.observe(event, of: state.number, at: linkLayer.now, bytes)
    }

    /// Returns ``deliveries``, and forgets them.
    public func takeDeliveries() -> [Delivery] {
        defer { deliveries.removeAll() }
        return deliveries
    }

    /// Returns the statuses that it told its rider since the last call, and when. At one moment, a delivery comes
    /// before a status.
    package func takeReports() -> [(time: VirtualClock.Instant, status: CentralSession.Status)] {
        defer { reports.removeAll() }
        return reports
    }

    /// Whether it has an instruction to show; `nil` unless it runs a `CentralSession`.
    package var hasInstruction: Bool? { (state.session as? CentralSession)?.hasInstruction }

    /// Starts to look for a phone.
    public func start() {
        report(.started)
        feed(.start)
    }

    /// Ends its link.
    public func stop() {
        report(.stopped)
        feed(.stop)
    }

    package nonisolated func hear(_ indication: CentralIndication, _ payload: Span<UInt8>) {
        assumeIsolated { $0.take(indication, payload) }
    }

    private func take(_ indication: CentralIndication, _ payload: Span<UInt8>) {
        switch indication {
        case .wake:
            runCallbacks()
            // An earlier wake-up has taken this one's place: nothing is left to do.
            guard linkLayer.now >= state.nextWake else { return }
            state.nextWake = .max
            guard let deadline = state.session.deadline(), deadline <= now else {
                return scheduleWake()
            }
            hasOneCallback ? post(.timePassed(deadline)) : feed(.timePassed)
        case .radioOff:
            forgetLink()
            tell(.radioOff)
        case .radioOn: tell(.radioOn)
        case .found(let peripheral): tell(.found(.init(rawValue: UInt64(peripheral))))
        case .connected(_, let token, let mtu):
            tell(.connected(link: Ticket(rawValue: token), mtu: tellsMTU ? mtu : nil))
        case .disconnected(let token):
            if state.link?.token == token { forgetLink() }
            tell(.disconnected(link: Ticket(rawValue: token)))
        case .response(let response, let token, let linkToken):
            take(response, token: token, linkToken: linkToken, payload)
        case .notification(_, let token):
            let link = Ticket(rawValue: token)
            hasOneCallback ? keep(payload, of: link) : feed(.notified(link: link, payload))
        case .mtuChanged(let mtu, let token):
            // With one callback nobody tells, until something arrives.
            if tellsMTU && !hasOneCallback {
                feed(.mtuChanged(link: Ticket(rawValue: token), mtu: mtu))
            }
        case .serviceChanged(let token):
            tell(.serviceChanged(link: Ticket(rawValue: token)))
        }
    }

    private func take(
        _ response: Response, token: UInt32, linkToken: UInt32, _ payload: Span<UInt8>
    ) {
        let ticket = Ticket(rawValue: token)
        if token & LongRead.tokenBit != 0 {
            let isAwaited = state.longReads.first?.token == token && state.link?.token == linkToken
            return isAwaited ? takeChunk(response, payload) : repeatAnswer()
        }
        settle(ticket)
        switch response {
        case .value: feed(.answered(ticket, payload))
        case .done:
            state.isSubscribed = true
            tell(.subscribed(ticket))
        case .characteristic(let handle, let hasCCCD):
            state.handle = handle
            state.isSubscribed = false
            tell(.discovered(ticket, hasCCCD: hasCCCD))
        case .error(.attributeNotFound) where token == state.discovery: tell(.notDiscovered(ticket))
        case .error(let error): tell(.failed(ticket, error))
        }
    }

    private func takeChunk(_ response: Response, _ payload: Span<UInt8>) {
        let progress: LongRead.Progress
        switch response {
        case .value: progress = state.longReads[0].receive(payload, mtu: linkMTU)
        case .error(let error): progress = state.longReads[0].receive(error, on: radio)
        case .done, .characteristic: return
        }
        switch progress {
        case .readOn(let offset): requestChunk(at: offset)
        case .finished:
            let read = state.longReads.removeFirst()
            state.lastRead = read
            settle(read.ticket)
            readNext()
            report(read)
        case .failed(let error):
            let read = state.longReads.removeFirst()
            settle(read.ticket)
            readNext()
            tell(.failed(read.ticket, error))
        }
    }

    private func report(_ read: LongRead) {
        guard let link = state.link.map({ Ticket(rawValue: $0.token) }) else { return }
        if hasOneCallback { return keep(read.bytes.span, of: link) }
        if radio == .blueZ && state.isSubscribed { feed(.notified(link: link, read.bytes.span)) }
        feed(.answered(read.ticket, read.bytes.span))
    }

    /// Reports the last value twice, because a chunk came twice. A radio with one callback does
    /// not: nobody could tell the second value from a notification, and nothing could be proven any
    /// more.
    private func repeatAnswer() {
        guard let lastRead = state.lastRead, radio != .coreBluetooth else { return }
        feed(.answered(lastRead.ticket, lastRead.bytes.span))
    }

    private func requestChunk(at offset: Int) {
        state.lastToken &+= 1
        state.longReads[0].token = LongRead.tokenBit | state.lastToken
        request(offset, token: LongRead.tokenBit | state.lastToken)
    }

    private func readNext() {
        if let next = state.longReads.first { return requestChunk(at: next.offset) }
        state.afterReads?(self)
        state.afterReads = nil
    }

    var linkMTU: Int {
        state.link.map { Int(linkLayer.state.links[Int($0.number)].mtu) } ?? ATT.defaultMTU
    }

    private func forgetLink() {
        state.link = nil
        state.owed = nil
        state.isSubscribed = false
        state.longReads.removeAll(keepingCapacity: true)
        state.afterReads = nil
    }

    /// Notes a request. A radio owes one answer at a time, to a device that keeps its promises.
    private func owe(_ ticket: Ticket, _ kind: LinkEvent.RequestKind) {
        if state.owed != nil { report(.asksTooMuch(kind)) }
        state.owed = ticket
    }

    /// Notes an answer.
    private func settle(_ ticket: Ticket) {
        if state.owed == ticket { state.owed = nil }
    }

    var now: SessionTime { SessionTime(milliseconds: linkLayer.now / 1000) }

    func feed(_ event: CentralSession.Event) {
        state.session.handle(event, at: now)
        var count = 0
        while let effect = state.session.nextEffect() {
            count += 1
            perform(effect)
        }
        state.mostEffects = max(state.mostEffects, count)
        if let reason = state.session.breakdownNow() { report(.brokeDown(reason)) }
        // While the radio has more to tell, the session can't have followed all of it.
        if !hasCallbacks {
            report(.acted(effects: state.mostEffects, memory: state.session.memoryInUse()))
            state.mostEffects = 0
        }
        scheduleWake()
    }

    private func scheduleWake() {
        guard let deadline = state.session.deadline() else { return }
        let (time, overflow) = deadline.milliseconds.multipliedReportingOverflow(by: 1000)
        guard !overflow, time < state.nextWake, !isWaiting(.timePassed(deadline)) else { return }
        state.nextWake = max(time, linkLayer.now)
        linkLayer.state.queue.add(.wake(.central(state.number)), at: state.nextWake)
    }

    private func perform(_ effect: CentralSession.Effect) {
        switch effect {
        // The link is gone, and the session will be told.
        case .discover, .subscribe, .read:
            guard state.link != nil else { return }
        default: break
        }
        switch effect {
        case .startScan: linkLayer.startScan(state.number, for: NavigationService.uuid)
        case .stopScan: linkLayer.stopScan(state.number)
        case .connect(let peer, let ticket):
            let number = linkLayer.connect(
                state.number, to: Int32(truncatingIfNeeded: peer.rawValue),
                linkToken: ticket.rawValue)
            state.link = (number, ticket.rawValue)
        case .disconnect(let ticket):
            guard let link = state.link, link.token == ticket.rawValue else { return }
            linkLayer.disconnect(link.number)
            forgetLink()
        case .discover(let ticket): discover(ticket)
        case .subscribe(let ticket):
            owe(ticket, .subscription)
            afterReads { central in
                guard let link = central.state.link else { return }
                central.linkLayer.send(
                    .subscribe(handle: central.state.handle, on: true), on: link.number,
                    token: ticket.rawValue)
            }
        case .read(let ticket, let offset): read(ticket, offset)
        case .deliver(let extent): deliver(extent)
        case .report(let status):
            self.status = status
            if keepsDeliveries {
                reports.append((VirtualClock.Instant(microseconds: linkLayer.now), status))
            }
            report(.reported(status))
        case .fault(let fault): report(.noticed(fault))
        }
    }

    private func discover(_ ticket: Ticket) {
        owe(ticket, .discovery)
        afterReads { $0.sendDiscovery(ticket) }
    }

    /// Asks when the radio has made its reads. It may owe some more if a notification was taken for an answer.
    private func afterReads(_ ask: @escaping @Sendable (isolated SimulatedCentral) -> Void) {
        if state.longReads.isEmpty { ask(self) } else { state.afterReads = ask }
    }

    private func sendDiscovery(_ ticket: Ticket) {
        guard let link = state.link else { return }
        state.discovery = ticket.rawValue
        let uuids = Request.uuids(
            of: NavigationService.instructionCharacteristic, in: NavigationService.uuid)
        let payload = linkLayer.state.payloads.store(uuids.span)
        linkLayer.send(.discover, on: link.number, token: ticket.rawValue, payload: payload)
    }

    private func read(_ ticket: Ticket, _ offset: Int) {
        readCount += 1
        owe(ticket, .read)
        if radio == .offsetReads { return request(offset, token: ticket.rawValue) }
        state.longReads.append(LongRead(ticket, at: radio == .blueZOffsets ? offset : 0))
        if state.longReads.count == 1 { readNext() }
    }

    private func request(_ offset: Int, token: UInt32) {
        guard let link = state.link else { return }
        linkLayer.send(
            .read(handle: state.handle, at: offset), on: link.number, token: token)
        if hasOneCallback {
            linkLayer.schedule(
                .transactionTimeout(link: link.number), after: LinkLayer.transactionTimeout)
        }
    }

    private func deliver(_ extent: ObjectExtent) {
        state.session.withDelivery { bytes, _ in report(.delivered(extent), bytes) }
        guard keepsDeliveries else { return }
        let copy = state.session.withDelivery { bytes, _ in ContiguousArray(copying: bytes) }
        guard let copy else { return }
        deliveries.append(
            Delivery(
                time: VirtualClock.Instant(microseconds: linkLayer.now), extent: extent, bytes: copy
            ))
    }
}

extension SimulatedCentral {
    /// Everything that changes from event to event.
    struct State {
        var session: any CentralStateMachine
        /// Its number in the world.
        var number: Int32 = -1
        var link: (number: Int32, token: UInt32)?
        /// The characteristic's handle.
        var handle: UInt16 = 0
        /// The token of the last discovery.
        var discovery: UInt32 = 0
        /// The ticket of the request that the radio owes an answer to.
        var owed: Ticket?
        var isSubscribed = false
        /// The reads that the radio goes on with by itself. It works on the first one.
        var longReads: ContiguousArray<LongRead> = []
        /// What waits for them.
        var afterReads: (@Sendable (isolated SimulatedCentral) -> Void)?
        var lastRead: LongRead?
        var lastToken: UInt32 = 0
        /// What a radio with one callback has not told yet.
        var callbacks = Callbacks()
        /// The most effects of one event since its observer was last told.
        var mostEffects = 0
        /// When it will next be woken, in microseconds.
        var nextWake = UInt64.max
    }
}
