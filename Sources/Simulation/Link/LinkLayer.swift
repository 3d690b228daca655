package import LinkVocabulary

/// The radio between all centrals and peripherals of a world: its connections, and the PDUs under
/// way.
///
/// It may be marked as sendable because only actors on the world's executor use it.
package final class LinkLayer: @unchecked Sendable {
    /// One central, and what the radio knows about it.
    package struct CentralEntry {
        package var host: any CentralHost
        package var scanned: UUID128?
        package var scanEpoch: UInt32 = 0
        /// The only peripheral in range; `nil` if all are.
        package var nearPeripheral: Int32?
        package var isRadioOn = true
    }

    /// One peripheral, and what the radio knows about it.
    package struct PeripheralEntry {
        package var host: any PeripheralHost
        package var database = GATTDatabase()
        package var advertised: UUID128?
        package var isRadioOn = true
        package var isPaired = true
        /// Whether its queue of notifications is full.
        package var isQueueFull = false
    }

    /// A connection that is coming up, is up, or has gone down.
    package struct Link {
        package let central: Int32
        package let peripheral: Int32
        package let linkToken: UInt32
        package var isUpForCentral = false
        package var isUpForPeripheral = false
        package var isComingUp = true
        package var mtu: Int32
        /// The central's outstanding request.
        package var outstanding: UInt32?
        /// When the outstanding request went out.
        package var outstandingSince: UInt64 = 0
        /// When the last PDU to each side arrives. A later PDU never arrives before an earlier one.
        package var lastToCentral: UInt64 = 0
        package var lastToPeripheral: UInt64 = 0

        package var carries: Bool { isUpForCentral && isUpForPeripheral && !isLost }
        /// Whether the radio has stopped carrying PDUs, whatever the ends believe.
        package var isLost = false
    }

    private let confined: Confined<LinkState>
    /// Everything that it knows.
    package var state: LinkState {
        unsafeAddress { unsafe confined.address }
        unsafeMutableAddress { unsafe confined.mutableAddress }
    }
    /// The time, in microseconds.
    package var now: UInt64 { confined.value.now }
    /// Is told what happens on the links.
    let observer: any LinkObserver

    init(seed: UInt64, conditions: LinkConditions, observer: any LinkObserver) {
        self.observer = observer
        confined = Confined(LinkState(random: SplitMix64(seed: seed), conditions: conditions))
    }

    /// Releases all hosts when the world is gone. They refer to this object, so it would otherwise
    /// never be freed.
    func forgetHosts() {
        for index in state.centrals.indices { state.centrals[index].host = Nobody() }
        for index in state.peripherals.indices { state.peripherals[index].host = Nobody() }
    }

    func report(_ event: LinkEvent, _ bytes: Span<UInt8> = Span()) {
        observer.observe(event, at: now, bytes)
    }

    /// Draws how long a PDU takes: at most one connection interval.
    package func hop() -> UInt64 { 1 + state.random.next() % state.connectionInterval }

    package func schedule(_ happening: Happening, after delay: UInt64) {
        state.queue.add(happening, at: now + delay)
    }

    func tellCentral(
        _ central: Int32, _ indication: CentralIndication, _ bytes: Span<UInt8> = Span()
    ) {
        state.centrals[Int(central)].host.hear(indication, bytes)
    }

    func tellPeripheral(
        _ peripheral: Int32, _ indication: PeripheralIndication, _ bytes: Span<UInt8> = Span()
    ) {
        state.peripherals[Int(peripheral)].host.hear(indication, bytes)
    }

    /// Makes the next thing happen. The caller does scheduled actions and wakes sleeping tasks.
    ///
    /// - Returns: what happened; `nil` if nothing happens until `end`.
    func step(until end: UInt64) -> Happening? {
        guard let time = state.queue.firstTime, time <= end, let event = state.queue.popFirst()
        else {
            state.now = max(now, end)
            return nil
        }
        state.now = event.time
        switch event.happening {
        case .wake(.central(let central)): tellCentral(central, .wake)
        case .wake(.peripheral(let peripheral)): tellPeripheral(peripheral, .wake)
        case .scanning(let central, let epoch): hearAdvertising(central, epoch: epoch)
        case .connecting(let link): comeUp(link)
        case .arrival(let pdu):
            arrive(pdu)
            state.payloads.release(pdu.payload)
        case .transactionTimeout(let link): endTransaction(on: link)
        case .linkLoss(let link, let side): lose(link, at: side)
        case .radioOn(let participant): switchRadioOn(participant)
        case .queueReady(let peripheral):
            state.peripherals[Int(peripheral)].isQueueFull = false
            tellPeripheral(peripheral, .queueReady)
        case .alarm(let peripheral): tellPeripheral(peripheral, .alarm)
        case .paired(let peripheral): state.peripherals[Int(peripheral)].isPaired = true
        case .action, .sleeper: break
        }
        return event.happening
    }

    package func switchRadioOn(_ participant: Participant) {
        switch participant {
        case .central(let central):
            state.centrals[Int(central)].isRadioOn = true
            report(.centralRadio(central, isOn: true))
            tellCentral(central, .radioOn)
        case .peripheral(let peripheral):
            state.peripherals[Int(peripheral)].isRadioOn = true
            report(.peripheralRadio(peripheral, isOn: true))
            tellPeripheral(peripheral, .radioOn)
        }
    }
}

/// A host that ignores everything.
private final class Nobody: CentralHost, PeripheralHost {
    func hear(_ indication: CentralIndication, _ payload: Span<UInt8>) {}
    func hear(_ indication: PeripheralIndication, _ payload: Span<UInt8>) {}
}
