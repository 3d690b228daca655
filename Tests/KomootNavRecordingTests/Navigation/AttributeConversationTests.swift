import KomootNav
import KomootNavRecording
import Testing

@Suite("An exchange of requests and responses")
struct AttributeConversationTests {
    /// A packet of the Attribute Protocol that the log's host sends or receives.
    private enum Packet {
        case sent([UInt8])
        case received([UInt8])
        /// Packets are missing here.
        case gap
    }

    private static let handle: [UInt8] = [0x12, 0x00]
    private static let navigation: [UInt8] = {
        let uuid = NavigationService.instructionCharacteristic
        return (0..<UUID128.byteCount).reversed().map { uuid[$0] }
    }()

    /// A response with the declaration of the navigation characteristic at the handle.
    private static let declaration: [UInt8] = [0x09, 21, 0x11, 0, 0x12] + handle + navigation
    private static let declarationRequest: [UInt8] = [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28]
    private static let readRequest: [UInt8] = [0x0A] + handle
    private static let readResponse: [UInt8] = [0x0B, 1, 2, 3]
    private static let mtuRequest: [UInt8] = [0x02, 100, 0]
    private static let mtuResponse: [UInt8] = [0x03, 50, 0]
    private static let refusal: [UInt8] = [0x01, 0x0A] + handle + [0x0E]

    /// What an exchange means for navigation.
    private func events(
        _ packets: [Packet], handle: UInt16? = nil
    ) throws -> [CaptureReaderTests.Seen] {
        var log = RawLog()
        for packet in packets {
            switch packet {
            case .sent(let bytes): log.add(att: bytes, on: 0x40, isSent: true)
            case .received(let bytes): log.add(att: bytes, on: 0x40, isSent: false)
            case .gap: log.dropPackets()
            }
        }
        let (seen, damage) = try CaptureReaderTests.read(log.bytes, handle: handle)
        #expect(damage.isEmpty)
        return seen
    }

    private func kinds(
        _ packets: [Packet], handle: UInt16? = nil
    ) throws -> [CapturedEvent.Kind] {
        try events(packets, handle: handle).map(\.event.kind)
    }

    /// The same exchange with the ends of the connection exchanged.
    private func mirrored(_ packets: [Packet]) -> [Packet] {
        packets.map { packet in
            switch packet {
            case .sent(let bytes): .received(bytes)
            case .received(let bytes): .sent(bytes)
            case .gap: .gap
            }
        }
    }

