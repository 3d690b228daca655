import KomootNav

extension SimulatedPeripheral {
    /// What changes with every event.
    struct State {
        var session: any PeripheralStateMachine
        var number: Int32 = -1
        var reads: ContiguousArray<PendingRead> = []
        var refused: ContiguousArray<Int32> = []
        var nextWake = UInt64.max
        var isAlive = true
        var advertises = false
        var series: Series?
    }

    /// A read that waits for its answer.
    struct PendingRead {
        let link: Int32
        let token: UInt32
        let offset: Int
    }

    /// Instructions that the app publishes by itself.
    struct Series {
        /// Between two of them.
        let microseconds: UInt64
        let streetByteCount: Int
        var objects: ObjectFactory
    }

    var session: any PeripheralStateMachine {
        _read { yield confined.value.session }
        _modify { yield &confined.value.session }
    }
    /// Its number in the world.
    var number: Int32 {
        _read { yield confined.value.number }
        _modify { yield &confined.value.number }
    }
    /// The reads that wait for their answers.
    var reads: ContiguousArray<PendingRead> {
        _read { yield confined.value.reads }
        _modify { yield &confined.value.reads }
    }
    /// The links whose last notification found a full queue.
    var refused: ContiguousArray<Int32> {
        _read { yield confined.value.refused }
        _modify { yield &confined.value.refused }
    }
    /// The earliest time, in microseconds, at which it will be woken.
    var nextWake: UInt64 {
        _read { yield confined.value.nextWake }
        _modify { yield &confined.value.nextWake }
    }
    /// Whether the app runs.
    var isAlive: Bool {
        _read { yield confined.value.isAlive }
        _modify { yield &confined.value.isAlive }
    }
    var advertises: Bool {
        _read { yield confined.value.advertises }
        _modify { yield &confined.value.advertises }
    }
    /// What the app publishes by itself.
    var series: Series? {
        _read { yield confined.value.series }
        _modify { yield &confined.value.series }
    }
}
