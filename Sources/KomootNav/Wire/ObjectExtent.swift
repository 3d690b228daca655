/// Whether bytes are a whole data object or only its beginning.
///
/// The bytes can't tell; who received them knows and says it.
///
/// Source: `Docs/Protocol.md`, clause 3.5.
public enum ObjectExtent: String, Hashable, Sendable, CaseIterable {
    /// All of the object: what a completed read gave.
    case whole
    /// All of the object or its beginning: a notification, or the first piece of a read.
    ///
    /// Below ``ATT/smallestPayload`` bytes there is nothing that could have been cut; such bytes are
    /// treated as ``whole``.
    case possiblyCut

    /// What the caller said, corrected by what the length proves.
    func resolved(forByteCount count: Int) -> ObjectExtent {
        count < ATT.smallestPayload ? .whole : self
    }
}
