import KomootNav

extension SimulatedCentral {
    /// Everything that changes from event to event.
    struct State {
        var session: any CentralStateMachine
        /// Its number in the world.
        var number: Int32 = -1
        var link: (number: Int32, token: UInt32)?
        /// The characteristic's handle.
        var handle: UInt16 = 0
        /// The token of the last discovery.
        var discovery: UInt32 = 0
        /// The ticket of the request that the radio owes an answer to.
        var owed: Ticket?
        var isSubscribed = false
        /// The reads that the radio goes on with by itself. It works on the first one.
        var longReads: ContiguousArray<LongRead> = []
        var lastRead: LongRead?
        var lastToken: UInt32 = 0
        /// When it will next be woken, in microseconds.
        var nextWake = UInt64.max
    }
}
