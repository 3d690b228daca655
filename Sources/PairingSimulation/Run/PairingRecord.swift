package import CompanionPairing

/// What a judge knows about one client, and whether a user's press excuses it when it forgets its server.
///
/// A press of *Unpair* counts from the moment at which it is pressed. It excuses nobody any more if it turns out to
/// have had no effect.
package struct PairingRecord: Hashable, Sendable {
    /// The server that it remembered when it was last seen.
    package private(set) var server: PairingName?
    /// Whether it was connected since it remembers this server.
    package private(set) var wasConnected = false
    /// Whether a user has unpaired it in this pairing, and it was not connected anew since.
    package private(set) var isExcused = false
    package private(set) var isConnected = false
    /// Whether its user has unpaired, the server may not know, and it was not connected anew since.
    package private(set) var hasUnpaired = false
    /// Whether its user has pressed *Unpair*, and it has not forgotten its server yet.
    package private(set) var isUnpairing = false

    package init() {}

    /// Its user has pressed *Unpair*, which was on the screen.
    package mutating func pressUnpair() { isUnpairing = true }

    /// Its user has unpaired, or the server's user has, or another client's with the same name.
    package mutating func excuse() { isExcused = true }

    /// It has forgotten its server because of a press where no button was.
    package mutating func forgetByStrayPress() { hasUnpaired = true }

    /// Its app does not run, or has not loaded its names.
    ///
    /// - Parameter stored: the server that is on its disk.
    package mutating func stop(stored: PairingName?) {
        isConnected = false
        guard isUnpairing else { return }
        // The app has ended before it did anything about the press.
        if stored == server { isUnpairing = false } else { hasUnpaired = true }
    }

    /// It remembers this server now.
    ///
    /// - Returns: whether it has forgotten another one without cause.
    package mutating func remember(_ peer: PairingName?) -> Bool {
        guard server != peer else { return false }
        let isBroken = server != nil && wasConnected && !isExcused && !isUnpairing
        if isUnpairing { hasUnpaired = true }
        // With another server, or a new pairing with the same one, what a user did before excuses nobody.
        isExcused = false
        isUnpairing = false
        server = peer
        wasConnected = false
        return isBroken
    }

    /// The server is neither paired with it nor about to be: what its user unpaired has arrived.
    package mutating func isUnknownToServer() {
        if server == nil { hasUnpaired = false }
    }

    /// It runs, and shows that it is connected, or that it is not.
    ///
    /// - Parameter isPaired: whether the server has stored its name, and is not being unpaired.
    package mutating func show(isConnected: Bool, isPaired: Bool) {
        if isConnected {
            if !self.isConnected {
                // While unpairing is under way its client may come back for a moment, and an answer of before may
                // arrive after it.
                if isPaired { isExcused = false }
                isUnpairing = false
                hasUnpaired = false
            }
            wasConnected = true
        }
        self.isConnected = isConnected
    }
}

/// A press of *Unpair* at the server, from the moment at which it is pressed until it has had its effect.
package struct ServerUnpairing: Hashable, Sendable {
    /// What becomes of it.
    package enum Outcome: Hashable, Sendable {
        /// The server is about to be unpaired.
        case underWay
        /// The server is not paired with the client any more: this excuses the client.
        case done
        /// The server's app has ended before that, or has done nothing.
        case withoutEffect
    }

    /// The client from which the server is unpaired.
    package let name: PairingName

    package init(_ name: PairingName) { self.name = name }

    /// What has become of it.
    ///
    /// - Parameters:
    ///   - stored: the client that is on the server's disk.
    ///   - server: the server, if its app runs.
    package func outcome(stored: PairingName?, server: (any ServerState)?) -> Outcome {
        // A store that failed may have reached the disk all the same. The server goes on until one has succeeded.
        if server?.isUnpairing == true { return .underWay }
        if stored != name { return .done }
        guard let server, server.clientName != name else { return .withoutEffect }
        return .underWay
    }
}

/// Which clients are connected at the same time, and since when.
package struct Overlaps: Sendable {
    /// Two clients that are both connected.
    package struct Overlap: Hashable, Sendable {
        package let one: Int
        package let other: Int
        /// When the second of them was connected, in microseconds.
        package let since: UInt64
        /// Whether they have the same name.
        package let isCopy: Bool
    }

    /// A lease by any clock, in microseconds.
    package static let longest: UInt64 = 6_010_000

    /// All pairs of clients that are connected now.
    package private(set) var current: [Overlap] = []

    package init() {}

    /// Takes note of who is connected now, in ascending order.
    ///
    /// - Returns: the pairs that have been connected for longer than a lease. One that ends just now counts as well.
    package mutating func follow(
        _ connected: [Int], at time: UInt64, isCopy: (Int, Int) -> Bool
    ) -> [Overlap] {
        let known = current
        current = []
        for (position, one) in connected.enumerated() {
            for other in connected.dropFirst(position + 1) {
                current.append(
                    known.first { $0.one == one && $0.other == other }
                        ?? Overlap(
                            one: one, other: other, since: time, isCopy: isCopy(one, other)))
            }
        }
        return known.filter { time - $0.since > Self.longest }
    }
}
