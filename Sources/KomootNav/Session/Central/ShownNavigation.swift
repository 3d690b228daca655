/// What the rider has seen of a navigation. It outlives the links.
struct ShownNavigation: Sendable {
    /// Whether the phone took the service away and has not offered it again.
    var hasEnded = false
    /// The last object that was delivered, complete or not.
    private(set) var lastShown = DeliveredObject()
    private(set) var lastExtent = ObjectExtent.possiblyCut
    private(set) var lastIdentifier: InstructionIdentifier?
    private(set) var identifierSince = SessionTime.zero
    /// Whether an answer gave no other identifier ``NavigationTiming/staleInterval`` after the last
    /// one first came.
    private(set) var isStale = false

    /// Notes the identifier of an instruction that was read, cut or whole.
    mutating func see(_ identifier: InstructionIdentifier, at now: SessionTime) {
        guard identifier != lastIdentifier else { return }
        lastIdentifier = identifier
        identifierSince = now
        isStale = false
    }

    /// Notes an answer. If it has another identifier, ``see(_:at:)`` comes next.
    mutating func age(at now: SessionTime) {
        isStale =
            lastIdentifier != nil
            && now.milliseconds(since: identifierSince) >= Milliseconds.staleInterval
    }

    /// Takes the beginning of an object.
    ///
    /// - Returns: whether it is new to the rider.
    mutating func takeBeginning(_ object: DeliveredObject) -> Bool {
        guard object.prefixHash != lastShown.prefixHash else { return false }
        lastShown = object
        lastExtent = .possiblyCut
        return true
    }

    /// Takes a complete object: whole, or all that the radio can read.
    ///
    /// - Returns: whether it is new to the rider.
    mutating func takeComplete(_ object: DeliveredObject, _ extent: ObjectExtent) -> Bool {
        let isWholeNow = extent == .whole && lastExtent == .possiblyCut
        guard object != lastShown || isWholeNow else { return false }
        lastShown = object
        lastExtent = extent
        return true
    }
}
