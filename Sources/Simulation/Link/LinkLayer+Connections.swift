import KomootNav

// Advertising, scanning, connections, and how they end.
extension LinkLayer {
    func addCentral(_ host: any CentralHost) -> Int32 {
        centrals.append(CentralEntry(host: host))
        return Int32(centrals.count - 1)
    }

    func addPeripheral(_ host: any PeripheralHost) -> Int32 {
        peripherals.append(PeripheralEntry(host: host))
        return Int32(peripherals.count - 1)
    }

    func startScan(_ central: Int32, for service: UUID128) {
        guard centrals[Int(central)].isRadioOn else { return }
        centrals[Int(central)].scanned = service
        centrals[Int(central)].scanEpoch &+= 1
        scheduleScan(central)
    }

    func stopScan(_ central: Int32) {
        centrals[Int(central)].scanned = nil
        centrals[Int(central)].scanEpoch &+= 1
    }

    private func scheduleScan(_ central: Int32) {
        let epoch = centrals[Int(central)].scanEpoch
        let delay = 1 + random.next() % conditions.advertisingInterval
        schedule(.scanning(central: central, epoch: epoch), after: delay)
    }

    func hearAdvertising(_ central: Int32, epoch: UInt32) {
        let entry = centrals[Int(central)]
        guard entry.scanEpoch == epoch, let service = entry.scanned else { return }
        var near = 0..<peripherals.count
        if let only = entry.nearPeripheral { near = Int(only)..<Int(only) + 1 }
        for peripheral in near where isAdvertising(peripheral, service) {
            if faults.missedAdvertisements > 0 {
                faults.missedAdvertisements -= 1
                continue
            }
            eventCount += 1
            trace.note(.found(central: central, peripheral: Int32(peripheral)), at: now)
            tellCentral(central, .found(peripheral: Int32(peripheral)))
            return scanAgain(central, epoch: epoch)
        }
        scanAgain(central, epoch: epoch)
    }

    private func scanAgain(_ central: Int32, epoch: UInt32) {
        let entry = centrals[Int(central)]
        if entry.scanEpoch == epoch && entry.scanned != nil { scheduleScan(central) }
    }

    private func isAdvertising(_ peripheral: Int, _ service: UUID128) -> Bool {
        peripherals[peripheral].advertised == service && peripherals[peripheral].isRadioOn
    }

    /// - Returns: the number of the link, which comes up when the peripheral advertises.
    func connect(_ central: Int32, to peripheral: Int32, linkToken: UInt32) -> Int32 {
        let link = Int32(links.count)
        links.append(
            Link(
                central: central, peripheral: peripheral, linkToken: linkToken,
                mtu: Int32(conditions.mtu)))
        subscriptions.append([])
        schedule(.connecting(link: link), after: hop() + hop())
        return link
    }

    func comeUp(_ number: Int32) {
        let link = links[Int(number)]
        guard link.isComingUp else { return }
        let entry = peripherals[Int(link.peripheral)]
        guard entry.isRadioOn, entry.advertised != nil else {
            return schedule(.connecting(link: number), after: conditions.advertisingInterval)
        }
        links[Int(number)].isComingUp = false
        links[Int(number)].isUpForCentral = true
        links[Int(number)].isUpForPeripheral = true
        eventCount += 1
        trace.note(.connected(link: number), at: now)
        referee.linkCameUp(number, central: link.central, at: now)
        tellPeripheral(link.peripheral, .connected(link: number, mtu: Int(link.mtu)))
        tellCentral(
            link.central,
            .connected(
                link: number, linkToken: link.linkToken, mtu: Int(link.mtu)))
    }

    /// The central ends a link, or its attempt.
    func disconnect(_ number: Int32) {
        links[Int(number)].isComingUp = false
        guard links[Int(number)].isUpForCentral else { return }
        links[Int(number)].isUpForCentral = false
        trace.note(.ended(link: number), at: now)
        referee.linkWentDown(number, at: now)
        if !links[Int(number)].isLost && links[Int(number)].isUpForPeripheral {
            schedule(.linkLoss(link: number, side: .peripheral), after: hop())
        }
    }

    /// A side is told that the link is gone.
    func lose(_ number: Int32, at side: Side) {
        let link = links[Int(number)]
        switch side {
        case .central:
            guard link.isUpForCentral else { return }
            links[Int(number)].isUpForCentral = false
            eventCount += 1
            trace.note(.centralDisconnected(link: number), at: now)
            referee.linkWentDown(number, at: now)
            tellCentral(link.central, .disconnected(linkToken: link.linkToken))
        case .peripheral:
            guard link.isUpForPeripheral else { return }
            links[Int(number)].isUpForPeripheral = false
            eventCount += 1
            trace.note(.peripheralDisconnected(link: number), at: now)
            tellPeripheral(link.peripheral, .disconnected(link: number))
        }
    }

    /// How long a request may be unanswered before the central's system itself ends the link, in
    /// microseconds (clause 8.2).
    static let transactionTimeout: UInt64 = 30_000_000

    func endTransaction(on number: Int32) {
        let link = links[Int(number)]
        guard link.isUpForCentral, link.outstanding != nil,
            now - link.outstandingSince >= Self.transactionTimeout
        else { return }
        links[Int(number)].isLost = true
        schedule(.linkLoss(link: number, side: .central), after: hop())
        schedule(.linkLoss(link: number, side: .peripheral), after: hop())
    }

    /// The longest supervision time-out that a link can have, in microseconds.
    private static let supervisionTimeout: UInt64 = 32_000_000

    /// The link carries nothing any more. An end is told at once, or not: then the phone's system
    /// notices when its supervision time-out is over, and the device has to notice by itself.
    func drop(_ number: Int32, tellsCentral: Bool, tellsPeripheral: Bool) {
        guard !links[Int(number)].isLost else { return }
        links[Int(number)].isLost = true
        if tellsCentral { schedule(.linkLoss(link: number, side: .central), after: hop()) }
        schedule(
            .linkLoss(link: number, side: .peripheral),
            after: tellsPeripheral ? hop() : Self.supervisionTimeout)
    }

    func switchRadioOff(_ participant: Participant, forMicroseconds time: UInt64) {
        switch participant {
        case .central(let central):
            guard centrals[Int(central)].isRadioOn else { return }
            centrals[Int(central)].isRadioOn = false
            stopScan(central)
            trace.note(.centralRadio(central, isOn: false), at: now)
            for number in links.indices where links[number].central == central {
                links[number].isComingUp = false
                if links[number].isUpForCentral { referee.linkWentDown(Int32(number), at: now) }
                links[number].isUpForCentral = false
                if !links[number].isLost && links[number].isUpForPeripheral {
                    drop(Int32(number), tellsCentral: false, tellsPeripheral: true)
                }
            }
            tellCentral(central, .radioOff)
        case .peripheral(let peripheral):
            guard peripherals[Int(peripheral)].isRadioOn else { return }
            peripherals[Int(peripheral)].isRadioOn = false
            peripherals[Int(peripheral)].advertised = nil
            peripherals[Int(peripheral)].database.removeAll()
            trace.note(.peripheralRadio(peripheral, isOn: false), at: now)
            for number in links.indices where links[number].peripheral == peripheral {
                links[number].isUpForPeripheral = false
                drop(Int32(number), tellsCentral: true, tellsPeripheral: false)
            }
            tellPeripheral(peripheral, .radioOff)
        }
        schedule(.radioOn(participant), after: time)
    }
}
