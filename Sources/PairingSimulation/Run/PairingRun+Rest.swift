import CompanionPairing
import Simulation

// The end of a run.
extension World {
    /// The faults are over: everybody comes to rest, and then one client after the other must be able to connect.
    func rest(
        _ server: PairingPeripheral, _ clients: [PairingCentral], _ judge: PairingJudge,
        _ random: inout SplitMix64
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
        for client in clients { client.press(.disconnect) }
        wait(seconds: 70)
        judge.checkRest(at: linkLayer.now)
        for (number, client) in clients.enumerated() {
            connect(client, number, server, judge)
            client.press(.disconnect)
            wait(seconds: 10)
        }
    }

    private func connect(
        _ client: PairingCentral, _ number: Int, _ server: PairingPeripheral,
        _ judge: PairingJudge
    ) {
        guard let own = client.machine?.names.own else { return }
        if let name = server.machine?.clientName, name != own {
            server.unpair()
            wait(seconds: 10)
        }
        // A client that remembers a server that was unpaired forgets it first. A plain server may have lost its
        // own name: its client's user has to unpair (clause 6.3).
        for attempt in 0..<4 where client.machine?.isConnected != true {
            let server = server.machine?.names.own
            if attempt == 2, let peer = client.machine?.names.peer, peer != server {
                client.press(.unpair)
                wait(seconds: 5)
            }
            client.press(client.machine?.names.peer == nil ? .discover : .connect)
            wait(seconds: 32)
        }
        if client.machine?.isConnected != true {
            judge.note(.nobodyIsStuck, "client \(number + 1) can't connect", at: linkLayer.now)
        }
    }
}
