/// The links that a radio was asked for and whose end it has not told, oldest first.
///
/// A radio that names only the phone tells the ends of its links in their order. So the end of an old link
/// is recognised even if a new one to the same phone is under way.
struct ConnectionAttempts<Peer: Equatable> {
    struct Attempt {
        let peer: Peer
        let link: Ticket
        var isConnected = false
    }

    /// What the end of a link means.
    enum Ending {
        /// It is the link in use.
        case current(Ticket)
        /// The session had ended it before.
        case expected
        /// No such link is known.
        case unknown
    }

    /// How many are remembered. Not every radio tells the end of every link, and phones change their addresses.
    static var capacity: Int { 8 }

    private var attempts: ContiguousArray<Attempt> = []
    private var current: Ticket?

    /// A link is asked for, and is the one in use.
    mutating func begin(to peer: Peer, link: Ticket) {
        if attempts.count == Self.capacity { attempts.removeFirst() }
        attempts.append(Attempt(peer: peer, link: link))
        current = link
    }

    /// No link is in use any more.
    ///
    /// - Returns: the phone of the one that was.
    mutating func abandon() -> Peer? {
        defer { current = nil }
        return attempts.first { $0.link == current }?.peer
    }

    /// The ends of links that are no longer in use are not expected any more.
    mutating func forgetOthers() { attempts.removeAll { $0.link != current } }

    /// A link to this phone is up. The radio has told all there was to tell of older ones.
    ///
    /// - Returns: the link's ticket, if it is the one in use and was not up.
    mutating func connect(to peer: Peer) -> Ticket? {
        guard let newest = attempts.lastIndex(where: { $0.peer == peer }) else { return nil }
        let attempt = attempts[newest]
        guard attempt.link == current, !attempt.isConnected else { return nil }
        attempts[newest].isConnected = true
        attempts.removeAll { $0.peer == peer && $0.link != attempt.link }
        return attempt.link
    }

    /// A link to this phone has ended: the oldest.
    mutating func disconnect(from peer: Peer) -> Ending {
        remove(at: attempts.firstIndex { $0.peer == peer })
    }

    /// A link to this phone has ended that is not in use: the oldest, if one is known.
    mutating func forgetEarlier(to peer: Peer) {
        guard let oldest = attempts.firstIndex(where: { $0.peer == peer && $0.link != current })
        else { return }
        attempts.remove(at: oldest)
    }

    /// A link to this phone did not come up: the newest of those that are not up.
    mutating func fail(to peer: Peer) -> Ending {
        remove(at: attempts.lastIndex { $0.peer == peer && !$0.isConnected })
    }

    private mutating func remove(at position: Int?) -> Ending {
        guard let position else { return .unknown }
        let link = attempts.remove(at: position).link
        guard link == current else { return .expected }
        current = nil
        return .current(link)
    }

    /// The link in use, if it is up and to this phone.
    func link(to peer: Peer) -> Ticket? {
        attempts.first { $0.link == current && $0.peer == peer && $0.isConnected }?.link
    }

    /// The phone of the link in use.
    var peer: Peer? { attempts.first { $0.link == current }?.peer }
}
