// Faults of all links, or of the first central or peripheral.
extension LinkLayer {
    func apply(_ fault: LinkFault) {
        switch fault {
        case .mtuChanged(let mtu): forEachLink { changeMTU(to: mtu, on: $0) }
        case .dropped: forEachLink { drop($0, tellsCentral: true, tellsPeripheral: true) }
        case .droppedSilently:
            forEachLink { drop($0, tellsCentral: false, tellsPeripheral: false) }
        case .advertisingMissed(let count): state.faults.missedAdvertisements += count
        case .subscriptionsLost: forEachLink { forgetSubscriptions(on: $0) }
        case .peripheralRadioOff(let milliseconds):
            guard !state.peripherals.isEmpty else { return }
            switchRadioOff(.peripheral(0), forMicroseconds: UInt64(milliseconds) * 1000)
        case .centralRadioOff(let milliseconds):
            guard !state.centrals.isEmpty else { return }
            switchRadioOff(.central(0), forMicroseconds: UInt64(milliseconds) * 1000)
        case .pairingRequired(let milliseconds):
            guard !state.peripherals.isEmpty else { return }
            state.peripherals[0].isPaired = false
            schedule(.paired(peripheral: 0), after: UInt64(milliseconds) * 1000)
        }
    }

    private func forEachLink(_ body: (Int32) -> Void) {
        for number in state.links.indices where state.links[number].carries { body(Int32(number)) }
    }
}
