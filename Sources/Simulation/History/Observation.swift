/// Something that happened in a world, and to whom. The time and the bytes are passed separately.
public enum Observation: Hashable, Sendable {
    /// On a link.
    case link(LinkEvent)
    /// At a phone, by its number among all peripherals.
    case phone(Int32, PhoneEvent)
    /// At a device, by its number among all centrals.
    case device(Int32, DeviceEvent)
    /// A fault was injected.
    case fault(Fault)
}

/// Is told everything that happens in a world. Each kind of event has a function of its own, because making
/// an ``Observation`` of every event would cost more than most observers do with it.
protocol Observer: LinkObserver, PhoneObserver, DeviceObserver {
    /// - Parameters:
    ///   - fault: what was injected.
    ///   - time: when, in microseconds since the world began.
    func observe(_ fault: Fault, at time: UInt64)
}
