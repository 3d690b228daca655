/// Everything that a referee knows.
struct RefereeState {
    /// The first promise that was broken.
    var broken: BrokenPromise?
    var marks = MarkSet()
    var published = PublishedObjects()
    var devices: ContiguousArray<DeviceRecord> = []
    /// What the first phone must do; the other phones of a world are not judged.
    var phone: PhoneModel
    /// Whether the phone has been a hostile peer: then what is delivered proves nothing.
    var isHostile = false
}
