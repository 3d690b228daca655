/// Whether bytes are a whole data object or only its beginning.
///
/// The bytes can't tell. Whoever received them knows, and must say so.
///
/// Source: `Docs/Protocol.md`, clause 3.5.
public enum ObjectExtent: String, Hashable, Sendable, CaseIterable {
    /// All of the object: what a completed read gave.
    case whole
    /// All of the object or its beginning: a notification, or the first chunk of a read.
    /// Fewer than `ATT.smallestPayload` bytes can't have been cut; they are treated as ``whole``.
    case possiblyCut

    /// What the caller said, corrected by what the length proves.
    @inlinable func resolved(forByteCount count: Int) -> ObjectExtent {
        count < ATT.smallestPayload ? .whole : self
    }
}
