import KomootNav
import KomootNavRecording
import Testing

/// What a log tells of a phone's descriptors.
extension PhoneSurveyTests {
    /// What a log tells of descriptors after the value at 0x12, by what a device asked for and got, or after the value
    /// that it discovered then.
    private func descriptors(
        _ packets: [(isSent: Bool, [UInt8])], gapBefore gap: Int? = nil,
        discovering value: UInt16? = nil
    ) throws -> String? {
        try answer(packets, gapBefore: gap, discovering: value).text
    }

    /// What shows that.
    private func evidence(_ packets: [(isSent: Bool, [UInt8])]) throws -> String {
        try answer(packets).evidence
    }

    private func answer(
        _ packets: [(isSent: Bool, [UInt8])], gapBefore gap: Int? = nil,
        discovering value: UInt16? = nil
    ) throws -> PhoneAnswer {
        var log = RawLog()
        log.connect(1, to: [1, 2, 3, 4, 5, 6])
        log.discover(0x12, on: 1)
        for (index, (isSent, bytes)) in packets.enumerated() {
            if index == gap { log.dropPackets() }
            log.add(att: bytes, on: 1, isSent: isSent)
        }
        if let value { log.discover(value, on: 1) }
        return try answers(log)[1]
    }

    private typealias Packets = [(isSent: Bool, [UInt8])]
    private static let cccd: Packets = [
        (true, [0x04, 0x13, 0, 0x13, 0]), (false, [0x05, 1, 0x13, 0, 0x02, 0x29]),
    ]
    private static let navigation = (0..<UUID128.byteCount).reversed().map {
        NavigationService.uuid[$0]
    }

    /// The answer to a search for the service, which ends at a handle.
    private func service(from first: UInt8 = 0x10, until end: UInt8) -> Packets {
        [
            (true, [0x06, 1, 0, 0xFF, 0xFF, 0x00, 0x28] + Self.navigation),
            (false, [0x07, first, 0, end, 0]),
        ]
    }

    private static func absent(
        from first: UInt8 = 0x14, _ last: UInt16, _ error: UInt8 = 0x0A
    ) -> Packets {
        [
            (true, [0x04, first, 0] + RawLog.little(last)),
            (false, [0x01, 0x04, first, 0, error]),
        ]
    }

    /// The indication that services changed.
    private func change(_ first: UInt8, _ last: UInt8) -> Packets {
        [(false, [0x1D, 0x08, 0, first, 0, last, 0])]
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
        "'No descriptor' is certain only where the service ends or another declaration follows")
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

    @Test("A phone's own log may show its answers at the moment of their requests")
    func ownDescriptors() throws {
        for isHostServing in [false, true] {
            var log = RawLog()
            log.connect(1, to: [1, 2, 3, 4, 5, 6])
            log.discover(0x12, on: 1, isHostServing: isHostServing)
            log.interval = 0
            for (isSent, bytes) in service(until: 0x13) + Self.cccd {
                log.add(att: bytes, on: 1, isSent: isSent != isHostServing)
            }
            #expect(try answers(log)[1].text == (isHostServing ? "the CCCD" : nil))
        }
    }

    @Test("Where services changed, what was known is forgotten when a device looks there anew")
    func servicesChanged() throws {
        let whole = "the CCCD"
        let hole = Self.absent(from: 0x20, .max)
        let added = service(from: 0x20, until: 0x24)
        #expect(try descriptors(hole + change(0x20, 0x24) + added, discovering: 0x22) == nil)
        // A device without the CCCD of Service Changed is not told.
        #expect(try descriptors(hole + added, discovering: 0x22) == nil)
        let subscribed: Packets = [(true, [0x12, 0x13, 0, 1, 0]), (false, [0x13])]
        for known in [service(until: 0x13) + Self.cccd, service(until: 0x13) + subscribed] {
            #expect(try descriptors(known + change(0x10, 0x13), discovering: 0x12) == nil)
            #expect(try descriptors(known + change(0x13, 0x30), discovering: 0x12) == nil)
            #expect(try descriptors(known + change(0x14, 0x30), discovering: 0x12) == whole)
            // It holds for what was there before.
            #expect(try descriptors(known + change(0x10, 0x13)) == whole)
            let refused: Packets = [
                (true, [0x0A, 0x12, 0]), (false, [0x01, 0x0A, 0x12, 0, 0x01]),
            ]
            #expect(try descriptors(known + change(0x10, 0x13) + refused) == whole)
            let twice = known + change(0x10, 0x13) + change(0x20, 0x24)
            #expect(try descriptors(twice, discovering: 0x12) == nil)
        }
        #expect(
            try descriptors(service(until: 0x13) + change(0x10, 0x13) + Self.cccd)
                == "at least the CCCD")
        // A part of a hole may stay.
        let listed = Self.cccd + Self.absent(.max) + change(0x20, 0x24)
        #expect(try descriptors(listed, discovering: 0x12) == "at least the CCCD")
        #expect(try descriptors(listed + added, discovering: 0x12) == whole)
        // An indication of another characteristic than Service Changed.
        let declared: Packets = [
            (true, [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28]),
            (false, [0x09, 7, 2, 0, 0x20, 3, 0, 0x05, 0x2A]),
        ]
        let other = declared + service(until: 0x13) + Self.cccd + change(0x10, 0x13)
        #expect(try descriptors(other, discovering: 0x12) == whole)
    }

    @Test("A service is where it was found last, even if the device was not told of a change")
    func serviceFoundAnew() throws {
        let subscribed: Packets = [(true, [0x12, 0x13, 0, 1, 0]), (false, [0x13])]
        let grown = service(until: 0x12) + service(until: 0x13)
        #expect(try descriptors(grown + Self.cccd + subscribed) == "the CCCD")
        #expect(try descriptors(grown + subscribed) == "the CCCD")
        #expect(try evidence(grown + Self.cccd + subscribed) == "1 of 1 subscription accepted")
        #expect(try descriptors(grown) == nil)
        #expect(try descriptors(service(until: 0x13) + service(until: 0x12)) == "none")
        // Another service, or nothing, was at the handle that is now its last.
        let next = service(until: 0x12) + service(from: 0x13, until: 0x20)
        #expect(try descriptors(next) == "none")
        #expect(try descriptors(next + service(until: 0x13)) == nil)
        #expect(try descriptors(next + service(until: 0x13) + subscribed) == "the CCCD")
        let nothing = service(until: 0x12) + Self.absent(from: 0x13, .max)
        #expect(try descriptors(nothing + service(until: 0x13)) == nil)
        // A hole in a service stays if it is found again where it was.
        let same = service(until: 0x14) + Self.cccd + Self.absent(0x14) + service(until: 0x14)
        #expect(try descriptors(same) == "the CCCD")
        // What was found in many places is where it was found last.
        let moved = (0..<600).flatMap { _ in service(until: 0x12) } + service(until: 0x13)
        #expect(try descriptors(moved) == nil)
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
