package import LinkVocabulary

// Advertising, scanning, connections, and how they end.
extension LinkLayer {
    package func addCentral(_ host: any CentralHost) -> Int32 {
        state.centrals.append(CentralEntry(host: host))
        return Int32(state.centrals.count - 1)
    }

    package func addPeripheral(_ host: any PeripheralHost) -> Int32 {
        state.peripherals.append(PeripheralEntry(host: host))
        return Int32(state.peripherals.count - 1)
    }

    package func startScan(_ central: Int32, for service: UUID128) {
        startScan(central, for: [service])
    }

    /// Scans for peripherals that advertise one of these services.
    package func startScan(_ central: Int32, for services: [UUID128]) {
        guard state.centrals[Int(central)].isRadioOn else { return }
        state.centrals[Int(central)].scanned = services
        state.centrals[Int(central)].scanEpoch &+= 1
        report(.scanning(central: central))
        scheduleScan(central)
    }

    package func stopScan(_ central: Int32) {
        state.centrals[Int(central)].scanned = []
        state.centrals[Int(central)].scanEpoch &+= 1
    }

    private func scheduleScan(_ central: Int32) {
        let epoch = state.centrals[Int(central)].scanEpoch
        let delay = 1 + state.random.next() % state.advertisingInterval
        schedule(.scanning(central: central, epoch: epoch), after: delay)
    }

    func hearAdvertising(_ central: Int32, epoch: UInt32) {
        let entry = state.centrals[Int(central)]
        guard entry.scanEpoch == epoch, !entry.scanned.isEmpty else { return }
        var near = 0..<state.peripherals.count
        if let only = entry.nearPeripheral { near = Int(only)..<Int(only) + 1 }
        for peripheral in near where isAdvertising(peripheral, entry.scanned) {
            if state.faults.missedAdvertisements > 0 {
                state.faults.missedAdvertisements -= 1
                continue
            }
            state.eventCount += 1
            report(.found(central: central, peripheral: Int32(peripheral)))
            tellCentral(central, .found(peripheral: Int32(peripheral)))
            // It may have heard enough.
            guard state.centrals[Int(central)].scanEpoch == epoch else { return }
        }
        scheduleScan(central)
    }

    private func isAdvertising(_ peripheral: Int, _ services: [UUID128]) -> Bool {
        let entry = state.peripherals[peripheral]
        return entry.isRadioOn && entry.advertised.contains(where: services.contains)
    }

    /// - Returns: the number of the link, which comes up when the peripheral advertises.
    package func connect(_ central: Int32, to peripheral: Int32, linkToken: UInt32) -> Int32 {
        let link = Int32(state.links.count)
        state.links.append(
            Link(
                central: central, peripheral: peripheral, linkToken: linkToken,
                mtu: Int32(state.conditions.mtu)))
        state.subscriptions.append([])
        report(.connecting(link: link, central: central, peripheral: peripheral))
        schedule(.connecting(link: link), after: hop() + hop())
        return link
    }

    func comeUp(_ number: Int32) {
        let link = state.links[Int(number)]
        guard link.isComingUp else { return }
        let entry = state.peripherals[Int(link.peripheral)]
        guard entry.isRadioOn, !entry.advertised.isEmpty else {
            return schedule(.connecting(link: number), after: state.advertisingInterval)
        }
        state.links[Int(number)].isComingUp = false
        state.links[Int(number)].isUpForCentral = true
        state.links[Int(number)].isUpForPeripheral = true
        state.eventCount += 1
        report(.connected(link: number))
        tellPeripheral(link.peripheral, .connected(link: number, mtu: Int(link.mtu)))
        tellCentral(
            link.central,
            .connected(
                link: number, linkToken: link.linkToken, mtu: Int(link.mtu)))
    }

