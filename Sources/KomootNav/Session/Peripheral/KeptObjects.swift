#if hasFeature(Embedded)
    /// The bytes of the last objects, inline: firmware has no heap.
    struct KeptObjects: Sendable {
        private typealias Entries = (
            ObjectBuffer, ObjectBuffer, ObjectBuffer, ObjectBuffer, ObjectBuffer, ObjectBuffer,
            ObjectBuffer, ObjectBuffer, ObjectBuffer, ObjectBuffer
        )

        // Only mutating functions use these: any other access would copy five kilobytes.
        private var entries: Entries

        init() {
            let entry = ObjectBuffer()
            entries = (entry, entry, entry, entry, entry, entry, entry, entry, entry, entry)
        }

        /// Stores an object of at most 512 bytes.
        mutating func store(_ bytes: Span<UInt8>, at place: Int) {
            withEntry(at: place) { entry in _ = entry.store(bytes, at: 0) }
        }

        mutating func withBytes<R, E: Error>(
            at place: Int, count: Int, _ body: (Span<UInt8>) throws(E) -> R
        ) throws(E) -> R {
            try withEntry(at: place) { (entry) throws(E) in
                try entry.withBytes(count: count, body)
            }
        }

        private mutating func withEntry<R, E: Error>(
            at place: Int, _ body: (inout ObjectBuffer) throws(E) -> R
        ) throws(E) -> R {
            // A tuple of equal types is laid out like an array of them.
            try unsafe withUnsafeMutableBytes(of: &entries) { (storage) throws(E) -> R in
                let buffers = unsafe storage.assumingMemoryBound(to: ObjectBuffer.self)
                return try unsafe body(&buffers[place])
            }
        }
    }
#else
    /// The bytes of the last objects, in one block with equal room for each. The room grows when an object
    /// needs more: most have fewer than 64 bytes, and none more than 512.
    struct KeptObjects: Sendable {
        private static let places = Int(ObjectCache.capacity)

        private var room = 64
        private var bytes: ContiguousArray<UInt8>

        init() { bytes = ContiguousArray(repeating: 0, count: Self.places * room) }

        /// Stores an object of at most 512 bytes.
        mutating func store(_ object: Span<UInt8>, at place: Int) {
            while room < object.count { doubleRoom() }
            let start = place * room
            for position in object.indices { bytes[start + position] = object[position] }
        }

        mutating func withBytes<R, E: Error>(
            at place: Int, count: Int, _ body: (Span<UInt8>) throws(E) -> R
        ) throws(E) -> R {
            let start = place * room
            return try body(bytes.span.extracting(start..<(start + count)))
        }

        private mutating func doubleRoom() {
            var larger = ContiguousArray<UInt8>(repeating: 0, count: 2 * bytes.count)
            for position in bytes.indices {
                larger[position / room * 2 * room + position % room] = bytes[position]
            }
            bytes = larger
            room *= 2
        }
    }
#endif
