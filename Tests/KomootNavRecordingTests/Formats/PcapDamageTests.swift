import KomootNavRecording
import PropertyTesting
import Testing

@Suite("A pcap or pcapng file with damage")
struct PcapDamageTests {
    private let exchange: PcapExchange
    private var packets: [PcapExchange.Packet] { exchange.packets }

    init() throws { exchange = try PcapExchange() }

    @Test("Damage in pcapng costs the packets in it, and is told")
    func damaged() throws {
        var file = PcapFile()
        file.addSection()
        file.addInterface(linkType: 201)
        var starts: [Int] = []
        for packet in packets {
            starts.append(file.bytes.count)
            file.addPacket(ticks: packet.microseconds, packet.directed)
        }
        // A length of a gigabyte; one that is no multiple of 4; a packet that is longer than its block.
        for (offset, value) in [(7, UInt8(0x40)), (4, 0x21), (21, 0xFF)] {
            var broken = file.bytes
            broken[starts[3] + offset] = value
            for chunkSize in [1, 100, Int.max] {
                var times: [Int64] = []
                var damage: [CaptureDamage] = []
                var reader = CaptureReader()
                func take(_ record: CaptureRecord, _ packet: Span<UInt8>) {
                    times.append(record.time.microsecondsSince1970)
                }
                var start = 0
                while start < broken.count {
                    let end = min(start + min(chunkSize, broken.count), broken.count)
                    let chunk = broken.span.extracting(start..<end)
                    try reader.read(chunk, take) { damage.append($0) }
                    start = end
                }
                try reader.finish(take) { damage.append($0) }
                var expected = packets.map { Int64($0.microseconds) }
                expected.remove(at: 3)
                #expect(times == expected)
                #expect(damage.map(\.fileOffset) == [UInt64(starts[3])])
                let size = UInt64(starts[4] - starts[3])
                #expect(damage.map(\.reason) == [.notARecord(byteCount: size)])
            }
        }
    }

    @Test("Damage in pcap costs the packets in it, and is told, though zeros look like records")
    func damagedPcap() throws {
        var file = PcapFile()
        file.addHeader(linkType: 201)
        var starts: [Int] = []
        for packet in packets {
            starts.append(file.bytes.count)
            let (seconds, fraction) = packet.microseconds.quotientAndRemainder(
                dividingBy: 1_000_000)
            file.addRecord(seconds: seconds, fraction: fraction, packet.directed)
        }
        starts.append(file.bytes.count)
        for isLong in [false, true] {
            var broken = file.bytes
            if isLong {
                broken[starts[3] + 10] = 0x40
            } else {
                for place in starts[3]..<starts[4] { broken[place] = 0 }
            }
            broken += [UInt8](repeating: 0, count: 4096)
            var times: [Int64] = []
            var damage: [CaptureDamage] = []
            var reader = CaptureReader()
            try reader.read(
                broken.span, { record, _ in times.append(record.time.microsecondsSince1970) },
                damage: { damage.append($0) })
            try reader.finish(
                { record, _ in times.append(record.time.microsecondsSince1970) },
                damage: { damage.append($0) })
            var expected = packets.map { Int64($0.microseconds) }
            expected.remove(at: 3)
            #expect(times == expected)
            let size = UInt64(starts[4] - starts[3])
            #expect(damage.first?.reason == .notARecord(byteCount: size))
            #expect(damage.map(\.fileOffset) == [starts[3], file.bytes.count].map(UInt64.init))
        }
    }

    @Test("A packet of an interface that was not described is damage")
    func undescribedInterface() throws {
        var file = PcapFile()
        file.addSection()
        file.addInterface(linkType: 201)
        file.addPacket(interface: 1, ticks: packets[0].microseconds, packets[0].directed)
        file.addPacket(ticks: packets[0].microseconds, packets[0].directed)
        let (_, damage) = try CaptureReaderTests.read(file.bytes)
        #expect(damage.count == 1)
        var large = PcapFile()
        large.addSection()
        large.addInterface(linkType: 201)
        for size: UInt64 in [0xFFFF_FFFC, 0x8000_0000] {
            large.add(
                large.number(6, 4) + large.number(size, 4) + [UInt8](repeating: 0xFF, count: 32))
        }
        #expect(try CaptureReaderTests.read(large.bytes).damage.count == 1)
    }

