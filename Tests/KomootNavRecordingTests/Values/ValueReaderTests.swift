import KomootNav
import KomootNavRecording
import Testing

@Suite("Values in a log")
struct ValueReaderTests {
    struct Seen: Hashable {
        let kind: ValueEvent.Kind
        let connection: Int
        let isHostServing: Bool
        let value: [UInt8]
    }

    static let speed = UUID128(assignedNumber: 0x2A5B)
    static let power = UUID128(assignedNumber: 0x2A63)
    static let trainer = UUID128(
        high: 0x6E40_FEC2_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E)

    private static let request: [UInt8] = [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28]
    private static let declaration: [UInt8] = [0x09, 7, 0x11, 0, 0x10, 0x12, 0, 0x5B, 0x2A]
    private static let notification: [UInt8] = [0x1B, 0x12, 0, 1, 2, 3]

    /// What a log shows, read in chunks of a size.
    static func read(
        _ log: ContiguousArray<UInt8>, handles: [UInt16: UUID128] = [:], connection: Int? = nil,
        chunkSize: Int = 1 << 16
    ) throws(CaptureError) -> [Seen] {
        var reader = ValueReader(handles: handles, connection: connection)
        var seen: [Seen] = []
        func take(_ event: ValueEvent, _ value: Span<UInt8>) {
            seen.append(
                Seen(
                    kind: event.kind, connection: event.connection,
                    isHostServing: event.isHostServing, value: value.indices.map { value[$0] }))
        }
        var start = 0
        while start < log.count {
            let end = min(start + chunkSize, log.count)
            try reader.read(log.span.extracting(start..<end), take)
            start = end
        }
        try reader.finish(take)
        return seen
    }

    /// What is left of an exchange without the events that only concern the connection.
    private func values(
        _ packets: [(isSent: Bool, bytes: [UInt8])], handles: [UInt16: UUID128] = [:]
    ) throws -> [ValueEvent.Kind] {
        var log = RawLog()
        for packet in packets { log.add(att: packet.bytes, on: 0x40, isSent: packet.isSent) }
        return try Self.read(log.bytes, handles: handles).map(\.kind)
    }

    @Test("A notification is of the characteristic that discovery shows at its handle")
    func discovered() throws {
        let found = ValueEvent.Kind.discovered(Self.speed, handle: 0x12)
        let exchange = [
            (true, Self.request), (false, Self.declaration), (false, Self.notification),
            (false, [0x1B, 0x13, 0, 9]), (false, [0x1D, 0x12, 0, 4]),
        ]
        #expect(
            try values(exchange) == [
                found, .notified(Self.speed, handle: 0x12), .indicated(Self.speed, handle: 0x12),
            ])
        let mirrored = exchange.map { (!$0.0, $0.1) }
        #expect(
            try values(mirrored) == [
                found, .notified(Self.speed, handle: 0x12), .indicated(Self.speed, handle: 0x12),
            ])
    }

    @Test("A handle is one characteristic for one side of the connection only")
    func otherSide() throws {
        let found = ValueEvent.Kind.discovered(Self.speed, handle: 0x12)
        #expect(
            try values([
                (true, Self.request), (false, Self.declaration), (true, Self.notification),
            ]) == [found])
    }

    @Test(
        "Only the answer to a request for declarations is read as declarations",
        arguments: [
            // For the type of device names; for another request, or the one before; refused; not asked for at all.
            [(true, [0x08, 1, 0, 0xFF, 0xFF, 0x00, 0x2A])],
            [(true, request), (true, [0x0A, 3, 0])],
            [(true, [0x08, 1, 0, 0xFF, 0xFF, 0x00, 0x2A]), (true, request)],
            [(true, request), (false, [0x01, 0x08, 1, 0, 0x0A])],
            [],
        ])
    func unasked(before: [(isSent: Bool, bytes: [UInt8])]) throws {
        #expect(
            try values(before + [(false, Self.declaration), (false, Self.notification)]) == [])
    }

    @Test("A declaration with 128 bits and a response with several are read whole")
    func severalDeclarations() throws {
        let uuid = (0..<UUID128.byteCount).reversed().map { Self.trainer[$0] }
        let long: [UInt8] = [0x09, 21, 0x21, 0, 0x10, 0x22, 0] + uuid
        let several: [UInt8] = Self.declaration + [0x14, 0, 0x10, 0x15, 0, 0x63, 0x2A] + [0x17, 0]
        #expect(
            try values([
                (true, Self.request), (false, several), (true, Self.request), (false, long),
                (false, [0x1B, 0x15, 0]), (false, [0x1B, 0x22, 0, 5]),
            ]) == [
                .discovered(Self.speed, handle: 0x12), .discovered(Self.power, handle: 0x15),
                .discovered(Self.trainer, handle: 0x22), .notified(Self.power, handle: 0x15),
                .notified(Self.trainer, handle: 0x22),
            ])
    }

    @Test("Two characteristics with the same UUID are told apart by their handles")
    func sameCharacteristicTwice() throws {
        let two: [UInt8] = Self.declaration + [0x14, 0, 0x10, 0x15, 0, 0x5B, 0x2A]
        #expect(
            try values([
                (true, Self.request), (false, two), (false, [0x1B, 0x15, 0, 1]),
                (false, Self.notification), (false, [0x1D, 0x15, 0, 2]),
            ]) == [
                .discovered(Self.speed, handle: 0x12), .discovered(Self.speed, handle: 0x15),
                .notified(Self.speed, handle: 0x15), .notified(Self.speed, handle: 0x12),
                .indicated(Self.speed, handle: 0x15),
            ])
    }

    @Test("A given handle counts until discovery shows another characteristic there")
    func givenHandle() throws {
        let handles = [0x12: Self.power, 0x30: Self.trainer] as [UInt16: UUID128]
        #expect(
            try values(
                [
                    (false, Self.notification), (true, Self.request), (false, Self.declaration),
                    (false, Self.notification), (false, [0x1B, 0x30, 0, 9]),
                ], handles: handles) == [
                    .notified(Self.power, handle: 0x12), .discovered(Self.speed, handle: 0x12),
                    .notified(Self.speed, handle: 0x12), .notified(Self.trainer, handle: 0x30),
                ])
    }

    @Test("Packets of the Attribute Protocol that end too early say nothing")
    func cutPackets() throws {
        #expect(
            try values([
                (true, Self.request), (false, [0x09]), (true, Self.request), (false, [0x09, 7]),
                (true, Self.request), (false, [0x09, 7, 0x11, 0, 0x10, 0x12, 0, 0x5B]),
                (true, Self.request), (false, [0x09, 9, 0x11, 0, 0x10, 0x12, 0, 0x5B, 0x2A, 0, 0]),
                (false, [0x1B]), (false, [0x1B, 0x12]), (false, []),
            ]) == [])
    }

    @Test("A lost packet ends the wait for an answer, and keeps what was found")
    func gap() throws {
        var log = RawLog()
        log.add(att: Self.request, on: 0x40, isSent: true)
        log.add(att: Self.declaration, on: 0x40, isSent: false)
        log.add(att: Self.request, on: 0x40, isSent: true)
        log.dropPackets()
        log.add(att: [0x09, 7, 0x11, 0, 0x10, 0x12, 0, 0x63, 0x2A], on: 0x40, isSent: false)
        log.add(att: Self.notification, on: 0x40, isSent: false)
        #expect(
            try Self.read(log.bytes).map(\.kind)
                == [.discovered(Self.speed, handle: 0x12), .notified(Self.speed, handle: 0x12)])
    }
}
