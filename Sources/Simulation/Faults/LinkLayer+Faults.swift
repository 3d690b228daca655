import KomootNav

// Faults that happen when they are due, to the first phone and the devices of a world.
extension LinkLayer {
    func apply(_ fault: Fault) {
        switch fault {
        case .mtuChanged(let mtu): forEachLink { changeMTU(to: mtu, on: $0) }
        case .linkDropped:
            forEachLink { drop($0, tellsCentral: true, tellsPeripheral: true) }
        case .linkDroppedSilently:
            forEachLink { drop($0, tellsCentral: false, tellsPeripheral: false) }
        case .subscriptionLost: forEachLink { forgetSubscriptions(on: $0) }
        case .phoneRadioOff(let milliseconds):
            guard !peripherals.isEmpty else { return }
            switchRadioOff(.peripheral(0), forMicroseconds: UInt64(milliseconds) * 1000)
        case .deviceRadioOff(let milliseconds):
            guard !centrals.isEmpty else { return }
            switchRadioOff(.central(0), forMicroseconds: UInt64(milliseconds) * 1000)
        case .pairingRefused(let milliseconds):
            guard !peripherals.isEmpty else { return }
            peripherals[0].isPaired = false
            schedule(.paired(peripheral: 0), after: UInt64(milliseconds) * 1000)
        case .navigationStopped, .phoneRestarted, .secondCentral:
            // They need more than the link: the script's.
            break
        case .notificationLost, .notificationRepeated, .notificationDelayed, .notificationCut,
            .notificationQueueFull, .notificationCorrupted, .notificationResized, .answerDelayed,
            .answerLost, .answerRepeated, .answerFailed, .answerCorrupted, .answerResized,
            .objectReplaced, .advertisingMissed:
            break
        }
    }

    private func forEachLink(_ body: (Int32) -> Void) {
        for number in links.indices where links[number].carries { body(Int32(number)) }
    }
}
