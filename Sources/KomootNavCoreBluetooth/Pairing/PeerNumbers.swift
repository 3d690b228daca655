import KomootNav

/// Numbers that only grow, for the peers that were met last: the same one as long as a peer is remembered.
struct PeerNumbers {
    /// How many of them it remembers.
    private static let capacity: UInt64 = 16

    private var peers: [UInt64: GATTPeer] = [:]
    private var last: UInt64 = 0

    /// The number of a peer; a new one if it is not remembered.
    mutating func number(of peer: GATTPeer) -> UInt64 {
        if let known = peers.first(where: { $0.value == peer }) { return known.key }
        last += 1
        peers[last] = peer
        peers[last &- Self.capacity] = nil
        return last
    }

    /// The peer with this number; `nil` if it was met too long ago.
    subscript(number: UInt64) -> GATTPeer? { peers[number] }
}
