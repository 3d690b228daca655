import CompanionPairing
import LinkVocabulary
package import Simulation

/// A client's phone: its system, its disk, and its app while that runs.
///
/// It is not a `GATTClient`: that chooses the peer, goes on only after an event, and ends a link after 30 s without an
/// answer, on which a plain client waits longer (5.4).
///
/// It may be marked as sendable because only code on the world's executor uses it.
package final class PairingCentral: CentralHost, PairingPhone, PairingClientHost,
    @unchecked Sendable
{
    /// What the central's system is asked for. A value is read in chunks.
    private enum Operation {
        case discoveringServerName(Ticket)
        case discoveringPairedName(Ticket, serverName: UInt16)
        case reading(Ticket, handle: UInt16, ContiguousArray<UInt8>)
        case writing(Ticket)
    }

    private struct Link {
        let number: Int32
        let token: UInt32
        let ticket: Ticket
        var mtu = ATT.defaultMTU
        var handles: (serverName: UInt16, pairedName: UInt16)?
        var operation: Operation?
    }

    /// What it has in common with the other end's.
    package var app: SimulatedApp
    let makeMachine: @Sendable (PairingName) -> any ClientMachine
    var number: Int32 = -1
    var layer: LinkLayer { app.layer }
    var judge: PairingJudge { app.judge }
    /// The app, while it runs.
    private var machine: (any ClientMachine)?
    package var client: (any ClientState)? { machine }
    /// Raised when the addresses of peers change.
    var addressEpoch: UInt64 = 0
    private var link: Link?
    private var lastToken: UInt32 = 0
    private var requestToken: UInt32 = 0

    init(
        _ app: SimulatedApp, makeMachine: @escaping @Sendable (PairingName) -> any ClientMachine
    ) {
        self.app = app
        self.makeMachine = makeMachine
        number = app.layer.addCentral(self)
        self.app.enter(as: .central(number))
    }

    var isRunning: Bool { machine != nil }
    var nextDeadline: SessionTime? { machine?.nextDeadline }

    func makeApp() { machine = makeMachine(app.freshName()) }

    /// Ends the app; its system ends what it began.
    package func kill() {
        guard machine != nil else { return }
        machine = nil
        app.die()
        layer.stopScan(number)
        endLink()
        judge.mark("client killed")
        judge.check(at: layer.now)
    }

    /// The user does something.
    package func press(_ button: PairingNote.Button) {
        let meaning = meaning(of: button)
        app.note(.pressed(button, meaning))
        switch button {
        case .discover: handle(.discover)
        case .connect: handle(.connect)
        case .disconnect: handle(.disconnect)
        case .unpair: unpair(meaning)
        }
    }

    private func unpair(_ meaning: PairingNote.Press) {
        let before = machine?.names.peer
        if meaning == .counts { judge.pressUnpair(of: Int(number)) }
        handle(.unpair)
        // A machine may unpair although no button is on its screen.
        let after = machine.map { $0.names.peer } ?? app.disk.names?.peer
        if meaning != .counts, before != nil, after == nil {
            judge.forgetByStrayPress(Int(number))
        }
    }

    package func changeAddresses() {
        app.note(.addressesChanged)
        addressEpoch += 1
    }

    /// The link is gone, and both ends are told.
    package func loseLink() {
        guard let ticket = link?.ticket else { return }
        app.note(.linkLost)
        endLink()
        handle(.disconnected(link: ticket))
    }

    private func endLink() {
        guard let link else { return }
        self.link = nil
        layer.disconnect(link.number)
    }

    func take(_ event: SharedPairingEvent) { handle(PairingClient.Event(event)) }

    func handle(_ event: borrowing PairingClient.Event) {
        machine?.handle(event, at: app.now)
        while let effect = machine?.nextEffect() {
            guard app.livesOn() else { return kill() }
            perform(effect)
        }
        app.wake(at: machine?.nextDeadline)
        judge.check(at: layer.now)
    }

    private func perform(_ effect: PairingClient.Effect) {
        note(effect)
        switch effect {
        case .load: app.begin(.load)
        case .store(let names, let ticket): app.begin(.store(names, ticket.rawValue))
        case .startScan: layer.startScan(number, for: PairingService.uuid)
        case .stopScan: layer.stopScan(number)
        case .connect(let peer, let ticket): connect(peer, ticket)
        case .disconnect(let ticket): if link?.ticket == ticket { endLink() }
        case .discover(let ticket):
            send(
                .discover, .discoveringServerName(ticket),
                bytes(PairingService.serverNameCharacteristic))
        case .readServerName(let ticket): read(link?.handles?.serverName, ticket)
        case .readPairedName(let ticket): read(link?.handles?.pairedName, ticket)
        case .writePairedName(let value, let ticket):
            guard let handle = link?.handles?.pairedName else { return }
            send(
                .write(handle: handle), .writing(ticket),
                value.withBytes { ContiguousArray(copying: $0) })
        case .show, .fault: break
        }
    }

    private func bytes(_ characteristic: UUID128) -> ContiguousArray<UInt8> {
        Request.uuids(of: characteristic, in: PairingService.uuid)
    }

    private func connect(_ peer: PairingClient.Peer, _ ticket: Ticket) {
        lastToken += 1
        let peripheral = Int32(peer.rawValue & 0xFFFF)
        link = Link(
            number: layer.connect(number, to: peripheral, linkToken: lastToken), token: lastToken,
            ticket: ticket)
    }

    private func read(_ handle: UInt16?, _ ticket: Ticket) {
        guard let handle else { return }
        send(.read(handle: handle), .reading(ticket, handle: handle, []))
    }

    private func send(
        _ request: Request, _ operation: Operation, _ bytes: ContiguousArray<UInt8> = []
    ) {
        guard let number = link?.number else { return }
        lastToken += 1
        link?.operation = operation
        requestToken = lastToken
        let payload = layer.state.payloads.store(bytes.span)
        layer.send(request, on: number, token: lastToken, payload: payload)
    }

    package nonisolated func hear(_ indication: CentralIndication, _ payload: Span<UInt8>) {
        switch indication {
        case .wake: wakeUp()
        case .radioOff:
            link = nil
            handle(.radioOff)
        case .radioOn: handle(.radioOn)
        case .found(let peripheral):
            handle(.found(PairingClient.Peer(rawValue: UInt64(peripheral) | addressEpoch << 16)))
        case .connected(_, let token, let mtu):
            guard link?.token == token, let ticket = link?.ticket else { return }
            link?.mtu = mtu
            handle(.connected(link: ticket))
        case .disconnected(let token):
            guard link?.token == token, let ticket = link?.ticket else { return }
            link = nil
            handle(.disconnected(link: ticket))
        case .response(let response, let token, let linkToken):
            guard link?.token == linkToken, requestToken == token else { return }
            receive(response, payload)
        case .notification(_, let token):
            guard link?.token == token, let ticket = link?.ticket else { return }
            handle(.pairedNameChanged(link: ticket))
        case .mtuChanged(let mtu, let token): if link?.token == token { link?.mtu = mtu }
        case .serviceChanged(let token):
            guard link?.token == token, let ticket = link?.ticket else { return }
            handle(.servicesChanged(link: ticket))
        }
    }
}

