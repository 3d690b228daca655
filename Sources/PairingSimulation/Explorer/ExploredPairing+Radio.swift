import CompanionPairing

// Bluetooth is switched off and on.
extension ExploredPairing {
    mutating func switchRadio(of number: Int) {
        clients[number].isRadioOn.toggle()
        guard !clients[number].isRadioOn else { return handle(.radioOn, by: number) }
        budget.faults -= 1
        clients[number].isScanning = false
        endLink(of: number)
        handle(.radioOff, by: number)
    }

    mutating func switchServerRadio() {
        isServerRadioOn.toggle()
        guard !isServerRadioOn else { return handle(.radioOn) }
        budget.faults -= 1
        isAdvertising = false
        ghosts = []
        for number in clients.indices { clients[number].link?.isLost = true }
        handle(.radioOff)
    }
}
