import CompanionPairing
import Simulation

// The end of a run.
extension World {
    /// The faults are over: who searches must be connected; then everybody comes to rest, and one client after the
    /// other must be able to connect.
    func rest(
        _ server: any PairingServerHost, _ clients: [any PairingClientHost], _ judge: PairingJudge
    ) {
        judge.note(.faultsEnd, by: .server, at: linkLayer.now)
        server.rest()
        for client in clients {
            client.rest()
            if !client.isRadioOn { client.toggleRadio() }
            client.launch()
        }
        if !server.isRadioOn { server.toggleRadio() }
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
        _ server: any PairingServerHost, _ clients: [any PairingClientHost], _ judge: PairingJudge
    ) {
        guard let server = server.server else { return }
        for (number, client) in clients.enumerated() {
            guard let machine = client.client else { continue }
            let others = clients.filter { $0 !== client }.compactMap(\.client)
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
        _ client: any PairingClientHost, _ number: Int, _ server: any PairingServerHost,
        _ judge: PairingJudge
    ) {
        guard let own = client.client?.names.own else {
            return note("client \(number + 1) does not run", judge)
        }
        if let name = server.server?.clientName, name != own {
            server.unpair()
            wait(seconds: 10)
        }
        var presses = 0
        var hasUnpaired = false
        while let machine = client.client, !machine.isConnected, presses < judge.patience {
            // A plain server may have lost its own name: its client's user has to unpair (clause 6.3).
            let isGone = machine.names.peer.map { $0 != server.server?.names.own } ?? false
            let unpairs = isGone && !hasUnpaired
            guard client.pressWhatHelps(unpairs: unpairs) else { break }
            hasUnpaired = hasUnpaired || unpairs
            wait(seconds: unpairs ? 5 : PairingPatience.attemptInSeconds)
            if !unpairs { presses += 1 }
        }
        if client.client?.isConnected != true {
            note("client \(number + 1) can't connect", judge)
        }
    }
}

extension PairingClientHost {
    /// Presses a button, if it is on the screen.
    fileprivate func pressIfShown(_ button: PairingNote.Button) {
        if client?.buttons.contains(button.screenButton) == true { press(button) }
    }

    /// Presses the button that leads to a connection.
    ///
    /// - Returns: whether there is one.
    fileprivate func pressWhatHelps(unpairs: Bool) -> Bool {
        guard let client, let shown = PairingPatience.button(client, unpairs: unpairs),
            let button = PairingNote.Button.allCases.first(where: { $0.screenButton == shown })
        else { return false }
        press(button)
        return true
    }
}