    /// Ends a link, or an attempt to connect, for the central.
    package func disconnect(_ number: Int32) {
        state.links[Int(number)].isComingUp = false
        guard state.links[Int(number)].isUpForCentral else { return }
        state.links[Int(number)].isUpForCentral = false
        report(.ended(link: number))
        if !state.links[Int(number)].isLost && state.links[Int(number)].isUpForPeripheral {
            schedule(.linkLoss(link: number, side: .peripheral), after: hop())
        }
    }

    /// Tells one side that the link is gone.
    func lose(_ number: Int32, at side: Side) {
        let link = state.links[Int(number)]
        switch side {
        case .central:
            guard link.isUpForCentral else { return }
            state.links[Int(number)].isUpForCentral = false
            state.eventCount += 1
            report(.centralDisconnected(link: number))
            tellCentral(link.central, .disconnected(linkToken: link.linkToken))
        case .peripheral:
            guard link.isUpForPeripheral else { return }
            state.links[Int(number)].isUpForPeripheral = false
            state.eventCount += 1
            report(.peripheralDisconnected(link: number))
            tellPeripheral(link.peripheral, .disconnected(link: number))
        }
    }

    /// How long a request may be unanswered before the central's own system ends the link, in
    /// microseconds (clause 8.2).
    package static let transactionTimeout: UInt64 = 30_000_000

    func endTransaction(on number: Int32) {
        let link = state.links[Int(number)]
        guard link.isUpForCentral, link.outstanding != nil,
            now - link.outstandingSince >= Self.transactionTimeout
        else { return }
        state.links[Int(number)].isLost = true
        schedule(.linkLoss(link: number, side: .central), after: hop())
        schedule(.linkLoss(link: number, side: .peripheral), after: hop())
    }

    /// The longest supervision time-out that a link can have, in microseconds.
    private static let supervisionTimeout: UInt64 = 32_000_000

    /// Cuts the link: it carries nothing any more. Each end is told at once, or not at all. If not,
    /// the peripheral's system notices after its supervision time-out; the central has to notice by
    /// itself.
    package func drop(_ number: Int32, tellsCentral: Bool, tellsPeripheral: Bool) {
        guard !state.links[Int(number)].isLost else { return }
        state.links[Int(number)].isLost = true
        if tellsCentral { schedule(.linkLoss(link: number, side: .central), after: hop()) }
        schedule(
            .linkLoss(link: number, side: .peripheral),
            after: tellsPeripheral ? hop() : Self.supervisionTimeout)
    }

    func switchRadioOff(_ participant: Participant, forMicroseconds time: UInt64) {
        if switchRadioOff(participant) { schedule(.radioOn(participant), after: time) }
    }

    /// Switches Bluetooth off, until ``switchRadioOn(_:)``.
    ///
    /// - Returns: `false` if it was off already.
    @discardableResult
    package func switchRadioOff(_ participant: Participant) -> Bool {
        switch participant {
        case .central(let central):
            guard state.centrals[Int(central)].isRadioOn else { return false }
            state.centrals[Int(central)].isRadioOn = false
            stopScan(central)
            report(.centralRadio(central, isOn: false))
            for number in state.links.indices where state.links[number].central == central {
                state.links[number].isComingUp = false
                state.links[number].isUpForCentral = false
                if !state.links[number].isLost && state.links[number].isUpForPeripheral {
                    drop(Int32(number), tellsCentral: false, tellsPeripheral: true)
                }
            }
            tellCentral(central, .radioOff)
        case .peripheral(let peripheral):
            guard state.peripherals[Int(peripheral)].isRadioOn else { return false }
            state.peripherals[Int(peripheral)].isRadioOn = false
            state.peripherals[Int(peripheral)].advertised = []
            state.peripherals[Int(peripheral)].database.removeAll()
            report(.peripheralRadio(peripheral, isOn: false))
            for number in state.links.indices where state.links[number].peripheral == peripheral {
                state.links[number].isUpForPeripheral = false
                drop(Int32(number), tellsCentral: true, tellsPeripheral: false)
            }
            tellPeripheral(peripheral, .radioOff)
        }
        return true
    }
}
