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
    package var conditions: LinkConditions
    /// How many PDUs, connections, losses and advertisements arrived.
    package var eventCount: UInt64 = 0
    /// Whether this step may have resumed a waiting task.
    package var mayHaveResumed = false
}
