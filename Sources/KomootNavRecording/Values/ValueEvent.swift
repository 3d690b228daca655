public import KomootNav

/// Something in a capture that concerns what a peripheral sends by itself.
public struct ValueEvent: Hashable, Sendable {
    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// The connection began, with this device if its address is in the capture.
        case connected(LinkPeer?)
        /// A characteristic was found, at this handle of its value.
        case discovered(UUID128, handle: UInt16)
        /// A value of this characteristic was notified, from this handle; it comes with the event.
        case notified(UUID128, handle: UInt16)
        /// A value of this characteristic was indicated, from this handle; it comes with the event.
        case indicated(UUID128, handle: UInt16)
        /// The connection ended, for this reason (an HCI error code).
        case disconnected(reason: UInt8)
    }

    /// What happened.
    public let kind: Kind
    /// The connection's number, from 1, in the order of the capture.
    public let connection: Int
    /// When.
    public let time: CaptureTime
    /// Where the record that completed it begins, in bytes from the start of the file.
    public let fileOffset: UInt64
    /// Whether the host that wrote the log has the characteristic; if not, its peer has it. Means
    /// nothing for events that concern only the connection.
    public let isHostServing: Bool

    /// Creates an event.
    public init(
        kind: Kind, connection: Int, time: CaptureTime, fileOffset: UInt64 = 0,
        isHostServing: Bool = false
    ) {
        self.kind = kind
        self.connection = connection
        self.time = time
        self.fileOffset = fileOffset
        self.isHostServing = isHostServing
    }
}
