public import LinkVocabulary

/// The radio of a ``GATTCentral`` in a world. It reads whole values, as the radios of phones do.
final class SimulatedCentralRadio: SimulatedRole, GATTCentralRadio, CentralHost, @unchecked Sendable
{
    private struct Link {
        let number: Int32
        /// The characteristics that were discovered.
        var handles: [GATTCharacteristic.Path: UInt16] = [:]
        var operation: Operation?
    }

    /// A request of the central, and how far it has come.
    private struct Operation {
        let request: GATTRequest
        let ticket: Ticket
        /// The token of the PDU that is outstanding.
        var token: UInt32 = 0
        /// What was read so far.
        var bytes: ContiguousArray<UInt8> = []
        /// What a discovery gives, and for how many characteristics of it the peripheral is still to be asked.
        var found: [GATTService] = []
        var unasked: [UUID128] = []
    }

    private var number: Int32 = -1
    private var handle: (@Sendable (GATTCentralEvent) -> Void)?
    private var links: [Ticket: Link] = [:]
    /// What the scan has found, if it is to be told once.
    private var told: Set<Int32>?
    private var lastToken = Request.noResponse

    init(in world: isolated World) {
        super.init(joining: world)
        join()
    }

    override init(joining world: World) {
        super.init(joining: world)
        run { self.join() }
    }

    private func join() {
        beginRandomNumbers()
        number = linkLayer.addCentral(self)
        participant = .central(number)
    }

    // MARK: What the central asks for

    func open(_ handle: @escaping @Sendable (GATTCentralEvent) -> Void) {
        self.handle = handle
        tell(.state(linkLayer.state.centrals[Int(number)].isRadioOn ? .on : .off))
    }

    private func tell(_ event: GATTCentralEvent) { handle?(event) }

    func perform(_ request: GATTCentralRequest) {
        switch request {
        case .scan(let services, let repeats):
            told = repeats ? nil : []
            linkLayer.startScan(number, for: services)
            tellConnected(services)
        case .stopScan: linkLayer.stopScan(number)
        case .connect(let peer, let ticket):
            let known = linkLayer.state.peripherals.indices.map(Int32.init)
            guard let peripheral = known.first(where: { self.peer($0) == peer }) else {
                return tell(.ended(link: ticket))
            }
            links[ticket] = Link(
                number: linkLayer.connect(number, to: peripheral, linkToken: ticket.rawValue))
        case .disconnect(let ticket):
            if let link = links.removeValue(forKey: ticket) { linkLayer.disconnect(link.number) }
        case .send(let request, let ticket, let link):
            links[link]?.operation = Operation(request: request, ticket: ticket)
            begin(request, on: link)
        }
    }

    private func peer(_ peripheral: Int32) -> GATTPeer {
        GATTPeer(identifier: UUID128(device: number, peer: peripheral))
    }

    private func database(of link: Ticket) -> GATTDatabase? {
        links[link].map {
            let peripheral = linkLayer.state.links[Int($0.number)].peripheral
            return linkLayer.state.peripherals[Int(peripheral)].database
        }
    }

    private func begin(_ request: GATTRequest, on link: Ticket) {
        switch request {
        case .discover(let service):
            let found = database(of: link)?.services(service) ?? []
            links[link]?.operation?.found = found
            links[link]?.operation?.unasked = found.flatMap { $0.characteristics.map(\.uuid) }
            // If there is none, it takes time to learn that.
            discover(found.first?.characteristics.first?.uuid ?? service, in: service, on: link)
        case .read(let path): send({ .read(handle: $0) }, of: path, on: link)
        case .write(let value, let path): send({ .write(handle: $0) }, of: path, on: link, value)
        case .writeWithoutResponse(let value, let path):
            send({ .writeCommand(handle: $0) }, of: path, on: link, value)
        case .subscribe(let path, let isOn):
            send({ .subscribe(handle: $0, on: isOn) }, of: path, on: link)
        }
    }

