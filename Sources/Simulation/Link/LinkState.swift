/// Everything that a link layer knows.
struct LinkState {
    /// The time, in microseconds.
    var now: UInt64 = 0
    var queue = EventQueue()
    var payloads = PayloadPool()
    var centrals: ContiguousArray<LinkLayer.CentralEntry> = []
    var peripherals: ContiguousArray<LinkLayer.PeripheralEntry> = []
    var links: ContiguousArray<LinkLayer.Link> = []
    /// The handles to which each link is subscribed.
    var subscriptions: ContiguousArray<ContiguousArray<UInt16>> = []
    var faults = ArmedFaults()
    var random: SplitMix64
    var conditions: LinkConditions
    /// How many PDUs, connections, losses and advertisements arrived.
    var eventCount: UInt64 = 0
    /// Whether this step may have resumed a waiting task.
    var mayHaveResumed = false
}
