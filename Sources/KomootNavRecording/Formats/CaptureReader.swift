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
///
/// A log may consist of several files. Read them in the order of their ``firstTime``, and call
/// ``endFile(_:damage:)`` between them.
public struct CaptureReader: Sendable {
    /// The format, once enough bytes are there to tell.
    public var format: CaptureFormat? { container?.format }
    /// How many records have a time outside of 1970 to 2100: whoever wrote the file did not know the time.
    public private(set) var oddTimeCount = 0
    /// How many bytes of the file are done with: they gave records, or were skipped.
    public private(set) var fileOffset: UInt64 = 0

    /// What a capture from the air shows beside what a host would have logged; `nil` for a host's log.
    /// In Embedded Swift, captures from the air are refused: a web page should not have to load the code for them.
    public var airFindings: AirFindings? {
        #if hasFeature(Embedded)
            nil
        #else
            air?.findings
        #endif
    }

    private var container: CaptureContainer?
    private var directions = DirectionMemory()
    #if !hasFeature(Embedded)
        private var air: AirTranslator?
    #endif
    /// The time of the log's first record; `nil` as long as there is none.
    public private(set) var firstTime: CaptureTime?
    #if !hasFeature(Embedded)
        /// The files before this one; `nil` for the first.
        private var earlierFiles: EarlierFiles?
        /// The longest time between the end of a file and the beginning of the next one.
        private(set) var longestPauseBetweenFiles = Duration.zero
        /// Whether that is so long that a file may be missing there.
        var mayLackFile: Bool { longestPauseBetweenFiles > .seconds(60) }
        /// Whether a file of the log is left out, nobody knows where.
        package var lacksFile = false
        /// How many records have an earlier time than the one before.
        private(set) var backwardCount = 0
        /// How many packets of a pcapng file are not Bluetooth's.
        var foreignCount: Int { (earlierFiles?.foreignCount ?? 0) + (pcapng?.foreignCount ?? 0) }
        /// Whether a pcapng file has more interfaces than are read.
        var hasOmittedInterfaces: Bool {
            earlierFiles?.hasOmittedInterfaces == true || pcapng?.hasOmittedInterfaces == true
        }

