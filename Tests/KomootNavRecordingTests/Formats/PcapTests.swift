import KomootNavRecording
import Testing

@Suite("A pcap or pcapng file")
struct PcapTests {
    private let exchange: PcapExchange
    private var packets: [PcapExchange.Packet] { exchange.packets }

    init() throws { exchange = try PcapExchange() }

    @Test(
        "A log in pcap is read like one in btsnoop, in both byte orders and with both kinds of times",
        arguments: [true, false], [true, false])
    func pcap(isLittleEndian: Bool, hasNanoseconds: Bool) throws {
        for linkType in [LinkType.h4, .h4WithDirection, .monitor, .perPacket] {
            var file = PcapFile(isLittleEndian: isLittleEndian)
            // The upper bits of the link type are flags.
            file.addHeader(
                linkType: UInt64(linkType.rawValue) | 0x3400_0000,
                magic: hasNanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4)
            for packet in packets {
                let (seconds, fraction) = packet.microseconds.quotientAndRemainder(
                    dividingBy: 1_000_000)
                let bytes =
                    switch linkType {
                    case .h4: packet.bytes
                    case .h4WithDirection: packet.directed
                    case .monitor: packet.monitored
                    // Another kind of field before a packet of link type 201.
                    case .perPacket:
                        [0, 0, 16, 0, 201, 0, 0, 0, 2, 0, 4, 0, 9, 9, 9, 9] + packet.directed
                    case .air, .airWithHeader, .nordicAir: [UInt8]()
                    }
                file.addRecord(
                    seconds: seconds, fraction: hasNanoseconds ? fraction * 1000 + 999 : fraction,
                    bytes)
            }
            try exchange.expectSame(file, .pcap(linkType))
        }
    }

    @Test(
        "A log in pcapng is read like one in btsnoop, among other blocks, interfaces and sections",
        arguments: [true, false])
    func pcapng(isLittleEndian: Bool) throws {
        var file = PcapFile(isLittleEndian: isLittleEndian)
        let half = packets.count / 2
        file.addSection()
        file.addBlock(4, [UInt8](repeating: 1, count: 20))
        file.addInterface(linkType: 1)
        file.addInterface(linkType: 187, options: file.option(2, Array("bluetooth".utf8)))
        file.addInterface(
            linkType: 201,
            // Nanoseconds, 1000 s later.
            options: file.option(9, [9]) + file.option(14, file.number(1000, 8))
                + file.option(0, []))
        for (number, packet) in packets[..<half].enumerated() {
            file.addPacket(ticks: packet.microseconds, [1, 2, 3])
            if number % 2 == 0 {
                file.addPacket(
                    interface: 1, ticks: packet.microseconds, packet.bytes,
                    options: file.option(1, Array("a note".utf8))
                        + file.option(2, file.number(packet.isSent ? 2 : 1, 4)))
            } else {
                file.addPacket(
                    interface: 2, ticks: (packet.microseconds - 1_000_000_000) * 1000 + 999,
                    packet.directed)
            }
            file.addBlock(0x0000_0BAD, [UInt8](repeating: UInt8(number), count: 8))
        }
        file.isLittleEndian.toggle()
        file.addSection()
        file.addInterface(linkType: 254)
        for packet in packets[half...] {
            // The obsolete block.
            let size = file.number(UInt64(packet.monitored.count), 4)
            let ticks = packet.microseconds
            file.addBlock(
                2,
                file.number(0, 4) + file.number(ticks >> 32, 4) + file.number(ticks, 4)
                    + size + size + packet.monitored
                    + [UInt8](repeating: 0, count: -packet.monitored.count & 3))
        }
        try exchange.expectSame(file, .pcapng)
    }

    @Test("A fragment that goes on has the direction of the last first fragment of its connection")
    func directions() throws {
        var file = PcapFile()
        file.addHeader(linkType: 187)
        // The handle with the flags of the fragment, and whether it was sent.
        let fragments: [(UInt16, Bool)] = [
            (0x0040, true), (0x2041, false), (0x1040, true), (0x1041, false), (0x2040, false),
            (0x1040, false), (0x1042, false),
        ]
        for (handle, _) in fragments {
            file.addRecord(
                seconds: 1_700_000_000, fraction: 0,
                [2, UInt8(handle & 0xFF), UInt8(handle >> 8), 0, 0])
        }
        var found: [Bool] = []
        var reader = CaptureReader()
        try reader.read(file.bytes.span) { record, _ in found.append(record.isSent) }
        #expect(found == fragments.map(\.1))
    }

    @Test("A packet without a time has that of the packet before")
    func simplePackets() throws {
        var file = PcapFile()
        file.addSection()
        file.addInterface(linkType: 201)
        file.addPacket(ticks: packets[0].microseconds, packets[0].directed)
        for packet in packets.dropFirst() {
            let bytes = packet.directed
            let padding = [UInt8](repeating: 0, count: -bytes.count & 3)
            file.addBlock(3, file.number(UInt64(bytes.count), 4) + bytes + padding)
        }
        let (seen, damage) = try CaptureReaderTests.read(file.bytes)
        #expect(seen.map(\.value) == exchange.whole.seen.map(\.value) && damage == [])
        #expect(Set(seen.map(\.event.time)).count == 1)
    }

