public import KomootNav

/// Something that a capture shows of the traffic of a navigation characteristic.
public struct CapturedEvent: Hashable, Sendable {
    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// The connection began.
        case connected
        /// The connection's ATT_MTU was agreed on.
        case mtuAgreed(Int)
        /// The navigation characteristic was found, at this handle.
        case discovered(handle: UInt16)
        /// A read was requested at an offset.
        case requested(offset: Int)
        /// The read at that offset was answered; the bytes are lent beside it.
        case piece(offset: Int)
        /// The read at that offset was refused.
        case failed(offset: Int, ATTError)
        /// A notification came; its value is lent beside it.
        case notified
        /// The connection ended, for this reason (an HCI error code).
        case disconnected(reason: UInt8)
    }

    /// What happened.
    public let kind: Kind
    /// The connection, from 1, in the order in which the capture shows them.
    public let connection: Int
    /// When, in microseconds since 1970.
    public let timeInMicroseconds: Int64
    /// Where the record that completed it begins in the file.
    public let fileOffset: UInt64

    /// Creates an event.
    public init(kind: Kind, connection: Int, timeInMicroseconds: Int64, fileOffset: UInt64 = 0) {
        self.kind = kind
        self.connection = connection
        self.timeInMicroseconds = timeInMicroseconds
        self.fileOffset = fileOffset
    }
}
