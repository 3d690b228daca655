/// What the rider has seen of a navigation. It outlives the links.
struct ShownNavigation: Sendable {
    /// Whether the phone took the service away and has not offered it again.
    var hasEnded = false
    /// The last object that was delivered, complete or not.
    private var lastShown = DeliveredObject()
    private var lastIdentifier: InstructionIdentifier?
    private var identifierSince = SessionTime.zero
    /// Whether an answer gave no other identifier ``NavigationTiming/staleInterval`` after the last
    /// one first came.
    private(set) var isStale = false

    /// Notes the identifier of an instruction that was read, cut or whole.
    mutating func see(_ identifier: InstructionIdentifier, at now: SessionTime) {
        if identifier != lastIdentifier {
            lastIdentifier = identifier
            identifierSince = now
        }
        age(at: now)
    }

    /// Notes an answer that gave no instruction other than the last one.
    mutating func age(at now: SessionTime) {
        isStale = now.milliseconds(since: identifierSince) >= NavigationTiming.staleInterval
    }

    /// Takes the beginning of an object.
    ///
    /// - Returns: whether it is new to the rider.
    mutating func takeBeginning(_ object: DeliveredObject) -> Bool {
        guard object.prefixHash != lastShown.prefixHash else { return false }
        lastShown = object
        return true
    }

    /// Takes a complete object: whole, or all that the radio can read.
    ///
    /// - Returns: whether it is new to the rider.
    mutating func takeComplete(_ object: DeliveredObject) -> Bool {
        guard object != lastShown else { return false }
        lastShown = object
        return true
    }
}
