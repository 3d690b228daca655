import KomootNav
import KomootNavRecording
import Testing

/// What a log tells of links that are encrypted, or may be.
extension PhoneSurveyTests {
    @Test("A link that a sniffer decrypted is encrypted, and so is one that it can't read any more")
    func encryptionInTheAir() throws {
        /// Of a read, one more that is encrypted or not, and the link's end.
        func pairing(_ flags: UInt16, isBegun: Bool) throws -> PhoneAnswer {
            var link = AirLink()
            link.connect()
            link.prepare()
            link.read(Self.object)
            if isBegun { link.exchange(peripheral: (3, [0x05])) }
            let before = link.packets.count
            link.read(Self.other)
            link.terminate()
            var file = PcapFile()
            file.addHeader(linkType: 256)
            for (place, packet) in link.packets.enumerated() {
                let (seconds, fraction) = UInt64(packet.time).quotientAndRemainder(
                    dividingBy: 1_000_000)
                let packet = AirForm.told.bytes(of: packet, flags: place < before ? 0 : flags)
                file.addRecord(seconds: seconds, fraction: fraction, packet)
            }
            return try answers(file.bytes)[9]
        }
        #expect(try pairing(0, isBegun: false).text == "no")
        for (flags, isBegun) in [(0x3008, false), (0x3008, true), (0x1008, false), (0, true)] {
            let found = try pairing(UInt16(flags), isBegun: isBegun)
            #expect(found.text == nil)
            #expect(found.evidence == "0 connections read without encryption, 1 encrypted")
        }
    }

    @Test("Of links after the first 256 nobody knows whether they are encrypted")
    func manyLinks() throws {
        var log = RawLog()
        func connect(isEncrypted: Bool) {
            log.connect(1, to: [1, 2, 3, 4, 5, 6])
            if isEncrypted { log.add([4, 0x08, 4, 0, 1, 0, 1]) }
            log.discover(0x12, on: 1)
            log.read(0x12, Array(Self.other.prefix(15)), on: 1)
            log.disconnect(1)
        }
        func connectElsewhere() {
            log.connect(1, to: [1, 2, 3, 4, 5, 7])
            log.add(att: [0x0A, 0x20, 0], on: 1, isSent: true)
            log.disconnect(1)
        }
        for _ in 0..<256 { connectElsewhere() }
        connect(isEncrypted: true)
        let found = try answers(log)[9]
        #expect(found.text == nil)
        #expect(found.evidence == "0 connections read without encryption, 0 encrypted")
        log = RawLog()
        connect(isEncrypted: false)
        for _ in 0..<256 { connectElsewhere() }
        #expect(try answers(log)[9].text == "no")
    }
}
