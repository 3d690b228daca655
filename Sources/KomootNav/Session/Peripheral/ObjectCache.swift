/// The last objects that the app published, stored inline. The vendor's kit keeps ten (clause
/// 9.13).
struct ObjectCache: Sendable {
    /// How many objects are kept.
    static let capacity: UInt32 = 10

    private typealias Entries = (
        ObjectBuffer, ObjectBuffer, ObjectBuffer, ObjectBuffer, ObjectBuffer, ObjectBuffer,
        ObjectBuffer, ObjectBuffer, ObjectBuffer, ObjectBuffer
    )

    // Only mutating functions use these: any other access would copy five kilobytes.
    private var entries: Entries
    private var index = ObjectIndex()

    init() {
        let entry = ObjectBuffer()
        entries = (entry, entry, entry, entry, entry, entry, entry, entry, entry, entry)
    }

    /// The number of the newest object, counted from 1; `nil` while there is none.
    var newest: UInt32? {
        mutating get { index.published == 0 ? nil : index.newest }
    }

    mutating func removeAll() { index.published = 0 }

    /// Adds an object of at most 512 bytes, in place of the oldest one.
    mutating func append(_ bytes: Span<UInt8>) {
        index.newest &+= 1
        index.published = min(index.published + 1, Self.capacity)
        index[index.newest] = UInt16(truncatingIfNeeded: bytes.count)
        withEntry(of: index.newest) { entry in _ = entry.store(bytes, at: 0) }
    }

    /// Whether the object with a number is still kept.
    mutating func holds(_ number: UInt32) -> Bool { index.newest &- number < index.published }

    /// How many bytes the object with a number has.
    mutating func count(of number: UInt32) -> Int { Int(index[number]) }

    /// Lends the bytes of a kept object.
    mutating func withBytes<R, E: Error>(
        of number: UInt32, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        let count = count(of: number)
        return try withEntry(of: number) { (entry) throws(E) in
            try entry.withBytes(count: count, body)
        }
    }

    private mutating func withEntry<R, E: Error>(
        of number: UInt32, _ body: (inout ObjectBuffer) throws(E) -> R
    ) throws(E) -> R {
        // A tuple of equal types is laid out like an array of them.
        try unsafe withUnsafeMutableBytes(of: &entries) { (storage) throws(E) -> R in
            let buffers = unsafe storage.assumingMemoryBound(to: ObjectBuffer.self)
            return try unsafe body(&buffers[Int(number % Self.capacity)])
        }
    }
}

/// Which objects are kept, and how long they are.
private struct ObjectIndex: Sendable {
    var newest: UInt32 = 0
    /// How many objects were published since the cache was last emptied, up to its capacity.
    var published: UInt32 = 0

    private var counts:
        (
            UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16
        ) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    /// The size of the object with a number.
    subscript(number: UInt32) -> UInt16 {
        mutating get { withCount(of: number) { $0 } }
        set { withCount(of: number) { $0 = newValue } }
    }

    private mutating func withCount<R>(of number: UInt32, _ body: (inout UInt16) -> R) -> R {
        // A tuple of equal types is laid out like an array of them.
        unsafe withUnsafeMutableBytes(of: &counts) { storage in
            let counts = unsafe storage.assumingMemoryBound(to: UInt16.self)
            return unsafe body(&counts[Int(number % ObjectCache.capacity)])
        }
    }
}
