/// Names one data object. It is random for each object, and stays the same when the object is
/// repeated.
///
/// Equal identifiers mean the same object, and nothing about the manoeuvre.
///
/// Source: `Docs/Protocol.md`, clause 2.4.
public enum InstructionIdentifier: Hashable, Sendable {
    /// Four bytes, little-endian: the `published` and `deployed` layouts.
    case uint32(UInt32)
    /// Sixteen bytes, a version-4 UUID: the `legacy` layout.
    case uuid(UUID128)
}

extension InstructionIdentifier: CustomStringConvertible {
    /// The number in decimal, or the UUID uppercase and hyphenated.
    public var description: String {
        switch self {
        case .uint32(let number): "\(number)"
        case .uuid(let uuid): uuid.description
        }
    }
}

extension InstructionIdentifier: ExpressibleByIntegerLiteral {
    /// Creates a four-byte identifier.
    public init(integerLiteral value: UInt32) { self = .uint32(value) }
}

#if !hasFeature(Embedded)
    extension StateDigest {
        /// Adds an identifier.
        mutating func add(_ identifier: InstructionIdentifier?) {
            switch identifier {
            case nil: add(UInt64(0))
            case .uint32(let number):
                add(UInt64(1))
                add(number)
            case .uuid(let uuid):
                add(UInt64(2))
                add(uuid.high)
                add(uuid.low)
            }
        }
    }
#endif
