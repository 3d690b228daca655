import KomootNav
import KomootNavRecording
import Testing

@Suite("A connection without discovery")
struct ReconnectionTests {
    private static let phone: [UInt8] = [1, 2, 3, 4, 5, 0xC6]
    private static let other: [UInt8] = [9, 2, 3, 4, 5, 0xC6]
    private static let object: [UInt8] = [4, 3, 2, 1, 5, 210, 0, 0, 0] + Array("Am Park".utf8)

    /// Requests, and responses that the navigation service has these handles: Find By Type Value, and Read By Group
    /// Type.
    private static func service(
        _ first: UInt16, _ last: UInt16
    ) -> [(request: [UInt8], response: [UInt8])] {
        let wire = (0..<UUID128.byteCount).reversed().map { NavigationService.uuid[$0] }
        let range = RawLog.little(first) + RawLog.little(last)
        return [
            ([0x06, 1, 0, 0xFF, 0xFF, 0, 0x28] + wire, [0x07] + range),
            ([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 20] + range + wire),
        ]
    }

    /// What a reader gives.
    private struct Given {
        var events: [CapturedEvent] = []
        var leftOut: [LeftOutTraffic] = []

        /// The sources of the handles at which a connection was read.
        func sources(_ connection: Int) -> [CapturedHandle.Source] {
            events.filter { $0.connection == connection && $0.kind == .chunk(offset: 0) }
                .compactMap(\.handle?.source)
        }
    }

    private func given(
        handle: UInt16? = nil, forgetsAtGaps: Bool = false, _ fill: (inout RawLog) -> Void
    ) throws -> Given {
        var log = RawLog()
        fill(&log)
        var reader = NavigationReader(handle: handle, forgetsAtGaps: forgetsAtGaps)
        var given = Given()
        try reader.read(log.bytes.span) { event, _ in given.events.append(event) }
        try reader.finish { event, _ in given.events.append(event) }
        given.leftOut = reader.leftOut
        return given
    }

    /// A connection with discovery and a read.
    private func first(_ log: inout RawLog, _ address: [UInt8] = phone) {
        log.connect(0x40, to: address)
        log.discover(37, on: 0x40)
        log.read(37, Self.object, on: 0x40)
        log.disconnect(0x40)
    }

    @Test(
        "A connection without discovery is read with the handle of an earlier one with the same device"
    )
    func remembered() throws {
        let given = try given { log in
            first(&log)
            log.connect(0x41, to: Self.phone)
            log.read(37, Self.object, on: 0x41)
        }
        #expect(given.sources(1) == [.discovered])
        #expect(given.sources(2) == [.remembered(connection: 1)])
        #expect(given.leftOut.isEmpty)
        #expect(given.events.last?.device == 1)
        // What the log shows goes before what was given.
        let both = try self.given(handle: 99) { log in
            first(&log)
            log.connect(0x41, to: Self.phone)
            log.read(37, Self.object, on: 0x41)
        }
        #expect(both.sources(2) == [.remembered(connection: 1)])
    }

