// Faults of all links, or of the first central or peripheral.
extension LinkLayer {
    /// Why a fault can't happen; `nil` if it can.
    func obstacle(to fault: LinkFault) -> ImpossibleFault? {
        switch fault {
        case .mtuChanged(let mtu):
            let links = state.links.lazy.filter(\.carries)
            if links.isEmpty { return .noLink }
            return links.allSatisfy { $0.mtu >= mtu } ? .mtuNotGreater : nil
        case .dropped, .droppedSilently:
            return state.links.contains(where: \.carries) ? nil : .noLink
        case .advertisingMissed: return nil
        case .subscriptionsLost:
            let isSubscribed = state.links.indices.contains {
                state.links[$0].carries && !state.subscriptions[$0].isEmpty
            }
            return isSubscribed ? nil : .noSubscription
        case .peripheralRadioOff:
            guard let first = state.peripherals.first else { return .noPeripheral }
            return first.isRadioOn ? nil : .radioOff
        case .centralRadioOff:
            guard let first = state.centrals.first else { return .noCentral }
            return first.isRadioOn ? nil : .radioOff
        case .pairingRequired: return state.peripherals.isEmpty ? .noPeripheral : nil
        }
    }

    /// Does nothing if the fault can't happen.
    func apply(_ fault: LinkFault) {
        switch fault {
        case .mtuChanged(let mtu):
            forEachLink { if state.links[Int($0)].mtu < mtu { changeMTU(to: mtu, on: $0) } }
        case .dropped: forEachLink { drop($0, tellsCentral: true, tellsPeripheral: true) }
        case .droppedSilently:
            forEachLink { drop($0, tellsCentral: false, tellsPeripheral: false) }
        case .advertisingMissed(let count): state.faults.missedAdvertisements += count
        case .subscriptionsLost: forEachLink { forgetSubscriptions(on: $0) }
        case .peripheralRadioOff(let time):
            guard !state.peripherals.isEmpty else { return }
            switchRadioOff(.peripheral(0), forMicroseconds: time.wholeMicroseconds)
        case .centralRadioOff(let time):
            guard !state.centrals.isEmpty else { return }
            switchRadioOff(.central(0), forMicroseconds: time.wholeMicroseconds)
        case .pairingRequired(let time):
            guard !state.peripherals.isEmpty else { return }
            state.peripherals[0].isPaired = false
            schedule(.paired(peripheral: 0), after: time.wholeMicroseconds)
        }
    }

    private func forEachLink(_ body: (Int32) -> Void) {
        for number in state.links.indices where state.links[number].carries { body(Int32(number)) }
    }
}
