import KomootNav
import KomootNavRecording
import Testing

@Suite("A capture")
struct CaptureReaderTests {
    /// An event with its bytes.
    struct Seen: Hashable {
        let event: CapturedEvent
        let value: [UInt8]
    }

    static let start = CaptureTime.microseconds(1_700_000_000_000_000)

    /// An exchange with a torn object, an error, long chunks and a second connection.
    static func exchange(host: CaptureWriter.Host = .central) -> ContiguousArray<UInt8> {
        var writer = CaptureWriter(host: host)
        var time = start
        let long = ContiguousArray<UInt8>((0..<400).map { UInt8($0 % 251) })
        func write(_ kind: CapturedEvent.Kind, _ value: ContiguousArray<UInt8> = []) {
            time = time.advanced(by: .milliseconds(30))
            writer.write(kind, value.span, at: time)
        }
        for mtu in [23, 517] {
            write(.connected)
            if mtu > 23 { write(.mtuAgreed(mtu)) }
            write(.discovered(handle: CaptureWriter.valueHandle))
            writer.writeSubscription(at: time)
            write(.requested(offset: 0))
            write(.notified, [1, 2, 3, 4])
            write(.chunk(offset: 0), ContiguousArray(long.prefix(mtu - 1)))
            write(.requested(offset: 22))
            write(.chunk(offset: 22), [])
            write(.requested(offset: 0))
            write(.failed(offset: 0, .attributeNotFound))
            write(.requested(offset: 400))
            write(.failed(offset: 400, .invalidOffset))
            write(.disconnected(reason: 0x13))
        }
        return writer.takeBytes()
    }

    /// Reads a file in chunks.
    static func read(
        _ file: ContiguousArray<UInt8>, chunkSize: Int = .max, handle: UInt16? = nil,
        forgetsAtGaps: Bool = false
    ) throws -> (seen: [Seen], damage: [CaptureDamage]) {
        var reader = CaptureReader()
        var traffic = NavigationTraffic(handle: handle, forgetsAtGaps: forgetsAtGaps)
        var seen: [Seen] = []
        var damages: [CaptureDamage] = []
        func take(_ record: CaptureRecord, _ packet: Span<UInt8>) {
            traffic.handle(
                record, packet,
                { event, value in
                    let value = (0..<value.count).map { value[$0] }
                    seen.append(Seen(event: event, value: value))
                }, damage: { damages.append($0) })
        }
        var start = 0
        while start < file.count {
            let end = min(start + min(chunkSize, file.count), file.count)
            try reader.read(
                file.span.extracting(start..<end), take, damage: { damages.append($0) })
            start = end
        }
        try reader.finish(take, damage: { damages.append($0) })
        return (seen, damages)
    }

