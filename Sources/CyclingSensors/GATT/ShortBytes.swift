/// Up to 24 bytes, kept in place: the parameter of a control point, or the rest of a page.
///
/// A parameter has at most 18 bytes, because a control point's value fits into the smallest ATT
/// payload.
public struct ShortBytes: Hashable, Sendable {
    /// The most bytes that can be kept.
    public static let capacity = 24
    /// The bytes in one word.
    private static let wordSize = 8

    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private var third: UInt64 = 0
    /// The number of bytes.
    public private(set) var count = 0

    /// Creates an empty one.
    public init() {}

    /// Copies bytes; `nil` if there are more than ``capacity``.
    public init?(_ bytes: some Collection<UInt8>) {
        for byte in bytes where !append(byte) { return nil }
    }

    /// Copies bytes.
    ///
    /// - Throws: ``SensorError/Code/oversized`` if there are more than ``capacity``.
    init(copying bytes: Span<UInt8>, offsetInValue: Int) throws(SensorError) {
        guard bytes.count <= Self.capacity else {
            throw SensorError(.oversized, at: offsetInValue + Self.capacity)
        }
        for position in bytes.indices { _ = append(bytes[position]) }
    }

    /// Appends a byte.
    ///
    /// - Returns: whether there was room for it.
    public mutating func append(_ byte: UInt8) -> Bool {
        guard count < Self.capacity else { return false }
        let shifted = UInt64(byte) << UInt64(Self.wordSize * (count % Self.wordSize))
        switch count / Self.wordSize {
        case 0: first |= shifted
        case 1: second |= shifted
        default: third |= shifted
        }
        count += 1
        return true
    }

    /// The byte at a position; zero outside.
    public subscript(position: Int) -> UInt8 {
        guard position >= 0 && position < count else { return 0 }
        let word =
            switch position / Self.wordSize {
            case 0: first
            case 1: second
            default: third
            }
        return UInt8(truncatingIfNeeded: word >> UInt64(Self.wordSize * (position % Self.wordSize)))
    }

    /// Two bytes as a number, the least significant first; `nil` if they are not all there.
    func uint16(at position: Int) -> UInt16? {
        guard position >= 0 && position + 1 < count else { return nil }
        return UInt16(self[position]) | UInt16(self[position + 1]) << 8
    }
}
