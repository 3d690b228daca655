/// All that a link layer knows.
struct LinkState {
    /// In microseconds.
    var now: UInt64 = 0
    var queue = EventQueue()
    var payloads = PayloadPool()
    var centrals: ContiguousArray<LinkLayer.CentralEntry> = []
    var peripherals: ContiguousArray<LinkLayer.PeripheralEntry> = []
    var links: ContiguousArray<LinkLayer.Link> = []
    var subscriptions: ContiguousArray<ContiguousArray<UInt16>> = []
    var faults = ArmedFaults()
    var trace = Trace()
    var random: SplitMix64
    var conditions: LinkConditions
    var replaceObject: ((Int) -> Void)?
    var eventCount: UInt64 = 0
    var mayHaveResumed = false
}

extension LinkLayer {
    /// The time, in microseconds.
    var now: UInt64 {
        _read { yield confined.value.now }
        _modify { yield &confined.value.now }
    }
    var queue: EventQueue {
        _read { yield confined.value.queue }
        _modify { yield &confined.value.queue }
    }
    var payloads: PayloadPool {
        _read { yield confined.value.payloads }
        _modify { yield &confined.value.payloads }
    }
    var centrals: ContiguousArray<CentralEntry> {
        _read { yield confined.value.centrals }
        _modify { yield &confined.value.centrals }
    }
    var peripherals: ContiguousArray<PeripheralEntry> {
        _read { yield confined.value.peripherals }
        _modify { yield &confined.value.peripherals }
    }
    var links: ContiguousArray<Link> {
        _read { yield confined.value.links }
        _modify { yield &confined.value.links }
    }
    /// The handles that each link is subscribed to.
    var subscriptions: ContiguousArray<ContiguousArray<UInt16>> {
        _read { yield confined.value.subscriptions }
        _modify { yield &confined.value.subscriptions }
    }
    var faults: ArmedFaults {
        _read { yield confined.value.faults }
        _modify { yield &confined.value.faults }
    }
    var trace: Trace {
        _read { yield confined.value.trace }
        _modify { yield &confined.value.trace }
    }
    var random: SplitMix64 {
        _read { yield confined.value.random }
        _modify { yield &confined.value.random }
    }
    var conditions: LinkConditions {
        _read { yield confined.value.conditions }
        _modify { yield &confined.value.conditions }
    }
    /// Publishes an object with a street of this many bytes, now.
    var replaceObject: ((Int) -> Void)? {
        _read { yield confined.value.replaceObject }
        _modify { yield &confined.value.replaceObject }
    }
    /// PDUs, connections, losses and advertisements that arrived.
    var eventCount: UInt64 {
        _read { yield confined.value.eventCount }
        _modify { yield &confined.value.eventCount }
    }
    /// Whether a task that waited may have been resumed in this step.
    var mayHaveResumed: Bool {
        _read { yield confined.value.mayHaveResumed }
        _modify { yield &confined.value.mayHaveResumed }
    }
}
