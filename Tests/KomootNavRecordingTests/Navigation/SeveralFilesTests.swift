import KomootNav
import Testing

@testable import KomootNavRecording

@Suite("A log of several files")
struct SeveralFilesTests {
    /// A log's records, as bytes of a btsnoop file, and as packets.
    private struct Records {
        private(set) var bytes: [ContiguousArray<UInt8>] = []
        private var packets: [(time: Int64, packet: [UInt8])] = []

        init(_ log: ContiguousArray<UInt8>) throws {
            var starts: [Int] = []
            var reader = CaptureReader()
            var found: [(Int64, [UInt8])] = []
            let take = { (record: CaptureRecord, packet: Span<UInt8>) in
                let kind: UInt8 =
                    switch record.kind {
                    case .command: 1
                    case .acl: 2
                    case .event, .other: 4
                    }
                let direction: [UInt8] = [0, 0, 0, record.isSent ? 0 : 1]
                let bytes = (0..<packet.count).map { packet[$0] }
                starts.append(Int(record.fileOffset))
                found.append((record.time.microsecondsSince1970, direction + [kind] + bytes))
            }
            try reader.read(log.span, take)
            try reader.finish(take)
            packets = found
            for (start, end) in zip(starts, starts.dropFirst() + [log.count]) {
                bytes.append(ContiguousArray(log[start..<end]))
            }
        }

        var count: Int { bytes.count }

        func btsnoop(_ range: Range<Int>) -> ContiguousArray<UInt8> {
            ContiguousArray(RawLog().bytes + bytes[range].joined())
        }

        func pcapng(_ range: Range<Int>) -> ContiguousArray<UInt8> {
            var file = PcapFile()
            file.addSection()
            file.addInterface(linkType: 201)
            for (time, packet) in packets[range] {
                file.addPacket(ticks: UInt64(time), packet)
            }
            return file.bytes
        }
    }

    /// What a reader gives for files, but for the places in them.
    private struct Given: Equatable {
        var events: [String] = []
        var reads: [CapturedRead] = []
        var damage: [CaptureDamage] = []
        var counts: [Int] = []
    }

    private func read(_ files: [ContiguousArray<UInt8>]) throws(CaptureError) -> Given {
        var given = Given()
        func see(_ event: CapturedEvent, _ value: Span<UInt8>) {
            let bytes = (0..<value.count).map { value[$0] }
            given.events.append(
                "\(event.connection) \(event.time.microsecondsSince1970) \(event.kind) \(bytes)")
        }
        var reader = NavigationReader()
        for (place, file) in files.enumerated() {
            try reader.read(
                file.span, see, reads: { given.reads.append($0) },
                damage: { given.damage.append($0) })
            if place < files.count - 1 {
                try reader.endFile(
                    see, reads: { given.reads.append($0) }, damage: { given.damage.append($0) })
            } else {
                try reader.finish(
                    see, reads: { given.reads.append($0) }, damage: { given.damage.append($0) })
            }
        }
        given.counts = [reader.damageCount, reader.connectionCount, reader.oddTimeCount]
        return given
    }

    @Test("A log that is cut between any two records reads as if it were whole, in mixed forms too")
    func anyCut() throws {
        let log = CaptureReaderTests.exchange()
        let records = try Records(log)
        let whole = try read([log])
        #expect(whole.events.count > 20 && whole.reads.count > 3)
        for cut in 1..<records.count {
            let (first, second) = (0..<cut, cut..<records.count)
            for files in [
                [records.btsnoop(first), records.btsnoop(second)],
                [records.btsnoop(first), records.pcapng(second)],
                [records.pcapng(first), RawLog().bytes, records.btsnoop(second)],
            ] {
                #expect(try read(files) == whole, "\(cut)")
            }
        }
        let all = (0..<records.count).map { records.btsnoop($0..<($0 + 1)) }
        #expect(try read(all) == whole)
    }

