/// Names a link, or one request on it, so that the session can recognise a late answer.
///
/// The session issues a ticket with an effect. Hand it back with each event that belongs to it.
public struct Ticket: RawRepresentable, Hashable, Sendable {
    /// The number. Each is issued once; they begin again only after 2³².
    public let rawValue: UInt32

    /// Creates a ticket from its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The ticket that is issued after this one.
    package var next: Ticket { Ticket(rawValue: rawValue &+ 1) }
}
