import CompanionPairing

/// What the server's phone has had to show, and with whom it was paired since.
struct PublishedInstructions {
    /// When each number was published, in microseconds. There is one from the beginning on.
    private var times: [UInt64] = [0]
    /// When the server was last paired with each client.
    private var lastPaired: [PairingName: UInt64] = [:]
    private var paired: PairingName?

    /// The phone has the next number to show.
    mutating func publish(at time: UInt64) { times.append(time) }

    /// The server has stored that it is paired with this client.
    mutating func follow(_ stored: PairingName?, at time: UInt64) {
        if let paired { lastPaired[paired] = time }
        if let stored { lastPaired[stored] = time }
        paired = stored
    }

    /// Whether a client may show a number now: the server was paired with it at any moment since that was published.
    ///
    /// - Parameter grace: how long it may show what was published later, in microseconds, while the server is paired with
    ///   nobody.
    func belongs(
        _ number: UInt32, to name: PairingName, at time: UInt64, grace: UInt64
    ) -> Bool {
        guard times.indices.contains(Int(number)), let last = lastPaired[name] else {
            return false
        }
        return last >= times[Int(number)] || paired == nil && time - last <= grace
    }
}
