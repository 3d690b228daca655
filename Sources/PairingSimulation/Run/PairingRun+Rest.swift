import CompanionPairing
import Simulation

// The end of a run.
extension World {
    /// The faults are over: who searches must be connected; then everybody comes to rest, and one client after the
    /// other must be able to connect.
    func rest(
        _ server: PairingPeripheral, _ clients: [PairingCentral], _ judge: PairingJudge
    ) {
        judge.note(.faultsEnd, by: .server, at: linkLayer.now)
        server.app.storeFaults = 0
        server.app.effectsToLive = nil
        for client in clients {
            client.app.storeFaults = 0
            client.app.effectsToLive = nil
            if !linkLayer.state.centrals[Int(client.number)].isRadioOn {
                toggle(.central(client.number), noting: client.app)
            }
            client.launch()
        }
        if !linkLayer.state.peripherals[Int(server.number)].isRadioOn {
            toggle(.peripheral(server.number), noting: server.app)
        }
        server.launch()
        // Answers that were to be lost or late were drawn for links that may be gone.
        wait(seconds: 5)
        wait(seconds: PairingPatience.searchInSeconds)
        checkSearches(server, clients, judge)
        for client in clients { client.pressIfShown(.disconnect) }
        wait(seconds: 70)
        judge.checkRest(at: linkLayer.now)
        for (number, client) in clients.enumerated() {
            connect(client, number, server, judge)
            client.pressIfShown(.disconnect)
            wait(seconds: 10)
        }
    }

    /// Who searched when the faults ended is connected by now, without a press; and a paired server can be unpaired.
    private func checkSearches(
        _ server: PairingPeripheral, _ clients: [PairingCentral], _ judge: PairingJudge
    ) {
        guard let server = server.machine else { return }
        for (number, client) in clients.enumerated() {
            guard let machine = client.machine else { continue }
            let others = clients.filter { $0 !== client }.compactMap(\.machine)
            if judge.expectsSearches, PairingPatience.isStuck(machine, others, server) {
                note("client \(number + 1) still searches beside its server", judge)
            }
        }
        if server.clientName != nil, !server.canUnpair {
            note("the server's user can't unpair", judge)
        }
    }

    private func note(_ evidence: String, _ judge: PairingJudge) {
        judge.note(.nobodyIsStuck, evidence, at: linkLayer.now)
    }

    private func connect(
        _ client: PairingCentral, _ number: Int, _ server: PairingPeripheral,
        _ judge: PairingJudge
    ) {
        guard let own = client.machine?.names.own else {
            return note("client \(number + 1) does not run", judge)
        }
        if let name = server.machine?.clientName, name != own {
            server.unpair()
            wait(seconds: 10)
        }
        var presses = 0
        var hasUnpaired = false
        while let machine = client.machine, !machine.isConnected, presses < judge.patience {
            // A plain server may have lost its own name: its client's user has to unpair (clause 6.3).
            let isGone = machine.names.peer.map { $0 != server.machine?.names.own } ?? false
            let unpairs = isGone && !hasUnpaired
            guard client.pressWhatHelps(unpairs: unpairs) else { break }
            hasUnpaired = hasUnpaired || unpairs
            wait(seconds: unpairs ? 5 : PairingPatience.attemptInSeconds)
            if !unpairs { presses += 1 }
        }
        if client.machine?.isConnected != true {
            note("client \(number + 1) can't connect", judge)
        }
    }
}

extension PairingCentral {
    /// Presses a button, if it is on the screen.
    fileprivate func pressIfShown(_ button: PairingNote.Button) {
        if machine?.buttons.contains(button.screenButton) == true { press(button) }
    }

    /// Presses the button that leads to a connection.
    ///
    /// - Returns: whether there is one.
    fileprivate func pressWhatHelps(unpairs: Bool) -> Bool {
        guard let machine, let shown = PairingPatience.button(machine, unpairs: unpairs),
            let button = PairingNote.Button.allCases.first(where: { $0.screenButton == shown })
        else { return false }
        press(button)
        return true
    }
}
