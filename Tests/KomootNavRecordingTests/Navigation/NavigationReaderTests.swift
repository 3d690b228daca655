import KomootNav
import KomootNavRecording
import Testing

@Suite("A navigation reader")
struct NavigationReaderTests {
    /// Everything that the reader gives for a file.
    private struct Given: Equatable {
        var events: [CaptureReaderTests.Seen] = []
        var reads: [CapturedRead] = []
        var damage: [CaptureDamage] = []
    }

    private func read(
        _ file: ContiguousArray<UInt8>, with reader: inout NavigationReader, chunkSize: Int = 100
    ) throws -> Given {
        var given = Given()
        func see(_ event: CapturedEvent, _ value: Span<UInt8>) {
            given.events.append(.init(event: event, value: (0..<value.count).map { value[$0] }))
        }
        var start = 0
        while start < file.count {
            let end = min(start + chunkSize, file.count)
            try reader.read(
                file.span.extracting(start..<end), { see($0, $1) },
                reads: { given.reads.append($0) }, damage: { given.damage.append($0) })
            start = end
        }
        try reader.finish(
            { see($0, $1) }, reads: { given.reads.append($0) },
            damage: { given.damage.append($0) })
        return given
    }

    @Test("A navigation reader gives events, reads and damage, however the log is cut into chunks")
    func everything() throws {
        let log = CaptureReaderTests.exchange()
        let place = try #require(try CaptureReaderTests.read(log).seen.last).event.fileOffset
        let broken = log.prefix(Int(place)) + [0xEE, 0xEE] + log.dropFirst(Int(place))
        let file = ContiguousArray(broken.dropLast())
        let expected = try separately(file)
        #expect(expected.events.count > 20 && expected.reads.count > 3)
        #expect(expected.damage.count == 1)
        for chunkSize in [1, 33, file.count] {
            var reader = NavigationReader()
            let given = try read(file, with: &reader, chunkSize: chunkSize)
            #expect(given == expected)
            #expect(reader.damageCount == 1)
            #expect(reader.hasTraffic)
            #expect(reader.format == .btsnoop(.h4))
        }
    }

    @Test("A navigation reader keeps many connections apart whose packets alternate")
    func alternating() throws {
        let numbers = UInt8(0)..<40
        var log = RawLog()
        for number in numbers {
            log.add(att: [0x0A, 37, 0], on: 0x40 + UInt16(number), isSent: false)
        }
        for number in numbers {
            let answer = [0x0B] + [UInt8](repeating: number, count: 10)
            log.add(att: answer, on: 0x40 + UInt16(number), isSent: true)
        }
        var reader = NavigationReader(handle: 37)
        let given = try read(log.bytes, with: &reader)
        #expect(given.damage.isEmpty)
        #expect(given.reads.map(\.connection) == numbers.map { Int($0) + 1 })
        #expect(
            given.reads.map { Array($0.bytes) }
                == numbers.map { [UInt8](repeating: $0, count: 10) })
        #expect(given.reads.allSatisfy { $0.outcome == .complete })
    }

    /// What the types that the reader is made of give for a file.
    private func separately(_ file: ContiguousArray<UInt8>) throws -> Given {
        let (seen, damage) = try CaptureReaderTests.read(file)
        var tracker = ReadTracker()
        var reads: [CapturedRead] = []
        for one in seen {
            tracker.handle(one.event, ContiguousArray(one.value).span) { reads.append($0) }
        }
        tracker.finish { reads.append($0) }
        return Given(events: seen, reads: reads, damage: damage)
    }

    @Test(
        "A navigation reader gives reads that are found only at the log's end, and counts the damage of packets"
    )
    func lateRecords() throws {
        let log = CaptureReaderTests.exchange()
        let places = try CaptureReaderTests.read(log).seen.map { Int($0.event.fileOffset) }
        // With this length of its first record, the log can be read only when it ends.
        var waiting = log
        for field in [0, 4] { waiting[16 + field + 2] = 0xF0 }
        // The length of an ACL packet, after the record's header, the packet's kind (2) and the handle.
        var malformed = log
        let packet = try #require(places.last { log[$0 + 24] == 2 }) + 24
        malformed[packet + 1 + 2] = 0xFF
        for file in [waiting, malformed] {
            var reader = NavigationReader()
            let given = try read(file, with: &reader)
            #expect(try given == separately(file))
            #expect(reader.damageCount == 1)
            #expect(given.reads.count > 3)
        }
    }

    @Test("A navigation reader gives the same events if nobody asks for reads")
    func withoutReads() throws {
        let log = CaptureReaderTests.exchange()
        var reader = NavigationReader()
        var kinds: [CapturedEvent.Kind] = []
        try reader.read(log.span) { event, _ in kinds.append(event.kind) }
        try reader.finish { event, _ in kinds.append(event.kind) }
        #expect(kinds == (try CaptureReaderTests.read(log).seen.map(\.event.kind)))
        #expect(reader.damageCount == 0)
    }

    @Test("A navigation reader can be told the handle, and the connection that counts")
    func choice() throws {
        var writer = CaptureWriter()
        for connection in 1...2 {
            writer.write(.connected, connection: connection, at: .microseconds(0))
            writer.write(
                .notified, ContiguousArray<UInt8>([1, 2, 3, 4]).span, connection: connection,
                at: .microseconds(1))
        }
        writer.write(.connected, connection: 3, at: .microseconds(2))
        let log = writer.takeBytes()
        var unknown = NavigationReader()
        #expect(try read(log, with: &unknown).events.map(\.event.kind).count == 3)
        #expect(!unknown.hasTraffic)
        var second = NavigationReader(handle: CaptureWriter.valueHandle, connection: 2)
        let given = try read(log, with: &second)
        #expect(given.events.map(\.event.connection) == [2, 2])
        #expect(second.hasTraffic)
        // What happens on other connections is not traffic.
        var third = NavigationReader(handle: CaptureWriter.valueHandle, connection: 3)
        #expect(try read(log, with: &third).events.map(\.event.kind) == [.connected])
        #expect(!third.hasTraffic)
    }

    @Test("A navigation reader refuses what is not a log")
    func refused() {
        var reader = NavigationReader()
        #expect(throws: CaptureError.unknownFormat) {
            try read(ContiguousArray(repeating: 0x20, count: 100), with: &reader)
        }
        var empty = NavigationReader()
        #expect(throws: CaptureError.empty) { try read([], with: &empty) }
        #expect(empty.format == nil)
    }
}
