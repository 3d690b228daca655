/// The last objects that the app published, one behind the other, the oldest first. The vendor's kit
/// keeps ten (clause 9.13).
struct ObjectCache: Sendable {
    /// How many objects are kept.
    static let capacity = ObjectSizes.capacity

    private var lastNumber: UInt32
    private var sizes = ObjectSizes()
    private var bytes = PackedBytes()

    /// Creates an empty cache. The next object's number follows `lastNumber`.
    init(lastNumber: UInt32 = 0) { self.lastNumber = lastNumber }

    /// The number of the newest object, counted from 1; `nil` while there is none.
    var newest: UInt32? { sizes.count == 0 ? nil : lastNumber }

    mutating func removeAll() {
        sizes.removeAll()
        bytes.removeAll()
    }

    /// Adds an object of at most 512 bytes, in place of the oldest one.
    mutating func append(_ object: Span<UInt8>) {
        if sizes.count == Self.capacity { bytes.removeFirst(sizes.removeFirst()) }
        bytes.append(object)
        sizes.append(object.count)
        lastNumber &+= 1
    }

    /// Whether the object with a number is still kept.
    func holds(_ number: UInt32) -> Bool { lastNumber &- number < sizes.count }

    /// How many bytes the object with a number has; none if it is no longer kept.
    mutating func count(of number: UInt32) -> Int { range(of: number).count }

    /// Lends the bytes of a kept object; none if it is no longer kept.
    mutating func withBytes<R, E: Error>(
        of number: UInt32, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        try bytes.withBytes(in: range(of: number), body)
    }

    @inline(never)  // One copy for all callers saves flash.
    private mutating func range(of number: UInt32) -> Range<Int> {
        guard holds(number) else { return 0..<0 }
        return sizes.range(of: Int(sizes.count - 1 - (lastNumber &- number)))
    }
}

/// How long the kept objects are, the oldest first.
private struct ObjectSizes: Sendable {
    static let capacity: UInt32 = 10

    private(set) var count: UInt32 = 0
    private var sizes:
        (
            UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16
        ) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    mutating func removeAll() { count = 0 }

    mutating func append(_ size: Int) {
        self[Int(count)] = size
        count += 1
    }

    /// Removes the size of the oldest object.
    mutating func removeFirst() -> Int {
        let first = self[0]
        count -= 1
        for position in 0..<Int(count) { self[position] = self[position + 1] }
        return first
    }

    /// Where the bytes of an object are. The oldest one has the position 0.
    mutating func range(of position: Int) -> Range<Int> {
        var start = 0
        for older in 0..<position { start += self[older] }
        return start..<start + self[position]
    }

    private subscript(position: Int) -> Int {
        mutating get { withSize(at: position) { Int($0) } }
        set { withSize(at: position) { $0 = UInt16(truncatingIfNeeded: newValue) } }
    }

    private mutating func withSize<R>(at position: Int, _ body: (inout UInt16) -> R) -> R {
        // A tuple of equal types is laid out like an array of them.
        unsafe withUnsafeMutableBytes(of: &sizes) { storage in
            let sizes = unsafe storage.assumingMemoryBound(to: UInt16.self)
            return unsafe body(&sizes[position])
        }
    }
}
