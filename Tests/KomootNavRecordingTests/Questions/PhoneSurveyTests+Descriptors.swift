import KomootNav
import KomootNavRecording
import Testing

/// What a log tells of a phone's descriptors.
extension PhoneSurveyTests {
    /// What a log tells of descriptors after the value at 0x12, by what a device asked for and got.
    private func descriptors(
        _ packets: [(isSent: Bool, [UInt8])], gapBefore gap: Int? = nil
    ) throws -> String? {
        var log = RawLog()
        log.connect(1, to: [1, 2, 3, 4, 5, 6])
        log.discover(0x12, on: 1)
        for (index, (isSent, bytes)) in packets.enumerated() {
            if index == gap { log.dropPackets() }
            log.add(att: bytes, on: 1, isSent: isSent)
        }
        return try answers(log)[1].text
    }

    private typealias Packets = [(isSent: Bool, [UInt8])]
    private static let cccd: Packets = [
        (true, [0x04, 0x13, 0, 0x13, 0]), (false, [0x05, 1, 0x13, 0, 0x02, 0x29]),
    ]
    private static let navigation = (0..<UUID128.byteCount).reversed().map {
        NavigationService.uuid[$0]
    }

    /// The answer to a search for the service, which ends at a handle.
    private func service(until end: UInt8) -> Packets {
        [
            (true, [0x06, 1, 0, 0xFF, 0xFF, 0x00, 0x28] + Self.navigation),
            (false, [0x07, 0x10, 0, end, 0]),
        ]
    }

    private static func absent(_ last: UInt16, _ error: UInt8 = 0x0A) -> Packets {
        [
            (true, [0x04, 0x14, 0] + RawLog.little(last)),
            (false, [0x01, 0x04, 0x14, 0, error]),
        ]
    }

    @Test("A list of descriptors is whole only if the log shows its end")
    func wholeDescriptors() throws {
        let (open, whole) = ("at least the CCCD", "the CCCD")
        #expect(try descriptors(Self.cccd) == open)
        #expect(try descriptors(service(until: 0x13) + Self.cccd) == whole)
        #expect(try descriptors(service(until: 0x14) + Self.cccd) == open)
        // Attribute Not Found, from the next handle to the end.
        #expect(try descriptors(Self.cccd + Self.absent(.max)) == whole)
        #expect(try descriptors(Self.cccd + Self.absent(0x14)) == open)
        #expect(try descriptors(service(until: 0x14) + Self.cccd + Self.absent(0x14)) == whole)
        #expect(try descriptors(Self.cccd + Self.absent(.max, 0x01)) == open)
        // The answer is of another request if packets are missing.
        #expect(try descriptors(Self.cccd + Self.absent(.max), gapBefore: 3) == open)
        // Declarations, of a characteristic and of a service.
        let declared: Packets = [
            (true, [0x08, 0x13, 0, 0xFF, 0xFF, 0x03, 0x28]),
            (false, [0x09, 7, 0x14, 0, 2, 0x15, 0, 0x19, 0x2A]),
        ]
        #expect(try descriptors(declared + Self.cccd) == whole)
        let services: Packets = [
            (true, [0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28]),
            (false, [0x11, 6, 0x14, 0, 0x18, 0, 0x0F, 0x18]),
        ]
        #expect(try descriptors(services + Self.cccd) == whole)
        // A response begins with the first attribute that is there.
        let later: Packets = [
            (true, [0x04, 0x13, 0, 0xFF, 0xFF]),
            (false, [0x05, 1, 0x15, 0, 0x02, 0x29, 0x18, 0, 0x00, 0x28]),
        ]
        #expect(try descriptors(later) == whole)
        #expect(try descriptors(Array(later.suffix(1))) == nil)
    }

    @Test(
        "That there is no descriptor shows where the service ends, or another declaration follows")
    func noDescriptors() throws {
        #expect(try descriptors(service(until: 0x12)) == "none")
        #expect(try descriptors(service(until: 0x13)) == nil)
    }

    @Test("Of a discovery that a log's writer made up only the subscription counts")
    func madeUpDescriptors() throws {
        var writer = CaptureWriter()
        let time = CaptureRedaction.epoch
        writer.write(.connected, at: time)
        writer.write(.discovered(handle: CaptureWriter.valueHandle), at: time)
        writer.writeSubscription(at: time)
        let log = writer.takeBytes()
        var reader = NavigationReader()
        reader.survey = LinkSurvey()
        var survey = PhoneSurvey()
        try reader.read(log.span) {
            survey.take($0, $1)
        }
        let answer = survey.answers(try #require(reader.survey))[1]
        #expect(answer.text == "at least the CCCD")
    }

    @Test("A subscription elsewhere is not to this characteristic")
    func otherSubscription() throws {
        func write(_ handle: UInt8) -> Packets {
            [(true, [0x12, handle, 0, 1, 0]), (false, [0x13])]
        }
        #expect(try descriptors(write(0x15)) == nil)
        #expect(try descriptors(service(until: 0x12) + write(0x13)) == "none")
        #expect(try descriptors(service(until: 0x13) + write(0x13)) == "the CCCD")
        #expect(try descriptors(write(0x13), gapBefore: 1) == nil)
    }
}
