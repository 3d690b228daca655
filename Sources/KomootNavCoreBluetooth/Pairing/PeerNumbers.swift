import KomootNav

/// Numbers that only grow, for the peers that were heard last: the same one as long as a peer is remembered.
struct PeerNumbers {
    /// How many of them it remembers.
    private static let capacity = 16

    /// Who was heard last is last.
    private var known: [(number: UInt64, peer: GATTPeer)] = []
    private var last: UInt64 = 0

    /// The number of a peer that is heard; a new one if it is not remembered.
    ///
    /// - Parameter kept: the number of a peer that is never forgotten for it.
    mutating func number(of peer: GATTPeer, keeping kept: UInt64? = nil) -> UInt64 {
        if let position = known.firstIndex(where: { $0.peer == peer }) {
            let heard = known.remove(at: position)
            known.append(heard)
            return heard.number
        }
        if known.count == Self.capacity, let oldest = known.firstIndex(where: { $0.number != kept })
        {
            known.remove(at: oldest)
        }
        last += 1
        known.append((last, peer))
        return last
    }

    /// The peer with this number; `nil` if it was heard too long ago.
    subscript(number: UInt64) -> GATTPeer? { known.first { $0.number == number }?.peer }
}