        private var pcapng: Pcapng? {
            if case .pcapng(let pcapng) = container { pcapng } else { nil }
        }
    #endif
    /// How many packets of ACL data were not captured whole.
    private(set) var cutCount = 0
    /// Whether so little of them was captured as of a filtered log on Android.
    private(set) var isFiltered = true
    private static let filteredSize = 12
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
    /// - Throws: ``CaptureError`` if the file was too short to tell its format, or has only packets that are not
    ///   Bluetooth's.
    public mutating func finish(
        _ body: (CaptureRecord, Span<UInt8>) -> Void,
        damage: (CaptureDamage) -> Void = { _ in }
    ) throws(CaptureError) {
        guard let container else {
            if pending.isEmpty { throw .empty }
            #if !hasFeature(Embedded)
                if Self.isCutHeader(pending.span) { throw .cutHeader }
            #endif
            throw .unknownFormat
        }
        if case .pcapng(let pcapng) = container, lastTime == nil,
            let number = pcapng.unknownLinkType
        {
            throw .unknownLinkType(number)
        }
        var rest: ContiguousArray<UInt8> = []
        swap(&rest, &pending)
        var used = 0
        while let skipped = recordStart(in: rest.span.extracting(used...)) {
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

    #if !hasFeature(Embedded)
        /// Ends a file of a log that goes on in another one: the next bytes to read are that file's first.
        ///
        /// Connections go on from file to file, as if there were one. A system that writes its log in several files
        /// loses no packet between them, so there is no gap unless the file ends within a record.
        ///
        /// - Parameters:
        ///   - body: called with each record that ``finish(_:damage:)`` would give.
        ///   - damage: called with what is left over.
        /// - Throws: what ``finish(_:damage:)`` throws. The next file can't be read if it begins before this one ends
        ///   (``CaptureError/overlapping``), or if only one of them is from the air (``CaptureError/mixed``).
        public mutating func endFile(
            _ body: (CaptureRecord, Span<UInt8>) -> Void,
            damage: (CaptureDamage) -> Void = { _ in }
        ) throws(CaptureError) {
            var isCut = lacksFile
            try finish(body) { place in
                isCut = true
                damage(place)
            }
            var files = earlierFiles ?? EarlierFiles()
            if let lastTime {
                files.end = CaptureTime(microsecondsSince1970: lastTime)
                files.isFromAir = air != nil
            }
            files.isCut = isCut || files.isCut && lastTime == nil
            files.foreignCount = foreignCount
            files.hasOmittedInterfaces = hasOmittedInterfaces
            earlierFiles = files
            container = nil
            fileOffset = 0
            lastTime = nil
            lastDroppedCount = nil
        }

        /// Compares a file's first record with the files before it.
        private mutating func beginFile(_ record: inout CaptureRecord) throws(CaptureError) {
            guard let files = earlierFiles, let end = files.end else { return }
            guard record.time >= end else { throw .overlapping }
            guard files.isFromAir == (record.airForm != nil) else { throw .mixed }
            record.isAfterGap = record.isAfterGap || files.isCut
            longestPauseBetweenFiles = max(
                longestPauseBetweenFiles, end.duration(to: record.time))
        }
    #endif

    /// Where, after the first byte, a whole record begins; `nil` if none does.
    private func recordStart(in bytes: Span<UInt8>) -> Int? {
        var start = 1
        while start < bytes.count {
            let rest = bytes.extracting(start...)
            switch container?.header(of: rest, at: fileOffset, after: lastTime, isExpected: false) {
            case .found(let headerSize, let packetSize, _, _):
                if headerSize + packetSize <= rest.count { return start }
            case .block: return start
            case .needs, .damaged, nil: break
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
        guard let container else {
            // As many bytes as tell all formats apart.
            guard bytes.count >= Btsnoop.fileHeaderSize else {
                return .needs(Btsnoop.fileHeaderSize)
            }
            if Pcap.begins(bytes), bytes.count < Pcap.fileHeaderSize {
                return .needs(Pcap.fileHeaderSize)
            }
            let (container, used) = try Self.container(of: bytes)
            self.container = container
            fileOffset = UInt64(used)
            return .used(used)
        }
        switch container.header(
            of: bytes, at: fileOffset, after: lastTime, isExpected: damageStart == nil)
        {
        case .needs(let count): return .needs(count)
        case .damaged:
            if damageStart == nil { damageStart = fileOffset }
            fileOffset += 1
            return .used(1)
        case .block(let size):
            self.container?.take(bytes.extracting(..<size))
            endDamage(damage)
            fileOffset += UInt64(size)
            return .used(size)
        case .found(let headerSize, let packetSize, let trailerSize, var record):
            let size = headerSize + packetSize + trailerSize
            guard bytes.count >= size else { return .needs(size) }
            let dropped = record.droppedCount
            let isAfterDrop = dropped != lastDroppedCount ?? dropped
            record.isAfterGap = record.isAfterGap || damageStart != nil || isAfterDrop
            lastDroppedCount = dropped
            endDamage(damage)
            let time = record.time.microsecondsSince1970
            #if !hasFeature(Embedded)
                if lastTime == nil { try beginFile(&record) }
                if let lastTime, time < lastTime { backwardCount += 1 }
            #endif
            lastTime = time
            if !TimePlausibility.isUsual(time) { oddTimeCount += 1 }
            fileOffset += UInt64(size)
            firstTime = firstTime ?? record.time
            if record.kind == .acl, record.missingByteCount > 0 {
                cutCount += 1
                if packetSize > Self.filteredSize { isFiltered = false }
            }
            let packet = bytes.extracting(headerSize..<(headerSize + packetSize))
            if !record.isDirectionKnown { record.isSent = directions.isSent(packet) }
            #if !hasFeature(Embedded)
                if let form = record.airForm {
                    if air == nil { air = AirTranslator() }
                    if record.isAfterGap { air?.noteGap() }
                    air?.take(
                        packet, form, at: record.time, fileOffset: record.fileOffset,
                        missingByteCount: record.missingByteCount, body, damage: damage)
                    return .used(size)
                }
            #endif
            body(record, packet)
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
    private static func container(
        of bytes: Span<UInt8>
    ) throws(CaptureError) -> (CaptureContainer, Int) {
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
        if let file = foreignFile(bytes) { throw .foreign(file) }
        if Pcap.begins(bytes) { return (.pcap(try Pcap(bytes)), Pcap.fileHeaderSize) }
        if Pcapng.begins(bytes) { return (.pcapng(Pcapng()), 0) }
        for isLittleEndian in [false, true] {
            let container = CaptureContainer.packetLogger(isLittleEndian: isLittleEndian)
            // A file that does not begin with a usual time could be anything.
            if case .found = container.header(of: bytes, at: 0, after: nil, isExpected: false) {
                return (container, 0)
            }
        }
        throw .unknownFormat
    }

    #if !hasFeature(Embedded)
        /// Whether a file that is too short to tell its format begins like one.
        private static func isCutHeader(_ bytes: Span<UInt8>) -> Bool {
            guard bytes.count >= 4 else { return false }
            if Pcap.begins(bytes) { return true }
            if bytes.count >= 12, Pcapng.begins(bytes) { return true }
            for position in 0..<min(bytes.count, Btsnoop.magic.count)
            where bytes[position] != Btsnoop.magic[position] {
                return false
            }
            return true
        }
    #endif

    private static func foreignFile(_ bytes: Span<UInt8>) -> CaptureError.ForeignFile? {
        func begins(_ text: String) -> Bool {
            for (position, byte) in text.utf8.enumerated() where bytes[position] != byte {
                return false
            }
            return true
        }
        if bytes[0] == 0x1F && bytes[1] == 0x8B && bytes[2] == 8 { return .gzip }
        if begins("PK\u{3}\u{4}") { return .zip }
        if begins("================") || begins("--- BEGIN:BTSNOO") || begins("Bluetooth Status") {
            return .bugReport
        }
        return begins("Bluetooth monito") ? .btmon : nil
    }
}

#if !hasFeature(Embedded)
    /// What is to be known of a log's earlier files.
    private struct EarlierFiles: Sendable {
        /// The time of the last record; `nil` if they have none.
        var end: CaptureTime?
        var isFromAir = false
        /// Whether records are missing at the end.
        var isCut = false
        var foreignCount = 0
        var hasOmittedInterfaces = false
    }
#endif
