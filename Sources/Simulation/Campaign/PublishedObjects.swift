import KomootNav

/// All objects of a run. Each has an identifier of its own.
struct PublishedObjects {
    struct Entry {
        let start: Int
        let count: Int
        /// Which run of the phone's app published it.
        let process: Int
    }

    private var bytes: ContiguousArray<UInt8> = []
    private(set) var entries: ContiguousArray<Entry> = []
    private var numbers: [UInt32: Int] = [:]
    var process = 0

    mutating func append(_ object: Span<UInt8>) {
        let identifier = Self.identifier(of: object)
        numbers[identifier] = entries.count
        entries.append(Entry(start: bytes.count, count: object.count, process: process))
        unsafe object.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    /// The number of the object whose identifier these bytes begin with.
    func number(of bytes: Span<UInt8>) -> Int? { numbers[Self.identifier(of: bytes)] }

    /// Whether an object has these bytes at an offset.
    func object(_ number: Int, has chunk: Span<UInt8>, at offset: Int) -> Bool {
        let entry = entries[number]
        guard offset + chunk.count <= entry.count else { return false }
        let start = entry.start + offset
        return bytes.span.extracting(start..<start + chunk.count).holdsSameBytes(as: chunk)
    }

    static func identifier(of bytes: Span<UInt8>) -> UInt32 {
        guard bytes.count >= 4 else { return 0 }
        return UInt32(bytes[0]) | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) << 16
            | UInt32(bytes[3]) << 24
    }
}

/// What a radio can read of an object, in chunks of a phone's size (clause 8.9).
struct ReadableObject {
    /// The number of its bytes.
    let count: Int
    /// In bytes.
    let chunkSize: Int
    /// The link's MTU, in bytes.
    let mtu: Int
    let radio: DeviceRadio
    let ending: PeripheralSession.Ending
    let hasCCCD: Bool

    private var fullResponse: Int { mtu - 1 }
    private var endsWithFullResponse: Bool {
        chunkSize == fullResponse && count > 0 && count % fullResponse == 0
            && count < ATT.maximumValueLength
    }

    /// Whether it gives anything at all: an error after a full response fails the read of some.
    var isReadable: Bool {
        radio.takesErrorsForEndings || ending == .empty || !endsWithFullResponse
    }

    /// Whether the phone's chunks and its ending let all of it through, whatever the device then knows about it.
    var canArriveWhole: Bool {
        isReadable
            && (!radio.reads.readsWholeValues || count <= chunkSize || chunkSize == fullResponse)
    }

    /// Whether all of it can be read and is then known to be whole.
    func isKnownWhole(tellsMTU: Bool) -> Bool {
        guard isReadable else { return false }
        guard radio.reads.readsWholeValues else { return true }
        if count < 20 || count == ATT.maximumValueLength { return chunkSize >= count }
        let isPolling = radio.reads == .oneCallback && !hasCCCD
        let mayBeChunk =
            count == 20 || count == mtu - 3 || count == 22 && mtu > 23
            || count > mtu - 3 && isPolling
        return tellsMTU && !mayBeChunk && (count < chunkSize || chunkSize == fullResponse)
    }
}
