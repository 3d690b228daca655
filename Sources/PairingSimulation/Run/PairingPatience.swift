package import CompanionPairing

/// How long clause 5.3 lets a client search, once the faults are over, and how often its user has to press.
package enum PairingPatience {
    /// After so many seconds a search that was under way is over: 30 s of a discovery that ends with a claim, the
    /// 60 s of that claim, and 10 s for one more attempt.
    package static let searchInSeconds: UInt64 = 100
    /// How long one search may take that begins when everything is at rest, in seconds.
    package static let attemptInSeconds: UInt64 = 32

    /// How often a client's user has to press *Connect* or *Discover* at most, when everything is at rest. A client
    /// that remembers a server that was unpaired forgets it first. Plain ends may need more.
    package static func presses(_ kind: PairingContestants.Kind) -> Int {
        kind == .library ? 2 : 4
    }

    /// Whether clients end a search by themselves that leads nowhere. A plain client waits for a lost answer until its
    /// user presses *Disconnect* (5.4).
    package static func goesOnWithoutPress(_ kind: PairingContestants.Kind) -> Bool {
        switch kind {
        case .library, .plainServer: true
        case .plain, .plainClients: false
        }
    }

    /// Whether a client still searches, although its server is there, and unpaired or paired with it.
    ///
    /// - Parameter others: the other clients that run. One with the same name may be the one that is connected.
    package static func isStuck(
        _ client: any ClientState, _ others: [any ClientState], _ server: any ServerState
    ) -> Bool {
        guard client.isSearching, server.isLoaded else { return false }
        if others.contains(where: { $0.isConnected && $0.names.own == client.names.own }) {
            return false
        }
        if let peer = client.names.peer, peer != server.names.own { return false }
        return server.clientName.map { $0 == client.names.own } ?? true
    }

    /// What the user of a client presses to be connected; `nil` if nothing on the screen helps.
    ///
    /// - Parameter unpairs: whether to unpair from a server that is gone (6.3).
    package static func button(
        _ client: any ClientState, unpairs: Bool
    ) -> PairingClient.Screen.Buttons? {
        let wanted: PairingClient.Screen.Buttons =
            unpairs ? .unpair : client.names.peer == nil ? .discover : .connect
        return client.buttons.contains(wanted) ? wanted : nil
    }
}
