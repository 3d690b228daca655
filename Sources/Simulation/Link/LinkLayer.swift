import KomootNav

/// The radio between all centrals and peripherals of a world: connections, and PDUs under way.
///
/// It belongs to the world's executor. Nothing else may touch it, which its users keep by being
/// actors on that executor; that is why it may be marked as sendable.
final class LinkLayer: @unchecked Sendable {
    /// One central and what the radio knows of it.
    struct CentralEntry {
        var host: any CentralHost
        var scanned: UUID128?
        var scanEpoch: UInt32 = 0
        /// The only peripheral that is near enough to be heard; all are if it is `nil`.
        var nearPeripheral: Int32?
        var isRadioOn = true
    }

    /// One peripheral and what the radio knows of it.
    struct PeripheralEntry {
        var host: any PeripheralHost
        var database = GATTDatabase()
        var advertised: UUID128?
        var isRadioOn = true
        var isPaired = true
        /// Its queue of notifications is full.
        var isQueueFull = false
    }

    /// A connection, or one that comes up or went down.
    struct Link {
        let central: Int32
        let peripheral: Int32
        let linkToken: UInt32
        var isUpForCentral = false
        var isUpForPeripheral = false
        var isComingUp = true
        var mtu: Int32
        /// The outstanding request of the central.
        var outstanding: UInt32?
        /// When that went out.
        var outstandingSince: UInt64 = 0
        /// When the last PDU to a side arrives: a link is first in, first out.
        var lastToCentral: UInt64 = 0
        var lastToPeripheral: UInt64 = 0

        var carries: Bool { isUpForCentral && isUpForPeripheral && !isLost }
        /// The radio does not carry anything any more, whatever the ends believe.
        var isLost = false
    }

    let confined: Confined<LinkState>
    /// Who checks what is promised.
    let referee = Referee()

    init(seed: UInt64, conditions: LinkConditions) {
        confined = Confined(LinkState(random: SplitMix64(seed: seed), conditions: conditions))
    }

    /// Lets go of all hosts, which hold this object: the world is gone.
    func forgetHosts() {
        for index in centrals.indices { centrals[index].host = Nobody() }
        for index in peripherals.indices { peripherals[index].host = Nobody() }
        replaceObject = nil
    }

    /// A time that a PDU takes: up to one connection interval.
    func hop() -> UInt64 { 1 + random.next() % conditions.connectionInterval }

    func schedule(_ happening: Happening, after delay: UInt64) {
        queue.add(happening, at: now + delay)
    }

    func tellCentral(_ central: Int32, _ indication: CentralIndication, _ payload: Payload = .none)
    {
        let bytes = payloads.bytes(of: payload)
        centrals[Int(central)].host.hear(indication, bytes.span.extracting(..<Int(payload.count)))
    }

    func tellPeripheral(
        _ peripheral: Int32, _ indication: PeripheralIndication, _ payload: Payload = .none
    ) {
        let bytes = payloads.bytes(of: payload)
        peripherals[Int(peripheral)].host.hear(
            indication, bytes.span.extracting(..<Int(payload.count)))
    }

    /// Lets the next thing happen; the script's entries and sleeping tasks are the caller's.
    ///
    /// - Returns: what happened; `nil` when nothing happens by a time.
    func step(until end: UInt64) -> Happening? {
        guard let first = queue.first, first.time <= end, let event = queue.popFirst() else {
            now = max(now, end)
            return nil
        }
        now = event.time
        referee.now = now
        switch event.happening {
        case .wake(.central(let central)): tellCentral(central, .wake)
        case .wake(.peripheral(let peripheral)): tellPeripheral(peripheral, .wake)
        case .scanning(let central, let epoch): hearAdvertising(central, epoch: epoch)
        case .connecting(let link): comeUp(link)
        case .arrival(let pdu):
            arrive(pdu)
            payloads.release(pdu.payload)
        case .transactionTimeout(let link): endTransaction(on: link)
        case .linkLoss(let link, let side): lose(link, at: side)
        case .radioOn(let participant): switchRadioOn(participant)
        case .queueReady(let peripheral):
            peripherals[Int(peripheral)].isQueueFull = false
            tellPeripheral(peripheral, .queueReady)
        case .publication(let peripheral): tellPeripheral(peripheral, .publication)
        case .paired(let peripheral): peripherals[Int(peripheral)].isPaired = true
        case .script, .sleeper: break
        }
        return event.happening
    }

    private func switchRadioOn(_ participant: Participant) {
        switch participant {
        case .central(let central):
            centrals[Int(central)].isRadioOn = true
            trace.note(.centralRadio(central, isOn: true), at: now)
            tellCentral(central, .radioOn)
        case .peripheral(let peripheral):
            peripherals[Int(peripheral)].isRadioOn = true
            trace.note(.peripheralRadio(peripheral, isOn: true), at: now)
            tellPeripheral(peripheral, .radioOn)
        }
    }
}

/// Hears nothing.
private final class Nobody: CentralHost, PeripheralHost {
    func hear(_ indication: CentralIndication, _ payload: Span<UInt8>) {}
    func hear(_ indication: PeripheralIndication, _ payload: Span<UInt8>) {}
}