    @Test(
        "An exchange of requests and responses ignores a given handle on one side once the other side's characteristic is discovered"
    )
    func otherSide() throws {
        let packets: [Packet] = [
            .sent(Self.declarationRequest), .received(Self.declaration), .sent(Self.readRequest),
            .received(Self.readResponse),
            // The other side has something else at the same handle.
            .received(Self.readRequest), .sent(Self.readResponse),
            .sent([0x1B] + Self.handle + [9]),
        ]
        for (packets, isHostServing) in [(packets, false), (mirrored(packets), true)] {
            let seen = try events(packets, handle: 0x12)
            #expect(
                seen.map(\.event.kind) == [
                    .discovered(handle: 0x12), .requested(offset: 0), .chunk(offset: 0),
                ])
            #expect(seen.allSatisfy { $0.event.isHostServing == isHostServing })
        }
    }

    @Test(
        "An exchange of requests and responses uses a given handle on either side as long as nothing is discovered"
    )
    func bothSides() throws {
        let packets: [Packet] = [
            .sent(Self.readRequest), .received(Self.readResponse), .received(Self.readRequest),
            .sent(Self.readResponse),
        ]
        let seen = try events(packets, handle: 0x12)
        #expect(seen.map(\.event.isHostServing) == [false, false, true, true])
    }

    @Test(
        "An exchange shows subscriptions at the characteristic's descriptor, if they are answered")
    func subscriptions() throws {
        let found: [Packet] = [.sent(Self.declarationRequest), .received(Self.declaration)]
        func write(_ handle: UInt8, _ value: UInt8) -> Packet {
            .sent([0x12, handle, 0, value, 0])
        }
        let accepted: Packet = .received([0x13])
        let refused: Packet = .received([0x01, 0x12, 0x13, 0, 0x05])
        func descriptors(_ list: [UInt8]) -> [Packet] {
            [.sent([0x04, 0x13, 0, 0x20, 0]), .received([0x05, 1] + list)]
        }
        let cccd: [Packet] = descriptors([0x13, 0, 0x01, 0x29, 0x14, 0, 0x02, 0x29])
        let none: [Packet] = descriptors([0x13, 0, 0x03, 0x28, 0x15, 0, 0x02, 0x29])
        let on = CapturedEvent.Kind.subscribed(isOn: true, error: nil)
        let off = CapturedEvent.Kind.subscribed(isOn: false, error: nil)
        for (packets, expected) in [
            ([write(0x13, 1), accepted, write(0x13, 0), accepted], [on, off]),
            // Indications don't count as notifications.
            ([write(0x13, 3), accepted, write(0x13, 2), accepted], [on, off]),
            (
                [write(0x13, 1), refused],
                [.subscribed(isOn: true, error: .insufficientAuthentication)]
            ),
            (cccd + [write(0x13, 1), accepted], []), (cccd + [write(0x14, 1), accepted], [on]),
            (none + [write(0x13, 1), accepted, write(0x15, 1), accepted], []),
            ([write(0x14, 1), accepted, write(0x12, 1), accepted], []),
            ([write(0x13, 1), .gap, accepted], []), ([accepted, refused], []),
            ([.sent([0x12, 0x13, 0, 1]), accepted], []),
        ] as [([Packet], [CapturedEvent.Kind])] {
            for packets in [found + packets, mirrored(found + packets)] {
                #expect(try kinds(packets) == [.discovered(handle: 0x12)] + expected)
            }
        }
        // Without a discovery it is the given handle's, and is no sign of navigation.
        let given = try events([write(0x13, 1), accepted], handle: 0x12)
        #expect(given.map(\.event.kind) == [on])
        #expect(!on.isTraffic)
    }

    @Test(
        "An exchange of requests and responses takes a response only for the request that it answers, and only once"
    )
    func pairs() throws {
        let found: [Packet] = [.sent(Self.declarationRequest), .received(Self.declaration)]
        let request: Packet = .sent(Self.readRequest)
        let answer: Packet = .received(Self.readResponse)
        let refused: Packet = .received(Self.refusal)
        let read: [CapturedEvent.Kind] = [
            .discovered(handle: 0x12), .requested(offset: 0), .chunk(offset: 0),
        ]
        let failed: [CapturedEvent.Kind] = [
            .discovered(handle: 0x12), .requested(offset: 0),
            .failed(offset: 0, ATTError(rawValue: 0x0E)),
        ]
        let open: [CapturedEvent.Kind] = [.discovered(handle: 0x12), .requested(offset: 0)]
        let cases: [([Packet], [CapturedEvent.Kind])] = [
            ([request, answer, answer], read), ([request, answer, refused], read),
            ([request, refused, refused], failed), ([request, refused, answer], failed),
            // A blob response, and an error for another request.
            ([request, .received([0x0D, 1])], open),
            ([request, .received([0x01, 0x0C] + Self.handle + [0x07])], open),
            // Between them the log shows only one half of another exchange.
            ([request, .sent([0x04, 1, 0, 2, 0]), answer], open),
            ([request, .received([0x05, 1, 1, 0, 2, 0]), answer], open),
            ([request, .sent(Self.declarationRequest), answer], open),
            ([request, .sent(Self.mtuRequest), answer], open),
            ([request, .received([0x09, 7, 1, 0, 2, 3, 0, 0, 0x2A]), answer], open),
            // After a gap, the answer may be another request's.
            ([request, .gap, answer], open),
        ]
        for (packets, expected) in cases {
            #expect(try kinds(found + packets) == expected, "\(packets)")
            #expect(try kinds(mirrored(found + packets)) == expected, "mirrored \(packets)")
        }
    }

    @Test("A log that lacks one answer keeps the reads after the next one")
    func missingAnswer() throws {
        var log = RawLog()
        log.discover(0x12, on: 1)
        for number in 0..<8 {
            log.add(att: Self.readRequest, on: 1, isSent: true)
            if number != 1 { log.add(att: Self.readResponse, on: 1, isSent: false) }
            log.wait(2)
        }
        let kinds = try CaptureReaderTests.read(log.bytes).seen.map(\.event.kind)
        #expect(kinds.count { $0 == .chunk(offset: 0) } == 6)
    }

    @Test(
        "An exchange of requests and responses believes answers again once all are there, or none can come any more"
    )
    func twoRequests() throws {
        for (answerCount, seconds, isBelieved) in [
            (1, 0, false), (2, 0, true), (1, 1, true), (0, 29, false), (0, 30, true),
        ] {
            var log = RawLog()
            log.discover(0x12, on: 1)
            for _ in 0..<2 { log.add(att: Self.readRequest, on: 1, isSent: true) }
            for _ in 0..<answerCount { log.add(att: Self.readResponse, on: 1, isSent: false) }
            log.wait(UInt64(seconds))
            log.read(0x12, [1, 2, 3], on: 1)
            let kinds = try CaptureReaderTests.read(log.bytes).seen.map(\.event.kind)
            #expect(kinds.contains(.chunk(offset: 0)) == isBelieved)
        }
    }

    @Test(
        "An exchange of requests and responses agrees on the smaller MTU, of at least 23, and once for each exchange"
    )
    func mtu() throws {
        let packets: [Packet] = [
            .sent(Self.mtuRequest), .received(Self.mtuResponse), .received(Self.mtuResponse),
        ]
        #expect(try kinds(packets) == [.mtuAgreed(50)])
        #expect(try kinds(mirrored(packets)) == [.mtuAgreed(50)])
        #expect(try kinds([.received(Self.mtuResponse)]).isEmpty)
        #expect(try kinds([.sent([0x02, 5, 0]), .received([0x03, 90, 0])]) == [.mtuAgreed(23)])
        #expect(try kinds([.sent([0x02, 90, 0]), .received([0x03, 5, 0])]) == [.mtuAgreed(23)])
    }

    @Test(
        "An exchange of requests and responses finds the characteristic anywhere among the declarations"
    )
    func declarations() throws {
        let other: [UInt8] = [0x21, 0, 0x12, 0x22, 0] + [UInt8](repeating: 7, count: 16)
        let mine = Self.declaration.dropFirst(2)
        let request: Packet = .sent(Self.declarationRequest)
        let response: [UInt8] = [0x09, 21] + other + mine
        #expect(try kinds([request, .received(response)]) == [.discovered(handle: 0x12)])
        // A cut entry does not count.
        #expect(try kinds([request, .received(response.dropLast())]).isEmpty)
        #expect(try kinds([request, .received([0x09])]).isEmpty)
        // Entries of another length are not these declarations, whatever their bytes.
        #expect(try kinds([request, .received([0x09, 20] + mine)]).isEmpty)
    }

    @Test(
        "An exchange of requests and responses gives up a given handle at which something else is declared, and says so once"
    )
    func another() throws {
        let request: Packet = .sent(Self.declarationRequest)
        let short: [UInt8] = [0x20, 0, 0x02, 0x21, 0, 0x00, 0x2A]
        let here: [UInt8] = [0x11, 0, 0x02] + Self.handle + [0x01, 0x2A]
        let long: [UInt8] = [0x11, 0, 0x02] + Self.handle + [UInt8](repeating: 7, count: 16)
        let read: [Packet] = [.sent(Self.readRequest), .received(Self.readResponse)]
        for response in [[0x09, 7] + short + here, [0x09, 21] + long] {
            let packets = [request, .received(response)] + read + [request, .received(response)]
            #expect(try kinds(packets, handle: 0x12) == [.foundAnother(handle: 0x12)])
        }
        // Only declarations count, and only those at the handle.
        let both: [CapturedEvent.Kind] = [.requested(offset: 0), .chunk(offset: 0)]
        let included: Packet = .sent([0x08, 1, 0, 0xFF, 0xFF, 0x02, 0x28])
        let response: Packet = .received([0x09, 7] + here)
        #expect(try kinds([included, response] + read, handle: 0x12) == both)
        #expect(try kinds([request, .received([0x09, 7] + short)] + read, handle: 0x12) == both)
        let shortened: Packet = .received([0x09, 6] + here.dropLast())
        #expect(try kinds([request, shortened] + read, handle: 0x12) == both)
        // One that was discovered has moved: this is not the given handle's fault.
        let moved: [Packet] = [request, .received(Self.declaration), request, response] + read
        #expect(try kinds(moved, handle: 0x12) == [.discovered(handle: 0x12)])
    }

    @Test(
        "An exchange of requests and responses ignores packets that are empty, cut or for another handle"
    )
    func malformed() throws {
        let found: [Packet] = [.sent(Self.declarationRequest), .received(Self.declaration)]
        let packets: [[UInt8]] = [
            [], [0x0A], [0x0A, 0x12], [0x0C, 0x12, 0, 1], [0x1B], [0x1B, 0x12], [0x02, 1], [0x03],
            [0x01, 0x0A], [0x08, 1, 0], [0x0A, 0x13, 0], [0x0C, 0x13, 0, 1, 0], [0x1B, 0x13, 0, 1],
            [0x52], [0x1E],
        ]
        for bytes in packets {
            for packet in [Packet.sent(bytes), .received(bytes)] {
                #expect(try kinds(found + [packet]) == [.discovered(handle: 0x12)], "\(packet)")
            }
        }
        #expect(
            try kinds(found + [.received([0x1B] + Self.handle)])
                == [.discovered(handle: 0x12), .notified])
    }
}
