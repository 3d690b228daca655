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