    private func send(
        _ request: (UInt16) -> Request, of path: GATTCharacteristic.Path, on link: Ticket,
        _ value: ContiguousArray<UInt8> = []
    ) {
        guard let handle = links[link]?.handles[path] else {
            return finish(.refused(.invalidHandle), on: link)
        }
        send(request(handle), on: link, value)
    }

    private func send(
        _ request: Request, on link: Ticket, _ value: ContiguousArray<UInt8> = []
    ) {
        guard let number = links[link]?.number else { return }
        let payload = linkLayer.state.payloads.store(value.span)
        if case .writeCommand = request {
            linkLayer.send(request, on: number, token: Request.noResponse, payload: payload)
            return finish(.done, on: link)
        }
        lastToken += 1
        links[link]?.operation?.token = lastToken
        linkLayer.send(request, on: number, token: lastToken, payload: payload)
        linkLayer.schedule(
            .transactionTimeout(link: number), after: LinkLayer.transactionTimeout)
    }

    private func finish(_ answer: GATTAnswer, on link: Ticket) {
        guard let operation = links[link]?.operation else { return }
        links[link]?.operation = nil
        tell(.answered(request: operation.ticket, answer))
    }

    private func discover(_ characteristic: UUID128, in service: UUID128, on link: Ticket) {
        send(.discover, on: link, Request.uuids(of: characteristic, in: service))
    }

    // MARK: What it hears

    func hear(_ indication: CentralIndication, _ payload: Span<UInt8>) {
        linkLayer.state.mayHaveResumed = true
        switch indication {
        case .wake: if takeAlarm() { tell(.timePassed) }
        case .radioOff:
            links = [:]
            tell(.state(.off))
        case .radioOn: tell(.state(.on))
        case .found(let peripheral): find(peripheral)
        case .connected(_, let token, let mtu):
            let link = Ticket(rawValue: token)
            if links[link] != nil { tell(.connected(link: link, mtu: mtu)) }
        case .disconnected(let token):
            let link = Ticket(rawValue: token)
            if links.removeValue(forKey: link) != nil { tell(.ended(link: link)) }
        case .response(let response, let token, let linkToken):
            let link = Ticket(rawValue: linkToken)
            guard links[link]?.operation?.token == token else { return }
            take(response, payload, on: link)
        case .notification(let handle, let token):
            let link = Ticket(rawValue: token)
            guard let path = links[link]?.handles.first(where: { $0.value == handle })?.key else {
                return
            }
            tell(.notified(link: link, path, ContiguousArray(copying: payload)))
        case .mtuChanged(let mtu, let token): tell(.mtuChanged(link: Ticket(rawValue: token), mtu))
        case .serviceChanged(let token):
            let link = Ticket(rawValue: token)
            links[link]?.handles = [:]
            tell(.servicesChanged(link: link))
        }
    }

    var waitingCalls: [String] {
        let scanned = linkLayer.state.centrals[Int(number)].scanned.map { "a scan for \($0)" }
        let requests = links.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { _, link in
            linkLayer.state.links[Int(link.number)].isComingUp
                ? "connect" : link.operation.map { $0.request.call }
        }
        return (scanned + requests).map { "GATTCentral: \($0)" }
    }

    private func find(_ number: Int32) {
        guard told?.insert(number).inserted ?? true else { return }
        let peripheral = linkLayer.state.peripherals[Int(number)]
        tell(
            .found(
                GATTAdvertisement(
                    peer: peer(number), name: peripheral.advertisedName,
                    signalStrength: peripheral.signalStrength,
                    services: peripheral.advertised)))
    }