extension PairingCentral {
    /// Takes the answer to the outstanding request.
    private func receive(_ response: Response, _ payload: Span<UInt8>) {
        guard let link, let operation = link.operation else { return }
        self.link?.operation = nil
        switch (operation, response) {
        case (.discoveringServerName(let ticket), .characteristic(let handle, _)):
            send(
                .discover, .discoveringPairedName(ticket, serverName: handle),
                bytes(PairingService.pairedClientNameCharacteristic))
        case (.discoveringPairedName(let ticket, let serverName), .characteristic(let handle, _)):
            self.link?.handles = (serverName, handle)
            self.handle(.discovered(ticket))
        case (.discoveringServerName(let ticket), .error),
            (.discoveringPairedName(let ticket, _), .error):
            self.handle(.notDiscovered(ticket))
        case (.reading(let ticket, let handle, let bytes), .value):
            let all = bytes + ContiguousArray(copying: payload)
            guard payload.count == ATT.readPayload(mtu: link.mtu), all.count < 512 else {
                return self.handle(.answered(ticket, all.span))
            }
            send(
                .read(handle: handle, at: all.count), .reading(ticket, handle: handle, all))
        case (.reading(let ticket, _, let bytes), .error(let error)):
            // Past the end of a value that fills its last chunk.
            if !bytes.isEmpty, error == .invalidOffset {
                return self.handle(.answered(ticket, bytes.span))
            }
            self.handle(.failed(ticket, error))
        case (.writing(let ticket), .done): self.handle(.written(ticket))
        case (.writing(let ticket), .error(let error)): self.handle(.failed(ticket, error))
        default: break
        }
    }
}
