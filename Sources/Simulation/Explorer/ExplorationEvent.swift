/// Something that happened on the way to a broken promise.
public struct ExplorationEvent: Hashable, Sendable {
    /// What kind of thing it was, in words.
    public enum Kind: Hashable, Sendable {
        /// A PDU arrived at the phone.
        case toPhone(String)
        /// A PDU arrived at the device.
        case toDevice(String)
        /// A link came or went.
        case link(String)
        /// Something happened at one end.
        case note(String)
        /// A promise was broken.
        case broken(String)
    }

    /// Milliseconds since the beginning.
    package let milliseconds: UInt64
    /// The link, from 1; 0 if it is about none.
    public let link: Int
    /// What happened.
    public let kind: Kind

    /// When it happened.
    public var time: VirtualClock.Instant {
        VirtualClock.Instant(offset: .milliseconds(milliseconds))
    }
}

/// Writes down what happens in an explored world. Only one thread uses it.
final class ExplorationRecorder: @unchecked Sendable {
    private(set) var events: [ExplorationEvent] = []
    private var lastLink = 0

    func record(_ kind: ExplorationEvent.Kind, at time: UInt64, link: Int32?) {
        if let link { lastLink = Int(link) + 1 }
        events.append(ExplorationEvent(milliseconds: time, link: lastLink, kind: kind))
    }
}
