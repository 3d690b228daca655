/// A message for an app on a device.
///
/// Source: `Docs/Watch.md`, clauses 8.5 and 8.16.
public struct OutgoingMessage: Hashable, Sendable {
    /// Names a message to the phone's app, which chooses it. Each message should have its own: the session does
    /// not notice one that is used twice.
    public struct ID: RawRepresentable, Hashable, Sendable {
        /// The number.
        public let rawValue: UInt64

        /// Creates an identifier.
        public init(rawValue: UInt64) { self.rawValue = rawValue }
    }

    /// What happens to messages that wait.
    public enum Delivery: Hashable, Sendable {
        /// All are sent, in order. None that the device may have is sent twice.
        case inOrder
        /// All are sent, in order and joined: one array has those that waited, even if it is only one. Batches are at
        /// least ``BridgeTiming/batchInterval`` apart. None that the device may have is sent twice (clause 8.16).
        case batched
        /// Only the newest is sent. It is sent again if that may help.
        case newestOnly
    }

    /// The message's identifier.
    public let id: ID
    /// What is sent.
    public let content: MonkeyValue
    /// What happens to it while it waits.
    public let delivery: Delivery

    /// Creates a message.
    public init(id: ID, content: MonkeyValue, delivery: Delivery = .inOrder) {
        self.id = id
        self.content = content
        self.delivery = delivery
    }

    /// Creates a message that says where to go. A later one replaces it while it waits.
    public init(id: ID, navigation: NavigationMessage) {
        self.init(id: id, content: navigation.value, delivery: .newestOnly)
    }

    /// How a message ended.
    public enum Outcome: Hashable, Sendable {
        /// The transport says that the device has it.
        case sent
        /// The transport says that it failed, or did not answer in time.
        case failed(SendResult)
        /// The connection ended before the transport answered: the device may have it.
        case connectionEnded
        /// A newer one replaced it while it waited. If it had been sent before, the device may have it.
        case replaced
        /// The session was stopped, its app or device unregistered, or its device is not shared any more. If it was
        /// being sent, the device may have it.
        case dropped
        /// It was not taken.
        case refused(CompanionSession.Refusal)
    }
}
