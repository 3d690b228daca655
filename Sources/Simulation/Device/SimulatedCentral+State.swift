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
        /// The whole values that it was told to read. The first one is being read.
        var longReads: ContiguousArray<LongRead> = []
        var lastRead: LongRead?
        var lastToken: UInt32 = 0
        /// Effects that wait until a radio with one callback has read all values.
        var deferred: ContiguousArray<CentralSession.Effect> = []
        /// When it will next be woken, in microseconds.
        var nextWake = UInt64.max
    }
}