    @Test("A capture that was written is read back as the same events, from either end's view")
    func roundTrip() throws {
        for host in [CaptureWriter.Host.central, .peripheral] {
            let (seen, damage) = try Self.read(Self.exchange(host: host))
            #expect(damage.isEmpty)
            #expect(seen.count == 27)
            #expect(seen.first?.event.kind == .connected)
            #expect(seen.first?.event.time == Self.start.advanced(by: .milliseconds(30)))
            #expect(Set(seen.map(\.event.connection)) == [1, 2])
            let kinds = seen.filter { $0.event.connection == 2 }.map(\.event.kind)
            #expect(
                kinds == [
                    .connected, .mtuAgreed(517), .discovered(handle: CaptureWriter.valueHandle),
                    .subscribed(isOn: true, error: nil), .requested(offset: 0), .notified,
                    .chunk(offset: 0), .requested(offset: 22),
                    .chunk(offset: 22), .requested(offset: 0),
                    .failed(offset: 0, .attributeNotFound), .requested(offset: 400),
                    .failed(offset: 400, .invalidOffset), .disconnected(reason: 0x13),
                ])
            let chunks = seen.filter { $0.event.kind == .chunk(offset: 0) }.map(\.value.count)
            #expect(chunks == [22, 400])
        }
    }

    @Test("A capture may come in chunks of any size")
    func chunks() throws {
        let file = Self.exchange()
        let whole = try Self.read(file)
        for chunkSize in [1, 2, 7, 24, 25, 100, 1000] {
            let chunked = try Self.read(file, chunkSize: chunkSize)
            #expect(chunked.seen == whole.seen)
            #expect(chunked.damage == whole.damage)
        }
    }

    @Test("A capture that was cut gives every whole record before the cut")
    func truncated() throws {
        let file = Self.exchange()
        #expect(throws: CaptureError.empty) { try Self.read([]) }
        for count in 1..<16 {
            #expect(throws: count < 4 ? CaptureError.unknownFormat : .cutHeader) {
                try Self.read(ContiguousArray(file.prefix(count)))
            }
        }
        try checkCuts(file, ends: btsnoopEnds(file), from: 16)
        for form in [Converted.h1, .monitor] {
            let converted = try form.convert(file)
            try checkCuts(converted, ends: btsnoopEnds(converted), from: 16)
        }
        for isLittleEndian in [false, true] {
            let converted = try Converted.packetLogger(isLittleEndian: isLittleEndian).convert(file)
            let ends = packetLoggerEnds(converted, isLittleEndian)
            // Before the second record nothing tells the byte order.
            try checkCuts(converted, ends: ends, from: ends[0])
        }
    }

    /// Cuts a file at every byte. By the file's own lengths, records that end before the cut are whole.
    private func checkCuts(_ file: ContiguousArray<UInt8>, ends: [Int], from first: Int) throws {
        let whole = try Self.read(file).seen
        #expect(ends.last == file.count)
        for count in first..<file.count {
            let end = ends.last { $0 <= count } ?? first
            let (seen, damage) = try Self.read(ContiguousArray(file.prefix(count)))
            let expected = whole.filter { $0.event.fileOffset < UInt64(end) }
            #expect(seen == expected, "cut at \(count)")
            let left = count - end
            let reasons: [CaptureDamage.Reason] = left == 0 ? [] : [.truncated(byteCount: left)]
            #expect(damage.map(\.reason) == reasons, "cut at \(count)")
        }
    }

    private func btsnoopEnds(_ file: ContiguousArray<UInt8>) -> [Int] {
        ends(file, from: 16) { start in
            24 + file[(start + 4)..<(start + 8)].reduce(0) { $0 << 8 | Int($1) }
        }
    }

    private func packetLoggerEnds(_ file: ContiguousArray<UInt8>, _ isLittleEndian: Bool) -> [Int] {
        ends(file, from: 0) { start in
            let length = file[start..<(start + 4)]
            let bytes = isLittleEndian ? Array(length.reversed()) : Array(length)
            return 4 + bytes.reduce(0) { $0 << 8 | Int($1) }
        }
    }

    private func ends(
        _ file: ContiguousArray<UInt8>, from start: Int, _ size: (Int) -> Int
    ) -> [Int] {
        var ends: [Int] = []
        var position = start
        while position < file.count {
            position += size(position)
            ends.append(position)
        }
        return ends
    }

    /// What is left if records are missing before a place: everything but answers to earlier requests.
    private static func expected(_ whole: [Seen], gapAt place: Int) -> [Seen] {
        var requestOffset: UInt64 = 0
        return whole.filter { seen in
            let offset = seen.event.fileOffset
            switch seen.event.kind {
            case .requested: requestOffset = offset
            case .chunk, .failed:
                return !(requestOffset < UInt64(place) && UInt64(place) <= offset)
            // Its request is in the record before it.
            case .mtuAgreed, .subscribed: return offset != UInt64(place)
            case .connected, .discovered, .foundAnother, .notified, .disconnected: break
            }
            return true
        }
    }

    @Test("A capture loses only damaged bytes, and the answers to requests before them")
    func damaged() throws {
        let file = Self.exchange()
        let whole = try Self.read(file).seen
        let places = Set(whole.map { Int($0.event.fileOffset) })
        for place in places.sorted() {
            for garbage in [1, 23, 24, 100] {
                var broken = ContiguousArray(file.prefix(place))
                broken += ContiguousArray(repeating: 0xEE, count: garbage)
                broken += file.dropFirst(place)
                let (seen, damage) = try Self.read(broken, chunkSize: 64)
                let expected = Self.expected(whole, gapAt: place)
                #expect(seen.map(\.value) == expected.map(\.value))
                #expect(seen.map(\.event.kind) == expected.map(\.event.kind))
                #expect(damage.map(\.fileOffset) == [UInt64(place)])
                #expect(damage.map(\.reason) == [.notARecord(byteCount: UInt64(garbage))])
            }
        }
    }

    @Test("A capture shows the same in every format")
    func formats() throws {
        let file = Self.exchange()
        let expected = try Self.read(file).seen
        let forms: [Converted] = [
            .h1, .monitor, .packetLogger(isLittleEndian: false),
            .packetLogger(isLittleEndian: true),
        ]
        for form in forms {
            let (seen, damage) = try Self.read(try form.convert(file), chunkSize: 33)
            #expect(damage.isEmpty, "\(form)")
            #expect(seen.map(\.value) == expected.map(\.value), "\(form)")
            #expect(seen.map(\.event.kind) == expected.map(\.event.kind), "\(form)")
            #expect(
                seen.map(\.event.time) == expected.map(\.event.time))
        }
    }

    @Test("A capture without discovery needs the handle")
    func handle() throws {
        var writer = CaptureWriter()
        writer.write(.notified, ContiguousArray<UInt8>([1, 2, 3, 4]).span, at: Self.start)
        let file = writer.takeBytes()
        #expect(try Self.read(file).seen.isEmpty)
        let seen = try Self.read(file, handle: CaptureWriter.valueHandle).seen
        #expect(seen.map(\.value) == [[1, 2, 3, 4]])
        #expect(try Self.read(file, handle: 7).seen.isEmpty)
    }

    @Test("A capture with a damaged length at its end loses only that record")
    func damagedLength() throws {
        let file = Self.exchange()
        let places = try Self.read(file).seen.map { Int($0.event.fileOffset) }
        for place in Set(places).sorted() {
            var broken = file
            // With this length, the reader waits for more until the file's end.
            for field in [0, 4] { broken[place + field + 2] = 0xF0 }
            let size = Int(file[place + 7]) + Int(file[place + 6]) << 8 + 24
            var gone = file
            for byte in place..<(place + size) { gone[byte] = 0xEE }
            let (seen, damage) = try Self.read(broken, chunkSize: 100)
            let (expected, _) = try Self.read(gone)
            #expect(seen == expected, "at \(place)")
            let reasons = damage.map(\.reason)
            if place + size < file.count {
                #expect(reasons == [.notARecord(byteCount: UInt64(size))], "at \(place)")
            } else {
                #expect(reasons == [.truncated(byteCount: size)])
            }
        }
    }

    @Test("A capture whose writer dropped packets does not give a request another one's answer")
    func dropped() throws {
        var log = RawLog()
        let discovery: [UInt8] = [0x09, 21, 0x11, 0, 0x12, 0x12, 0]
        let uuid = NavigationService.instructionCharacteristic
        let wire = (0..<UUID128.byteCount).reversed().map { uuid[$0] }
        log.add(att: discovery + wire, on: 0x40, isSent: false)
        log.add(att: [0x0A, 0x12, 0], on: 0x40, isSent: true)
        // The answer is lost, and so is the request for something else.
        log.dropPackets()
        log.add(att: [0x0B, 1, 2, 3], on: 0x40, isSent: false)
        log.add(att: [0x0A, 0x12, 0], on: 0x40, isSent: true)
        log.add(att: [0x0B, 4, 5, 6], on: 0x40, isSent: false)
        let chunks = try Self.read(log.bytes).seen.map(\.value).filter { !$0.isEmpty }
        #expect(chunks == [[4, 5, 6]])
    }

    @Test("A capture with packets cut by their writer is damaged only where they belong to ATT")
    func cutPackets() throws {
        var log = RawLog()
        log.add(l2cap: Array(0..<60), channel: 0x41, on: 0x40, isSent: false, captured: 20)
        log.add(l2cap: Array(0..<60), channel: 0x41, on: 0x40, isSent: false)
        #expect(try Self.read(log.bytes).damage.isEmpty)
        log.add(l2cap: Array(0..<60), channel: 4, on: 0x40, isSent: false, captured: 20)
        let reasons = try Self.read(log.bytes).damage.map(\.reason)
        #expect(reasons == [.cutPacket(missingByteCount: 49)])
    }

    @Test("A capture without a link's end has the link end when its handle is used again")
    func replacedLink() throws {
        var log = RawLog()
        let tail: [UInt8] = [0, 1, 0, 0, 0, 0, 0, 0, 24, 0, 0, 0, 0xF4, 1, 0]
        for _ in 0..<3 { log.add([4, 0x3E, 19, 0x01, 0, 0x40, 0] + tail) }
        let kinds = try Self.read(log.bytes).seen.map(\.event.kind)
        #expect(
            kinds == [
                .connected, .disconnected(reason: 0x1F), .connected, .disconnected(reason: 0x1F),
                .connected,
            ])
    }

    @Test("A capture can have the MTU exchanged during a read")
    func exchangeInRead() throws {
        var writer = CaptureWriter()
        let kinds: [CapturedEvent.Kind] = [
            .connected, .discovered(handle: 0x20), .requested(offset: 0), .mtuAgreed(100),
            .chunk(offset: 0), .mtuAgreed(50),
        ]
        for (index, kind) in kinds.enumerated() {
            writer.write(kind, at: .microseconds(Int64(index) * 1000))
        }
        #expect(try Self.read(writer.takeBytes()).seen.map(\.event.kind) == kinds)
    }

    @Test("A capture is refused, with a reason, if the file is something else")
    func refused() throws {
        let magic = ContiguousArray<UInt8>("btsnoop\0".utf8)
        #expect(throws: CaptureError.unknownVersion(2)) {
            try Self.read(magic + [0, 0, 0, 2, 0, 0, 3, 0xEA])
        }
        #expect(throws: CaptureError.unknownDatalink(1004)) {
            try Self.read(magic + [0, 0, 0, 1, 0, 0, 3, 0xEC])
        }
        #expect(throws: CaptureError.unknownFormat) {
            try Self.read(ContiguousArray(repeating: 0x20, count: 100))
        }
    }

    @Test("A capture is refused in words that say what can be read")
    func words() {
        #expect("\(CaptureError.unknownFormat)" == "neither btsnoop, PacketLogger, pcap nor pcapng")
        #expect("\(CaptureError.unknownVersion(2))" == "btsnoop of version 2; only 1 can be read")
        #expect(
            "\(CaptureError.unknownDatalink(1004))"
                == "btsnoop of datalink 1004; only 1001, 1002 and 2001 can be read")
    }
}

