/// One record of a capture: a packet between a host and its Bluetooth controller.
public struct CaptureRecord: Hashable, Sendable {
    /// What the packet is.
    public enum Kind: Hashable, Sendable {
        /// An HCI command.
        case command
        /// An HCI event.
        case event
        /// HCI ACL data.
        case acl
        /// Anything else: audio, notes of the logger, the coming and going of controllers.
        case other
    }

    /// Where the record begins, in bytes from the start of the file.
    public let fileOffset: UInt64
    /// When the packet passed.
    public let time: CaptureTime
    /// What the packet is.
    public let kind: Kind
    /// Whether it went from the host to the controller.
    public let isSent: Bool
    /// The controller, if the capture has several; otherwise 0.
    public let controller: UInt16
    /// How many bytes of the packet were not captured.
    public let missingByteCount: Int
    /// Whether records are missing before this one: the capture is damaged there, or its writer counted
    /// packets that it dropped.
    public internal(set) var isAfterGap = false
    /// How many packets the writer has dropped so far, by its own count.
    var droppedCount: UInt32 = 0

    /// Creates a record.
    public init(
        fileOffset: UInt64, time: CaptureTime, kind: Kind, isSent: Bool,
        controller: UInt16 = 0, missingByteCount: Int = 0
    ) {
        self.fileOffset = fileOffset
        self.time = time
        self.kind = kind
        self.isSent = isSent
        self.controller = controller
        self.missingByteCount = missingByteCount
    }
}
