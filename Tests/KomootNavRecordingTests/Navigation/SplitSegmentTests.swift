import KomootNav
import KomootNavRecording
import Testing

@Suite("A packet in several segments")
struct SplitSegmentTests {
    /// A log with a notification whose L2CAP packet is split at these places, and with a second one.
    private func log(splitAt places: [Int], channel: UInt16 = 4) -> ContiguousArray<UInt8> {
        var log = RawLog()
        let payload: [UInt8] = [0x1B, 0x12, 0, 1, 2, 3, 4]
        let packet = RawLog.little(7) + RawLog.little(channel) + payload
        let ends = places + [packet.count]
        for (index, (start, end)) in zip([0] + places, ends).enumerated() {
            let flags: UInt16 = index == 0 ? 0b10 << 12 : 0b01 << 12
            log.add(
                [2] + RawLog.little(0x40 | flags) + RawLog.little(UInt16(end - start))
                    + packet[start..<end])
        }
        log.add(att: [0x1B, 0x12, 0, 5, 6, 7, 8], on: 0x40, isSent: false)
        return log.bytes
    }

    @Test("A packet in several segments is joined wherever it was split, even in its own header")
    func everywhere() throws {
        for first in 1..<11 {
            for second in first..<11 {
                let places = first == second ? [first] : [first, second]
                let (seen, damage) = try CaptureReaderTests.read(
                    log(splitAt: places), handle: 0x12)
                #expect(damage.isEmpty, "split at \(places)")
                #expect(seen.map(\.value) == [[1, 2, 3, 4], [5, 6, 7, 8]], "split at \(places)")
                let other = try CaptureReaderTests.read(
                    log(splitAt: places, channel: 0x41), handle: 0x12)
                #expect(other.damage.isEmpty)
                #expect(other.seen.map(\.value) == [[5, 6, 7, 8]])
            }
        }
    }

    @Test("A packet of whose segments only the beginning came is damage, and the next one is read")
    func onlyBeginning() throws {
        for size in 1..<11 {
            var log = RawLog()
            let packet: [UInt8] = [7, 0, 4, 0, 0x1B, 0x12, 0, 1, 2, 3, 4]
            log.add([2, 0x40, 0x20, UInt8(size), 0] + packet.prefix(size))
            log.add(att: [0x1B, 0x12, 0, 5, 6, 7, 8], on: 0x40, isSent: false)
            let (seen, damage) = try CaptureReaderTests.read(log.bytes, handle: 0x12)
            #expect(damage.map(\.reason) == [.malformedSegment])
            #expect(seen.map(\.value) == [[5, 6, 7, 8]])
        }
    }
}
