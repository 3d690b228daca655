// The bytes of at most ten objects: some are added at the end, and some taken at the beginning.
#if hasFeature(Embedded)
    typealias PackedBytes = InlinePackedBytes
#else
    typealias PackedBytes = HeapPackedBytes

    /// Takes only the room that the objects need: a test with ten thousand phones does not hold five
    /// kilobytes for each.
    struct HeapPackedBytes: Sendable {
        private var bytes: ContiguousArray<UInt8> = []

        mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

        mutating func append(_ added: Span<UInt8>) {
            // Objects of one phone differ little in length.
            if bytes.isEmpty { bytes.reserveCapacity(Int(ObjectCache.capacity) * added.count) }
            unsafe added.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        }

        mutating func removeFirst(_ removed: Int) { bytes.removeSubrange(..<removed) }

        /// Lends the bytes in a range.
        func withBytes<R, E: Error>(
            in range: Range<Int>, _ body: (Span<UInt8>) throws(E) -> R
        ) throws(E) -> R {
            try body(bytes.span.extracting(range))
        }
    }
#endif

/// Has room for ten of the largest objects, and needs no heap.
struct InlinePackedBytes: Sendable {
    private typealias Buffers = (
        ObjectBuffer, ObjectBuffer, ObjectBuffer, ObjectBuffer, ObjectBuffer, ObjectBuffer,
        ObjectBuffer, ObjectBuffer, ObjectBuffer, ObjectBuffer
    )

    // Only mutating functions use these: any other access would copy five kilobytes.
    private var buffers: Buffers
    private var count: UInt16 = 0

    init() {
        let buffer = ObjectBuffer()
        buffers = (buffer, buffer, buffer, buffer, buffer, buffer, buffer, buffer, buffer, buffer)
    }

    mutating func removeAll() { count = 0 }

    /// Adds bytes for which there must be room.
    mutating func append(_ added: Span<UInt8>) {
        let start = Int(count)
        let end = start + added.count
        unsafe withUnsafeMutableBytes(of: &buffers) { storage in
            unsafe added.withUnsafeBytes { source in
                let room = unsafe UnsafeMutableRawBufferPointer(rebasing: storage[start..<end])
                unsafe room.copyMemory(from: source)
            }
        }
        count = UInt16(truncatingIfNeeded: end)
    }

    mutating func removeFirst(_ removed: Int) {
        let end = Int(count)
        unsafe withUnsafeMutableBytes(of: &buffers) { storage in
            unsafe storage.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: storage[removed..<end]))
        }
        count = UInt16(truncatingIfNeeded: end - removed)
    }

    /// Lends the bytes in a range. This changes nothing. It is mutating because only exclusive
    /// access can read the storage without copying it.
    mutating func withBytes<R, E: Error>(
        in range: Range<Int>, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        try unsafe withUnsafeMutableBytes(of: &buffers) { (storage) throws(E) -> R in
            try unsafe storage.withMemoryRebound(to: UInt8.self) { (bytes) throws(E) -> R in
                let bytes = unsafe UnsafeBufferPointer(rebasing: bytes[range])
                return try body(unsafe Span(_unsafeElements: bytes))
            }
        }
    }
}
