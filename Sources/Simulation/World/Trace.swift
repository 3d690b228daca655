/// What happened in a world, as a hash, and as lines where they are wanted.
struct Trace: Sendable {
    /// Depends on every event, its time and its bytes, and on nothing else.
    private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var entries: ContiguousArray<TraceEntry>?

    mutating func record() { entries = [] }

    mutating func note(_ event: TraceEntry.Event, at time: UInt64) {
        mix(event, time)
        entries?.append(TraceEntry(time: time, event: event, bytes: []))
    }

    mutating func note(_ event: TraceEntry.Event, at time: UInt64, _ bytes: Span<UInt8>) {
        mix(event, time)
        mix(bytes)
        guard entries != nil else { return }
        let copy = ContiguousArray(copying: bytes)
        entries?.append(TraceEntry(time: time, event: event, bytes: copy))
    }

    private mutating func mix(_ event: TraceEntry.Event, _ time: UInt64) {
        let words = event.words
        mix(time &<< 8 | words.kind)
        mix(words.1)
        mix(words.2)
    }

    private mutating func mix(_ bytes: Span<UInt8>) {
        var rest = UInt64(bytes.count)
        let wordsEnd = bytes.count & ~7
        unsafe bytes.withUnsafeBytes { bytes in
            for position in stride(from: 0, to: wordsEnd, by: 8) {
                mix(
                    UInt64(
                        littleEndian: unsafe bytes.loadUnaligned(
                            fromByteOffset: position, as: UInt64.self)))
            }
            for position in wordsEnd..<bytes.count {
                rest = rest &<< 8 | UInt64(unsafe bytes[position])
            }
        }
        mix(rest)
    }

    /// A multiplication and a shift for each word, after FNV (Fowler, Noll and Vo) and Murmur
    /// (Appleby).
    private mutating func mix(_ word: UInt64) {
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
    }
}
