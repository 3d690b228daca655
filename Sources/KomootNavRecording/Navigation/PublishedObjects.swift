/// The objects that a phone says that it published: the truth, by which reads are judged.
public struct PublishedObjects: Sendable {
    private var objects: Set<ContiguousArray<UInt8>> = []

    /// Creates objects of a phone that has published nothing.
    public init() {}

    /// Adds an object.
    public mutating func insert(_ object: ContiguousArray<UInt8>) { objects.insert(object) }

    /// Whether the phone published what a read brought; `nil` if the read is not complete.
    public func have(_ read: CapturedRead) -> Bool? {
        read.outcome == .complete ? objects.contains(read.bytes) : nil
    }
}