/// A btsnoop file's records in another format.
private enum Converted {
    case h1
    case monitor
    case packetLogger(isLittleEndian: Bool)

    func convert(_ file: ContiguousArray<UInt8>) throws -> ContiguousArray<UInt8> {
        var converted = ContiguousArray<UInt8>()
        switch self {
        case .h1: converted += Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 3, 0xE9]
        case .monitor: converted += Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 7, 0xD1]
        case .packetLogger: break
        }
        var reader = CaptureReader()
        try reader.read(file.span) { record, packet in
            let packet = (0..<packet.count).map { packet[$0] }
            let size = big(UInt64(packet.count), 4)
            let stamp = big(UInt64(record.time.microsecondsSince1970 + 0x00DC_DDB3_0F2F_8000), 8)
            let isEvent = record.kind == .event
            switch self {
            case .h1:
                let flags: UInt64 = (record.isSent ? 0 : 1) | (isEvent ? 2 : 0)
                converted += size + size + big(flags, 4) + big(0, 4) + stamp + packet
            case .monitor:
                let kind: UInt64 = isEvent ? 3 : record.isSent ? 4 : 5
                converted += size + size + big(1 << 16 | kind, 4) + big(0, 4) + stamp + packet
            case .packetLogger(let isLittleEndian):
                let time = UInt64(record.time.microsecondsSince1970)
                let fields = [UInt64(packet.count + 9), time / 1_000_000, time % 1_000_000]
                for field in fields {
                    let bytes = big(field, 4)
                    converted += isLittleEndian ? bytes.reversed() : bytes
                }
                converted += [isEvent ? 1 : record.isSent ? 2 : 3] + packet
            }
        }
        return converted
    }

    private func big(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
    }
}
