/// What a server knows about one link.
struct ServerLink: Hashable, Sendable {
    let link: PairingServer.Link
    /// When it last connected, read or wrote.
    var lastHeard: SessionTime
    /// What the last read of the paired client name from its beginning was answered with. A value that is read in
    /// chunks must not change between them (clause 4.12), and who reads the client's name again may be the client
    /// (clause 4.5).
    var pairedName: PairedName?
}

/// The links that are up, stored inline.
struct ServerLinks: Hashable, Sendable {
    /// The largest number of links that the table tells apart.
    static let capacity = 4

    private var first: ServerLink?
    private var second: ServerLink?
    private var third: ServerLink?
    private var fourth: ServerLink?

    /// The link at a position from 0 to ``capacity`` − 1.
    subscript(position: Int) -> ServerLink? {
        get {
            switch position {
            case 0: first
            case 1: second
            case 2: third
            default: fourth
            }
        }
        set {
            switch position {
            case 0: first = newValue
            case 1: second = newValue
            case 2: third = newValue
            default: fourth = newValue
            }
        }
    }

    func position(of link: PairingServer.Link) -> Int? {
        for position in 0..<Self.capacity where self[position]?.link == link { return position }
        return nil
    }

    /// Notes that something was heard of a link. If it is new and there is no place, it takes the place of
    /// the link that was heard longest ago.
    ///
    /// - Parameters:
    ///   - needed: a link that keeps its place.
    ///   - other: another one that does.
    /// - Returns: its position. There is always one, because only two of the others keep theirs.
    mutating func hear(
        _ link: PairingServer.Link, at now: SessionTime,
        keeping needed: PairingServer.Link?, and other: PairingServer.Link?
    ) -> Int {
        if let position = position(of: link) {
            self[position]?.lastHeard = now
            return position
        }
        let place = self.place(keeping: needed, and: other)
        self[place] = ServerLink(link: link, lastHeard: now)
        return place
    }

    /// An empty position, or that of the link that was heard longest ago.
    private func place(keeping needed: PairingServer.Link?, and other: PairingServer.Link?) -> Int {
        var quietest: Int?
        for position in 0..<Self.capacity {
            guard let known = self[position] else { return position }
            if known.link == needed || known.link == other { continue }
            if let best = quietest, let candidate = self[best] {
                if known.lastHeard < candidate.lastHeard { quietest = position }
            } else {
                quietest = position
            }
        }
        return quietest ?? 0
    }

    mutating func remove(_ link: PairingServer.Link) {
        if let position = position(of: link) { self[position] = nil }
    }

    mutating func removeAll() { self = ServerLinks() }
}
