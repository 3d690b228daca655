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
        /// Another characteristic was found, at the handle that was given for the navigation
        /// characteristic: what passed there before was not navigation.
        case foundAnother(handle: UInt16)
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

        /// Whether it is of the navigation characteristic, and not only of the connection.
        public var isTraffic: Bool {
            switch self {
            case .connected, .mtuAgreed, .foundAnother, .disconnected: false
            case .discovered, .requested, .piece, .failed, .notified: true
            }
        }
    }

    /// What happened.
    public let kind: Kind
    /// The connection, from 1, in the order in which the capture shows them.
    public let connection: Int
    /// When, in microseconds since 1970.
    public let timeInMicroseconds: Int64
    /// Where the record that completed it begins in the file.
    public let fileOffset: UInt64
    /// Whether the characteristic is the host's own, whose log it is, and not its peer's: the log is a
    /// phone's then. Of no meaning where no characteristic is spoken of.
    public let isHostServing: Bool

    /// Creates an event.
    public init(
        kind: Kind, connection: Int, timeInMicroseconds: Int64, fileOffset: UInt64 = 0,
        isHostServing: Bool = false
    ) {
        self.kind = kind
        self.isHostServing = isHostServing
        self.connection = connection
        self.timeInMicroseconds = timeInMicroseconds
        self.fileOffset = fileOffset
    }
}
