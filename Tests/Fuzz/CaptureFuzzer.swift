// The input is a byte that says how to read the capture, and then the capture. Whatever its bytes
// are, reading it in chunks gives the same as reading it at once, and of btsnoop and PacketLogger every byte belongs to a
// record, to the header or to reported damage. The statistics count every read once. At its end the program says how
// many inputs were read as which format.

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCapture(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    // Not copied: the address sanitizer knows where these bytes end.
    let bytes = unsafe Span(_unsafeStart: start, count: count)
    let setting = bytes[0]
    let file = bytes.extracting(1...)
    let handle: UInt16? = setting & 1 == 1 ? CaptureWriter.valueHandle : nil
    let whole = CaptureFacts(file, chunkSize: max(file.count, 1), handle: handle)
    let chunked = CaptureFacts(file, chunkSize: Int(setting >> 1) + 1, handle: handle)
    check(whole == chunked, "at once \(whole), in chunks \(chunked)")
    for value in whole.values {
        check(value.count <= 65_535, "a value of \(value.count) bytes")
    }
    if let format = whole.format { unsafe executions.note(format, file) }
    if whole.error == nil {
        check(whole.end == UInt64(file.count), "ended at \(whole.end) of \(file.count)")
        check(
            !whole.isAccountable || whole.accounted == whole.end,
            "\(whole.accounted) of \(whole.end) bytes accounted for")
    }
    return 0
}

/// How many inputs were read as which format. A capture from the air counts by how its first packet begins.
private struct Executions {
    private var counts: [UInt32: Int] = [:]

    init() { atexit { unsafe executions.tell() } }

    mutating func note(_ format: CaptureFormat, _ file: Span<UInt8>) {
        let key: UInt32 =
            switch format {
            case .btsnoop(let datalink): datalink.rawValue
            case .packetLogger(isLittleEndian: false): 1
            case .packetLogger(isLittleEndian: true): 2
            case .pcapng: 3
            case .pcap(.nordicAir) where Self.begins(file, at: 40, [0xBE, 0xEF]): 0xBEEF
            case .pcap(.airWithHeader) where file.count > 48 && file[48] & 1 == 0: 4
            case .pcap(let linkType): linkType.rawValue
            }
        counts[key, default: 0] += 1
    }

    private static func begins(_ file: Span<UInt8>, at start: Int, _ bytes: [UInt8]) -> Bool {
        guard file.count >= start + bytes.count else { return false }
        return bytes.indices.allSatisfy { file[start + $0] == bytes[$0] }
    }

    func tell() {
        let members = counts.sorted { $0.key < $1.key }.map { key, count in
            let name =
                switch key {
                case 1: "PacketLogger, big-endian"
                case 2: "PacketLogger, little-endian"
                case 3: "pcapng"
                case 4: "pcap 256, whitened"
                case 0xBEEF: "pcap 272, BEEF"
                case 1000...: "btsnoop \(key)"
                default: "pcap \(key)"
                }
            return "\"\(name)\":\(count)"
        }
        print("formats: {\(members.joined(separator: ","))}")
    }
}

// libFuzzer has one thread.
nonisolated(unsafe) private var executions = Executions()

/// Everything that reading a capture gives.
private struct CaptureFacts: Equatable {
    var events: [CapturedEvent] = []
    var values: [[UInt8]] = []
    var reads: [CapturedRead] = []
    var damage: [CaptureDamage] = []
    var statistics: [ConnectionStatistics] = []
    var laterStatistics: [ConnectionStatistics] = []
    var error: CaptureError?
    var format: CaptureFormat?
    var end: UInt64 = 0
    /// How many bytes belong to headers, to records or to reported damage.
    var accounted: UInt64 = 0
    /// Whether that can be told.
    var isAccountable = true

