import KomootNav
import PropertyTesting
import Testing

@testable import KomootNavRecording

@Suite("Anything from the air")
struct AirPropertyTests {
    /// Packets of a ride, some of them changed, and some that never were any.
    private struct Case: CustomStringConvertible {
        var form = AirForm.bare
        var packets: [(bytes: [UInt8], time: Int64, missing: Int)] = []

        var description: String {
            "\(form)\n"
                + packets.map { "\($0.time) \($0.missing) \($0.bytes)" }.joined(separator: "\n")
        }

        init(_ choices: inout Choices) {
            form = choices.element(of: AirForm.allCases)
            let ride = AirTranslatorTests.ride().packets
            let first = choices.integer(in: 0...ride.count)
            for packet in ride[first...] {
                var bytes = form.bytes(of: packet)
                var time = packet.time
                var missing = 0
                switch choices.integer(in: 0...12) {
                case 0...5: break
                case 6: continue
                case 7: bytes = choices.bytes(atMost: 60)
                case 8:
                    for _ in 0...choices.integer(in: 0...3) {
                        let place = choices.integer(in: 0...(bytes.count - 1))
                        bytes[place] = choices.any(UInt8.self)
                    }
                case 9: bytes = Array(bytes.prefix(choices.integer(in: 0...bytes.count)))
                case 10: time = Int64(bitPattern: choices.any(UInt64.self))
                case 11:
                    let kept = choices.integer(in: 0...bytes.count)
                    missing = bytes.count - kept
                    bytes = Array(bytes.prefix(kept))
                default: missing = choices.element(of: [1, 70_000, Int.max, -1, Int.min])
                }
                packets.append((bytes, time, missing))
                if choices.integer(in: 0...20) == 20 { packets.append((bytes, time, missing)) }
            }
        }
    }

    @Test("Anything from the air is translated without a trap, to records whose lengths fit")
    func anything() throws {
        try checkProperty(
            "air: records fit", count: 400, generate: { Case(&$0) },
            holds: { input in
                var log = AirLog(input.form.form)
                for packet in input.packets {
                    log.take(packet.bytes, at: packet.time, missing: packet.missing)
                }
                for entry in log.entries where entry.record.kind == .acl {
                    let length = Int(entry.packet[2]) | Int(entry.packet[3]) << 8
                    if length != entry.packet.count - 4 + entry.record.missingByteCount {
                        return "\(entry)"
                    }
                }
                let findings = log.findings
                if findings.packetCount > input.packets.count { return "too many packets" }
                _ = findings.lines(since: .microseconds(.min))
                return nil
            })
    }
}
