/// The objects that a phone says that it published: the truth, by which reads are judged.
public struct PublishedObjects: Sendable {
    // Of each object only a hash, as there may be many. Two objects with one hash never occur in practice.
    private var hashes: Set<Int> = []

    /// Creates objects of a phone that has published nothing.
    public init() {}

    /// Adds an object.
    public mutating func insert(_ object: ContiguousArray<UInt8>) {
        hashes.insert(object.hashValue)
    }

    /// Whether the phone published what a read brought; `nil` if the read is not complete.
    public func have(_ read: CapturedRead) -> Bool? {
        read.outcome == .complete ? hashes.contains(read.bytes.hashValue) : nil
    }
}