    @Test("A connection without discovery is left out, and named, if the device may be another one")
    func unknown() throws {
        for address in [Self.other, [0, 0, 0, 0, 0, 0]] {
            let given = try given { log in
                first(&log)
                log.connect(0x41, to: address)
                log.read(37, Self.object, on: 0x41)
                log.disconnect(0x41)
                log.connect(0x42, to: address)
                log.read(38, Self.object, on: 0x42)
            }
            #expect(given.sources(2).isEmpty)
            #expect(
                given.leftOut == [
                    LeftOutTraffic(
                        connection: 2, handle: 37, reason: .withoutDiscovery(like: 1))
                ])
        }
        // The discovery may come later in the log.
        let later = try given { log in
            log.connect(0x41, to: Self.other)
            log.read(37, Self.object, on: 0x41)
            first(&log)
        }
        #expect(later.leftOut.map(\.connection) == [1])
        #expect(later.leftOut.map(\.reason) == [.withoutDiscovery(like: 2)])
    }

    @Test(
        "A connection without discovery is not named if its log says that the handle is something else's"
    )
    func explained() throws {
        let responses: [([UInt8], [UInt8])] = [
            ([0x04, 37, 0, 38, 0], [0x05, 1, 37, 0, 0x00, 0x2A, 38, 0, 0x02, 0x29]),
            ([0x08, 1, 0, 0xFF, 0xFF, 3, 0x28], [0x09, 7, 36, 0, 2, 37, 0, 0x00, 0x2A]),
            ([0x08, 1, 0, 0xFF, 0xFF, 0, 0x2A], [0x09, 6, 37, 0, 65, 66, 67, 68]),
            ([0x06, 1, 0, 0xFF, 0xFF, 0, 0x28, 0, 0x18], [0x07, 30, 0, 40, 0]),
            ([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 30, 0, 40, 0, 0, 0x18]),
        ]
        for (request, response) in responses + Self.service(60, 64) + Self.service(20, 36) {
            for isReadBefore in [false, true] {
                let given = try given { log in
                    first(&log)
                    log.connect(0x41, to: Self.other)
                    if isReadBefore { log.read(37, Self.object, on: 0x41) }
                    log.add(att: request, on: 0x41, isSent: true)
                    log.add(att: response, on: 0x41, isSent: false)
                    log.read(37, Self.object, on: 0x41)
                }
                #expect(given.leftOut.isEmpty, "\(response)")
            }
        }
        for (request, response) in Self.service(35, 0xFFFF) {
            let given = try given { log in
                first(&log)
                log.connect(0x41, to: Self.other)
                log.add(att: request, on: 0x41, isSent: true)
                log.add(att: response, on: 0x41, isSent: false)
                log.read(37, Self.object, on: 0x41)
            }
            #expect(given.leftOut.map(\.handle) == [37])
        }
    }

    @Test(
        "A connection without discovery uses a given or remembered handle in the navigation service's range, and no other"
    )
    func inService() throws {
        // The first handle is that of the service's declaration.
        for (first, last, counts) in [
            (35, 39, true), (20, 37, true), (60, 64, false), (20, 36, false), (37, 39, false),
        ] as [(UInt16, UInt16, Bool)] {
            for (request, response) in Self.service(first, last) {
                func show(_ log: inout RawLog) {
                    log.add(att: request, on: 0x41, isSent: true)
                    log.add(att: response, on: 0x41, isSent: false)
                    log.read(37, Self.object, on: 0x41)
                }
                let given = try given(handle: 37) { log in
                    log.connect(0x41, to: Self.phone)
                    show(&log)
                }
                #expect(given.sources(1) == (counts ? [.given] : []), "\(response)")
                let remembered = try self.given { log in
                    self.first(&log)
                    log.connect(0x41, to: Self.phone)
                    show(&log)
                }
                #expect(
                    remembered.sources(2) == (counts ? [.remembered(connection: 1)] : []),
                    "\(response)")
            }
        }
        // A phone that has the service twice shows one of them at a time.
        for (request, response) in Self.service(60, 64) {
            let discovered = try given { log in
                log.connect(0x41, to: Self.phone)
                log.discover(37, on: 0x41)
                log.add(att: request, on: 0x41, isSent: true)
                log.add(att: response, on: 0x41, isSent: false)
                log.read(37, Self.object, on: 0x41)
            }
            #expect(discovered.sources(1) == [.discovered])
        }
        let request = Self.service(10, 14)[0].request
        let both = try given(handle: 37) { log in
            log.connect(0x41, to: Self.phone)
            log.add(att: request, on: 0x41, isSent: true)
            log.add(att: [0x07, 10, 0, 14, 0, 35, 0, 39, 0], on: 0x41, isSent: false)
            log.read(37, Self.object, on: 0x41)
        }
        #expect(both.sources(1) == [.given])
    }

    @Test(
        "A connection without discovery does not use a given or remembered handle against anything that the log declares"
    )
    func declared() throws {
        let uuid: [UInt8] = (0..<16).map { $0 }
        let cases: [([UInt8], [UInt8])] = [
            // Find Information, with types of 2 and of 16 bytes.
            ([0x04, 37, 0, 37, 0], [0x05, 1, 37, 0, 0x00, 0x2A]),
            ([0x04, 37, 0, 37, 0], [0x05, 2, 37, 0] + uuid),
            // Find By Type Value: the handles of the service Generic Access.
            ([0x06, 1, 0, 0xFF, 0xFF, 0, 0x28, 0, 0x18], [0x07, 30, 0, 40, 0]),
            // Read By Type, for Device Name and for declarations.
            ([0x08, 1, 0, 0xFF, 0xFF, 0, 0x2A], [0x09, 6, 37, 0, 65, 66, 67, 68]),
            ([0x08, 1, 0, 0xFF, 0xFF, 3, 0x28], [0x09, 7, 37, 0, 2, 38, 0, 0, 0x2A]),
            // Read By Group Type.
            ([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 30, 0, 40, 0, 0, 0x18]),
        ]
        for (request, response) in cases + Self.service(60, 64) {
            let given = try given(handle: 37) { log in
                log.connect(0x40, to: Self.other)
                log.add(att: request, on: 0x40, isSent: true)
                log.add(att: response, on: 0x40, isSent: false)
                log.read(37, Self.object, on: 0x40)
            }
            #expect(given.events.map(\.kind) == [.connected, .foundAnother(handle: 37)])
            let remembered = try self.given { log in
                first(&log)
                log.connect(0x41, to: Self.phone)
                log.add(att: request, on: 0x41, isSent: true)
                log.add(att: response, on: 0x41, isSent: false)
                log.disconnect(0x41)
                log.connect(0x42, to: Self.phone)
                log.read(37, Self.object, on: 0x42)
            }
            #expect(remembered.sources(3).isEmpty, "\(response)")
            #expect(remembered.leftOut.map(\.connection) == [3])
        }
    }

    @Test(
        "A connection without discovery does not use a handle after its services changed, and says what it left out"
    )
    func servicesChanged() throws {
        let change: [UInt8] = [0x1D, 8, 0, 30, 0, 40, 0]
        let here = try given { log in
            log.connect(0x40, to: Self.phone)
            log.discover(37, on: 0x40)
            log.read(37, Self.object, on: 0x40)
            log.add(att: change, on: 0x40, isSent: false)
            log.read(37, Self.object, on: 0x40)
        }
        #expect(here.sources(1) == [.discovered])
        #expect(
            here.leftOut == [
                LeftOutTraffic(connection: 1, handle: 37, reason: .servicesChanged)
            ])
        let next = try given { log in
            first(&log)
            log.connect(0x41, to: Self.phone)
            log.add(att: change, on: 0x41, isSent: false)
            log.disconnect(0x41)
            log.connect(0x42, to: Self.phone)
            log.read(37, Self.object, on: 0x42)
        }
        #expect(next.sources(3).isEmpty)
        #expect(next.leftOut.map(\.connection) == [3])
        // Elsewhere, or no range, or another characteristic: nothing changed.
        let declaration: [UInt8] = [0x09, 7, 8, 0, 0x20, 9, 0, 0x05, 0x2A]
        for packet in [
            [0x1D, 8, 0, 38, 0, 40, 0], [0x1D, 8, 0, 40, 0, 30, 0], [0x1D, 8, 0, 0, 0, 40, 0],
            [0x1D, 8, 0, 30, 0, 40, 0],
        ] as [[UInt8]] {
            let unchanged = try given { log in
                log.connect(0x40, to: Self.phone)
                log.add(att: [0x08, 1, 0, 9, 0, 3, 0x28], on: 0x40, isSent: true)
                log.add(att: declaration, on: 0x40, isSent: false)
                log.discover(37, on: 0x40)
                log.add(att: packet, on: 0x40, isSent: false)
                log.read(37, Self.object, on: 0x40)
            }
            #expect(unchanged.sources(1) == [.discovered], "\(packet)")
        }
    }

    @Test(
        "A connection without discovery does not use the host's handle for any device after its services changed for one"
    )
    func hostChanged() throws {
        for isChanged in [false, true] {
            let given = try given { log in
                log.connect(0x40, to: Self.phone)
                log.discover(37, on: 0x40, isHostServing: true)
                log.disconnect(0x40)
                log.connect(0x41, to: Self.other)
                if isChanged {
                    log.add(att: [0x1D, 8, 0, 30, 0, 40, 0], on: 0x41, isSent: true)
                }
                log.disconnect(0x41)
                log.connect(0x42, to: Self.phone)
                log.read(37, Self.object, on: 0x42, isHostServing: true)
            }
            #expect(given.sources(3) == (isChanged ? [] : [.remembered(connection: 1)]))
            #expect(given.leftOut.map(\.connection) == (isChanged ? [3] : []))
        }
    }

    @Test(
        "A connection without discovery does not use a remembered handle after a gap, in which services may have changed"
    )
    func rememberedBeforeGap() throws {
        let given = try given(forgetsAtGaps: true) { log in
            first(&log)
            log.dropPackets()
            log.connect(0x41, to: Self.phone)
            log.read(37, Self.object, on: 0x41)
        }
        #expect(given.sources(1) == [.discovered] && given.sources(2).isEmpty)
        #expect(
            given.leftOut == [
                LeftOutTraffic(connection: 2, handle: 37, reason: .withoutDiscovery(like: 1))
            ])
    }

    @Test("A connection without discovery is left out after damage, and named")
    func afterGap() throws {
        let given = try given(handle: 37, forgetsAtGaps: true) { log in
            log.connect(0x40, to: Self.phone)
            log.read(37, Self.object, on: 0x40)
            log.dropPackets()
            log.read(37, Self.object, on: 0x40)
        }
        #expect(given.sources(1) == [.given])
        #expect(
            given.leftOut == [LeftOutTraffic(connection: 1, handle: 37, reason: .afterGap)])
        // It showed a discovery before, or nobody knows: a given handle would not count either.
        for isDiscovered in [false, true] {
            let other = try self.given(forgetsAtGaps: true) { log in
                first(&log)
                if isDiscovered { log.discover(41, on: 0x41) }
                log.dropPackets()
                log.read(37, Self.object, on: 0x41)
            }
            #expect(
                other.leftOut == [LeftOutTraffic(connection: 2, handle: 37, reason: .afterGap)])
        }
    }

    @Test("A connection without discovery is named if channels were opened that are not read")
    func enhanced() throws {
        let mtu = RawLog.little(64) + RawLog.little(64) + RawLog.little(5)
        for (service, isNamed) in [(UInt16(0x27), true), (0x80, false)] {
            for channels: [UInt8] in [[0x41, 0], [0, 0]] {
                let given = try given { log in
                    log.connect(0x40, to: Self.phone)
                    let request = RawLog.little(service) + mtu + RawLog.little(0x40)
                    log.add(
                        l2cap: [0x17, 5] + RawLog.little(UInt16(request.count)) + request,
                        channel: 5, on: 0x40, isSent: true)
                    let response = mtu + [0, 0] + channels
                    log.add(
                        l2cap: [0x18, 5] + RawLog.little(UInt16(response.count)) + response,
                        channel: 5, on: 0x40, isSent: false)
                }
                let reasons: [LeftOutTraffic.Reason] =
                    isNamed && channels[0] != 0 ? [.onEnhancedBearer] : []
                #expect(given.leftOut.map(\.reason) == reasons)
            }
        }
    }
}
