package import CompanionPairing
package import LinkVocabulary
package import Simulation

/// What a server's phone shows beside pairing, to anybody who asks.
package struct ShownBeside: Sendable {
    let service: UUID128
    let characteristic: UUID128
    /// The value that shows a number. Subscribers are notified of its first bytes.
    let makeValue: @Sendable (UInt32) -> ContiguousArray<UInt8>

    package init(
        _ service: UUID128, _ characteristic: UUID128,
        makeValue: @escaping @Sendable (UInt32) -> ContiguousArray<UInt8>
    ) {
        self.service = service
        self.characteristic = characteristic
        self.makeValue = makeValue
    }
}

/// A server's phone: its system, its disk, and its app while that runs.
///
/// It is not a `GATTServer`: that answers each request at once and accepts each write, and tells nobody of links.
///
/// It may be marked as sendable because only code on the world's executor uses it.
package final class PairingPeripheral: PeripheralHost, PairingPhone, PairingServerHost,
    @unchecked Sendable
{
    /// What it has in common with the other end's.
    package var app: SimulatedApp
    private let makeMachine: @Sendable (PairingName) -> any ServerMachine
    /// Whether its system tells when a link comes up and when it ends.
    let tellsLinks: Bool
    var number: Int32 = -1
    var layer: LinkLayer { app.layer }
    var judge: PairingJudge { app.judge }
    /// The app, while it runs.
    private var machine: (any ServerMachine)?
    package var server: (any ServerState)? { machine }
    private var mtus: [Int32: Int] = [:]
    private let beside: ShownBeside?
    private var value: ContiguousArray<UInt8>

    package init(
        _ app: SimulatedApp, tellsLinks: Bool, beside: ShownBeside? = nil,
        makeMachine: @escaping @Sendable (PairingName) -> any ServerMachine
    ) {
        self.app = app
        self.tellsLinks = tellsLinks
        self.makeMachine = makeMachine
        self.beside = beside
        value = beside?.makeValue(0) ?? []
        number = app.layer.addPeripheral(self)
        self.app.enter(as: .peripheral(number))
    }

    var isRunning: Bool { machine != nil }
    var nextDeadline: SessionTime? { machine?.nextDeadline }

    func makeApp() { machine = makeMachine(app.freshName()) }

    /// Ends the app; its services are gone, but not the links.
    package func kill() {
        guard machine != nil else { return }
        machine = nil
        app.die()
        layer.changeServices(of: number) { $0.removeAll() }
        layer.state.peripherals[Int(number)].advertised = []
        judge.mark("server killed")
        judge.check(at: layer.now)
    }

    /// The user presses *Unpair*.
    package func unpair() {
        let press: PairingNote.Press =
            machine.map { $0.canUnpair ? .counts : .notOnScreen } ?? .notRunning
        app.note(.pressed(.unpair, press))
        if press == .counts { judge.pressServersUnpair() }
        handle(.unpair)
    }

    package func publish(_ number: UInt32) {
        guard machine != nil, let beside else { return }
        value = beside.makeValue(number)
        let database = layer.state.peripherals[Int(self.number)].database
        guard let handle = database.handle(of: beside.characteristic, in: beside.service) else {
            return
        }
        for link in mtus.keys.sorted() {
            _ = layer.notify(value.span.extracting(first: 4), handle: handle, on: link)
        }
    }

    func take(_ event: SharedPairingEvent) { handle(PairingServer.Event(event)) }

    private func handle(_ event: borrowing PairingServer.Event) {
        machine?.handle(event, at: app.now)
        while let effect = machine?.nextEffect() {
            guard app.livesOn() else { return kill() }
            perform(effect)
        }
        app.wake(at: machine?.nextDeadline)
        judge.check(at: layer.now)
    }

    private func perform(_ effect: PairingServer.Effect) {
        note(effect)
        switch effect {
        case .load: app.begin(.load)
        case .store(let names, let ticket): app.begin(.store(names, ticket.rawValue))
        case .startAdvertising: advertise()
        case .answer(let request, let answer):
            let link = Int32(truncatingIfNeeded: request.rawValue >> 32)
            let payload = answer.withBytes { bytes in
                let chunk = bytes.extracting(
                    first: ATT.readPayload(mtu: mtus[link] ?? ATT.defaultMTU))
                return layer.state.payloads.store(chunk)
            }
            respond(.value, to: request, payload)
        case .accept(let request): respond(.done, to: request)
        case .refuse(let request, let error): respond(.error(error), to: request)
        case .pairedNameChanged, .show, .fault: break
        }
    }

    private func advertise() {
        guard isRadioOn else { return }
        let paired = PairingService.pairedClientNameCharacteristic
        let service = GATTService(
            uuid: PairingService.uuid,
            characteristics: [
                GATTCharacteristic(
                    uuid: PairingService.serverNameCharacteristic, properties: .read),
                GATTCharacteristic(uuid: paired, properties: [.read, .write]),
            ])
        layer.changeServices(of: number) {
            $0.removeAll()
            $0.add(service)
            guard let beside else { return }
            let shown = GATTCharacteristic(
                uuid: beside.characteristic, properties: [.read, .notify])
            $0.add(GATTService(uuid: beside.service, characteristics: [shown]))
        }
        layer.state.peripherals[Int(number)].advertised = [PairingService.uuid]
    }

    private func respond(
        _ response: Response, to request: PairingServer.Request, _ payload: Payload = .none
    ) {
        let link = Int32(truncatingIfNeeded: request.rawValue >> 32)
        layer.respond(
            response, on: link, token: UInt32(truncatingIfNeeded: request.rawValue),
            payload: payload)
    }

    private func answerBeside(_ link: Int32, _ token: UInt32, offset: Int) {
        guard offset <= value.count else {
            return layer.respond(.error(.invalidOffset), on: link, token: token)
        }
        let count = min(value.count - offset, ATT.readPayload(mtu: mtus[link] ?? ATT.defaultMTU))
        let payload = layer.state.payloads.store(value.span.extracting(offset..<offset + count))
        layer.respond(.value, on: link, token: token, payload: payload)
    }

    private func request(_ link: Int32, _ token: UInt32) -> PairingServer.Request {
        PairingServer.Request(rawValue: UInt64(UInt32(bitPattern: link)) << 32 | UInt64(token))
    }

    /// A system that does not tell the ends of links can't tell two links of one central apart either: it knows
    /// only the central.
    private func handle(of link: Int32) -> PairingServer.Link {
        let number = tellsLinks ? link : layer.state.links[Int(link)].central
        return PairingServer.Link(rawValue: UInt64(UInt32(bitPattern: number)))
    }

    package nonisolated func hear(_ indication: PeripheralIndication, _ payload: Span<UInt8>) {
        switch indication {
        case .wake, .alarm: wakeUp()
        case .radioOff: handle(.radioOff)
        case .radioOn: handle(.radioOn)
        case .connected(let link, let mtu):
            mtus[link] = mtu
            if tellsLinks { handle(.connected(handle(of: link))) }
        case .disconnected(let link):
            if tellsLinks { handle(.disconnected(handle(of: link))) }
        case .mtuChanged(let link, let mtu): mtus[link] = mtu
        case .read(let link, let characteristic, let offset, let token)
        where characteristic == beside?.characteristic:
            answerBeside(link, token, offset: offset)
        case .read(let link, let characteristic, let offset, let token):
            let isServerName = characteristic == PairingService.serverNameCharacteristic
            handle(
                .read(
                    handle(of: link), isServerName ? .serverName : .pairedClientName,
                    offset: offset, request(link, token)))
        case .write(let link, _, let token):
            handle(.write(handle(of: link), payload, request(link, token)))
        case .subscribed, .unsubscribed, .queueReady: break
        }
    }
}
