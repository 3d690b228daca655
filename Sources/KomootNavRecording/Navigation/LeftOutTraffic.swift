/// Traffic of a connection that may be navigation's, and that a reader did not report.
public struct LeftOutTraffic: Hashable, Sendable {
    /// Why it was not reported.
    public enum Reason: Hashable, Sendable {
        /// The connection shows no discovery. On another connection, this one, the navigation characteristic has
        /// the handle.
        case withoutDiscovery(like: Int)
        /// The services around the handle changed, and nothing shows what is there now.
        case servicesChanged
        /// Packets are missing before it, and the handle may now be another device's.
        case afterGap
        /// Channels for the Attribute Protocol were opened beside the fixed one (EATT), which are not read.
        case onEnhancedBearer
    }

    /// The connection, from 1.
    public let connection: Int
    /// The handle with traffic; `nil` if that is not known.
    public let handle: UInt16?
    /// Why it was not reported.
    public let reason: Reason

    /// Creates a description.
    public init(connection: Int, handle: UInt16?, reason: Reason) {
        self.connection = connection
        self.handle = handle
        self.reason = reason
    }
}
