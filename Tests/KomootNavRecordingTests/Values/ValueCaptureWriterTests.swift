import KomootNav
import KomootNavRecording
import Testing

@Suite("Writing a log of values")
struct ValueCaptureWriterTests {
    private typealias Read = ValueReaderTests

    private static let services = [
        CapturedService(UUID128(assignedNumber: 0x1816), characteristics: [Read.speed]),
        CapturedService(
            UUID128(high: 0x6E40_FEC1_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E),
            characteristics: [Read.trainer, Read.power]),
    ]

    @Test(
        "What is written is read again, in chunks of any size, with the handles of the writer",
        arguments: [true, false])
    func roundTrip(isRandom: Bool) throws {
        var writer = try ValueCaptureWriter(Self.services)
        let time = CaptureTime.microseconds(1_000_000)
        let peer = LinkPeer(address: 0x1234_5678_9ABC, isRandom: isRandom)
        writer.writeConnection(2, with: peer, at: time)
        try writer.write([1, 2], of: Read.speed, connection: 2, at: time)
        try writer.write([], of: Read.trainer, connection: 2, at: time)
        try writer.write(
            [UInt8](repeating: 7, count: 20), of: Read.power, connection: 2, at: time)
        writer.writeDisconnection(2, reason: 0x13, at: time)
        let count = writer.byteCount
        let log = writer.takeBytes()
        #expect(log.count == count && writer.byteCount == 0)
        func seen(_ kind: ValueEvent.Kind, _ value: [UInt8] = []) -> Read.Seen {
            Read.Seen(kind: kind, connection: 1, isHostServing: false, value: value)
        }
        let speed = try #require(writer.handle(of: Read.speed))
        let trainer = try #require(writer.handle(of: Read.trainer))
        let power = try #require(writer.handle(of: Read.power))
        let expected = [
            seen(.connected(peer)), seen(.discovered(Read.speed, handle: speed)),
            seen(.discovered(Read.trainer, handle: trainer)),
            seen(.discovered(Read.power, handle: power)),
            seen(.notified(Read.speed, handle: speed), [1, 2]),
            seen(.notified(Read.trainer, handle: trainer)),
            seen(.notified(Read.power, handle: power), [UInt8](repeating: 7, count: 20)),
            seen(.disconnected(reason: 0x13)),
        ]
        for size in [1, 7, 1 << 16] {
            #expect(try Read.read(log, chunkSize: size) == expected)
        }
        #expect(try Read.read(log, connection: 2).isEmpty)
    }

    @Test("An unknown characteristic and a value beyond the MTU are refused, and write nothing")
    func refused() throws {
        var writer = try ValueCaptureWriter(Self.services, mtu: 30)
        writer.writeConnection(at: .microseconds(0))
        let count = writer.byteCount
        let stranger = UUID128(assignedNumber: 0x2A37)
        #expect(throws: ValueWritingError.unknownCharacteristic(stranger)) {
            try writer.write([1], of: stranger, at: .microseconds(0))
        }
        #expect(throws: ValueWritingError.tooLong(maximum: 27)) {
            try writer.write(
                [UInt8](repeating: 0, count: 28), of: Read.speed, at: .microseconds(0))
        }
        #expect(writer.byteCount == count)
        try writer.write([UInt8](repeating: 0, count: 27), of: Read.speed, at: .microseconds(0))
        #expect(writer.byteCount > count)
    }

    @Test("Services without end are refused, and as many as there are handles for are not")
    func tooMany() throws {
        let most = 0x3F00
        let full = CapturedService(
            Self.services[0].uuid, characteristics: Array(repeating: Read.speed, count: most - 1))
        _ = try ValueCaptureWriter([full])
        #expect(throws: ValueWritingError.tooManyCharacteristics(maximum: most)) {
            try ValueCaptureWriter([full, Self.services[0]])
        }
    }

    @Test("A longer MTU is agreed on, and a value that fills several segments is whole again")
    func segments() throws {
        var writer = try ValueCaptureWriter(Self.services, mtu: 517)
        let value = (0..<512).map { UInt8(truncatingIfNeeded: $0 * 7) }
        writer.writeConnection(at: .microseconds(0))
        try writer.write(value, of: Read.speed, at: .microseconds(5))
        #expect(try Read.read(writer.takeBytes()).last?.value == value)
    }
}

extension ValueCaptureWriter {
    fileprivate mutating func write(
        _ value: [UInt8], of characteristic: UUID128, connection: Int = 1, at time: CaptureTime
    ) throws(ValueWritingError) {
        try write(
            ContiguousArray(value).span, of: characteristic, connection: connection, at: time)
    }
}
