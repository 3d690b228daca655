/// What the rider has seen of a navigation. It outlives the links.
struct ShownNavigation: Sendable {
    /// Whether the phone took the service away and has not offered it again.
    var hasEnded = false
    /// The last object that was delivered whole.
    private var lastWhole = DeliveredObject()
    /// The last object that was delivered, whole or not.
    private var lastShown = DeliveredObject()
    private var lastIdentifier: InstructionIdentifier?
    private var identifierSince = SessionTime.zero
    /// Whether the phone still gave the same identifier ``NavigationTiming/staleInterval`` after it
    /// first came.
    private(set) var isStale = false

    /// Notes the identifier of an instruction that was read, cut or whole.
    mutating func see(_ identifier: InstructionIdentifier, at now: SessionTime) {
        if identifier != lastIdentifier {
            lastIdentifier = identifier
            identifierSince = now
            isStale = false
        } else {
            isStale =
                now.milliseconds(since: identifierSince) >= NavigationTiming.staleInterval
        }
    }

    /// Takes the beginning of an object.
    ///
    /// - Returns: whether it is new to the rider.
    mutating func takeBeginning(_ object: DeliveredObject) -> Bool {
        guard object.prefixHash != lastShown.prefixHash else { return false }
        lastShown = object
        return true
    }

    /// Takes a whole object.
    ///
    /// - Returns: whether it is new to the rider.
    mutating func takeWhole(_ object: DeliveredObject) -> Bool {
        guard object != lastShown else { return false }
        lastWhole = object
        lastShown = object
        return true
    }

    /// Whether these bytes are the object that was last delivered whole.
    func isLastWhole(_ bytes: Span<UInt8>) -> Bool {
        DeliveredObject(bytes, extent: .whole) == lastWhole
    }
}