    init(_ file: Span<UInt8>, chunkSize: Int, handle: UInt16?) {
        var reader = NavigationReader(handle: handle)
        var all = CaptureStatistics()
        var later: CaptureStatistics?
        func measure(_ event: CapturedEvent, _ value: Span<UInt8>) {
            if later == nil {
                later = CaptureStatistics(from: event.time.advanced(by: .seconds(1)))
            }
            all.handle(event, value)
            later?.handle(event, value)
            take(event, value)
        }
        do throws(CaptureError) {
            var start = 0
            while start < file.count {
                let chunk = file.extracting(start..<min(start + chunkSize, file.count))
                try reader.read(
                    chunk, measure, reads: { reads.append($0) }, damage: { take($0) })
                start += chunkSize
            }
            try reader.finish(measure, reads: { reads.append($0) }, damage: { take($0) })
        } catch {
            self.error = error
        }
        all.finish()
        later?.finish()
        statistics = all.connections
        laterStatistics = later?.connections ?? []
        for numbers in statistics + laterStatistics { checkSums(numbers) }
        if error == nil { for numbers in statistics { checkReads(numbers) } }
        check(reader.damageCount == damage.count, "\(reader.damageCount) places, \(damage)")
        check(
            reader.hasTraffic == events.contains { $0.kind.isTraffic }, "traffic in \(events)")
        format = reader.format
        guard let format else { return }
        accounted += recordBytes(file, format, chunkSize)
    }

    private func checkSums(_ numbers: ConnectionStatistics) {
        let refused = numbers.refusals.values.reduce(0, +)
        let ended = numbers.instructionCount + numbers.undecodableCount + numbers.unfinishedCount
        check(ended + refused == numbers.readCount, "reads in \(numbers)")
        check(numbers.staleTime.total >= .zero, "stale times in \(numbers)")
        for times in [numbers.readLatency, numbers.staleTime, numbers.gaps] where times.count > 0 {
            let percentiles = [times.minimum, times.median, times.percentile(95), times.maximum]
            let inOrder = percentiles.compactMap { $0 }
            check(inOrder.count == 4 && inOrder == inOrder.sorted(), "percentiles of \(times)")
        }
    }

    /// Compares the numbers of a whole capture with its events, unless some turned out to be of another
    /// characteristic.
    private func checkReads(_ numbers: ConnectionStatistics) {
        let own = events.filter { $0.connection == numbers.connection }
        guard !own.contains(where: { $0.kind.name == .foundAnother }) else { return }
        func count(_ name: CapturedEvent.Kind.Name) -> Int {
            own.count { $0.kind.name == name }
        }
        check(numbers.notificationCount == count(.notified), "notifications in \(numbers)")
        check(numbers.requestCount == count(.requested), "requests in \(numbers)")
        check(numbers.chunkSizes.count == count(.chunk), "chunks in \(numbers)")
        let ownReads = reads.count { $0.connection == numbers.connection }
        check(numbers.readCount == ownReads, "\(ownReads) reads, but \(numbers)")
    }

    private mutating func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
        events.append(event)
        values.append(copied(value))
    }

    private mutating func take(_ damage: CaptureDamage) {
        self.damage.append(damage)
        switch damage.reason {
        case .notARecord(let count): accounted += count
        case .truncated(let count): accounted += UInt64(count)
        case .malformedPacket, .malformedSegment, .cutPacket: break
        }
    }

    /// The size of the file's header and all records, found by reading the file again.
    private mutating func recordBytes(
        _ file: Span<UInt8>, _ format: CaptureFormat, _ chunkSize: Int
    ) -> UInt64 {
        var reader = CaptureReader()
        var bytes: UInt64 = 0
        var isFirst = true
        let headerSize: Int
        switch format {
        case .btsnoop(.h4): headerSize = 25
        case .btsnoop: headerSize = 24
        case .packetLogger: headerSize = 13
        case .pcap, .pcapng:
            // What is between the packets differs there.
            isAccountable = false
            headerSize = 0
        }
        func count(_ record: CaptureRecord, _ packet: Span<UInt8>) {
            if isFirst, case .btsnoop = format { bytes += 16 }
            isFirst = false
            // A record may lack even the byte for the transport.
            let isBare = headerSize == 25 && isBare(file, record)
            bytes += UInt64(packet.count + headerSize - (isBare ? 1 : 0))
        }
        do throws(CaptureError) {
            var start = 0
            while start < file.count {
                try reader.read(
                    file.extracting(start..<min(start + chunkSize, file.count)), count)
                start += chunkSize
            }
            try reader.finish(count)
        } catch {
            return 0
        }
        end = reader.fileOffset
        if isFirst, case .btsnoop = format { bytes += 16 }
        return bytes
    }

    /// Whether an H4 record lacks even the byte for the transport.
    private func isBare(_ file: Span<UInt8>, _ record: CaptureRecord) -> Bool {
        let start = Int(record.fileOffset)
        return (4..<8).allSatisfy { file[start + $0] == 0 }
    }
}
