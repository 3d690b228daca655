/// The handle of a navigation characteristic's value, and how it is known.
public struct CapturedHandle: Hashable, Sendable {
    /// How a handle is known.
    public enum Source: Hashable, Sendable {
        /// The connection's own packets show it.
        case discovered
        /// An earlier connection with the same device showed it, and nothing has spoken against it since.
        case remembered(connection: Int)
        /// It was given for connections that show no discovery.
        case given
    }

    /// The number.
    public let number: UInt16
    /// How it is known.
    public let source: Source

    /// Creates a handle.
    public init(_ number: UInt16, _ source: Source) {
        self.number = number
        self.source = source
    }
}