    @Test(
        "A file that ends within a record ends with a gap, and one whose drops are counted anew doesn't"
    )
    func gaps() throws {
        var log = RawLog()
        log.dropPackets()
        log.connect(0x40, to: [1, 2, 3, 4, 5, 0xC6])
        log.discover(37, on: 0x40)
        log.add(att: [0x0A, 37, 0], on: 0x40, isSent: true)
        var next = RawLog()
        next.wait(1)
        next.add(att: [0x0B] + (0..<20), on: 0x40, isSent: false)
        let whole = try read([log.bytes, next.bytes])
        #expect(whole.events.last?.contains("chunk(offset: 0)") == true)
        #expect(whole.damage.isEmpty)
        for files in [
            [log.bytes + [0, 0, 0], next.bytes],
            [log.bytes + [0, 0, 0], RawLog().bytes, next.bytes],
        ] {
            let cut = try read(files)
            #expect(cut.events.count == whole.events.count - 1)
            #expect(
                cut.damage.map(\.reason) == [.truncated(byteCount: 3)], "no answer after a gap")
        }
    }

    @Test(
        "A file that begins before the one before it ends is refused; one at the same moment isn't")
    func overlap() throws {
        let records = try Records(CaptureReaderTests.exchange())
        let half = records.count / 2
        let (first, second) = (records.btsnoop(0..<half), records.btsnoop(half..<records.count))
        for files in [
            [second, first], [first, first], [first, RawLog().bytes, first],
            [records.btsnoop(0..<(half + 1)), records.btsnoop((half - 1)..<records.count)],
        ] {
            #expect(throws: CaptureError.overlapping) { try read(files) }
        }
        let one = records.btsnoop(0..<1)
        #expect(try read([one, one]).damage.isEmpty)
    }

    /// A sniffer's file.
    private func air(_ packets: ArraySlice<AirLink.Packet>) -> ContiguousArray<UInt8> {
        var file = PcapFile()
        file.addHeader(linkType: 256)
        for packet in packets {
            file.addRecord(
                seconds: UInt64(packet.time / 1_000_000),
                fraction: UInt64(packet.time % 1_000_000), AirForm.told.bytes(of: packet))
        }
        return file.bytes
    }

    @Test("A sniffer's log that is cut between any two packets reads as if it were whole")
    func cutAir() throws {
        let packets = AirTranslatorTests.ride().packets
        let whole = try read([air(packets[...])])
        #expect(whole.events.count == 15)
        for cut in packets.indices.dropFirst() {
            #expect(try read([air(packets[..<cut]), air(packets[cut...])]) == whole, "\(cut)")
        }
    }

    @Test("A sniffer's file does not go on with a host's")
    func mixed() throws {
        let air = air(AirTranslatorTests.ride().packets[...])
        var late = RawLog()
        late.wait(1_000_000_000)
        late.disconnect(0x40)
        #expect(throws: CaptureError.mixed) { try read([air, late.bytes]) }
        var early = PcapFile()
        early.addHeader(linkType: 201)
        early.addRecord(seconds: 1, fraction: 0, [0, 0, 0, 1, 4, 14, 0])
        #expect(throws: CaptureError.mixed) { try read([early.bytes, air]) }
    }

    @Test("What is said of a file's records is said of all files")
    func counts() throws {
        var reader = CaptureReader()
        var foreign = PcapFile()
        foreign.addSection()
        foreign.addInterface(linkType: 1)
        foreign.addInterface(linkType: 201)
        foreign.addPacket(ticks: 5, [1, 2, 3])
        for second in [1, 2, 100] as [UInt64] {
            var file = foreign
            file.addPacket(interface: 1, ticks: second * 1_000_000, [0, 0, 0, 1, 4, 14, 0])
            try reader.read(file.bytes.span) { _, _ in }
            try reader.endFile { _, _ in }
        }
        try reader.read(RawLog().bytes.span) { _, _ in }
        try reader.finish { _, _ in }
        #expect(
            CaptureNotes.recordLines(reader) == [
                "one file ends 98 seconds before the next one begins; if a file is missing between them, what is said "
                    + "of connections that go on may be wrong",
                "3 packets of other link types passed over",
            ])
        #expect(reader.firstTime == .microseconds(1_000_000))
    }

    @Test("A later file without any packet of Bluetooth is refused, as it is alone")
    func foreign() throws {
        var file = PcapFile()
        file.addSection()
        file.addInterface(linkType: 1)
        let foreign = file.bytes
        let log = CaptureReaderTests.exchange()
        for files in [[log, foreign], [foreign, log]] {
            #expect(throws: CaptureError.unknownLinkType(1)) { try read(files) }
        }
        #expect(throws: CaptureError.empty) { try read([log, []]) }
    }
}
