/// The peers to which a client does not connect for a while (clause 4.11), stored inline.
struct AvoidedPeers: Sendable {
    struct Entry: Hashable, Sendable {
        let peer: PairingClient.Peer
        let end: SessionTime
        /// Whether the scan has reported the peer. A radio may not report it again.
        var wasFound = false
    }

    /// The one that was avoided last comes first.
    private(set) var entries: (Entry?, Entry?, Entry?, Entry?) = (nil, nil, nil, nil)

    /// Avoids a peer, in place of the one that was avoided first.
    mutating func avoid(_ peer: PairingClient.Peer, from now: SessionTime) {
        let end = now.advanced(byMilliseconds: PairingMilliseconds.avoidanceInterval)
        entries = (Entry(peer: peer, end: end), entries.0, entries.1, entries.2)
    }

    /// Notes that a scan begins.
    mutating func beginScan() {
        entries.0?.wasFound = false
        entries.1?.wasFound = false
        entries.2?.wasFound = false
        entries.3?.wasFound = false
    }

    /// Notes that the scan has reported a peer.
    ///
    /// - Returns: whether the peer is avoided.
    mutating func find(_ peer: PairingClient.Peer, at now: SessionTime) -> Bool {
        func find(_ entry: inout Entry?) -> Bool {
            guard let known = entry, known.peer == peer, known.end > now else { return false }
            entry?.wasFound = true
            return true
        }
        return find(&entries.0) || find(&entries.1) || find(&entries.2) || find(&entries.3)
    }

    /// The next peer to connect to of those that the scan has reported: the one that was avoided first.
    var next: Entry? {
        func found(_ entry: Entry?) -> Entry? { entry?.wasFound == true ? entry : nil }
        return found(entries.3) ?? found(entries.2) ?? found(entries.1) ?? found(entries.0)
    }
}
