/// Reads the records of a capture from its bytes, in chunks of any size.
///
/// It detects the format from the first bytes, and gives each record as soon as all of it is there. It
/// reports and skips what it can't use. Memory is bounded by one record, whatever the file's size.
///
/// ```swift
/// var reader = CaptureReader()
/// while let chunk = nextChunk() {
///     try reader.read(chunk.span) { record, packet in … } damage: { … }
/// }
/// try reader.finish { record, packet in … } damage: { … }
/// ```
public struct CaptureReader: Sendable {
    /// The format, once enough bytes are there to tell.
    public private(set) var format: CaptureFormat?
    /// How many records have a time outside of 1970 to 2100: whoever wrote the file did not know the time.
    public private(set) var oddTimeCount = 0
    /// How many bytes of the file are done with: they gave records, or were skipped.
    public private(set) var fileOffset: UInt64 = 0

    /// The beginning of a record whose rest is still to come.
    private var pending: ContiguousArray<UInt8> = []
    private var lastTime: Int64?
    private var lastDroppedCount: UInt32?
    /// Where the current damage began; `nil` while records follow each other.
    private var damageStart: UInt64?

    /// Creates a reader.
    public init() {}

    /// Reads the next bytes of the file.
    ///
    /// - Parameters:
    ///   - chunk: the bytes that follow those of the last call.
    ///   - body: called with each record, and with its packet without the transport's byte.
    ///   - damage: called with what was skipped.
    /// - Throws: ``CaptureError`` if the file is not a capture; nothing more can be read then.
    public mutating func read(
        _ chunk: Span<UInt8>, _ body: (CaptureRecord, Span<UInt8>) -> Void,
        damage: (CaptureDamage) -> Void = { _ in }
    ) throws(CaptureError) {
        var carried: ContiguousArray<UInt8> = []
        swap(&carried, &pending)
        var used = 0
        var taken = 0
        // First complete the record that earlier chunks began, with no more bytes than it needs.
        while used < carried.count {
            switch try step(carried.span.extracting(used...), body, damage) {
            case .used(let count): used += count
            case .needs(let count):
                let missing = min(used + count - carried.count, chunk.count - taken)
                guard missing > 0 else {
                    carried.removeFirst(used)
                    pending = carried
                    return
                }
                for position in taken..<(taken + missing) { carried.append(chunk[position]) }
                taken += missing
            }
        }
        while taken < chunk.count,
            case .used(let count) = try step(chunk.extracting(taken...), body, damage)
        {
            taken += count
        }
        carried.removeAll(keepingCapacity: true)
        for position in taken..<chunk.count { carried.append(chunk[position]) }
        pending = carried
    }

    /// Ends the file.
    ///
    /// The last record may seem unfinished only because its length is damaged. In that case the whole
    /// records after it are still given.
    ///
    /// - Parameters:
    ///   - body: called with each of these records.
    ///   - damage: called with what is left over.
    /// - Throws: ``CaptureError/unknownFormat`` if the file was too short to tell its format.
    public mutating func finish(
        _ body: (CaptureRecord, Span<UInt8>) -> Void,
        damage: (CaptureDamage) -> Void = { _ in }
    ) throws(CaptureError) {
        guard let format else { throw .unknownFormat }
        var rest: ContiguousArray<UInt8> = []
        swap(&rest, &pending)
        var used = 0
        while let skipped = recordStart(in: rest.span.extracting(used...), format) {
            if damageStart == nil { damageStart = fileOffset }
            fileOffset += UInt64(skipped)
            used += skipped
            while case .used(let count) = try step(rest.span.extracting(used...), body, damage) {
                used += count
                if used == rest.count { break }
            }
        }
        let left = rest.count - used
        if left > 0 && damageStart == nil {
            damage(
                CaptureDamage(fileOffset: fileOffset, reason: .truncated(byteCount: left)))
        }
        fileOffset += UInt64(left)
        endDamage(damage)
    }

    /// Where, after the first byte, a whole record begins; `nil` if none does.
    private func recordStart(in bytes: Span<UInt8>, _ format: CaptureFormat) -> Int? {
        var start = 1
        while start < bytes.count {
            let rest = bytes.extracting(start...)
            if case .found(let headerSize, let packetSize, _) = format.header(
                of: rest, at: fileOffset, after: lastTime, isExpected: false),
                headerSize + packetSize <= rest.count
            {
                return start
            }
            start += 1
        }
        return nil
    }

    private enum Step {
        /// The next step needs at least this many bytes.
        case needs(Int)
        /// The step used this many bytes.
        case used(Int)
    }

    /// Takes the file header, the record or the damaged byte that the bytes begin with.
    private mutating func step(
        _ bytes: Span<UInt8>, _ body: (CaptureRecord, Span<UInt8>) -> Void,
        _ damage: (CaptureDamage) -> Void
    ) throws(CaptureError) -> Step {
        guard let format else {
            guard bytes.count >= Btsnoop.fileHeaderSize else {
                return .needs(Btsnoop.fileHeaderSize)
            }
            let (format, used) = try Self.format(of: bytes)
            self.format = format
            fileOffset = UInt64(used)
            return .used(used)
        }
        switch format.header(
            of: bytes, at: fileOffset, after: lastTime, isExpected: damageStart == nil)
        {
        case .needs(let count): return .needs(count)
        case .damaged:
            if damageStart == nil { damageStart = fileOffset }
            fileOffset += 1
            return .used(1)
        case .found(let headerSize, let packetSize, var record):
            let size = headerSize + packetSize
            guard bytes.count >= size else { return .needs(size) }
            let dropped = record.droppedCount
            record.isAfterGap = damageStart != nil || dropped != lastDroppedCount ?? dropped
            lastDroppedCount = dropped
            endDamage(damage)
            let time = record.time.microsecondsSince1970
            lastTime = time
            if !TimePlausibility.isUsual(time) { oddTimeCount += 1 }
            fileOffset += UInt64(size)
            body(record, bytes.extracting(headerSize..<size))
            return .used(size)
        }
    }

    private mutating func endDamage(_ damage: (CaptureDamage) -> Void) {
        guard let start = damageStart else { return }
        damageStart = nil
        damage(
            CaptureDamage(
                fileOffset: start, reason: .notARecord(byteCount: fileOffset - start)))
    }

    /// The format of a file, and the size of its header.
    private static func format(
        of bytes: Span<UInt8>
    ) throws(CaptureError) -> (CaptureFormat, Int) {
        var isBtsnoop = true
        for position in Btsnoop.magic.indices where bytes[position] != Btsnoop.magic[position] {
            isBtsnoop = false
        }
        if isBtsnoop {
            let version = bytes.bigEndian32(at: 8)
            guard version == Btsnoop.version else { throw .unknownVersion(version) }
            let number = bytes.bigEndian32(at: 12)
            guard let datalink = CaptureFormat.Datalink(rawValue: number) else {
                throw .unknownDatalink(number)
            }
            return (.btsnoop(datalink), Btsnoop.fileHeaderSize)
        }
        for isLittleEndian in [false, true] {
            let format = CaptureFormat.packetLogger(isLittleEndian: isLittleEndian)
            // A file that does not begin with a usual time could be anything.
            if case .found = format.header(of: bytes, at: 0, after: nil, isExpected: false) {
                return (format, 0)
            }
        }
        throw .unknownFormat
    }
}
