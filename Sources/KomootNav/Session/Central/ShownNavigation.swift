/// What the rider has seen of a navigation. It outlives the links.
struct ShownNavigation: Sendable {
    /// Whether the phone took the service away and has not offered it again.
    var hasEnded = false
    /// The last object that was delivered, complete or not.
    private(set) var lastShown = DeliveredObject()
    private(set) var lastExtent = ObjectExtent.possiblyCut

    /// Whether there is one, and it is not forgotten (C.4).
    var hasInstruction: Bool { lastShown != DeliveredObject() }

    /// Whatever comes next is new to the rider.
    mutating func forget() {
        lastShown = DeliveredObject()
        lastExtent = .possiblyCut
    }

    /// Whether the object that an object's bytes begin is shown whole.
    func isWhole(_ object: DeliveredObject) -> Bool {
        lastExtent == .whole && object.prefixHash == lastShown.prefixHash
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
        // Of what is shown whole, a beginning is nothing new.
        if extent == .possiblyCut && isWhole(object) { return false }
        lastShown = object
        lastExtent = extent
        return true
    }
}

/// What the session remembers of a delivered object: enough to recognise it, but not its bytes.
struct DeliveredObject: Hashable, Sendable {
    /// How many bytes tell two objects apart (clause 8.8 b).
    static let prefixLength = ATT.smallestPayload

    /// The number of bytes, or zero if only the beginning is known.
    private(set) var count = 0
    private(set) var hash: UInt64 = 0
    private(set) var prefixHash: UInt64 = 0

    init() {}

    /// - Parameter isComplete: whether the bytes are all that was to be read, not a first chunk.
    init(_ bytes: Span<UInt8>, isComplete: Bool) {
        let prefix = Self.hash(bytes.extracting(..<min(bytes.count, Self.prefixLength)))
        prefixHash = prefix
        guard isComplete else { return }
        count = bytes.count
        hash = Self.hash(bytes)
    }

    /// The 64-bit FNV-1a hash (Fowler, Noll and Vo).
    private static func hash(_ bytes: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for position in bytes.indices {
            hash = (hash ^ UInt64(bytes[position])) &* 0x100_0000_01B3
        }
        return hash
    }
}
