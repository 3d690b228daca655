public import KomootNav

/// Something that a device did and the link does not show.
public enum DeviceEvent: Hashable, Sendable {
    /// The device was added to the world, with this radio; `nil` if it calls a ``GATTClient``.
    case added(DeviceRadio?)
    /// The rider made it look for a phone.
    case started
    /// The rider made it end its link.
    case stopped
    /// It asked its radio for something while an earlier request was still unanswered.
    case asksTooMuch(LinkEvent.RequestKind)
    /// It was given an object to show, or the beginning of one; the bytes come with the event.
    case delivered(ObjectExtent)
    /// It told its rider a new status.
    case reported(CentralSession.Status)
    /// It met something that should not happen.
    case noticed(CentralSession.Fault)
    /// It has taken all effects of one event, and uses this many bytes of memory.
    case acted(effects: Int, memory: Int)
}

/// Is told what the devices of a world do.
protocol DeviceObserver: AnyObject, Sendable {
    func observe(
        _ event: DeviceEvent, of device: Int32, at time: UInt64, _ bytes: Span<UInt8>)
}
