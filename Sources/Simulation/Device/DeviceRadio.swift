public import KomootNav

/// What the radio of a simulated device can do, as the stacks in use do it.
///
/// All but ``offsetReads`` go on by themselves: after a response of ATT_MTU − 1 bytes they request
/// the rest, whatever the phone's chunks are. Source: `Docs/Protocol.md`, clause 8.9.
///
/// A session does not ask which stack it has, but how it reads (`ChunkReassembler.Radio`, from ``reads``):
///
/// | simulated radio | the session's radio |
/// |---|---|
/// | ``offsetReads`` | `offsetReads` |
/// | ``wholeValues``, ``blueZ`` | `wholeValues` |
/// | ``blueZOffsets`` | `longReads` |
/// | ``coreBluetooth`` | `oneCallback` |
public enum DeviceRadio: String, Hashable, Sendable, CaseIterable {
    /// It reads at offsets, one request at a time, as a microcontroller's stack does.
    case offsetReads
    /// It reads whole values, and takes 0x07 and 0x0B for their end: Bumble, or an adapter that
    /// keeps the parts on Zephyr, NimBLE or BTstack.
    case wholeValues
    /// BlueZ without offsets, as through bleak: it reads whole values, and any error fails all of a
    /// read. It reports a value that was read as a notification too.
    case blueZ
    /// BlueZ with offsets: a read begins at one and goes on, and any error fails all of it.
    case blueZOffsets
    /// Core Bluetooth: it reads whole values, and reports them through the same callback as
    /// notifications. Any error fails all of a read, as in the specification's procedure.
    case coreBluetooth
}

extension DeviceRadio {
    /// What a session must know about it: the radio of its configuration.
    public var reads: ChunkReassembler.Radio {
        switch self {
        case .offsetReads: .offsetReads
        case .wholeValues, .blueZ: .wholeValues
        case .blueZOffsets: .longReads
        case .coreBluetooth: .oneCallback
        }
    }

    /// Whether an error that ends an object ends a read, and does not fail it.
    var takesErrorsForEndings: Bool {
        switch self {
        case .offsetReads, .wholeValues: true
        case .blueZ, .blueZOffsets, .coreBluetooth: false
        }
    }
}
