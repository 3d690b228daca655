/// What the radio of a simulated device can do.
public enum DeviceRadio: String, Hashable, Sendable, CaseIterable {
    /// It reads at offsets, as the stack of a microcontroller does.
    case offsetReads
    /// It reads whole values, in one call.
    case wholeValues
    /// It reads whole values, and reports them through the callback that notifications come
    /// through.
    case oneCallback
}