    /// What it is connected to need not advertise.
    private func tellConnected(_ services: [UUID128]) {
        let up = links.values.map { linkLayer.state.links[Int($0.number)] }
            .filter { $0.isUpForCentral && !$0.isLost }
        for number in up.map(\.peripheral).sorted() {
            let peripheral = linkLayer.state.peripherals[Int(number)]
            let served = services.filter { peripheral.database.services.contains($0) }
            guard !served.isEmpty else { continue }
            tell(
                .found(
                    GATTAdvertisement(
                        peer: peer(number), name: peripheral.advertisedName, signalStrength: nil,
                        services: served)))
        }
    }

    private func take(_ response: Response, _ payload: Span<UInt8>, on link: Ticket) {
        switch response {
        case .value: takeChunk(payload, on: link)
        case .done: finish(.done, on: link)
        case .characteristic(let handle, _): discovered(handle, on: link)
        case .error(let error):
            guard let operation = links[link]?.operation else { return }
            switch (operation.request, error) {
            case (.discover, .attributeNotFound):
                // A service may be empty. Otherwise it has changed meanwhile.
                let found = operation.found
                let isEmpty = found.allSatisfy { $0.characteristics.isEmpty }
                finish(.discovered(isEmpty ? found : []), on: link)
            case (.read(let path), .invalidOffset), (.read(let path), .attributeNotLong):
                // It can end a value that just fills its chunks.
                let isEnd = !operation.bytes.isEmpty && links[link]?.handles[path] != nil
                finish(isEnd ? .value(operation.bytes) : .refused(error), on: link)
            default: finish(.refused(error), on: link)
            }
        }
    }

    private func takeChunk(_ chunk: Span<UInt8>, on link: Ticket) {
        guard let current = links[link], let operation = current.operation,
            case .read(let path) = operation.request
        else { return }
        let room = ATT.maximumValueLength - operation.bytes.count
        let bytes = operation.bytes + ContiguousArray(copying: chunk.extracting(first: room))
        links[link]?.operation?.bytes = bytes
        let mtu = Int(linkLayer.state.links[Int(current.number)].mtu)
        guard chunk.count >= ATT.readPayload(mtu: mtu), bytes.count < ATT.maximumValueLength else {
            return finish(.value(bytes), on: link)
        }
        send({ .read(handle: $0, at: bytes.count) }, of: path, on: link)
    }

    private func discovered(_ handle: UInt16, on link: Ticket) {
        guard let operation = links[link]?.operation,
            case .discover(let service) = operation.request,
            let uuid = operation.unasked.first
        else { return }
        links[link]?.handles[GATTCharacteristic.Path(uuid, in: service)] = handle
        links[link]?.operation?.unasked.removeFirst()
        guard operation.unasked.count > 1 else {
            return finish(.discovered(operation.found), on: link)
        }
        discover(operation.unasked[1], in: service, on: link)
    }
}

extension World {
    /// Adds a central for apps, with a radio in this world. Its calls return only while the world runs.
    public func addCentral() -> GATTCentral { GATTCentral(centralRadio()) }

    /// Adds the radio of a central, for a radio that sits on it, as one that records.
    public func centralRadio() -> any GATTCentralRadio { SimulatedCentralRadio(in: self) }

    /// Adds a central from outside, before anything that is asked of it.
    package nonisolated func joinCentral() -> GATTCentral {
        GATTCentral(SimulatedCentralRadio(joining: self))
    }
}

extension GATTRequest {
    /// What the app has called for.
    fileprivate var call: String {
        switch self {
        case .discover(let service): "the discovery of \(service)"
        case .read(let path): "a read of \(path.characteristic)"
        case .write(_, let path), .writeWithoutResponse(_, let path):
            "a write of \(path.characteristic)"
        case .subscribe(let path, _): "a subscription to \(path.characteristic)"
        }
    }
}

extension UUID128 {
    /// By what a central knows a peripheral: it depends on both numbers only.
    package init(device: Int32, peer: Int32) {
        var random = SplitMix64(
            seed: UInt64(UInt32(bitPattern: device)) << 32 | UInt64(UInt32(bitPattern: peer)))
        self.init(high: random.next(), low: random.next())
    }
}
