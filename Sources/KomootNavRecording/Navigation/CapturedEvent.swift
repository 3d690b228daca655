public import KomootNav

/// Something in a capture that concerns a navigation characteristic.
public struct CapturedEvent: Hashable, Sendable {
    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// The connection began.
        case connected
        /// The connection's ATT_MTU was agreed on.
        case mtuAgreed(Int)
        /// The navigation characteristic was found, at this handle.
        case discovered(handle: UInt16)
        /// Something else was found at the handle that was given or remembered for the navigation
        /// characteristic, or its service elsewhere: the traffic at that handle so far was not navigation.
        case foundAnother(handle: UInt16)
        /// The device subscribed to notifications, or ended its subscription, unless the phone refused that.
        case subscribed(isOn: Bool, error: ATTError?)
        /// A read was requested at an offset.
        case requested(offset: Int)
        /// The read at that offset was answered; the bytes come with the event.
        case chunk(offset: Int)
        /// The read at that offset was refused.
        case failed(offset: Int, ATTError)
        /// A notification came; its value comes with the event.
        case notified
        /// The connection ended, for this reason (an HCI error code).
        case disconnected(reason: UInt8)

        /// What the kinds are called in JSON.
        package enum Name: String, Hashable, Sendable, CaseIterable {
            /// ``Kind/connected``.
            case connected
            /// ``Kind/mtuAgreed(_:)``.
            case mtuAgreed
            /// ``Kind/discovered(handle:)``.
            case discovered
            /// ``Kind/foundAnother(handle:)``.
            case foundAnother
            /// ``Kind/subscribed(isOn:error:)``.
            case subscribed
            /// ``Kind/requested(offset:)``.
            case requested
            /// ``Kind/chunk(offset:)``.
            case chunk
            /// ``Kind/failed(offset:_:)``.
            case failed
            /// ``Kind/notified``.
            case notified
            /// ``Kind/disconnected(reason:)``.
            case disconnected
        }

        /// The kind's name.
        package var name: Name {
            switch self {
            case .connected: .connected
            case .mtuAgreed: .mtuAgreed
            case .discovered: .discovered
            case .foundAnother: .foundAnother
            case .subscribed: .subscribed
            case .requested: .requested
            case .chunk: .chunk
            case .failed: .failed
            case .notified: .notified
            case .disconnected: .disconnected
            }
        }

        /// Whether it concerns the navigation characteristic's value, and not only a descriptor or the connection.
        public var isTraffic: Bool {
            switch self {
            case .connected, .mtuAgreed, .foundAnother, .subscribed, .disconnected: false
            case .discovered, .requested, .chunk, .failed, .notified: true
            }
        }
    }

    /// What happened.
    public let kind: Kind
    /// The connection's number, from 1, in the order of the capture.
    public let connection: Int
    /// When.
    public let time: CaptureTime
    /// Where the record that completed it begins, in bytes from the start of the file.
    public let fileOffset: UInt64
    /// Whether the host that wrote the log has the characteristic. If so, it is a phone's log; if not, the
    /// host's peer has it. The value means nothing for events that concern only the connection.
    public let isHostServing: Bool
    /// The handle of the characteristic's value, and how it is known; `nil` for events that concern only the
    /// connection.
    public let handle: CapturedHandle?
    /// The log's first connection with the same device, as far as addresses show it; `nil` if they do not.
    public let device: Int?

    /// Creates an event.
    public init(
        kind: Kind, connection: Int, time: CaptureTime, fileOffset: UInt64 = 0,
        isHostServing: Bool = false, handle: CapturedHandle? = nil, device: Int? = nil
    ) {
        self.kind = kind
        self.isHostServing = isHostServing
        self.handle = handle
        self.device = device
        self.connection = connection
        self.time = time
        self.fileOffset = fileOffset
    }
}
