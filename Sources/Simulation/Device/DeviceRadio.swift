public import KomootNav

/// What the radio of a simulated device can do.
public enum DeviceRadio: String, Hashable, Sendable, CaseIterable {
    /// It reads at offsets, as a microcontroller's stack does.
    case offsetReads
    /// It reads whole values, in one call.
    case wholeValues
    /// It reads whole values, and reports them through the same callback as notifications.
    case oneCallback
}

extension DeviceRadio {
    /// What a session must know about it.
    public var reads: ChunkReassembler.Radio {
        switch self {
        case .offsetReads: .offsetReads
        case .wholeValues, .oneCallback: .wholeValues
        }
    }
}