    @Test("A log that is written in pcapng is read like one in btsnoop")
    func written() throws {
        func read(_ form: WrittenForm) throws -> (PcapExchange.Reading, CaptureFormat?) {
            var writer = CaptureWriter(form: form)
            for (place, one) in exchange.whole.seen.enumerated() {
                writer.write(
                    one.event.kind, ContiguousArray(one.value).span, at: .microseconds(Int64(place))
                )
            }
            let bytes = writer.takeBytes()
            var reader = CaptureReader()
            try reader.read(bytes.span) { _, _ in }
            return (try CaptureReaderTests.read(bytes), reader.format)
        }
        let (btsnoop, _) = try read(WrittenForm(ofFileNamed: "a.pcapng.log"))
        let (pcapng, format) = try read(WrittenForm(ofFileNamed: "a.pcapng"))
        #expect(format == .pcapng)
        #expect(
            exchange.words(pcapng.seen) == exchange.words(btsnoop.seen) && pcapng.seen.count > 5)
        #expect(pcapng.damage == [])
        var old = CaptureWriter(form: .pcapng)
        old.write(.connected, at: .microseconds(-1))
        #expect(
            try CaptureReaderTests.read(old.takeBytes()).seen.map(\.event.time) == [
                .microseconds(0)
            ])
    }

    /// Which records come after a gap.
    private func gaps(_ file: PcapFile) throws -> [Bool] {
        var gaps: [Bool] = []
        var reader = CaptureReader()
        try reader.read(file.bytes.span) { record, _ in gaps.append(record.isAfterGap) }
        return gaps
    }

    @Test("Where the writer of a pcapng file counted drops, the next packet is after a gap")
    func drops() throws {
        var file = PcapFile(isLittleEndian: false)
        file.addSection()
        file.addInterface(linkType: 201)
        file.addInterface(linkType: 1)
        let packet = packets[1].directed
        func add(_ options: [UInt8] = []) { file.addPacket(ticks: 1, packet, options: options) }
        add(file.option(4, file.number(0, 8)))
        add(file.option(2, file.number(1, 4)) + file.option(4, file.number(3, 8)))
        add(file.option(4, [1, 1]))
        // The obsolete block: drops, unknown drops.
        for drops: UInt64 in [2, 0xFFFF, 0] {
            let size = file.number(UInt64(packet.count), 4)
            let padding = [UInt8](repeating: 0, count: -packet.count & 3)
            file.addBlock(
                2,
                file.number(0, 2) + file.number(drops, 2) + file.number(1, 8) + size + size
                    + packet + padding)
        }
        #expect(try gaps(file) == [false, true, false, true, false, false])
        func addStatistics(_ interface: UInt64, dropped: UInt64) {
            file.addBlock(
                5,
                file.number(interface, 4) + file.number(1, 8)
                    + file.option(4, file.number(900, 8)) + file.option(5, file.number(dropped, 8)))
        }
        for (interface, dropped): (UInt64, UInt64) in [
            (0, 0), (0, 5), (0, 5), (1, 7), (2, 1), (0, 6),
        ] {
            addStatistics(interface, dropped: dropped)
            add()
        }
        #expect(try gaps(file).suffix(6) == [false, true, false, false, false, true])
    }

    /// What is said of the records of a file.
    private func lines(_ file: PcapFile) throws -> [String] {
        var reader = CaptureReader()
        try reader.read(file.bytes.span) { _, _ in }
        try reader.finish { _, _ in }
        return CaptureNotes.recordLines(reader)
    }

    @Test("Packets that are passed over, and times that run backwards, are told once")
    func told() throws {
        var file = PcapFile()
        file.addSection()
        file.addInterface(linkType: 201)
        file.addInterface(linkType: 1)
        for ticks: UInt64 in [5, 6, 6, 7] { file.addPacket(ticks: ticks, packets[0].directed) }
        #expect(try lines(file) == [])
        for ticks: UInt64 in [4, 3, 8] {
            file.addPacket(ticks: ticks, packets[0].directed)
            file.addPacket(interface: 1, ticks: ticks, [1, 2, 3])
        }
        #expect(
            try lines(file) == [
                "2 records earlier than the one before: the clock was set, or the records are not in order",
                "3 packets of other link types passed over",
            ])
        var large = PcapFile()
        large.addSection()
        for _ in 0...1024 { large.addInterface(linkType: 201) }
        large.addPacket(interface: 1024, ticks: 1, packets[0].directed)
        #expect(try lines(large) == ["only the packets of the first 1024 interfaces are read"])
    }

    @Test("Time stamps of every resolution are turned into microseconds, and never trap")
    func clocks() throws {
        func time(_ ticks: UInt64, _ resolution: UInt8, offset: Int64 = 0) throws -> Int64 {
            var file = PcapFile()
            file.addSection()
            file.addInterface(
                linkType: 201,
                options: file.option(9, [resolution])
                    + file.option(14, file.number(UInt64(bitPattern: offset), 8)))
            file.addPacket(ticks: ticks, packets[0].directed)
            var found: Int64?
            var reader = CaptureReader()
            try reader.read(file.bytes.span) { record, _ in
                found = record.time.microsecondsSince1970
            }
            return try #require(found)
        }
        #expect(try time(1_700_000_000, 0) == 1_700_000_000_000_000)
        #expect(try time(1_700_000_000_123, 3) == 1_700_000_000_123_000)
        #expect(try time(17_000_000_001_234_567, 7) == 1_700_000_000_123_456)
        #expect(try time(3 << 20, 0x94) == 3_000_000)
        #expect(try time(1 << 19, 0x94) == 500_000)
        #expect(try time(.max, 0xC0) == 999_999)
        #expect(try time(.max, 0x80) == .max)
        #expect(try time(.max, 0) == .max)
        #expect(try time(.max, 127) == 0)
        #expect(try time(.max, 0xFF) == 0)
        #expect(try time(0, 6, offset: .min) == .min)
        #expect(try time(.max, 6, offset: .max) == .max)
        #expect(try time(5_000_000, 6, offset: -2) == 3_000_000)
    }
}
