/// A list of 16-bit numbers in a value that is read in place: it copies nothing.
public struct SensorNumbers: ~Escapable {
    private let bytes: Span<UInt8>

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    /// The bytes of one number.
    static let numberSize = 2

    /// The number of numbers. An odd byte at the end is none.
    public var count: Int { bytes.count / Self.numberSize }

    /// The number at a position, as it is unsigned. The position must be below ``count``.
    public subscript(position: Int) -> UInt16 {
        precondition(position >= 0 && position < count, "no such number")
        return UInt16(bytes[Self.numberSize * position])
            | UInt16(bytes[Self.numberSize * position + 1]) << 8
    }

    /// The number at a position, as it is signed. The position must be below ``count``.
    public func signed(at position: Int) -> Int16 { Int16(bitPattern: self[position]) }
}
