import CompanionPairing
import KomootNav
package import Simulation

/// A server's phone: its system, its disk, and its app while that runs.
///
/// It may be marked as sendable because only code on the world's executor uses it.
package final class PairingPeripheral: PeripheralHost, @unchecked Sendable {
    let layer: LinkLayer
    let judge: PairingJudge
    let makeMachine: @Sendable (PairingName) -> any ServerMachine
    /// Whether its system tells when a link comes up and when it ends.
    let tellsLinks: Bool
    var number: Int32 = -1
    var clock: LocalClock
    var random: SplitMix64
    /// The app, while it runs.
    package var machine: (any ServerMachine)?
    package var disk = SimulatedDisk()
    /// Who it is in the notes of a run.
    let end: PairingNote.End
    /// How often a store fails, in a thousand.
    var storeFaults = 0
    /// The app is killed before it does so many more effects.
    var effectsToLive: Int?
    private var mtus: [Int32: Int] = [:]

    init(
        layer: LinkLayer, judge: PairingJudge, clock: LocalClock, random: SplitMix64,
        end: PairingNote.End = .server, tellsLinks: Bool,
        makeMachine: @escaping @Sendable (PairingName) -> any ServerMachine
    ) {
        self.end = end
        self.tellsLinks = tellsLinks
        self.layer = layer
        self.judge = judge
        self.clock = clock
        self.random = random
        self.makeMachine = makeMachine
    }

    private var now: SessionTime { clock.time(at: layer.now) }
    private var isRadioOn: Bool { layer.state.peripherals[Int(number)].isRadioOn }

    /// Starts the app.
    package func launch() {
        guard machine == nil else { return }
        machine = makeMachine(PairingName(random: random.next()))
        judge.note(.launched, by: end, at: layer.now)
        handle(.start)
        if machine != nil, !isRadioOn { handle(.radioOff) }
    }

    /// Ends the app; its services are gone, but not the links.
    package func kill() {
        guard machine != nil else { return }
        machine = nil
        effectsToLive = nil
        disk.kill(using: &random)
        layer.changeServices(of: number) { $0.removeAll() }
        layer.state.peripherals[Int(number)].advertised = nil
        judge.mark("server killed")
        judge.note(.killed, by: end, at: layer.now)
        judge.check(at: layer.now)
    }

    /// Takes the name of another server, and is ready for a client.
    func pose(as names: PairingNames) {
        kill()
        disk.names = PairingNames(own: names.own)
        judge.note(.posesAs(names), by: end, at: layer.now)
        judge.mark("impostor")
        launch()
    }

    /// The user presses *Unpair*.
    package func unpair() {
        judge.excuseServersClient()
        judge.note(.pressed(.unpair), by: end, at: layer.now)
        handle(.unpair)
    }

    private func handle(_ event: borrowing PairingServer.Event) {
        machine?.handle(event, at: now)
        while let effect = machine?.nextEffect() {
            if let left = effectsToLive {
                if left == 0 { return kill() }
                effectsToLive = left - 1
            }
            perform(effect)
        }
        if let deadline = machine?.nextDeadline { wake(at: clock.microseconds(of: deadline)) }
        judge.check(at: layer.now)
    }

    private func wake(at time: UInt64) {
        layer.state.queue.add(.wake(.peripheral(number)), at: max(time, layer.now))
    }

    private func perform(_ effect: PairingServer.Effect) {
        judge.note(.server(effect), by: end, at: layer.now)
        switch effect {
        case .load: begin(.load)
        case .store(let names, let ticket): begin(.store(names, ticket.rawValue))
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
        layer.state.peripherals[Int(number)].advertised = PairingService.uuid
    }

    private func begin(_ operation: SimulatedDisk.Operation) {
        let time = UInt64(random.number(in: 1...(random.happens(1, in: 10) ? 3000 : 50))) * 1000
        disk.operations.append((layer.now + time, operation))
        wake(at: layer.now + time)
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

    private func wakeUp() {
        while let position = disk.operations.firstIndex(where: { $0.due <= layer.now }) {
            finish(disk.operations.remove(at: position).1)
        }
        if let deadline = machine?.nextDeadline, deadline <= now { handle(.timePassed) }
    }

    private func finish(_ operation: SimulatedDisk.Operation) {
        let fails = random.happens(storeFaults, in: 1000)
        switch operation {
        case .load:
            handle(fails ? .loadFailed : .loaded(disk.names))
            if fails { handle(.start) }
        case .store(let names, let ticket):
            if !fails || random.happens(1, in: 2) { disk.names = names }
            judge.note(.stored(succeeded: !fails), by: end, at: layer.now)
            handle(
                fails ? .storeFailed(Ticket(rawValue: ticket)) : .stored(Ticket(rawValue: ticket)))
        }
    }
}
