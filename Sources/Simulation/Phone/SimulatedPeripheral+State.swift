import KomootNav

extension SimulatedPeripheral {
    /// Everything that changes from event to event.
    struct State {
        var session: any PeripheralStateMachine
        /// Its number in the world.
        var number: Int32 = -1
        /// The reads that wait for their answers.
        var reads: ContiguousArray<PendingRead> = []
        /// When it will next be woken, in microseconds.
        var nextWake = UInt64.max
        /// Whether the app runs.
        var isAlive = true
        /// Makes objects; `nil` while someone is using it.
        var objects: ObjectFactory?
        /// Whether the state machine refused the object that was published last.
        var hasRefusedObject = false
        /// What the app publishes by itself.
        var series: Series?
        /// What will be published before a read continues: one replacement for each read.
        var replacements: ContiguousArray<Replacement> = []
    }

    /// A read that waits for its answer.
    struct PendingRead {
        let link: Int32
        let token: UInt32
        let offset: Int
    }

    /// Instructions that the app publishes by itself.
    struct Series {
        /// The time between two of them, in microseconds.
        let interval: UInt64
        let streetByteCount: Int
        /// When the next one is due, in microseconds of the world's clock.
        var due: UInt64 = 0
    }
}
