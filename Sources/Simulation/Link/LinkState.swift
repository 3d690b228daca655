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
    /// Whether this step may have resumed a waiting task.
    package var mayHaveResumed = false

    init(random: SplitMix64, conditions: LinkConditions) {
        self.random = random
        self.conditions = conditions
        connectionInterval = conditions.connectionInterval.wholeMicroseconds
        advertisingInterval = conditions.advertisingInterval.wholeMicroseconds
    }
}
