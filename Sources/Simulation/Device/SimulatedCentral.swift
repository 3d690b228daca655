public import KomootNav

/// A simulated device on the handlebar: a state machine with a radio, in a world.
public actor SimulatedCentral: CentralHost {
    private let executor: WorldExecutor
    private let linkLayer: LinkLayer
    /// The executor of its world.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    let confined: Confined<State>
    private let radio: DeviceRadio

    private let keepsDeliveries: Bool
    /// What it was given to show, in order.
    public private(set) var deliveries: [Delivery] = []
    /// The number of reads that it asked its radio for.
    public private(set) var readCount = 0
    /// What the rider was last told.
    public private(set) var status = CentralSession.Status.stopped

    init(
        _ session: any CentralStateMachine, radio: DeviceRadio, in world: World,
        keepsDeliveries: Bool
    ) {
        executor = world.executor
        linkLayer = world.linkLayer
        confined = Confined(State(session: session))
        self.radio = radio
        self.keepsDeliveries = keepsDeliveries
    }

    func enter() { number = linkLayer.addCentral(self) }

    /// Gives ``deliveries``, and forgets them.
    public func takeDeliveries() -> [Delivery] {
        defer { deliveries.removeAll() }
        return deliveries
    }

    /// Has it look for a phone.
    public func start() {
        linkLayer.referee.deviceStarted(number, at: linkLayer.now)
        feed(.start)
    }

    /// Has it end its link.
    public func stop() {
        linkLayer.referee.deviceStopped(number)
        feed(.stop)
    }

    nonisolated func hear(_ indication: CentralIndication, _ payload: Span<UInt8>) {
        assumeIsolated { $0.take(indication, payload) }
    }

    private func take(_ indication: CentralIndication, _ payload: Span<UInt8>) {
        switch indication {
        case .wake:
            // An earlier one was scheduled when this was, and has come.
            guard linkLayer.now >= nextWake else { return }
            nextWake = .max
            let isDue = session.nextDeadline.map { $0 <= now } ?? false
            isDue ? feed(.timePassed) : scheduleWake()
        case .radioOff:
            forgetLink()
            linkLayer.referee.deviceRadio(isOn: false, number)
            feed(.radioOff)
        case .radioOn:
            linkLayer.referee.deviceRadio(isOn: true, number)
            feed(.radioOn)
        case .found(let peripheral): feed(.found(.init(rawValue: UInt64(peripheral))))
        case .connected(let number, let token, let mtu):
            link = (number, token)
            feed(.connected(link: Ticket(rawValue: token), mtu: mtu))
        case .disconnected(let token):
            if link?.token == token { forgetLink() }
            feed(.disconnected(link: Ticket(rawValue: token)))
        case .response(let response, let token, let linkToken):
            take(response, token: token, linkToken: linkToken, payload)
        case .notification(_, let token):
            let link = Ticket(rawValue: token)
            feed(
                radio == .oneCallback
                    ? .arrived(link: link, payload) : .notified(link: link, payload))
        case .mtuChanged(let mtu, let token):
            feed(.mtuChanged(link: Ticket(rawValue: token), mtu))
        case .servicesChanged(let token):
            feed(.serviceChanged(link: Ticket(rawValue: token)))
        }
    }

    private func take(
        _ response: Response, token: UInt32, linkToken: UInt32, _ payload: Span<UInt8>
    ) {
        let ticket = Ticket(rawValue: token)
        if token & LongRead.tokenBit != 0 {
            let isAwaited = longReads.first?.token == token && link?.token == linkToken
            return isAwaited ? takePiece(response, payload) : repeatAnswer()
        }
        switch response {
        case .value: feed(.answered(ticket, payload))
        case .done: feed(.subscribed(ticket))
        case .characteristic(let handle, let hasCCCD):
            self.handle = handle
            feed(.discovered(ticket, hasCCCD: hasCCCD))
        case .error(.attributeNotFound) where token == discovery: feed(.notDiscovered(ticket))
        case .error(let error): feed(.failed(ticket, error))
        }
    }

    private func takePiece(_ response: Response, _ payload: Span<UInt8>) {
        let progress: LongRead.Progress
        switch response {
        case .value: progress = longReads[0].receive(payload)
        case .error(let error): progress = longReads[0].receive(error)
        case .done, .characteristic: return
        }
        switch progress {
        case .readOn(let offset): requestPiece(at: offset)
        case .finished:
            let read = longReads.removeFirst()
            lastRead = read
            goOnReading()
            if radio == .oneCallback, let link {
                feed(.arrived(link: Ticket(rawValue: link.token), read.bytes.span))
            } else {
                feed(.answered(read.ticket, read.bytes.span))
            }
        case .failed(let error):
            let read = longReads.removeFirst()
            goOnReading()
            feed(.failed(read.ticket, error))
        }
    }

    /// A piece came twice: the radio reports the last value twice. Behind one callback nobody could
    /// tell, and nothing would be proven any more; there it does not.
    private func repeatAnswer() {
        guard let lastRead, radio == .wholeValues else { return }
        feed(.answered(lastRead.ticket, lastRead.bytes.span))
    }

    private func requestPiece(at offset: Int) {
        lastToken &+= 1
        longReads[0].token = LongRead.tokenBit | lastToken
        request(offset, token: LongRead.tokenBit | lastToken)
    }

    private func goOnReading() {
        guard longReads.isEmpty else { return requestPiece(at: 0) }
        while !deferred.isEmpty && longReads.isEmpty { perform(deferred.removeFirst()) }
    }

    private func forgetLink() {
        link = nil
        longReads.removeAll(keepingCapacity: true)
        deferred.removeAll(keepingCapacity: true)
    }

    private var now: SessionTime { SessionTime(milliseconds: linkLayer.now / 1000) }

    private func feed(_ event: CentralSession.Event) {
        session.handle(event, at: now)
        var count = 0
        while let effect = session.nextEffect() {
            count += 1
            perform(effect)
        }
        linkLayer.referee.deviceActed(
            number, effects: count, memory: session.memoryUse, at: linkLayer.now)
        scheduleWake()
    }

    private func scheduleWake() {
        guard let deadline = session.nextDeadline else { return }
        let (time, overflow) = deadline.milliseconds.multipliedReportingOverflow(by: 1000)
        guard !overflow, time < nextWake else { return }
        nextWake = max(time, linkLayer.now)
        linkLayer.queue.add(.wake(.central(number)), at: nextWake)
    }

    private func perform(_ effect: CentralSession.Effect) {
        switch effect {
        case .startScan:
            linkLayer.referee.deviceScans(number)
            linkLayer.startScan(number, for: NavigationService.uuid)
        case .stopScan: linkLayer.stopScan(number)
        case .connect(let peer, let ticket):
            linkLayer.referee.deviceConnects(number)
            let number = linkLayer.connect(
                number, to: Int32(truncatingIfNeeded: peer.rawValue), linkToken: ticket.rawValue)
            link = (number, ticket.rawValue)
        case .disconnect(let ticket):
            guard let link, link.token == ticket.rawValue else { return }
            linkLayer.disconnect(link.number)
            forgetLink()
        case .discover where !longReads.isEmpty, .subscribe where !longReads.isEmpty:
            deferred.append(effect)
        case .discover(let ticket): discover(ticket)
        case .subscribe(let ticket):
            guard let link else { return }
            linkLayer.send(
                .subscribe(handle: handle, on: true), on: link.number, token: ticket.rawValue)
        case .read(let ticket, let offset): read(ticket, offset)
        case .deliver(let extent): deliver(extent)
        case .report(let status):
            self.status = status
            linkLayer.trace.note(.reported(number, status), at: linkLayer.now)
            linkLayer.referee.deviceReported(status, number, at: linkLayer.now)
        case .fault(let fault): linkLayer.referee.deviceFound(fault)
        }
    }

    private func discover(_ ticket: Ticket) {
        guard let link else { return }
        discovery = ticket.rawValue
        var uuids: ContiguousArray<UInt8> = []
        for uuid in [NavigationService.uuid, NavigationService.instructionCharacteristic] {
            for position in 0..<UUID128.byteCount { uuids.append(uuid[position]) }
        }
        let payload = linkLayer.payloads.store(uuids.span)
        linkLayer.send(.discover, on: link.number, token: ticket.rawValue, payload: payload)
    }

    private func read(_ ticket: Ticket, _ offset: Int) {
        readCount += 1
        if radio == .offsetReads { return request(offset, token: ticket.rawValue) }
        longReads.append(LongRead(ticket))
        if longReads.count == 1 { requestPiece(at: 0) }
    }

    private func request(_ offset: Int, token: UInt32) {
        guard let link else { return }
        let request: Request =
            offset == 0
            ? .read(handle: handle)
            : .readBlob(handle: handle, offset: UInt16(truncatingIfNeeded: offset))
        linkLayer.send(request, on: link.number, token: token)
        if radio == .oneCallback {
            // Its session can't tell whether this very request was answered; the system can.
            linkLayer.schedule(
                .transactionTimeout(link: link.number), after: LinkLayer.transactionTimeout)
        }
    }

    private func deliver(_ extent: ObjectExtent) {
        let linkLayer = linkLayer
        let number = number
        session.withDelivery { bytes, lent in
            linkLayer.trace.note(.delivered(number, extent), at: linkLayer.now, bytes)
            linkLayer.referee.deviceShows(bytes, extent, number, at: linkLayer.now)
        }
        guard keepsDeliveries else { return }
        let copy = session.withDelivery { bytes, _ in ContiguousArray(copying: bytes) }
        guard let copy else { return }
        deliveries.append(
            Delivery(
                time: VirtualClock.Instant(microseconds: linkLayer.now), extent: extent, bytes: copy
            ))
    }
}

extension ContiguousArray<UInt8> {
    /// Copies bytes.
    init(copying bytes: Span<UInt8>) {
        self.init()
        reserveCapacity(bytes.count)
        for position in bytes.indices { append(bytes[position]) }
    }
}
