/// A world as the frontier keeps it. Its arrays are shared with other worlds as long as they are equal.
struct KeptWorld<Device: ExplorableCentral, Phone: ExplorablePeripheral>: Sendable {
    let device: Device.Kept
    let phone: Phone.Kept
    let rest: ExploredWorld<Device, Phone>.Rest
}

extension ExploredWorld: PhoneWorld {
    func kept() -> KeptWorld<Device, Phone> {
        KeptWorld(device: device.kept(), phone: phone.kept(), rest: rest)
    }

    func world(_ kept: KeptWorld<Device, Phone>) -> Self {
        ExploredWorld(
            setting, referee: referee, device: Device(kept.device), phone: Phone(kept.phone),
            rest: kept.rest)
    }

    /// Whether something will happen before time passes.
    var isUnderWay: Bool { nextWithoutFaults != nil }

    /// Lets the first thing that is under way arrive.
    mutating func letArrive() { if let step = nextWithoutFaults { perform(step) } }

    var longestQueue: Int {
        rest.links.reduce(0) { max($0, $1.toPhone.count, $1.toDevice.count) }
    }
}
