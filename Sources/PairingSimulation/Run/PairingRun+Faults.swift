import CompanionPairing
import LinkVocabulary
import Simulation

// What goes wrong in a run.
extension World {
    /// Users act, and things go wrong.
    func act(
        _ faults: PairingFaults, _ server: any PairingServerHost,
        _ clients: [any PairingClientHost],
        _ judge: PairingJudge, _ random: inout SplitMix64
    ) {
        for (number, client) in clients.enumerated() {
            if random.happens(300, in: 1000) {
                client.press(client.client?.names.peer == nil ? .discover : .connect)
            }
            if random.happens(faults.disconnects, in: 1000) { client.press(.disconnect) }
            if random.happens(faults.clientUnpairs, in: 1000) { client.press(.unpair) }
            if random.happens(faults.kills, in: 1000) {
                client.app.effectsToLive = random.number(in: 0...12)
            }
            if client.client == nil, random.happens(1, in: 3) { client.launch() }
            if random.happens(faults.drops, in: 2000) { client.loseLink() }
            if random.happens(faults.radio, in: 2000) { client.toggleRadio() }
            if random.happens(20, in: 1000) { client.changeAddresses() }
            replaceNames(of: number, faults, clients, &random)
        }
        if random.happens(faults.serverUnpairs, in: 1000) { server.unpair() }
        if random.happens(faults.kills, in: 1000) {
            server.app.effectsToLive = random.number(in: 0...12)
        }
        if server.server == nil, random.happens(1, in: 3) { server.launch() }
        if random.happens(faults.radio, in: 2000) { server.toggleRadio() }
        if random.happens(faults.drops, in: 2000) {
            loseLinks(silently: !random.happens(1, in: 2), judge)
        }
        if random.happens(faults.answers, in: 1000), waitingFaults.isEmpty {
            let fault = answerFault(&random)
            judge.note(.answerFault(fault), by: .links, at: linkLayer.now)
            try? inject(.answer(fault))
        }
    }

    /// All links are lost, if there are any.
    private func loseLinks(silently: Bool, _ judge: PairingJudge) {
        guard linkLayer.state.links.contains(where: \.carries) else { return }
        judge.note(.allLinksLost(silently: silently), by: .links, at: linkLayer.now)
        try? inject(.link(silently ? .droppedSilently : .dropped))
    }

    /// Backups are restored, and apps installed again.
    private func replaceNames(
        of number: Int, _ faults: PairingFaults, _ clients: [any PairingClientHost],
        _ random: inout SplitMix64
    ) {
        let client = clients[number]
        if clients.count > 1, random.happens(faults.copies + faults.impostors, in: 2000) {
            let other = (number + random.number(in: 1...clients.count - 1)) % clients.count
            if let names = clients[other].app.disk.names {
                client.replaceNames(by: names, of: other)
            }
        }
        if random.happens(faults.reinstallations, in: 2000) {
            client.replaceNames(by: nil, of: nil)
        }
    }

    private func answerFault(_ random: inout SplitMix64) -> AnswerFault {
        switch random.number(in: 0...3) {
        case 0: .lost
        case 1: .delayed(.milliseconds(random.number(in: 100...12_000)))
        case 2: .repeated(.milliseconds(random.number(in: 0...3000)))
        default:
            .failed(random.element(of: [.unlikelyError, .insufficientResources, .invalidHandle]))
        }
    }
}
