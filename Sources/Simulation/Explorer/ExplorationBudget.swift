import KomootNav

/// How much may still happen in an exploration.
struct ExplorationBudget: Hashable, Sendable {
    var publications: Int
    var faults: Int
    /// How many times a deadline may pass although a PDU is under way.
    var delays: Int

    func describe(to digest: inout StateDigest) {
        digest.add(publications << 32 | faults << 16 | delays)
    }
}
