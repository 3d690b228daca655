/// What a central knows of the link that is up, or coming up.
struct CentralLink: Sendable {
    /// The link's ticket.
    let ticket: Ticket
    /// In bytes.
    var mtu = ATT.defaultMTU
    /// When anything last arrived from the phone.
    var lastArrival: SessionTime
    var isSilent = false
    /// Whether a value was read on this link.
    var hasValue = false
    /// A subscription was accepted on this link; without one nothing is notified.
    var isSubscribed = false
    var isPairingRequired = false
    /// The phone wanted to be paired before it accepts the subscription; it is asked once more.
    var owesSubscription = false
    /// The services changed while a request was outstanding.
    var mustDiscover = false
    /// A notification came while a request was outstanding.
    var mustReadAgain = false
    /// What that notification named.
    var notifiedIdentifier: InstructionIdentifier?
    /// Reads in a row that were answered with an error.
    var failedReads = 0
    /// Reads in a row that were answered with something that is no object.
    var unreadableObjects = 0
    /// Arrivals in a row that may have been a cut notification or the answer.
    var doubtfulArrivals = 0

    init(ticket: Ticket, at now: SessionTime) {
        self.ticket = ticket
        lastArrival = now
    }

    /// Something arrived.
    mutating func hear(at now: SessionTime) {
        lastArrival = now
        isSilent = false
    }
}
