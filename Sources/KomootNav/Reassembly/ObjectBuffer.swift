/// Inline storage for one data object: 512 bytes, without a heap.
///
/// The standard library's inline array needs newer systems than this library does, so a tuple of
/// words holds the bytes. All unsafe code of reassembly is in this file.
struct ObjectBuffer: Sendable {
    /// The number of bytes that fit.
    static let capacity = ATT.maximumValueLength

    // 8 × 8 words of 8 bytes.
    private typealias Row = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
    private var rows: (Row, Row, Row, Row, Row, Row, Row, Row)

    init() {
        let row: Row = (0, 0, 0, 0, 0, 0, 0, 0)
        rows = (row, row, row, row, row, row, row, row)
    }

    /// Copies bytes to a position.
    ///
    /// - Returns: whether they fitted. If not, nothing was copied.
    mutating func store(_ bytes: Span<UInt8>, at position: Int) -> Bool {
        guard position >= 0 && position <= Self.capacity - bytes.count else { return false }
        unsafe withUnsafeMutableBytes(of: &rows) { storage in
            unsafe bytes.withUnsafeBytes { source in
                let destination = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: storage[position..<position + source.count])
                unsafe destination.copyMemory(from: source)
            }
        }
        return true
    }

    /// Lends the first `count` bytes, or all if there are fewer. This changes nothing. It is
    /// mutating because only exclusive access can read the storage without copying it.
    mutating func withBytes<R, E: Error>(
        count: Int, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        let count = min(max(count, 0), Self.capacity)
        return try unsafe withUnsafeMutableBytes(of: &rows) { (storage) throws(E) -> R in
            try unsafe storage.withMemoryRebound(to: UInt8.self) { (bytes) throws(E) -> R in
                let bytes = unsafe UnsafeBufferPointer(rebasing: bytes[..<count])
                return try body(unsafe Span(_unsafeElements: bytes))
            }
        }
    }

    /// Whether the buffer begins with these bytes. This changes nothing; see
    /// ``withBytes(count:_:)``.
    mutating func begins(with bytes: Span<UInt8>) -> Bool {
        guard bytes.count <= Self.capacity else { return false }
        return unsafe withUnsafeMutableBytes(of: &rows) { storage in
            unsafe storage.withMemoryRebound(to: UInt8.self) { stored in
                let stored = unsafe UnsafeBufferPointer(rebasing: stored[..<bytes.count])
                return unsafe Span(_unsafeElements: stored).holdsSameBytes(as: bytes)
            }
        }
    }
}
