/// Names a link, or one request on it, so that a late answer is known for what it is.
///
/// The session issues it with the effect; the app hands it back with each event that belongs to it.
public struct Ticket: RawRepresentable, Hashable, Sendable {
    /// The number; each one is issued once, until 2³² of them were.
    public let rawValue: UInt32

    /// Creates a ticket from its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    var next: Ticket { Ticket(rawValue: rawValue &+ 1) }
}
