/// One line of a trace.
public struct TraceEntry: Hashable, Sendable {
    /// What it says.
    public enum Kind: UInt8, Hashable, Sendable {
        case found = 1
        case connected, disconnected, request, response, notification, mtuChanged
        case servicesChanged, radioOff, radioOn, advertising, published, delivered, reported
        case faultInjected, fault
    }

    /// When, in microseconds since the world began.
    public let time: UInt64
    /// What happened.
    public let kind: Kind
    /// What it happened to, packed; the same for the same history.
    public let detail: UInt64
    /// The bytes that came with it.
    public let bytes: ContiguousArray<UInt8>
}

/// What happened in a world, as a hash, and as lines where they are wanted.
struct Trace: Sendable {
    /// Depends on every event, its time and its bytes, and on nothing else.
    private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var entries: ContiguousArray<TraceEntry>?

    mutating func record() { entries = [] }

    mutating func note(_ kind: TraceEntry.Kind, at time: UInt64, _ detail: UInt64) {
        mix(time &<< 8 | UInt64(kind.rawValue))
        mix(detail)
        guard entries != nil else { return }
        entries?.append(TraceEntry(time: time, kind: kind, detail: detail, bytes: []))
    }

    mutating func note(
        _ kind: TraceEntry.Kind, at time: UInt64, _ detail: UInt64, _ bytes: Span<UInt8>
    ) {
        mix(time &<< 8 | UInt64(kind.rawValue))
        mix(detail)
        mix(bytes)
        guard entries != nil else { return }
        var copy: ContiguousArray<UInt8> = []
        copy.reserveCapacity(bytes.count)
        for position in bytes.indices { copy.append(bytes[position]) }
        entries?.append(TraceEntry(time: time, kind: kind, detail: detail, bytes: copy))
    }

    private mutating func mix(_ bytes: Span<UInt8>) {
        var rest = UInt64(bytes.count)
        let wordsEnd = bytes.count & ~7
        unsafe bytes.withUnsafeBytes { bytes in
            for position in stride(from: 0, to: wordsEnd, by: 8) {
                mix(UInt64(
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
