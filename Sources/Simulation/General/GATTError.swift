public import KomootNav

/// Why a request of a ``GATTClient`` failed.
public enum GATTError: Error, Hashable, Sendable {
    /// There is no link.
    case notConnected
    /// The link ended before the answer came.
    case disconnected
    /// The server answered with an error.
    case refused(ATTError)
}
