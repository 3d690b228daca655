import KomootNav
import Testing

@testable import KomootNavRecording

@Suite("The link layer's rules")
struct AirPartsTests {
    static func bytes(_ text: String) -> [UInt8] {
        let digits = text.utf8.compactMap { HexDigits.value(of: $0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    // Made by Tests/Interop/air.py, and found right by Wireshark's dissector.
    static let advertisement = bytes(
        "d6be898e401b010203040dc002010611076c43b31d170fb2a2a84f2fd928e1c1719434dd")
    static let connectRequest = bytes(
        "d6be898ec5225a5b5c5d5ee4010203040dc01a5b6550c9f31702050018000000f401ffffffff1f27efaa41")
    static let version = bytes("1a5b655003060c0959000100cd4bd8")
    static let request = bytes("1a5b65500e0703000400023200de88c4")
    static let answer = bytes("1a5b65500900af2809")

    @Test("The link layer's checksum is that of packets which another program made")
    func checksum() {
        let link = AirChecksum.register(0x17_F3C9)
        for (packet, register) in [
            (Self.advertisement, AirChecksum.advertising),
            (Self.connectRequest, AirChecksum.advertising), (Self.version, link),
            (Self.request, link), (Self.answer, link),
        ] {
            let pdu = ContiguousArray(packet.dropFirst(4).dropLast(3))
            let sum = AirChecksum.checksum(of: pdu.span, from: register)
            #expect(AirLink.little(sum, 3) == Array(packet.suffix(3)))
            #expect(AirChecksum.register(before: pdu.span, with: sum) == register)
        }
        #expect(AirChecksum.register(AirChecksum.register(0x12_3456)) == 0x12_3456)
    }

    @Test("The link layer's packets of another program are read")
    func literals() {
        var log = AirLog(.bare)
        log.take(Self.advertisement, at: 0)
        log.take(Self.connectRequest, at: 2300)
        log.take(Self.version, at: 30_000)
        log.take(Self.request, at: 60_000)
        log.take(Self.answer, at: 60_286)
        #expect(log.entries.map(\.packet.count) == [21, 11])
        #expect(log.findings.advertisers.count == 1)
        #expect(log.findings.controlCounts == [0x0C: 1])
        #expect(log.findings.wrongChecksumCount == 0)
    }

    @Test("Navigation is found in each kind of advertising, and nothing else is taken for it")
    func advertising() {
        let uuid = (0..<16).reversed().map { NavigationService.uuid[$0] }
        let other = [UInt8](repeating: 7, count: 16)
        func isFound(_ kind: UInt8, _ payload: [UInt8]) -> Bool {
            var link = AirLink()
            link.advertise(kind, payload)
            return !AirLog(link, .bare).findings.advertisers.isEmpty
        }
        let phone = AirLink.phone
        for kind: UInt8 in [0, 2, 4, 6] {
            #expect(isFound(kind, phone + [17, 6] + uuid))
            #expect(isFound(kind, phone + [2, 1, 6, 33, 7] + other + uuid))
        }
        #expect(isFound(7, [7, 1] + phone + [17, 7] + uuid))
        #expect(isFound(7, [9, 9] + phone + [1, 2] + [17, 7] + uuid))
        #expect(!isFound(7, [3, 8, 1, 2] + [17, 7] + uuid))
        #expect(!isFound(7, [9, 0x18, 1, 2, 3, 4, 5, 2, 1, 6] + [17, 7] + uuid))
        #expect(!isFound(0, phone + [17, 7] + other))
        #expect(!isFound(0, phone + [17, 0x21] + uuid))
        #expect(!isFound(0, phone + [0, 17, 7] + uuid))
        #expect(!isFound(0, phone + [18, 7] + uuid))
        #expect(!isFound(1, phone + [17, 7] + uuid))
        var link = AirLink()
        link.advertise(0, phone + [17, 7] + uuid, isSound: false)
        #expect(AirLog(link, .bare).findings.advertisers.isEmpty)
    }

    @Test("A link is read that sends all its packets in one event", arguments: AirForm.allCases)
    func oneEvent(_ form: AirForm) {
        var link = AirLink()
        link.connect()
        link.time += 20_000
        link.pauses = false
        link.prepare()
        link.read(AirTranslatorTests.object)
        link.terminate()
        let log = AirLog(link, form)
        #expect(log.reads == [AirTranslatorTests.object])
        #expect(log.findings.undecidedCount == 0)
    }

    @Test(
        "The space between packets tells the side, whether a sniffer notes their beginnings or their ends"
    )
    func spaces() {
        var link = AirLink()
        link.connect()
        link.time += 20_000
        // Before the peripheral hears anything, the numbers alone would take its packet for the central's.
        let long: (UInt8, [UInt8]) = (3, [UInt8](repeating: 0x7F, count: 27))
        link.exchange(central: long, isCentralHeard: false)
        link.exchange(central: long)
        link.prepare()
        link.read(AirTranslatorTests.other)
        for notesEnd in [false, true] {
            var log = AirLog(.bare)
            for packet in link.packets {
                let duration = Int64(8 * (1 + packet.bytes.count))
                log.take(packet.bytes, at: packet.time + (notesEnd ? duration : 0))
            }
            #expect(log.entries.map(\.packet) == AirLog(link, .told).entries.map(\.packet))
            #expect(log.reads == [AirTranslatorTests.other])
            #expect(log.findings.undecidedCount == 0)
        }
    }

    @Test(
        "Where a central's packet was not heard, its answer is still the peripheral's",
        arguments: [AirForm.bare, .untold])
    func missedCentral(_ form: AirForm) {
        let ride = AirTranslatorTests.ride()
        for (place, missed) in ride.packets.enumerated() where missed.isFromCentral == true {
            var link = ride
            link.miss { index, _ in index == place }
            let log = AirLog(link, form)
            let told = AirLog(link, .told)
            #expect(log.entries.map(\.packet) == told.entries.map(\.packet), "\(place)")
            #expect(log.findings.undecidedCount == 0)
        }
        // Here the sides are first told apart by a pause after which only the peripheral was heard.
        var link = ride
        link.miss { index, _ in index < 3 || index == 5 }
        let log = AirLog(link, form)
        #expect(log.reads == [AirTranslatorTests.object, AirTranslatorTests.other])
        #expect(log.events.filter { $0.handle != nil }.allSatisfy { $0.isHostServing })
    }

    @Test(
        "A missing packet of which the answer was heard is a gap, and one that comes again is none",
        arguments: [AirForm.told, .nordic3])
    func missed(_ form: AirForm) {
        let ride = AirTranslatorTests.ride()
        let whole = AirLog(ride, form)
        var gaps = 0
        for (place, missed) in ride.packets.enumerated() where missed.isFromCentral != nil {
            var link = ride
            link.miss { index, _ in index == place }
            let log = AirLog(link, form)
            let isGap = log.entries.contains { $0.record.isAfterGap }
            if isGap { gaps += 1 }
            // Either nothing is missing, or a gap tells it. Nothing follows the last two packets.
            let isWhole = log.entries.map(\.packet) == whole.entries.map(\.packet)
            #expect(isWhole || isGap || place >= ride.packets.count - 2, "\(place)")
        }
        #expect(gaps > ride.packets.count / 2)
    }

    /// How often a log shows that its first connection is encrypted.
    private static func encryptionCount(_ log: AirLog) -> Int {
        log.entries.count { $0.record.kind == .event && $0.packet == [0x08, 4, 0, 1, 0, 1] }
    }

    @Test("What is encrypted is not read, and the findings say from when")
    func encrypted() {
        var link = AirLink()
        link.connect()
        link.prepare()
        let before = link.packets.count
        link.exchange(central: (3, [0x03] + [UInt8](repeating: 1, count: 22)))
        link.exchange(peripheral: (3, [0x04] + [UInt8](repeating: 2, count: 12)))
        link.exchange(peripheral: (3, [0x05]))
        link.time = AirLink.start + 3_200_000
        link.exchange(central: (3, [0x99, 1, 2, 3, 4]), peripheral: (3, [0x98, 1, 2, 3, 4]))
        link.read(AirTranslatorTests.other)
        for form in AirForm.allCases {
            let log = AirLog(link, form)
            #expect(log.reads.isEmpty)
            #expect(log.findings.encryptedCount == 4)
            #expect(Self.encryptionCount(log) == 1)
            #expect(log.findings.controlCounts == [0x03: 1, 0x04: 1, 0x05: 1])
            #expect(
                log.findings.lines(since: .microseconds(AirLink.start)).first
                    == "connection 1: encrypted from 3.210 s on; the sniffer needs the key")
        }
        // With the key, as the headers tell it.
        for (form, flags) in [(AirForm.told, UInt16(0x3008)), (.nordic2, 0x0C), (.nordic3, 0x0C)] {
            var log = AirLog(form.form)
            for (place, packet) in link.packets.enumerated() {
                let flags = place < before + 6 || packet.isFromCentral == nil ? 0 : flags
                log.take(form.bytes(of: packet, flags: flags), at: packet.time)
            }
            #expect(log.reads == [AirTranslatorTests.other])
            #expect(log.findings.encryptedCount == 0)
            #expect(Self.encryptionCount(log) == 1)
        }
        // With a wrong key, and without the beginning of the encryption.
        for (form, flags) in [(AirForm.told, UInt16(0x1008)), (.nordic3, 0x04)] {
            var log = AirLog(form.form)
            for (place, packet) in link.packets.enumerated()
            where place < before || place >= before + 6 {
                let flags = place < before || packet.isFromCentral == nil ? 0 : flags
                log.take(form.bytes(of: packet, flags: flags), at: packet.time)
            }
            #expect(log.reads.isEmpty)
            #expect(log.findings.encryptions.count == 1)
            #expect(Self.encryptionCount(log) == 1)
        }
    }

    @Test("Encryption that is refused does not begin")
    func refused() {
        var link = AirLink()
        link.connect()
        link.prepare()
        link.exchange(central: (3, [0x03] + [UInt8](repeating: 1, count: 22)))
        link.exchange(peripheral: (3, [0x0D, 0x06]))
        link.read(AirTranslatorTests.other)
        let log = AirLog(link, .told)
        #expect(log.reads == [AirTranslatorTests.other])
        #expect(Self.encryptionCount(log) == 0)
    }

    @Test("A link in the air of which only the end was decrypted was encrypted before it ended")
    func encryptedEnd() {
        var link = AirLink()
        link.connect()
        link.prepare()
        let before = link.packets.count
        link.terminate()
        var log = AirLog(.withHeader)
        for (place, packet) in link.packets.enumerated() {
            let flags: UInt16 = place < before ? 0 : 0x3008
            log.take(AirForm.told.bytes(of: packet, flags: flags), at: packet.time)
        }
        #expect(Self.encryptionCount(log) == 1)
        #expect(log.entries.last?.packet == [0x05, 4, 0, 1, 0, 0x13])
    }

    @Test("Whitening is removed, on each channel and on the coded PHY")
    func whitening() {
        // The bits that channel 37 adds, after a header and an access address of zeros.
        let zeros = ContiguousArray<UInt8>(repeating: 0, count: 22)
        let sequence = AirFrame.dewhitened(zeros.span).map { Array($0[14...]) }
        #expect(sequence == [0x8D, 0xD2, 0x57, 0xA1, 0x3D, 0xA7, 0x66, 0xB0])
        let ride = AirTranslatorTests.ride()
        for isCoded in [false, true] {
            var log = AirLog(.withHeader)
            for (place, packet) in ride.packets.enumerated() {
                var packet = packet
                if isCoded { packet.bytes.insert(0, at: 4) }
                var bytes = AirForm.told.bytes(of: packet, flags: isCoded ? 0x8000 : 0)
                bytes[0] = UInt8(place % 40)
                bytes[8] &= 0xFE
                // What adds it also removes it.
                guard var whitened = AirFrame.dewhitened(ContiguousArray(bytes).span) else {
                    Issue.record("packet \(place) is not whitened")
                    continue
                }
                #expect(Array(whitened[15...]) != Array(bytes[15...]))
                whitened[8] &= 0xFE
                log.take(Array(whitened), at: packet.time)
            }
            #expect(log.reads == [AirTranslatorTests.object, AirTranslatorTests.other])
            #expect(log.findings == AirLog(ride, .told).findings)
        }
    }

    @Test("Packets after the header of Ubertooth's programs are read", arguments: [251, 147])
    func ubertooth(_ number: UInt64) throws {
        func records(_ linkType: UInt64, _ head: [UInt8]) throws -> [String] {
            var file = PcapFile()
            file.addHeader(linkType: linkType)
            for packet in AirTranslatorTests.ride().packets {
                let (seconds, fraction) = UInt64(packet.time).quotientAndRemainder(
                    dividingBy: 1_000_000)
                file.addRecord(seconds: seconds, fraction: fraction, head + packet.bytes)
            }
            var records: [String] = []
            var reader = CaptureReader()
            for byte in file.bytes.indices {
                try reader.read(file.bytes.span.extracting(byte...byte)) { record, packet in
                    if record.kind == .other { return }
                    let bytes = packet.indices.map { packet[$0] }
                    records.append("\(record.time) \(record.isSent) \(bytes)")
                }
            }
            return records
        }
        let field: [UInt8] = [0x36, 0x75, 12, 0] + [UInt8](repeating: 1, count: 12)
        let head = [0, 0, 24, 0] + AirLink.little(UInt32(number), 4) + field
        let found = try records(192, head)
        let bare = try records(251, [])
        #expect(found == bare && found.count > 10)
        // Another field, a length that is too short or too long, and a link type that nothing is known of.
        for wrong: [UInt8] in [
            [0, 0, 12, 0, 147, 0, 0, 0, 2, 0, 0, 0], [0, 0, 8, 0, 192, 0, 0, 0],
            [0, 0, 7, 0, 251, 0, 0, 0], [0, 0, 255, 255, 251, 0, 0, 0],
        ] {
            let found = try records(192, wrong)
            #expect(found == [])
        }
    }

    @Test("The PHY, a byte that was not sent and what is not a packet are read as the headers tell")
    func headers() {
        let ride = AirTranslatorTests.ride()
        let reads = [AirTranslatorTests.object, AirTranslatorTests.other]
        var coded = AirLog(.withHeader)
        var padded = AirLog(.nordic)
        for packet in ride.packets {
            var changed = packet
            changed.bytes.insert(0, at: 4)
            coded.take(AirForm.told.bytes(of: changed, flags: 0x8000), at: packet.time)
            changed.bytes = packet.bytes
            changed.bytes.insert(0xAA, at: 6)
            padded.take(AirForm.nordic3.bytes(of: changed), at: packet.time)
            // A ping of the sniffer, and an isochronous channel.
            padded.take([4, 0, 0, 3, 0, 0, 0x0E], at: packet.time)
            coded.take(AirForm.untold.bytes(of: packet, flags: 0x0200), at: packet.time)
        }
        #expect(coded.reads == reads)
        #expect(padded.reads == reads)
        #expect(coded.damages.isEmpty && padded.damages.isEmpty)
        var unknown = AirLog(.nordic)
        unknown.take([4, 0, 0, 4, 0, 0, 6] + [UInt8](repeating: 0, count: 40), at: 0)
        #expect(unknown.damages.count == 1)
    }
}
