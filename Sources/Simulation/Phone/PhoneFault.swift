/// What goes wrong at the first phone of a world. Times are in milliseconds.
public enum PhoneFault: Hashable, Sendable {
    /// Before the phone answers the next read at an offset above zero, a new object with this many
    /// street bytes replaces the current one.
    case objectReplaced(streetByteCount: Int)
    /// Navigation stops, and the service is removed although the link is up. After this time it
    /// starts again.
    case navigationStopped(UInt32)
    /// The app is killed, and started again after this time; it remembers nothing.
    case restarted(UInt32)
    /// A second central connects, and leaves after this time.
    case secondCentral(UInt32)
}

extension PhoneFault: CustomStringConvertible {
    /// The fault in words.
    public var description: String {
        switch self {
        case .objectReplaced(let count): "object replaced by one with a street of \(count) bytes"
        case .navigationStopped(let time): "navigation stopped for \(time) ms"
        case .restarted(let time): "phone's app restarted after \(time) ms"
        case .secondCentral(let time): "second central for \(time) ms"
        }
    }
}
