import CompanionPairing
import LinkVocabulary
package import Simulation

/// A server's phone: its system, its disk, and its app while that runs.
///
/// It is not a `GATTServer`: that answers each request at once and accepts each write, and tells nobody of links.
///
/// It may be marked as sendable because only code on the world's executor uses it.
package final class PairingPeripheral: PeripheralHost, PairingPhone, @unchecked Sendable {
    /// What it has in common with the other end's.
    package var app: SimulatedApp
    let makeMachine: @Sendable (PairingName) -> any ServerMachine
    /// Whether its system tells when a link comes up and when it ends.
    let tellsLinks: Bool
    var number: Int32 = -1
    var layer: LinkLayer { app.layer }
    var judge: PairingJudge { app.judge }
    /// The app, while it runs.
    package var machine: (any ServerMachine)?
    private var mtus: [Int32: Int] = [:]

    init(
        _ app: SimulatedApp, tellsLinks: Bool,
        makeMachine: @escaping @Sendable (PairingName) -> any ServerMachine
    ) {
        self.app = app
        self.tellsLinks = tellsLinks
        self.makeMachine = makeMachine
        number = app.layer.addPeripheral(self)
        self.app.participant = .peripheral(number)
    }

    var isRadioOn: Bool { layer.state.peripherals[Int(number)].isRadioOn }

    var isRunning: Bool { machine != nil }
    var nextDeadline: SessionTime? { machine?.nextDeadline }

    func makeApp() { machine = makeMachine(app.freshName()) }

    /// Starts the app.
    package func launch() { start() }

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

    /// Takes the name of another server, and is ready for a client.
    func pose(as names: PairingNames) {
        kill()
        app.disk.names = PairingNames(own: names.own)
        app.note(.posesAs(names))
        judge.mark("impostor")
        launch()
    }

    /// The user presses *Unpair*.
    package func unpair() {
        let press: PairingNote.Press =
            machine.map { $0.canUnpair ? .counts : .notOnScreen } ?? .notRunning
        app.note(.pressed(.unpair, press))
        if press == .counts { judge.pressServersUnpair() }
        handle(.unpair)
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
        app.note(.server(effect))
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
        case .refuse(let request, let error):
            judge.mark("refused \(error)")
            respond(.error(error), to: request)
        case .pairedNameChanged, .show: break
        case .fault(let fault): judge.mark("server fault \(fault)")
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
