package import LinkVocabulary

/// The radio between all centrals and peripherals of a world: its connections, and the PDUs under
/// way.
///
/// It may be marked as sendable because only actors on the world's executor use it.
package final class LinkLayer: @unchecked Sendable {
    /// One central, and what the radio knows about it.
    package struct CentralEntry {
        package var host: any CentralHost
        /// The services that it scans for; none if it does not scan.
        package var scanned: [UUID128] = []
        package var scanEpoch: UInt32 = 0
        /// The only peripheral in range; `nil` if all are.
        package var nearPeripheral: Int32?
        package var isRadioOn = true
    }

    /// One peripheral, and what the radio knows about it.
    package struct PeripheralEntry {
        package var host: any PeripheralHost
        package var database = GATTDatabase()
        /// The services that it advertises; none if it does not advertise.
        package var advertised: [UUID128] = []
        /// The name that it advertises.
        package var advertisedName: String?
        /// How strongly centrals receive it, in dBm; `nil` if nobody has said.
        package var signalStrength: Int?
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
        state.lastEvent = event
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

    package func isRadioOn(_ participant: Participant) -> Bool {
        switch participant {
        case .central(let central): state.centrals[Int(central)].isRadioOn
        case .peripheral(let peripheral): state.peripherals[Int(peripheral)].isRadioOn
        }
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

/// Everything that a link layer knows.
package struct LinkState {
    /// The time, in microseconds.
    package var now: UInt64 = 0
    package var queue = EventQueue()
    package var payloads = PayloadPool()
    package var centrals: ContiguousArray<LinkLayer.CentralEntry> = []
    package var peripherals: ContiguousArray<LinkLayer.PeripheralEntry> = []
    package var links: ContiguousArray<LinkLayer.Link> = []
    /// The handles to which each link is subscribed.
    package var subscriptions: ContiguousArray<ContiguousArray<UInt16>> = []
    var faults = ArmedFaults()
    package var random: SplitMix64
    package let conditions: LinkConditions
    /// The longest time that a PDU takes, in microseconds.
    let connectionInterval: UInt64
    /// The longest time between two chances to hear advertising, in microseconds.
    let advertisingInterval: UInt64
    /// How many PDUs, connections, losses and advertisements arrived.
    package var eventCount: UInt64 = 0
    /// What happened last on the links.
    var lastEvent: LinkEvent?
    /// Whether this step may have resumed a waiting task.
    package var mayHaveResumed = false

    init(random: SplitMix64, conditions: LinkConditions) {
        self.random = random
        self.conditions = conditions
        connectionInterval = conditions.connectionInterval.wholeMicroseconds
        advertisingInterval = conditions.advertisingInterval.wholeMicroseconds
    }
}

/// What the links of a world are like.
public struct LinkConditions: Hashable, Sendable {
    /// The longest time that a PDU takes: 1 µs to an hour. The time of each one is drawn.
    public var connectionInterval: Duration
    /// The MTU of a new link, in bytes: 23 to 517 (``LinkFault/mtus``).
    public var mtu: Int
    /// The longest time between two chances to hear advertising: 1 µs to an hour.
    public var advertisingInterval: Duration

    /// Creates conditions. By default a PDU takes at most 30 ms, the MTU is ATT's default, and a
    /// chance to hear advertising comes at least every half second. A shorter interval than 1 µs counts as 1 µs.
    public init(
        connectionInterval: Duration = .milliseconds(30), mtu: Int = 23,
        advertisingInterval: Duration = .milliseconds(500)
    ) {
        self.connectionInterval = max(connectionInterval, Self.intervals.lowerBound)
        self.mtu = mtu
        self.advertisingInterval = max(advertisingInterval, Self.intervals.lowerBound)
    }

    private static let intervals: ClosedRange<Duration> = .microseconds(1) ... .seconds(3600)

    /// Traps if no link can be like this.
    func check() {
        precondition(LinkFault.mtus ~= mtu, "an MTU has 23 to 517 bytes")
        precondition(
            Self.intervals ~= connectionInterval && Self.intervals ~= advertisingInterval,
            "an interval takes 1 µs to an hour")
    }
}
