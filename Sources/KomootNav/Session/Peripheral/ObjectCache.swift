/// The last objects that were published, inline: the vendor's kit keeps ten (clause 9.13).
struct ObjectCache: Sendable {
    /// The number of objects that are kept.
    static let capacity: UInt32 = 10

    private struct Entry: Sendable {
        var buffer = ObjectBuffer()
        var count = 0
    }

    private var entries: (Entry, Entry, Entry, Entry, Entry, Entry, Entry, Entry, Entry, Entry)
    /// The number of the newest object, counted from 1; zero while there is none.
    private(set) var newest: UInt32 = 0
    /// The number of objects since the cache was last emptied.
    private var published: UInt32 = 0

    init() {
        let entry = Entry()
        entries = (entry, entry, entry, entry, entry, entry, entry, entry, entry, entry)
    }

    var isEmpty: Bool { published == 0 }

    mutating func removeAll() { published = 0 }

    /// Keeps an object of at most 512 bytes instead of the oldest one.
    mutating func append(_ bytes: Span<UInt8>) {
        newest &+= 1
        if published < Self.capacity { published += 1 }
        switch newest % Self.capacity {
        case 0: Self.store(bytes, in: &entries.0)
        case 1: Self.store(bytes, in: &entries.1)
        case 2: Self.store(bytes, in: &entries.2)
        case 3: Self.store(bytes, in: &entries.3)
        case 4: Self.store(bytes, in: &entries.4)
        case 5: Self.store(bytes, in: &entries.5)
        case 6: Self.store(bytes, in: &entries.6)
        case 7: Self.store(bytes, in: &entries.7)
        case 8: Self.store(bytes, in: &entries.8)
        default: Self.store(bytes, in: &entries.9)
        }
    }

    private static func store(_ bytes: Span<UInt8>, in entry: inout Entry) {
        if entry.buffer.store(bytes, at: 0) { entry.count = bytes.count }
    }

    /// Whether the object of a number is still kept.
    func holds(_ number: UInt32) -> Bool { newest &- number < published }

    /// Lends the object of a number that is kept.
    func withBytes<R, E: Error>(
        of number: UInt32, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        switch number % Self.capacity {
        case 0: try Self.lend(entries.0, body)
        case 1: try Self.lend(entries.1, body)
        case 2: try Self.lend(entries.2, body)
        case 3: try Self.lend(entries.3, body)
        case 4: try Self.lend(entries.4, body)
        case 5: try Self.lend(entries.5, body)
        case 6: try Self.lend(entries.6, body)
        case 7: try Self.lend(entries.7, body)
        case 8: try Self.lend(entries.8, body)
        default: try Self.lend(entries.9, body)
        }
    }

    private static func lend<R, E: Error>(
        _ entry: borrowing Entry, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        try entry.buffer.withBytes(count: entry.count, body)
    }

    func count(of number: UInt32) -> Int {
        switch number % Self.capacity {
        case 0: entries.0.count
        case 1: entries.1.count
        case 2: entries.2.count
        case 3: entries.3.count
        case 4: entries.4.count
        case 5: entries.5.count
        case 6: entries.6.count
        case 7: entries.7.count
        case 8: entries.8.count
        default: entries.9.count
        }
    }
}
