import KomootNav
import Testing

@testable import KomootNavRecording

@Suite("Packets from the air")
struct AirTranslatorTests {
    static let object: [UInt8] =
        [4, 3, 2, 1, 3, 120, 0, 0, 0] + (0..<100).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    static let other: [UInt8] = [13, 12, 11, 10, 3, 120, 0, 0, 0] + Array("Hof".utf8)

    /// A device finds the phone, reads two instructions, and leaves.
    static func ride() -> AirLink {
        var link = AirLink()
        link.advertiseNavigation()
        link.advertise(3, AirLink.device + AirLink.phone)
        link.connect()
        link.time += 1_000_000
        link.exchange(
            central: (3, [0x0C, 9, 0x59, 0, 1, 0]), peripheral: (3, [0x0C, 9, 15, 0, 1, 0]))
        link.prepare()
        link.say([0x1B, 0x12, 0] + object.prefix(20), byCentral: false, .lost)
        link.exchange()
        link.read(object, lastFate: .garbled)
        link.say([0x1B, 0x12, 0] + other, byCentral: false)
        link.read(other)
        link.terminate()
        return link
    }

    @Test(
        "Packets from the air give what the phone's host would have logged, in each form that sniffers write",
        arguments: AirForm.allCases)
    func ride(_ form: AirForm) {
        let log = AirLog(Self.ride(), form)
        #expect(log.damages.isEmpty)
        #expect(
            log.kinds == [
                .connected, .mtuAgreed(50), .discovered(handle: 0x12),
                .subscribed(isOn: true, error: nil), .notified,
                .requested(offset: 0), .chunk(offset: 0), .requested(offset: 49),
                .chunk(offset: 49), .requested(offset: 98), .chunk(offset: 98), .notified,
                .requested(offset: 0), .chunk(offset: 0), .disconnected(reason: 0x13),
            ])
        #expect(log.reads == [Self.object, Self.other])
        #expect(log.events.filter { $0.handle != nil }.allSatisfy { $0.isHostServing })
        #expect(log.entries.allSatisfy { !$0.record.isAfterGap })
        let findings = log.findings
        #expect(findings.packetCount == Self.ride().packets.count)
        #expect(findings.wrongChecksumCount == 1)
        #expect(findings.undecidedCount == 0 && findings.missedCount == 0)
        #expect(findings.controlCounts == [0x0C: 2, 0x02: 1])
        let phone = AirAddress(0xC00D_0403_0201, isRandom: true)
        let time = CaptureTime.microseconds(AirLink.start)
        #expect(
            findings.advertisers == [.init(address: phone, first: time, last: time)])
        #expect(
            findings.lines(since: time) == [
                "c0:0d:04:03:02:01 advertised navigation at 0.000 s",
                "1 packet left out: wrong checksum",
                "control packets of the link: 1 LL_TERMINATE_IND, 2 LL_VERSION_IND",
            ])
    }

    @Test("The beginning and the end of a link in the air are events of the phone's controller")
    func events() {
        let log = AirLog(Self.ride(), .bare)
        #expect(
            log.entries.first?.packet == [
                0x3E, 19, 1, 0, 1, 0, 1, 1, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0xE4, 24, 0, 0, 0, 0xF4,
                1, 1,
            ])
        #expect(log.entries.last?.packet == [0x05, 4, 0, 1, 0, 0x13])
        #expect(log.entries[1].packet == [1, 0x20, 7, 0, 3, 0, 4, 0, 2, 50, 0])
        #expect(log.entries[1].record.isSent == false)
        #expect(log.entries[2].packet == [1, 0x00, 7, 0, 3, 0, 4, 0, 3, 50, 0])
        #expect(log.entries[2].record.isSent)
        #expect(log.entries.contains { $0.packet[1] == 0x10 && $0.record.isSent })
    }

    @Test(
        "A link in the air whose beginning was not heard is read from the first pause on",
        arguments: AirForm.allCases)
    func unheardBeginning(_ form: AirForm) {
        var link = Self.ride()
        link.miss { index, _ in index < 3 }
        let log = AirLog(link, form)
        #expect(log.kinds.first == .mtuAgreed(50))
        #expect(log.reads == [Self.object, Self.other])
        #expect(log.events.allSatisfy { $0.connection == 1 })
        #expect(log.kinds.last == .disconnected(reason: 0x13))
        #expect(log.findings.wrongChecksumCount == 1)
        // Two packets must agree on the beginning of checksums.
        #expect(log.findings.undecidedCount == (form.isTold ? 0 : 2))
    }

    @Test(
        "A link in the air that the phone ends was ended by the log's own host",
        arguments: [0x13, 0x15] as [UInt8])
    func endByPhone(reason: UInt8) {
        var link = AirLink()
        link.connect()
        link.prepare()
        link.terminate(reason, byCentral: false)
        #expect(AirLog(link, .told).kinds.last == .disconnected(reason: LinkEndReason.byLocalHost))
    }

    @Test("A link in the air that its devices begin anew ended by a timeout before")
    func again() {
        var link = AirLink()
        link.connect()
        link.prepare()
        link.time += 7_000_000
        link.address = 0x7654_3210
        link.connect()
        link.read(Self.other)
        let log = AirLog(link, .told)
        #expect(
            log.kinds.filter { if case .mtuAgreed = $0 { false } else { true } } == [
                .connected, .discovered(handle: 0x12), .subscribed(isOn: true, error: nil),
                .disconnected(reason: 0x08), .connected, .requested(offset: 0), .chunk(offset: 0),
            ])
        #expect(log.events.last?.connection == 2)
        #expect(log.reads == [Self.other])
    }

    @Test("Each phone in the air has handles of its own")
    func phones() {
        var link = AirLink()
        link.connect()
        link.prepare()
        link.address = 0x7654_3210
        // The same device reads another peripheral, of which nothing shows a discovery.
        link.connect(phone: [9, 9, 9, 9, 9, 0xC9])
        link.read(Self.other)
        let log = AirLog(link, .told)
        #expect(log.reads.isEmpty)
        #expect(Set(log.entries.map(\.record.controller)) == [0, 1])
    }

    @Test("Links in the air that nothing was heard of give way when there are more than 64")
    func many() {
        var log = AirLog(.withHeader)
        var link = AirLink()
        for number in 0..<200 {
            link = AirLink()
            link.address = UInt32(number) &* 0x9E37_79B9 | 1
            link.connect(phone: [UInt8(number), 0, 0, 0, 0, 0xC0])
            for packet in link.packets {
                log.take(AirForm.told.bytes(of: packet), at: Int64(number) * 1_000_000)
            }
        }
        #expect(log.kinds.count { $0 == .connected } == 200)
        #expect(log.kinds.count { $0 == .disconnected(reason: 0x08) } == 136)
    }

    @Test("Noise in the air is nobody's data, and makes no link give way")
    func noise() {
        var log = AirLog(.bare)
        var seed: UInt32 = 1
        for packet in Self.ride().packets {
            for _ in 0..<70 {
                var bytes = (0..<20).map { _ in
                    seed = seed &* 1_664_525 &+ 1_013_904_223
                    return UInt8(seed >> 24)
                }
                bytes[4] &= 0xDF
                bytes[5] = 11
                log.take(bytes, at: packet.time)
            }
            log.take(packet.bytes, at: packet.time)
        }
        #expect(log.reads == [Self.object, Self.other])
        #expect(Set(log.events.map(\.connection)) == [1])
    }

    @Test("A packet from the air that was cut is read as far as it goes")
    func cut() {
        let ride = Self.ride()
        var log = AirLog(.withHeader)
        for (place, packet) in ride.packets.enumerated() {
            let bytes = AirForm.told.bytes(of: packet)
            // The discovery is whole.
            let kept = min(bytes.count, place < 20 ? 100 : 40)
            log.take(Array(bytes.prefix(kept)), at: packet.time, missing: bytes.count - kept)
        }
        #expect(log.entries.contains { $0.record.missingByteCount > 0 })
        #expect(log.damages.contains { if case .cutPacket = $0.reason { true } else { false } })
        #expect(log.reads.last == Self.other)
    }

    @Test(
        "A packet from the air that is shorter than its lengths say is damage",
        arguments: AirForm.allCases)
    func short(_ form: AirForm) {
        for packet in Self.ride().packets {
            var log = AirLog(form.form)
            log.take(form.bytes(of: packet).dropLast(), at: packet.time)
            #expect(log.damages.map(\.reason) == [.malformedPacket])
            #expect(log.findings.packetCount == 0)
        }
    }
}
