import KomootNav

extension SimulatedCentral {
    /// What changes with every event.
    struct State {
        var session: any CentralStateMachine
        var number: Int32 = -1
        var link: (number: Int32, token: UInt32)?
        var handle: UInt16 = 0
        var discovery: UInt32 = 0
        var longReads: ContiguousArray<LongRead> = []
        var lastRead: LongRead?
        var lastToken: UInt32 = 0
        var deferred: ContiguousArray<CentralSession.Effect> = []
        var nextWake = UInt64.max
    }

    var session: any CentralStateMachine {
        _read { yield confined.value.session }
        _modify { yield &confined.value.session }
    }
    /// Its number in the world.
    var number: Int32 {
        _read { yield confined.value.number }
        _modify { yield &confined.value.number }
    }
    var link: (number: Int32, token: UInt32)? {
        _read { yield confined.value.link }
        _modify { yield &confined.value.link }
    }
    /// The characteristic's handle.
    var handle: UInt16 {
        _read { yield confined.value.handle }
        _modify { yield &confined.value.handle }
    }
    /// The token of the last discovery.
    var discovery: UInt32 {
        _read { yield confined.value.discovery }
        _modify { yield &confined.value.discovery }
    }
    /// The whole values that it was told to read; the first one is being read.
    var longReads: ContiguousArray<LongRead> {
        _read { yield confined.value.longReads }
        _modify { yield &confined.value.longReads }
    }
    var lastRead: LongRead? {
        _read { yield confined.value.lastRead }
        _modify { yield &confined.value.lastRead }
    }
    var lastToken: UInt32 {
        _read { yield confined.value.lastToken }
        _modify { yield &confined.value.lastToken }
    }
    /// What waits until a radio with one callback has read all values.
    var deferred: ContiguousArray<CentralSession.Effect> {
        _read { yield confined.value.deferred }
        _modify { yield &confined.value.deferred }
    }
    /// The earliest time, in microseconds, at which it will be woken.
    var nextWake: UInt64 {
        _read { yield confined.value.nextWake }
        _modify { yield &confined.value.nextWake }
    }
}
