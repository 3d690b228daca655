/// All that a referee knows.
struct RefereeState {
    var isWatching = false
    var broken: BrokenPromise?
    var now: UInt64 = 0
    var marks = MarkSet()
    var published = PublishedObjects()
    var devices: ContiguousArray<DeviceRecord> = []
    var phone: PhoneModel?
    var isHostile = false
}

extension Referee {
    /// Whether it judges this world.
    var isWatching: Bool {
        _read { yield confined.value.isWatching }
        _modify { yield &confined.value.isWatching }
    }
    /// The first promise that did not hold.
    var broken: BrokenPromise? {
        _read { yield confined.value.broken }
        _modify { yield &confined.value.broken }
    }
    /// The world's time, in microseconds.
    var now: UInt64 {
        _read { yield confined.value.now }
        _modify { yield &confined.value.now }
    }
    var marks: MarkSet {
        _read { yield confined.value.marks }
        _modify { yield &confined.value.marks }
    }
    var published: PublishedObjects {
        _read { yield confined.value.published }
        _modify { yield &confined.value.published }
    }
    var devices: ContiguousArray<DeviceRecord> {
        _read { yield confined.value.devices }
        _modify { yield &confined.value.devices }
    }
    var phone: PhoneModel? {
        _read { yield confined.value.phone }
        _modify { yield &confined.value.phone }
    }
    /// A hostile peer was met: what is delivered proves nothing any more.
    var isHostile: Bool {
        _read { yield confined.value.isHostile }
        _modify { yield &confined.value.isHostile }
    }
}