    @Test("Thousands of interfaces and any bytes after a header neither trap nor fill the memory")
    func hostile() throws {
        var file = PcapFile()
        file.addSection()
        var one = PcapFile()
        one.addInterface(linkType: 201)
        for _ in 0..<2000 { file.add(Array(one.bytes)) }
        file.addPacket(interface: 1023, ticks: packets[0].microseconds, packets[0].directed)
        file.addPacket(interface: 1024, ticks: packets[0].microseconds, packets[0].directed)
        var count = 0
        var reader = CaptureReader()
        try reader.read(file.bytes.span) { _, _ in count += 1 }
        #expect(count == 1)
        try checkProperty("any bytes are read", count: 300) { choices -> ContiguousArray<UInt8> in
            var file = PcapFile(isLittleEndian: choices.bool())
            let linkType = UInt64(choices.element(of: [187, 201, 254]))
            if choices.bool() {
                file.addHeader(linkType: linkType)
            } else {
                file.addSection()
                file.addInterface(linkType: linkType)
                file.addPacket(ticks: packets[0].microseconds, packets[0].directed)
            }
            var bytes = file.bytes + choices.bytes(atMost: 200)
            for _ in 0..<choices.integer(in: 0...3) {
                bytes[choices.integer(in: 0...bytes.count - 1)] = UInt8(choices.number(upTo: 255))
            }
            return bytes
        } holds: { bytes in
            let chunked = try? CaptureReaderTests.read(bytes, chunkSize: 7)
            let whole = try? CaptureReaderTests.read(bytes)
            let isSame = chunked?.seen == whole?.seen && chunked?.damage == whole?.damage
            return isSame
                ? nil : "\(String(describing: chunked)) is not \(String(describing: whole))"
        }
    }

    @Test("A file that can't be read says what it is")
    func refused() throws {
        func error(_ bytes: ContiguousArray<UInt8>) -> CaptureError? {
            #expect(throws: CaptureError.self) { try CaptureReaderTests.read(bytes) }
        }
        var ethernet = PcapFile()
        ethernet.addHeader(linkType: 1)
        #expect(error(ethernet.bytes) == .unknownLinkType(1))
        var section = PcapFile()
        section.addSection()
        section.addInterface(linkType: 127)
        section.addPacket(ticks: 0, [1, 2, 3])
        #expect(error(section.bytes) == .unknownLinkType(127))
        #expect(error([]) == .empty)
        #expect(error([0xD4, 0xC3, 0xB2]) == .unknownFormat)
        #expect(error([0xD4, 0xC3, 0xB2, 0xA1] + [2, 0, 4, 0]) == .cutHeader)
        #expect(error(ContiguousArray("btsnoop\0".utf8) + [0, 0]) == .cutHeader)
        #expect(error(ContiguousArray(section.bytes[..<13])) == .cutHeader)
        #expect(error(ContiguousArray("btsnoob".utf8)) == .unknownFormat)
        let rest = ContiguousArray<UInt8>(repeating: 0, count: 20)
        #expect(error([0x1F, 0x8B, 8] + rest) == .foreign(.gzip))
        #expect(error(ContiguousArray("PK\u{3}\u{4}".utf8) + rest) == .foreign(.zip))
        let report = "========================================================\n== dumpstate"
        #expect(error(ContiguousArray(report.utf8)) == .foreign(.bugReport))
        for text in [
            "--- BEGIN:BTSNOOP_LOG_SUMMARY (9 bytes in) ---\n", "Bluetooth Status\n  enabled",
        ] {
            #expect(error(ContiguousArray(text.utf8)) == .foreign(.bugReport))
        }
        #expect(error(ContiguousArray("Bluetooth monitor ver 5.66\n".utf8)) == .foreign(.btmon))
        for file in CaptureError.ForeignFile.allCases {
            #expect(!"\(CaptureError.foreign(file))".isEmpty)
        }
    }

    @Test("A million interfaces are read in little memory and time, and told once")
    func interfaces() throws {
        var file = PcapFile()
        file.addSection()
        file.addInterface(linkType: 201)
        var thousand = PcapFile()
        for _ in 0..<1000 { thousand.addInterface(linkType: 201) }
        var end = PcapFile()
        // Statistics change what is kept of an interface.
        for count in 1...1000 as ClosedRange<UInt64> {
            end.addBlock(
                5,
                end.number(1, 4) + end.number(1, 8) + end.option(5, end.number(count, 8)))
        }
        for interface: UInt64 in [0, 1023, 1024, 999_999, 0xFFFF_FFFF] {
            end.addPacket(
                interface: interface, ticks: packets[0].microseconds, packets[0].directed)
        }
        var records: [Bool] = []
        var reader = CaptureReader()
        try reader.read(file.bytes.span) { _, _ in }
        let clock = ContinuousClock()
        let few = try clock.measure {
            for _ in 0..<10 { try reader.read(thousand.bytes.span) { _, _ in } }
        }
        let many = try clock.measure {
            for _ in 0..<990 { try reader.read(thousand.bytes.span) { _, _ in } }
        }
        // A hundred times as many, and some more for a busy machine.
        #expect(many < few * 1000)
        try reader.read(end.bytes.span) { record, _ in records.append(record.isAfterGap) }
        try reader.finish { _, _ in }
        #expect(records.count == 2)
        #expect(
            CaptureNotes.recordLines(reader) == [
                "only the packets of the first 1024 interfaces are read"
            ])
    }
}
