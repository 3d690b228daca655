public import LinkVocabulary

/// The radio of a `GATTPeripheral` in a world.
final class SimulatedPeripheralRadio: SimulatedRole, GATTPeripheralRadio, PeripheralHost,
    @unchecked Sendable
{
    private struct Subscription: Equatable {
        let link: Int32
        let path: GATTCharacteristic.Path
    }

    private var number: Int32 = -1
    private var handle: (@Sendable (GATTPeripheralEvent) -> Void)?
    private var served: [GATTService] = []
    private var mtus: [Int32: Int] = [:]
    private var subscriptions: [Subscription] = []
    /// The requests that are not answered.
    private var requests: [Ticket: (link: Int32, token: UInt32, service: UUID128)] = [:]
    private var lastTicket = Ticket(rawValue: 0)

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
        number = linkLayer.addPeripheral(self)
        participant = .peripheral(number)
    }

    // MARK: What the app asks for

    func open(_ handle: @escaping @Sendable (GATTPeripheralEvent) -> Void) {
        self.handle = handle
        tell(.state(linkLayer.state.peripherals[Int(number)].isRadioOn ? .on : .off))
    }

    private func tell(_ event: GATTPeripheralEvent) { handle?(event) }

    func perform(_ request: GATTPeripheralRequest) {
        switch request {
        case .add(let service):
            guard !served.contains(where: { $0.uuid == service.uuid }) else { return }
            served.append(service)
            linkLayer.changeServices(of: number) { $0.add(service) }
        case .remove(let uuid):
            guard served.contains(where: { $0.uuid == uuid }) else { return }
            // Whoever serves the service may answer no more.
            let open = requests.filter { $0.value.service == uuid }
            for ticket in open.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
                refuse(ticket, with: .invalidHandle)
            }
            served.removeAll { $0.uuid == uuid }
            subscriptions.removeAll { $0.path.service == uuid }
            linkLayer.changeServices(of: number) { $0.remove(uuid) }
        case .advertise(let services, let name): advertise(services, name)
        case .stopAdvertising: advertise([], nil)
        }
    }

    private func advertise(_ services: [UUID128], _ name: String?) {
        linkLayer.state.peripherals[Int(number)].advertised = services
        linkLayer.state.peripherals[Int(number)].advertisedName = name
    }

    func notify(
        _ value: Span<UInt8>, of path: GATTCharacteristic.Path, to central: GATTPeer
    ) -> Bool {
        let database = linkLayer.state.peripherals[Int(number)].database
        guard let handle = database.handle(of: path.characteristic, in: path.service) else {
            return true
        }
        var hadRoom = true
        for subscription in subscriptions
        where subscription.path == path && peer(on: subscription.link) == central
            && !linkLayer.notify(value, handle: handle, on: subscription.link)
        { hadRoom = false }
        return hadRoom
    }

    func answer(_ read: Ticket, with value: Span<UInt8>) {
        guard let (link, token, _) = requests.removeValue(forKey: read) else { return }
        let room = ATT.readPayload(mtu: mtus[link] ?? ATT.defaultMTU)
        let payload = linkLayer.state.payloads.store(value.extracting(first: room))
        linkLayer.respond(.value, on: link, token: token, payload: payload)
    }

    func accept(_ write: Ticket) { respond(.done, to: write) }

    func refuse(_ request: Ticket, with error: ATTError) { respond(.error(error), to: request) }

    private func respond(_ response: Response, to request: Ticket) {
        guard let (link, token, _) = requests.removeValue(forKey: request) else { return }
        linkLayer.respond(response, on: link, token: token)
    }

    // MARK: What it hears

    func hear(_ indication: PeripheralIndication, _ payload: Span<UInt8>) {
        linkLayer.state.mayHaveResumed = true
        switch indication {
        case .wake: if takeAlarm() { tell(.timePassed) }
        case .radioOff:
            served = []
            forgetLinks()
            tell(.state(.off))
        case .radioOn: tell(.state(.on))
        case .connected(let link, let mtu), .mtuChanged(let link, let mtu): mtus[link] = mtu
        case .disconnected(let link):
            mtus[link] = nil
            requests = requests.filter { $0.value.link != link }
            let ended = subscriptions.filter { $0.link == link }
            subscriptions.removeAll { $0.link == link }
            for subscription in ended { tell(.unsubscribed(peer(on: link), subscription.path)) }
        case .read(let link, let characteristic, let offset, let token):
            let path = path(of: characteristic)
            tell(
                .read(
                    GATTRead(
                        ticket: ticket(link, token, path), central: peer(on: link),
                        characteristic: path, offset: offset)))
        case .write(let link, let characteristic, let token):
            let path = path(of: characteristic)
            tell(
                .write(
                    GATTWrite(
                        ticket: ticket(link, token, path), central: peer(on: link),
                        characteristic: path,
                        value: ContiguousArray(copying: payload))))
        case .subscribed(let link, let characteristic):
            let new = Subscription(link: link, path: path(of: characteristic))
            guard !subscriptions.contains(new) else { return }
            subscriptions.append(new)
            tell(.subscribed(peer(on: link), new.path))
        case .unsubscribed(let link, let characteristic):
            let ended = Subscription(link: link, path: path(of: characteristic))
            guard subscriptions.contains(ended) else { return }
            subscriptions.removeAll { $0 == ended }
            tell(.unsubscribed(peer(on: link), ended.path))
        case .queueReady: tell(.ready)
        case .alarm: break
        }
    }

    private func forgetLinks() {
        mtus = [:]
        subscriptions = []
        requests = [:]
    }

    private func peer(on link: Int32) -> GATTPeer {
        let central = linkLayer.state.links[Int(link)].central
        return GATTPeer(identifier: UUID128(device: ~number, peer: central))
    }

    /// The link layer names a characteristic by its UUID alone: of two services, it is in the first that has it.
    private func path(of characteristic: UUID128) -> GATTCharacteristic.Path {
        let service = served.first { $0.characteristics.contains { $0.uuid == characteristic } }
        return GATTCharacteristic.Path(
            characteristic, in: service?.uuid ?? UUID128(assignedNumber: 0))
    }

    private func ticket(
        _ link: Int32, _ token: UInt32, _ path: GATTCharacteristic.Path
    ) -> Ticket {
        lastTicket = lastTicket.next
        requests[lastTicket] = (link, token, path.service)
        return lastTicket
    }
}

extension World {
    /// Adds a peripheral for apps, with a radio in this world: for a `NavigationPhone`, and others beside it.
    public func addPeripheral() -> GATTPeripheral { GATTPeripheral(peripheralRadio()) }

    /// Adds the radio of a peripheral, for a radio that sits on it, as one that records.
    public func peripheralRadio() -> any GATTPeripheralRadio { SimulatedPeripheralRadio(in: self) }

    /// Adds a peripheral from outside, before anything that is asked of it.
    package nonisolated func joinPeripheral() -> GATTPeripheral {
        GATTPeripheral(SimulatedPeripheralRadio(joining: self))
    }
}
