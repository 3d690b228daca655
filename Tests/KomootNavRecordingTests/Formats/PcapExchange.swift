import KomootNavRecording
import Testing

/// The packets of a log that pcap and pcapng files have, and what is read of it in btsnoop.
struct PcapExchange {
    typealias Reading = (seen: [CaptureReaderTests.Seen], damage: [CaptureDamage])

    /// A packet of the log that all files have, with the transport's byte.
    struct Packet {
        let microseconds: UInt64
        let isSent: Bool
        let bytes: [UInt8]
        /// Before each packet of link type 201, and of 254.
        var directed: [UInt8] { [0, 0, 0, isSent ? 0 : 1] + bytes }
        var monitored: [UInt8] {
            let kind: UInt8 = bytes[0] == 1 ? 2 : bytes[0] == 4 ? 3 : isSent ? 4 : 5
            return [0, 0, 0, kind] + bytes.dropFirst()
        }
    }

    let packets: [Packet]
    let whole: Reading

    init() throws {
        let log = CaptureReaderTests.exchange()
        whole = try CaptureReaderTests.read(log)
        var packets: [Packet] = []
        var reader = CaptureReader()
        try reader.read(log.span) { record, packet in
            let type: UInt8 = record.kind == .command ? 1 : record.kind == .acl ? 2 : 4
            packets.append(
                Packet(
                    microseconds: UInt64(record.time.microsecondsSince1970),
                    isSent: record.isSent,
                    bytes: [type] + (0..<packet.count).map { packet[$0] }))
        }
        self.packets = packets
    }

    /// What was seen, but for the places in the file.
    func words(_ seen: [CaptureReaderTests.Seen]) -> [String] {
        seen.map { "\($0.event.time) \($0.event.connection) \($0.event.kind.words) \($0.value)" }
    }

    func expectSame(_ file: PcapFile, _ format: CaptureFormat) throws {
        for chunkSize in [1, 3, 28, 1000, Int.max] {
            let (seen, damage) = try CaptureReaderTests.read(file.bytes, chunkSize: chunkSize)
            #expect(words(seen) == words(whole.seen))
            #expect(damage == [])
        }
        var reader = CaptureReader()
        try reader.read(file.bytes.span) { _, _ in }
        #expect(reader.format == format)
        #expect(reader.fileOffset == UInt64(file.bytes.count))
    }
}
