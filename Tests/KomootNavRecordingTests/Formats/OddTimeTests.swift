import KomootNavRecording
import Testing

@Suite("A capture whose clock was wrong")
struct OddTimeTests {
    private static let year: Int64 = 31_557_600_000_000

    /// The exchange of a log, with this time added to that of each record from one on.
    private static func shifted(
        by shift: Int64, from first: Int = 0
    ) throws -> ContiguousArray<UInt8> {
        var file = CaptureReaderTests.exchange()
        var reader = CaptureReader()
        var records: [CaptureRecord] = []
        try reader.read(file.span) { record, _ in records.append(record) }
        for record in records.dropFirst(first) {
            let stamp = record.time.microsecondsSince1970 + 0x00DC_DDB3_0F2F_8000 + shift
            let place = Int(record.fileOffset) + 16
            file.replaceSubrange(
                place..<(place + 8), with: RawLog.big(UInt64(bitPattern: stamp), 8))
        }
        return file
    }

    private static func oddTimeCount(_ file: ContiguousArray<UInt8>) throws -> Int {
        var reader = CaptureReader()
        try reader.read(file.span) { _, _ in }
        return reader.oddTimeCount
    }

    @Test(
        "A capture whose clock was wrong before 1970 or after 2100 is read, and its odd times are counted"
    )
    func odd() throws {
        let file = CaptureReaderTests.exchange()
        let expected = try CaptureReaderTests.read(file).seen
        #expect(try Self.oddTimeCount(file) == 0)
        for years: Int64 in [-2023, -54, 100, 5000] {
            for first in [0, 1, 2, 20] {
                let odd = try Self.shifted(by: years * Self.year, from: first)
                let (seen, damage) = try CaptureReaderTests.read(odd, chunkSize: 33)
                #expect(damage.isEmpty, "\(years) years from \(first)")
                #expect(seen.map(\.event.kind) == expected.map(\.event.kind))
                #expect(seen.map(\.value) == expected.map(\.value))
                #expect(try Self.oddTimeCount(odd) > 10)
            }
        }
    }

    @Test("A capture whose clock was wrong goes on after damage, and never takes zeros for records")
    func damage() throws {
        for years: Int64 in [-2023, 0, 100] {
            let file = try Self.shifted(by: years * Self.year)
            let whole = try CaptureReaderTests.read(file).seen
            let place = try #require(whole.dropFirst(3).first).event.fileOffset
            for garbage: UInt8 in [0, 0xEE] {
                var broken = ContiguousArray(file.prefix(Int(place)))
                broken += ContiguousArray(repeating: garbage, count: 400)
                broken += file.dropFirst(Int(place))
                let (seen, damage) = try CaptureReaderTests.read(broken)
                #expect(damage.map(\.fileOffset) == [place])
                #expect(damage.map(\.reason) == [.notARecord(byteCount: 400)])
                #expect(seen.count >= whole.count - 2)
            }
        }
    }

    @Test("A capture whose clock was wrong is not PacketLogger's because of its first bytes alone")
    func detection() {
        // Big-endian: a length of 13, 2105, a command whose length is 1.
        let file: ContiguousArray<UInt8> = [0, 0, 0, 13, 0xFE, 0, 0, 0, 0, 0, 0, 1, 0, 3, 12, 1, 0]
        #expect(throws: CaptureError.unknownFormat) { try CaptureReaderTests.read(file) }
    }
}
